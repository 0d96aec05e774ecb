"""Maudits Criquets as people and programs use it: a Game with its parameters, a State with its texts."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from jardinet.games import api
from jardinet.games.api import Action, Event, Move, Turn
from jardinet.games.maudits_criquets import encoding, notation, parameters, rules
from jardinet.games.maudits_criquets.view import BIDS, ENDS, KINDS, View, events_of, make_view

_PLAYER_TEXTS = {
    **{bid: f"bid-{name}" for bid, name in enumerate(BIDS)},
    **{rules.PICK + kind: f"pick-{name}" for kind, name in enumerate(KINDS)},
}
_NUMBERED = ("players", "beginner", "crops", "copies", "locusts", "numbers", "specials")


class MauditsCriquetsGame(api.Game):
    """Maudits Criquets with what was agreed: see parameters.py for what that can be."""

    name = "maudits_criquets"
    declared = parameters.PARAMETERS
    rules = cast(api.Rules, rules)
    encoding = cast(api.Encoding, encoding)
    player_texts = MappingProxyType(_PLAYER_TEXTS)
    chance_texts = MappingProxyType({rules.PICK + kind: f"reveal-{name}" for kind, name in enumerate(KINDS)})
    ends = MappingProxyType(ENDS)

    @classmethod
    def settle(cls, given: dict[str, object]) -> dict[str, int | str]:
        """See parameters.settle."""
        return parameters.settle(given)

    def new_initial_state(self) -> MauditsCriquetsState:
        """A game about to begin: chance lays out the first card of the loot."""
        records = np.zeros(1, rules.STATE)
        for name in _NUMBERED:
            records[name] = self.parameters[name]
        records["loot_size"] = self.parameters["loot"]
        records["shares_majority"] = self.parameters["majority_tie"] == "all"
        rules.start(records, 0)
        return MauditsCriquetsState(self, records, [])

    @property
    def bids(self) -> list[int]:
        """The actions of the bid cards that are in the game, 1 to 6, A, X (MC-1.1)."""
        numbers = list(range(int(self.parameters["numbers"])))
        return [*numbers, rules.ACE, rules.X] if self.parameters["specials"] else numbers

    def deck(self) -> list[Action]:
        """Every garden card as the action that reveals it (MC-1.2)."""
        crops, copies = int(self.parameters["crops"]), int(self.parameters["copies"])
        cards = [rules.PICK + crop for crop in range(crops) for _ in range(copies)]
        return cards + [rules.PICK + rules.LOCUST] * int(self.parameters["locusts"])

    def turns(self, moves: Sequence[Move]) -> list[Turn]:
        """See notation.py."""
        return notation.write(self.new_initial_state(), moves)

    def read_turn(self, state: api.State, text: str) -> None:
        """See notation.py."""
        notation.read(cast(MauditsCriquetsState, state), text)

    def max_chance_outcomes(self) -> int:
        """13: outcomes are numbered 8 to 12."""
        return rules.NUM_ACTIONS

    def max_chance_nodes_in_history(self) -> int:
        """Every card is laid out once at most."""
        return len(self.deck())

    def max_game_length(self) -> int:
        """Decision nodes in the longest game; all bids of a turn are one.

        Every pick takes a card or more. Of the turns each takes a card, or is the first or the second
        impasse in a row, and the second discards a card: two turns a card at most.
        """
        return 3 * len(self.deck())

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """See `MauditsCriquetsState.observation_tensor`."""
        return (self.num_players() * (rules.KINDS + 2 * rules.BIDS + 3) + 2 * rules.KINDS + 9,)

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

    def get_game(self) -> MauditsCriquetsGame:
        """The game this is a state of."""
        return cast(MauditsCriquetsGame, self._game)

    @property
    def record(self) -> Any:
        """The rules' record, by field name; not to be written."""
        return self._record[0]

    def tokens(self) -> list[int]:
        """The points of each seat."""
        return [int(tokens) for tokens in self.record["tokens"][: self.num_players()]]

    def match_points(self) -> list[int]:
        """A match adds up tokens, our ruling: the rules know single games only. Zeros until the game is over."""
        return self.tokens() if self.is_terminal() else [0] * self.num_players()

    def apply_actions(self, actions: Sequence[Action]) -> None:
        """Play the bids of all players, seat by seat (MC-2.2).

        Raises:
            IllegalActionError: nobody bids now, a bid is missing, or a card is not in its player's hand.
            TypeError: a bid is no whole number.
        """
        bids = tuple(map(index, actions))
        is_known = all(0 <= bid < rules.BIDS for bid in bids)
        if not (is_known and rules.apply_joint(self._record, 0, np.array(bids, np.int64))):
            raise api.IllegalActionError(self._why_illegal_bids(bids))
        self._moves.append(bids)

    def _why_illegal_bids(self, actions: Sequence[Action]) -> str:
        texts = ", ".join(self._text(seat, action) for seat, action in enumerate(actions))
        if not self.is_simultaneous_node():
            return f"the bids {texts} are not possible: nobody bids now."
        if len(actions) != self.num_players():
            return f"{len(actions)} bids are given: each of the {self.num_players()} players bids one card."
        seat = next(seat for seat, action in enumerate(actions) if action not in self.legal_actions(seat))
        hand = ", ".join(self.action_to_string(seat, action) for action in self.legal_actions(seat))
        return f"{self._text(seat, actions[seat])} is not possible for seat {seat + 1}: in hand are {hand}."

    def view(self, player: int | None = None) -> View:
        """The position as plain data: see View."""
        return make_view(self, player)

    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """What happens if `move` is played, open to everybody: see the events in view.py."""
        return events_of(self, move)

    def _reason(self, action: Action) -> str:
        if rules.PICK <= action < rules.NUM_ACTIONS and int(self.record["phase"]) == rules.PICKING:
            return f": no {KINDS[action - rules.PICK]} lies in the loot (MC-2.6)"
        return ""

    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The position from `player` on (default: the one to move, or seat 0), float32 in 0..1, in this order.

        Seat by seat from `player` on: reserve (5, divided by 13), bid cards in hand (8) and the card
        played last (8, one-hot), tokens (divided by 24), whether it has still to take, whether it
        moves. Then loot and pile by kind (5 each, divided by 14); the phase (4, one-hot), the cards
        still to be laid out (divided by 3), impasses, whether anybody took, beginners, shared majority.
        """
        own = player if player is not None and player >= 0 else max(self.current_player(), 0)
        tensor = np.empty(self._game.observation_tensor_shape(), np.float32)
        encoding.encode(self._record, 0, own, tensor)
        return tensor

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
