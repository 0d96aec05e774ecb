"""The compiled rules against the slow referee, step by step in games of all variants.

Play is biased so that full boards, chains of replays, stalls and empty piles come up often;
each variant's test makes sure in the end that they did.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from types import ModuleType
from typing import Any, cast

import msgspec
import pytest

from jardinet.games import load_game
from jardinet.games.api import CHANCE, TERMINAL, IllegalActionError
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.game import LuckyNumbersGame, LuckyNumbersState
from jardinet.games.lucky_numbers.names import PHASES

STATES_EACH = 8_400  # of each of the 12 variants: 100,800 together
STALL_LIMITS = (1, 2, 3, 5, 9, 100, 100, 100)
VIEWS, EVENTS = 0.004, 0.08  # the share of states whose view, copies and refusals are compared; of plays, events
ACTION = {
    **{f"{word}-{number}": number for word in ("reveal", "take") for number in range(1, 21)},
    **{f"place-{column}{row}": 17 + 4 * row + "abcd".index(column) for row in range(1, 5) for column in "abcd"},
    "draw": 0,
    "discard": 37,
}
VARIANTS = list(itertools.product((2, 3, 4), ("standard", "michael"), (False, True)))
SMALL = [(2, 3), (2, 6), (3, 5), (3, 9), (3, 20), (4, 7)]  # side, numbers


@pytest.mark.parametrize(("players", "setup", "bruno"), VARIANTS)
def test_engine_and_referee_agree_on_every_state_of_random_games(
    referee: ModuleType, players: int, setup: str, bruno: bool
) -> None:
    """LN-1.2 to LN-6.5 and LN-7.2: legal actions, successors, events, end, winners and points."""
    rng = random.Random(f"{players} {setup} {bruno}")
    states, notes = 0, Counter[str]()
    while states < STATES_EACH:
        parameters: dict[str, Any] = {
            "first": rng.randrange(players),
            "stall_limit": rng.choice(STALL_LIMITS),
            "utility": rng.choice(("win", "points")),
        }
        game = load_game("lucky_numbers", players=players, setup=setup, bruno=bruno, **parameters)
        judge = referee.Referee(players, parameters["first"], setup, bruno, parameters["stall_limit"])
        states += Comparison(cast(LuckyNumbersGame, game), judge, Temper(rng, referee), rng).play()
        notes += judge.notes
    rare = {"full-board", "last-tile", "stall", "shared victory", "single victory"}
    if bruno:
        rare |= {"replay", "replay with takes only", "rewarded before", "stall on a pair"}
    if bruno and players > 2:  # of two equal tiles none is left to exchange
        rare |= {"same number on a pair"}
    assert rare <= set(notes), f"too tame: {rare - set(notes)} never happened"


@pytest.mark.parametrize(("side", "numbers"), SMALL)
def test_engine_and_referee_agree_on_every_state_of_small_games(referee: ModuleType, side: int, numbers: int) -> None:
    """Games cut down by the parameters `side` and `numbers`, in all variants."""
    rng = random.Random(f"{side} {numbers}")
    states, ends = 0, Counter[str]()
    while states < STATES_EACH // 4:
        players, setup, bruno = rng.choice(VARIANTS)
        first, limit = rng.randrange(players), rng.choice(STALL_LIMITS)
        game = load_game(
            "lucky_numbers",
            players=players,
            setup=setup,
            bruno=bruno,
            first=first,
            stall_limit=limit,
            side=side,
            numbers=numbers,
        )
        judge = referee.Referee(players, first, setup, bruno, limit, side, numbers)
        states += Comparison(cast(LuckyNumbersGame, game), judge, Temper(rng, referee), rng).play()
        ends[judge.end] += 1
    assert {"last-tile", "stall"} <= set(ends)
    assert "full-board" in ends or numbers == 2 * side - 1  # with so few numbers hardly any board is filled by chance


class Comparison:
    """One game, played on the engine and by the referee."""

    def __init__(self, game: LuckyNumbersGame, judge: Any, temper: Temper, rng: random.Random) -> None:
        self.game, self.state = game, cast(LuckyNumbersState, game.new_initial_state())
        self.judge, self.temper, self.rng = judge, temper, rng

    def play(self) -> int:
        """Play to the end; returns how many states were compared."""
        state, judge, rng = self.state, self.judge, self.rng
        decisions = chances = 0
        while True:
            legal = judge.legal()
            self.compare(legal)
            if rng.random() < VIEWS or state.is_terminal():
                self.compare_view(legal)
                check_copies(state)
                check_refusals(state, legal)
            if state.is_terminal():
                break
            text = self.temper.choose(judge, legal)
            player = state.current_player()
            action = ACTION[text]
            decisions, chances = decisions + (player != CHANCE), chances + (player == CHANCE)
            foretold = state.events(action) if rng.random() < EVENTS else None
            state.apply_action(action)
            judge.play(text)
            if foretold is not None:
                assert [(type(e).__name__.lower(), *msgspec.structs.astuple(e)) for e in foretold] == judge.happened
        assert decisions <= self.game.max_game_length()
        assert chances <= self.game.max_chance_nodes_in_history()
        return decisions + chances + 1

    def compare(self, legal: list[str]) -> None:
        """Everything the two know, but for what is derived."""
        state, judge = self.state, self.judge
        record, players = state.record, judge.players
        assert state.legal_actions() == [ACTION[text] for text in legal]  # in rising order, too
        assert PHASES[int(record["phase"])] == judge.phase
        over = judge.phase == "over"
        assert state.current_player() == (TERMINAL if over else CHANCE if judge.is_chance() else judge.seat)
        if judge.phase != "dealing":
            assert record["seat"] == judge.seat
        boards = [[board.get(cell) or 0 for cell in self.temper.referee.CELLS] for board in judge.boards]
        pile, table = [judge.pile[n] for n in range(1, 21)], [judge.table[n] for n in range(1, 21)]
        assert record["board"][:players].tolist() == boards
        assert state.free_cells() == [list(board.values()).count(None) for board in judge.boards]
        assert record["pile"].tolist() == [0, *pile]
        assert record["table"].tolist() == [0, *table]
        assert record["pile_size"] == sum(pile)
        assert [[tile for tile in hand if tile] for hand in record["hand"][:players].tolist()] == judge.hands
        assert record["tile"] == (judge.tile or 0)
        assert record["takes_in_a_row"] == judge.takes
        assert state.winners() == judge.winners
        if over:
            assert state.match_points() == judge.points()
            assert state.returns() == pytest.approx(expected_returns(state, judge))
        lying = Counter(tile for tiles in (*boards, *judge.hands) for tile in tiles)
        if judge.tile and not judge.hands[judge.seat]:  # the tile that the standard set-up places is still in a hand
            lying[judge.tile] += 1
        numbers = int(record["numbers"])
        everything = [pile[n - 1] + table[n - 1] + lying[n] for n in range(1, 21)]
        assert everything == [players] * numbers + [0] * (20 - numbers)

    def compare_view(self, legal: list[str]) -> None:
        """What faces are told, the violations and the tensor."""
        state, judge, fits, violations = (
            self.state,
            self.judge,
            self.temper.referee.fits,
            self.temper.referee.violations,
        )
        view = state.view()
        assert (view.phase, view.end, view.winners) == (judge.phase, judge.end, judge.winners)
        assert view.table == sorted(judge.table.elements())
        assert (view.pile, sum(view.unseen)) == (judge.pile.total(), judge.pile.total())
        assert view.legal == ([] if judge.is_chance() else legal)
        assert (view.tile, view.is_taken) == (judge.tile, judge.tile is not None and judge.is_taken)
        assert (view.takes_in_a_row, view.points) == (judge.takes, judge.points() if judge.end else [])
        is_set_up = judge.phase in ("dealing", "setup-drawing", "setup-placing")
        number = self.rng.randrange(1, 21)
        for board in view.boards:
            numbers = judge.boards[board.seat]
            is_placing = board.seat == judge.seat and judge.phase in ("setup-placing", "placing")
            for cell in board.cells:
                if cell.name not in numbers:  # outside a small board
                    assert (cell.tile, cell.accepts, cell.is_open) == (None, [], False)
                    continue
                assert cell.tile == numbers[cell.name]
                in_game = range(1, int(state.record["numbers"]) + 1)
                assert cell.accepts == [n for n in in_game if fits(numbers, cell.name, n)]
                assert cell.is_open == (is_placing and f"place-{cell.name}" in view.legal)
                assert bool(cell.violations) == (is_placing and not cell.is_open)
                if not is_set_up:
                    found = [
                        (violation.reason, violation.cell, violation.tile)
                        for violation in state.why_not(cell.name, number, board.seat)
                    ]
                    assert found == violations(numbers, cell.name, number)
                    assert (not found) == (number in cell.accepts) or number not in in_game
        for seat in range(judge.players):
            tensor = state.observation_tensor(seat)
            assert tensor.shape == self.game.observation_tensor_shape()
            assert tensor.min() >= 0
            assert tensor.max() <= 1


def expected_returns(state: LuckyNumbersState, judge: Any) -> list[float]:
    if not judge.winners:
        return [0.0] * judge.players
    if state.get_game().parameters["utility"] == "points":
        return [float(points) for points in judge.points()]
    n, k = judge.players, len(judge.winners)
    return [(n / k - 1 if seat in judge.winners else -1) / (n - 1) for seat in range(n)]


def check_copies(state: LuckyNumbersState) -> None:
    """A clone and a state read back are the state; playing the clone leaves the state alone."""
    before = state.records.tobytes()
    twin = state.clone()
    again = cast(LuckyNumbersState, state.get_game().deserialize_state(state.serialize()))
    assert twin.records.tobytes() == before
    assert again.records.tobytes() == before
    assert again.history() == state.history() == twin.history()
    if not twin.is_terminal():
        twin.apply_action(twin.legal_actions()[0])
        assert len(twin.history()) == len(state.history()) + 1
    assert state.records.tobytes() == before


def check_refusals(state: LuckyNumbersState, legal: list[str]) -> None:
    """Every one of the 38 actions that is not legal is refused, and nothing has changed."""
    before, history = state.records.tobytes(), state.history()
    texts = state.get_game().texts_of(state.current_player())
    for action in range(-1, rules.NUM_ACTIONS + 1):
        if texts.get(action) in legal:
            continue
        with pytest.raises(IllegalActionError, match="is not possible"):
            state.apply_action(action)
        assert state.records.tobytes() == before
    assert state.history() == history


class Temper:
    """How one game is played: how often to take, discard, aim for a full board or for diagonal pairs."""

    def __init__(self, rng: random.Random, referee: ModuleType) -> None:
        self.rng, self.referee = rng, referee
        self.taking = rng.choice((0.05, 0.5, 0.95))
        self.discarding = rng.choice((0.0, 0.1, 0.9))
        self.aiming = rng.choice((0.0, 0.5, 1.0))
        self.pairing = rng.choice((0.0, 0.5, 0.9))
        self.luck = rng.choice((0.0, 0.3))  # how often chance helps

    def choose(self, judge: Any, legal: list[str]) -> str:
        rng, board = self.rng, judge.boards[judge.seat]
        if judge.is_chance():
            some = [rng.choice(legal) for _ in range(5)] if rng.random() < self.luck else []
            return next((text for text in some if self._is_welcome(judge, board, int(text[7:]))), rng.choice(legal))
        if judge.phase == "choosing":
            takes = [text for text in legal if text != "draw"]
            if not takes or ("draw" in legal and rng.random() >= self.taking):
                return "draw"
            rng.shuffle(takes)
            return next((text for text in takes if self._is_welcome(judge, board, int(text[5:]))), takes[0])
        if judge.phase == "placing":
            return self._place(judge, board, legal)
        return min(legal, key=lambda text: self._distance(text[6:], judge.tile)) if self.aiming else rng.choice(legal)

    def _place(self, judge: Any, board: Any, legal: list[str]) -> str:
        rng = self.rng
        is_last = not judge.pile.total()
        if "discard" in legal and not is_last and rng.random() < self.discarding:
            return "discard"
        places = [text for text in legal if text != "discard"]
        if rng.random() < self.pairing / 4 and f"place-{self._cell_of(board, judge.tile)}" in places:
            return f"place-{self._cell_of(board, judge.tile)}"
        pairs = [text for text in places if self._makes_pair(board, text[6:], judge.tile)]
        if pairs and (is_last or rng.random() < self.pairing):
            return rng.choice(pairs)
        free = [text for text in places if board[text[6:]] is None]
        if free and rng.random() < self.aiming:
            return min(free, key=lambda text: self._distance(text[6:], judge.tile))
        return rng.choice(places or legal)

    def _is_welcome(self, judge: Any, board: Any, number: int) -> bool:
        cells = self.referee.open_cells(board, number)
        if self.pairing and judge.bruno:
            return any(self._makes_pair(board, cell, number) for cell in cells)
        return any(board[cell] is None for cell in cells)

    def _makes_pair(self, board: Any, cell: str, number: int) -> bool:
        return number in [board.get(other) for other in self.referee.DIAGONAL_NEIGHBOURS[cell]]

    @staticmethod
    def _cell_of(board: Any, number: int) -> str | None:
        """Where the number lies already, once."""
        return next((cell for cell, tile in board.items() if tile == number), None)

    @staticmethod
    def _distance(cell: str, number: int) -> float:
        """How far a number is from where it lies on an evenly filled board."""
        return abs(number - 1 - 19 * ("abcd".index(cell[0]) + int(cell[1]) - 1) / 6)
