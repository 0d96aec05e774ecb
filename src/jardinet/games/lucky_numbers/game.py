"""Lucky Numbers as people and programs use it: a Game with its parameters, a State with its texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from jardinet.games import api
from jardinet.games.api import Action, Event, Move
from jardinet.games.chance import Deck
from jardinet.games.layout import Part, size_of
from jardinet.games.lucky_numbers import encoding, notation, parameters, rules
from jardinet.games.lucky_numbers.errors import named_error
from jardinet.games.lucky_numbers.names import CELL_NAMES, ENDS, NUMBERS
from jardinet.games.lucky_numbers.view import View, Violation, events_of, make_view, violations
from jardinet.games.sentences import Every, Sentence

_PLAYER_TEXTS = {
    rules.DRAW: "draw",
    **{number: f"take-{number}" for number in NUMBERS},
    **{rules.PLACE + cell: f"place-{name}" for cell, name in enumerate(CELL_NAMES)},
    rules.DISCARD: "discard",
}


class LuckyNumbersGame(api.Game):
    """Lucky Numbers with its parameters: see parameters.py."""

    name = "lucky_numbers"
    declared = parameters.PARAMETERS
    rules = rules.RULES
    encoding = encoding.ENCODING
    notation: ClassVar[api.Notation] = notation
    player_texts = MappingProxyType(_PLAYER_TEXTS)
    chance_texts = MappingProxyType({number: f"reveal-{number}" for number in NUMBERS})
    ends = MappingProxyType(ENDS)

    def _initial_state(self) -> LuckyNumbersState:
        """A game about to begin: chance reveals the first tile of the set-up."""
        records = np.zeros(1, self.rules.STATE)
        for name in ("players", "first", "bruno", "stall_limit", "side", "numbers"):
            records[name] = self.parameters[name]
        records["michael"] = self.parameters["setup"] == "michael"
        self.rules.start(records, 0)
        return LuckyNumbersState(self, records)

    def chance_sources(self) -> tuple[Deck, ...]:
        """The pile: every number once a player (LN-1.2)."""
        numbers = range(1, self._numbers + 1)
        return (Deck("tiles", tuple(number for number in numbers for _ in range(self.num_players()))),)

    def check_tie(self, tie: str) -> str:
        """Return `tie` if the edition's match allows it; else raise ParameterError; see parameters.check_tie."""
        return parameters.check_tie(str(self.parameters["edition"]), super().check_tie(tie))

    def max_chance_outcomes(self) -> int:
        """21: outcomes are numbered 1 to 20."""
        return rules.NUMBERS + 1

    def max_chance_nodes_in_history(self) -> int:
        """Every tile is revealed once at most."""
        return self._numbers * self.num_players()

    @property
    def _numbers(self) -> int:
        """How many different numbers there are."""
        return int(self.parameters["numbers"])

    def max_game_length(self) -> int:
        """Decisions in the longest game: set-up, every tile drawn, and takes up to the stall between draws.

        A draw is two decisions, a take too; the stall (LN-5.3) ends a run of takes.
        """
        setup = int(self.parameters["side"]) * self.num_players()
        draws = self._numbers * self.num_players() - setup
        return setup + 2 * draws + 2 * (draws + 1) * int(self.parameters["stall_limit"])

    def observation_tensor_shape(self) -> tuple[int, ...]:
        """One dimension: see `observation_layout`."""
        return (size_of(self.observation_layout()),)

    def observation_layout(self) -> tuple[Part, ...]:
        """The parts of the observation tensor, by name and size; see encoding.py."""
        return encoding.layout(self.parameters)

    def returns_of(self, states: NDArray[Any]) -> NDArray[np.float64]:
        """The returns of every seat in finished games; see Game.returns_of.

        With utility="points" the match points, which do not add up to zero.
        """
        if self.parameters["utility"] == "points":
            return self.match_points_of(states).astype(np.float64)
        return super().returns_of(states)

    def match_points_of(self, states: NDArray[Any]) -> NDArray[np.int64]:
        """LN-7.2: +2 for each winner, for everybody else -1 per free cell; zeros where a game still runs."""
        points = np.zeros((len(states), self.num_players()), np.int64)
        rules.write_points(states, points)
        return points

    def turns_of(self, moves: Sequence[Move], seat: int) -> int:
        """How many turns a seat had: those of the set-up are none."""
        state, turns = self.new_initial_state(), 0
        for move in moves:
            if state.current_player() == seat and isinstance(move, int):
                turns += state.decision_kind(seat, move) == "choose"
            state.apply(move)
        return turns

    def utility_sum(self) -> float | None:
        """Zero for a share of the victory; match points add up to anything."""
        return None if self.parameters["utility"] == "points" else 0.0

    def min_utility(self) -> float:
        """A loss; with utility="points" a board with only its diagonal filled."""
        if self.parameters["utility"] == "points":
            side = int(self.parameters["side"])
            return float(side - side**2)
        return -1 / (self.num_players() - 1)

    def max_utility(self) -> float:
        """A victory alone; with utility="points" 2 (LN-7.2)."""
        return 2.0 if self.parameters["utility"] == "points" else 1.0


class LuckyNumbersState(api.State):
    """A position of Lucky Numbers.

    >>> import jardinet
    >>> state = jardinet.load_game("lucky_numbers", setup="michael").new_initial_state()
    >>> for text in ("reveal-13", "place-c3", "reveal-4", "place-a1"):
    ...     state.apply_action(state.string_to_action(state.current_player(), text))
    >>> state.free_cells(), state.current_player()
    ([15, 15], -1)
    """

    __slots__ = ()

    def free_cells(self) -> list[int]:
        """How many cells of each seat's board are free, 0 to side × side (16)."""
        return [int(free) for free in self.record["free"][: self.num_players()]]

    def view(self, player: int | None = None) -> View:
        """The position as plain data: see View."""
        self.check_seat(player)
        return make_view(self, player)

    def events(self, move: Move, viewer: int | None = None) -> list[Event]:
        """The events of `move` if it is played now, the same for all viewers: see view.py."""
        self.check_seat(viewer)
        return events_of(self, move)

    def arrange(self) -> list[Action]:
        """The placements that put a dealt hand on the free diagonal cells in rising order (LN-2.2); else []."""
        hand = [int(tile) for tile in self.record["hand"][int(self.record["seat"])] if tile]
        if int(self.record["phase"]) != rules.SETUP_PLACING or not hand:
            return []
        cells, rising = self.legal_actions(), sorted(range(len(hand)), key=hand.__getitem__)
        return [cells[rising.index(k)] for k in range(len(hand))]

    def why_not(self, cell: str, number: int, seat: int | None = None) -> list[Violation]:
        """Why `number` may not go on `cell` (`a1` to `d4`) of a seat's board (default: the seat whose turn it is).

        Raises:
            TextError: there is no such cell or number.
            GameError: there is no such seat.
        """
        self.check_seat(seat)
        if cell not in CELL_NAMES or number not in NUMBERS:
            raise api.TextError(
                "no-cell-or-number",
                "{number} on {cell!r} is not possible: numbers are 1 to 20, cells a1 to d4.",
                number=number,
                cell=cell,
            )
        return violations(self, int(self.record["seat"]) if seat is None else seat, cell, number)

    def decision_kind(self, player: int, action: Action) -> str:
        """`set-up`; `choose`: draw, or take which tile; and what is done with a tile: `exchange`, or `place`, to discard it too."""
        phase = int(self.record["phase"])
        if phase == rules.CHOOSING:
            return "choose"
        if phase != rules.PLACING:
            return "set-up"
        is_cell = rules.PLACE <= action < rules.DISCARD
        return "exchange" if is_cell and self.record["board"][player][action - rules.PLACE] else "place"

    def error_named(
        self, player: int, action: Action, best: Action, likely: Mapping[int, Mapping[str, float]]
    ) -> api.NamedError | None:
        """See State.error_named, and errors.py for the kinds."""
        after, better = self.clone(), self.clone()
        after.apply_action(action)
        better.apply_action(best)
        texts = [self.action_to_string(player, one) for one in (action, best)]
        return named_error(self.view(player), after.view(player), better.view(player), player, *texts)

    def _reason(self, action: Action) -> Sentence | Every | None:
        phase = int(self.record["phase"])
        if rules.PLACE <= action < rules.DISCARD and phase in (rules.SETUP_PLACING, rules.PLACING):
            cell = CELL_NAMES[action - rules.PLACE]
            reasons = self.why_not(cell, int(self.record["tile"]))
            told = [Sentence("{reason} ({clause})", reason=one.sentence(), clause=one.clause) for one in reasons]
            return Every(told) if told else None  # a cell outside a small board has none
        if action == rules.DISCARD and phase == rules.PLACING:
            return Sentence("a tile taken from the table must be placed (LN-3.2)")
        if action == rules.DRAW and phase == rules.CHOOSING:
            return Sentence("the pile is empty (LN-6.5)")
        if action in NUMBERS and phase == rules.CHOOSING:
            return Sentence("there is no {tile} on the table (LN-3.2)", tile=action)
        return None

    def _own_seat(self) -> int:
        """The seat whose turn it is, also while chance reveals its tile."""
        return int(self.record["seat"])

    def __str__(self) -> str:
        """The boards side by side in plain text, free cells as dots, then table and pile."""
        record = self.record
        side = int(record["side"])
        lines = ["   ".join(f"seat {seat + 1:<{4 * side - 6}}" for seat in range(self.num_players())).rstrip()]
        for row in range(side):
            cells = record["board"][: self.num_players(), row * rules.SIDE : row * rules.SIDE + side]
            lines.append("   ".join(" ".join(f"{tile or '.':>3}" for tile in board) for board in cells))
        table = " ".join(str(n) for n in NUMBERS for _ in range(int(record["table"][n])))
        return "\n".join([*lines, f"table: {table or '-'}; pile: {record['pile_size']}"])


GAME = LuckyNumbersGame
