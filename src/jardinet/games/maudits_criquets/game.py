"""Maudits Criquets as people and programs use it: a Game with its parameters, a State with its texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jardinet.games import api
from jardinet.games.api import Action, Event, IllegalActionError, Move
from jardinet.games.chance import Deck
from jardinet.games.layout import Part, size_of
from jardinet.games.maudits_criquets import encoding, notation, parameters, rules
from jardinet.games.maudits_criquets.encoding import layout, most_tokens
from jardinet.games.maudits_criquets.names import BIDS, ENDS, KINDS
from jardinet.games.maudits_criquets.view import View, events_of, make_view
from jardinet.games.sentences import Every, Sentence

_PLAYER_TEXTS = {
    **{bid: f"bid-{name}" for bid, name in enumerate(BIDS)},
    **{rules.PICK + kind: f"pick-{name}" for kind, name in enumerate(KINDS)},
}
_NUMBERED = ("players", "beginner", "crops", "copies", "locusts", "numbers", "specials")

LIKELY, UNLIKELY = 25, 10  # percent: what others are likely to bid, and what not


class MauditsCriquetsGame(api.Game):
    """Maudits Criquets with its parameters: see parameters.py."""

    name = "maudits_criquets"
    declared = parameters.PARAMETERS
    rules = rules.RULES
    encoding = encoding.ENCODING
    notation: ClassVar[api.Notation] = notation
    player_texts = MappingProxyType(_PLAYER_TEXTS)
    chance_texts = MappingProxyType({rules.PICK + kind: f"reveal-{name}" for kind, name in enumerate(KINDS)})
    ends = MappingProxyType(ENDS)

    def _initial_state(self) -> MauditsCriquetsState:
        """A game about to begin: chance lays out the first card of the loot."""
        records = np.zeros(1, self.rules.STATE)
        for name in _NUMBERED:
            records[name] = self.parameters[name]
        records["loot_size"] = self.parameters["loot"]
        records["most_tokens"] = most_tokens(self.parameters)
        records["shares_majority"] = self.parameters["majority_tie"] == "all"
        self.rules.start(records, 0)
        return MauditsCriquetsState(self, records)

    def chance_sources(self) -> tuple[Deck, ...]:
        """The pile: every garden card as the action that reveals it (MC-1.2)."""
        crops, copies = int(self.parameters["crops"]), int(self.parameters["copies"])
        cards = [rules.PICK + crop for crop in range(crops) for _ in range(copies)]
        return (Deck("cards", (*cards, *[rules.PICK + rules.LOCUST] * int(self.parameters["locusts"]))),)

    def max_chance_outcomes(self) -> int:
        """13: outcomes are numbered 8 to 12."""
        return rules.NUM_ACTIONS

    def max_chance_nodes_in_history(self) -> int:
        """Every card is laid out once at most."""
        return self._cards()

    def max_game_length(self) -> int:
        """Decision nodes in the longest game; all bids of a turn are one.

        Every pick takes a card or more. In each turn a card is taken, or it is the first or the second impasse in a
        row, and the second discards a card: at most two turns per card.
        """
        return 3 * self._cards()

    def _cards(self) -> int:
        """How many garden cards there are."""
        return int(self.parameters["crops"]) * int(self.parameters["copies"]) + int(self.parameters["locusts"])

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """One dimension: see `observation_layout`."""
        return (size_of(self.observation_layout()),)

    def observation_layout(self) -> tuple[Part, ...]:
        """The parts of the observation tensor, by name and size; see encoding.py."""
        return layout(self.parameters)

    def match_points_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """A match adds up tokens, our ruling: the rules know single games only. Zeros where a game still runs."""
        tokens = states["tokens"][:, : self.num_players()].astype(np.int64)
        return np.where(states["winners"][:, None], tokens, 0)

    def min_utility(self) -> float:
        """A loss."""
        return -1 / (self.num_players() - 1)

    def max_utility(self) -> float:
        """A victory alone."""
        return 1.0


class MauditsCriquetsState(api.State):
    """A position of Maudits Criquets.

    >>> import jardinet
    >>> state = jardinet.load_game("maudits_criquets").new_initial_state()
    >>> for text in ("reveal-corn", "reveal-corn", "reveal-locust"):
    ...     state.apply_action(state.string_to_action(state.current_player(), text))
    >>> state.is_simultaneous_node(), state.legal_actions(0)
    (True, [0, 1, 2, 3, 4, 5, 6, 7])
    >>> state.apply_actions([state.string_to_action(0, "bid-5"), state.string_to_action(1, "bid-2")])
    >>> state.current_player(), [state.action_to_string(0, action) for action in state.legal_actions()]
    (0, ['pick-corn', 'pick-locust'])
    """

    __slots__ = ()

    def tokens(self) -> list[int]:
        """The points of each seat."""
        return [int(tokens) for tokens in self.record["tokens"][: self.num_players()]]

    def why_illegal_together(self, actions: Sequence[Action]) -> IllegalActionError:
        """The error for bids that are not possible: see State."""
        if not self.is_simultaneous_node():
            return IllegalActionError(
                "nobody-bids",
                "the bids {bids} are not possible: nobody bids now.",
                bids=Every([self._text(seat, action) for seat, action in enumerate(actions)]),
            )
        if len(actions) != self.num_players():
            return IllegalActionError(
                "bids-for-players",
                "{bids} bids are given: each of the {players} players bids one card.",
                bids=len(actions),
                players=self.num_players(),
            )
        seat = next(seat for seat, action in enumerate(actions) if action not in self.legal_actions(seat))
        return IllegalActionError(
            "not-in-hand",
            "{bid} is not possible for seat {seat}: in hand are {hand}.",
            bid=self._text(seat, actions[seat]),
            seat=seat + 1,
            hand=self._possible(seat),
        )

    def view(self, player: int | None = None) -> View:
        """The position as plain data: see View."""
        self.check_seat(player)
        return make_view(self, player)

    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """The events of `move` if it is played now, the same for all viewers: see view.py."""
        self.check_seat(viewer)
        return events_of(self, move)

    def decision_kind(self, player: int, action: Action) -> str:
        """`locusts`: the loot's would bring the seat an invasion; else `pick`, or a bid when `behind`, `ahead` or `level`."""
        reserve, tokens = self.record["reserve"][player], self.tokens()
        coming = int(self.record["loot"][rules.LOCUST])
        if coming and int(reserve[rules.LOCUST]) + coming >= rules.INVADING:
            return "locusts"
        if not self.is_simultaneous_node():
            return "pick"
        best = max(count for seat, count in enumerate(tokens) if seat != player)
        return "behind" if tokens[player] < best else "ahead" if tokens[player] > best else "level"

    def error_named(
        self, player: int, action: Action, best: Action, likely: Mapping[int, Mapping[str, float]]
    ) -> api.NamedError | None:
        """See State.error_named.

        The kinds: `ace-into-x`, an ace where an X was likely, which takes the loot from it (MC-2.5); `into-equal`, a bid that
        another was likely to make too, and equal ones cancel each other (MC-2.3); `x-for-nothing`, an X where no ace was likely.
        """
        bid = self.action_to_string(player, action).partition("-")[2]
        if not self.is_simultaneous_node() or not likely:
            return None

        def likeliest(what: str) -> tuple[int, int]:
            """How likely a bid is of the seat that is likeliest to make it, in percent, and that seat."""
            return max((round(100 * bids.get(f"bid-{what}", 0.0)), seat) for seat, bids in likely.items())

        percent, seat = likeliest("x")
        if bid == "a" and percent >= LIKELY and not self.get_game().parameters["beginner"]:
            return api.NamedError("ace-into-x", {"seat": seat, "percent": percent})
        percent, seat = likeliest(bid)
        if percent >= LIKELY:
            return api.NamedError("into-equal", {"bid": bid, "seat": seat, "percent": percent})
        percent, seat = likeliest("a")
        if bid == "x" and percent < UNLIKELY and not self.get_game().parameters["beginner"]:
            return api.NamedError("x-for-nothing", {"percent": percent})
        return None

    def _reason(self, action: Action) -> Sentence | None:
        if rules.PICK <= action < rules.NUM_ACTIONS and int(self.record["phase"]) == rules.PICKING:
            return Sentence("the loot has no cards of the kind {kind} (MC-2.6)", kind=KINDS[action - rules.PICK])
        return None

    def __str__(self) -> str:
        """The loot, then a line a seat, in plain text."""
        view = self.view()
        lines = [f"loot: {_told(view.loot)}; pile: {view.pile}; {view.phase}"]
        for seat in view.seats:
            lines.append(
                f"seat {seat.seat + 1}: {seat.tokens} tokens; reserve {_told(seat.reserve)}; "
                f"hand {' '.join(seat.hand) or '-'}; last bid {seat.bid or '-'}"
            )
        return "\n".join(lines)


def _told(stacks: Sequence[Any]) -> str:
    return ", ".join(f"{stack.count} {stack.kind}" for stack in stacks) or "-"


GAME = MauditsCriquetsGame
