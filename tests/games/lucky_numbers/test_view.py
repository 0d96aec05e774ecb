"""The view of a position, its violations and events, and the tensor that tells the same."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.lucky_numbers.states import SET_UP, read, some_state

from jardinet.games import load_game
from jardinet.games.api import CHANCE, TERMINAL, IllegalActionError, TextError
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import PHASES
from jardinet.games.lucky_numbers.view import (
    Board,
    Cell,
    Discarded,
    Drew,
    GameOver,
    Placed,
    PlaysAgain,
    Took,
    Violation,
)
from jardinet.games.parameters import GameError


def test_a_bar_names_clause_and_neighbour() -> None:
    """LN-4.2: as the issue says it: 15 at c2 must stay larger."""
    state = read(SET_UP + "draw reveal-15 place-d2 draw reveal-20 discard draw reveal-17")
    assert state.why_not("c2", 17) == [
        Violation("LN-4.2", "larger", "d2", 15),
        Violation("LN-4.2", "larger", "c3", 11),
    ]
    assert [str(violation) for violation in state.why_not("c2", 17)] == [
        "15 at d2 must stay larger",
        "11 at c3 must stay larger",
    ]
    assert [str(violation) for violation in state.why_not("c2", 5)] == ["6 at b2 must stay smaller"]
    assert [str(violation) for violation in state.why_not("d3", 15)] == ["15 at d2 is in the same row or column"]
    assert state.why_not("c2", 8) == []


def test_an_exchange_is_not_barred_by_the_tile_that_leaves() -> None:
    """LN-4.3, LN-4.4"""
    state = read(SET_UP + "draw reveal-9")
    assert state.why_not("b2", 9) == []
    assert state.why_not("b2", 6) == []


@pytest.mark.parametrize(("setup", "clause"), [("standard", "LN-2.2"), ("michael", "LN-2.3")])
def test_set_up_bars_all_but_the_free_diagonal(setup: str, clause: str) -> None:
    """LN-2.2, LN-2.3, LN-2.5"""
    if setup == "standard":
        state = read(SET_UP.partition("place-b2")[0])
    else:
        state = read("reveal-1 place-a1 reveal-2 place-a1 reveal-6", setup=setup)
    assert state.why_not("b2", 6) == []
    assert state.why_not("c2", 6) == [Violation(clause, "diagonal", "c2", 0)]
    assert state.why_not("a1", 6) == [Violation("LN-2.5", "stays", "a1", 1)]
    assert str(state.why_not("c2", 6)[0]) == "set-up uses the diagonal only, and c2 is not on it"
    assert str(state.why_not("a1", 6)[0]) == "1 at a1 does not move during set-up"
    cells = cells_of(state, 0)
    assert [name for name, cell in cells.items() if cell.is_open] == ["b2", "c3", "d4"]
    assert cells["c2"].violations == state.why_not("c2", 6)
    assert all(not cell.violations and not cell.is_open for cell in cells_of(state, 1).values())


def test_another_seat_s_board_can_be_asked_about() -> None:
    state = read(SET_UP + "draw reveal-9")
    assert state.why_not("b1", 7, seat=1) == [Violation("LN-4.2", "equal", "b2", 7)]
    assert state.why_not("b1", 7) == [Violation("LN-4.2", "larger", "b2", 6)]


@pytest.mark.parametrize(("cell", "number"), [("e1", 5), ("a5", 5), ("", 5), ("B2", 5), ("b2", 0), ("b2", 21)])
def test_an_unknown_cell_or_number_is_refused(cell: str, number: int) -> None:
    with pytest.raises(TextError, match="numbers are 1 to 20, cells a1 to d4"):
        read(SET_UP).why_not(cell, number)


@pytest.mark.parametrize("seat", [-1, 2, 3, 4, 99])
def test_a_seat_that_nobody_sits_on_is_refused(seat: int) -> None:
    with pytest.raises(GameError):
        read(SET_UP).why_not("b2", 5, seat=seat)


def test_cells_tell_what_they_accept_whether_or_not_a_tile_is_held() -> None:
    """LN-4.2: free cells and exchanges alike."""
    cells = cells_of(read(SET_UP), 0)
    assert cells["b1"].accepts == [2, 3, 4, 5]
    assert cells["b2"].accepts == list(range(1, 21))
    assert cells["c2"].accepts == [7, 8, 9, 10]
    assert not any(cell.is_open or cell.violations for cell in cells.values())


def test_an_action_that_is_barred_tells_the_reason_and_what_is_possible() -> None:
    """LN-4.2"""
    state = read(SET_UP + "draw reveal-13")
    with pytest.raises(IllegalActionError) as refused:
        state.apply_action(state.string_to_action(0, "place-c2"))
    message = str(refused.value)
    assert message.startswith("place-c2 is not possible: 11 at c3 must stay larger (LN-4.2). Possible: place-a1,")
    assert message.endswith("discard.")


@pytest.mark.parametrize("action", [-1, 38, 2**31, 2**63, 2**70, -(2**70)])
def test_a_number_that_is_no_action_is_refused_however_large(action: int) -> None:
    state = read(SET_UP)
    with pytest.raises(IllegalActionError, match=r"is not possible\. Possible: draw"):
        state.apply_action(action)


def test_hands_show_what_is_still_to_be_set_up() -> None:
    """LN-2.2: all four tiles are seen before the first is placed."""
    state = read(SET_UP.partition("place-c3")[0])
    assert [board.hand for board in state.view().boards] == [[11, 16], [2, 7, 12, 17]]
    assert state.view().tile == 11


def test_legal_is_the_viewer_s_and_a_spectator_sees_the_mover_s() -> None:
    state = read(SET_UP + "draw reveal-9 discard")
    assert state.view(1).legal == ["draw", "take-9"]
    assert state.view(0).legal == []
    assert state.view().legal == ["draw", "take-9"]
    assert read(SET_UP + "draw").view().legal == []


def test_the_view_cannot_change_the_game() -> None:
    state = read(SET_UP)
    with contextlib.suppress(TypeError):
        state.view().game["players"] = 4
    assert state.get_game() == load_game("lucky_numbers")


def test_the_view_is_plain_data() -> None:
    state = read(SET_UP + "draw reveal-9")
    plain = json.loads(msgspec.json.encode(state.view(0)))
    assert plain["boards"][0]["cells"][5]["tile"] == 6
    assert (plain["phase"], plain["seat"], plain["player"], plain["tile"]) == ("placing", 0, 0, 9)


def test_events_tell_what_a_move_brings_about() -> None:
    """LN-3.1, LN-3.2, LN-4.1"""
    assert foretold("", "reveal-7") == [Drew(0, 7, True)]
    assert foretold(SET_UP.partition("reveal-2")[0], "reveal-7") == [Drew(1, 7, True)]
    assert foretold(SET_UP.partition("place-b2")[0], "place-c3") == [Placed(0, 6, "c3", None, False, True)]
    assert foretold(SET_UP, "draw") == []
    assert foretold(SET_UP + "draw", "reveal-9") == [Drew(0, 9, False)]
    assert foretold(SET_UP + "draw reveal-9", "discard") == [Discarded(0, 9)]
    assert foretold(SET_UP + "draw reveal-9", "place-b2") == [Placed(0, 9, "b2", 6, False, False)]
    assert foretold(SET_UP + "draw reveal-9 discard", "take-9") == [Took(1, 9)]
    assert foretold(SET_UP + "draw reveal-9 discard take-9", "place-c2") == [Placed(1, 9, "c2", None, True, False)]


def test_events_tell_replays_with_their_partners_and_the_end() -> None:
    """LN-6.1, LN-5.3"""
    pair = SET_UP + "draw reveal-3 place-a2 draw reveal-3 discard draw reveal-20 discard"
    pair = pair.replace("draw reveal-20 discard", "") + "take-3"
    placed = Placed(0, 3, "b1", None, True, False)
    assert foretold(pair, "place-b1", bruno=True) == [placed, PlaysAgain(0, "b1", ["a2"])]
    assert foretold(pair, "place-b1") == [placed]
    assert foretold(pair, "place-b1", bruno=True, stall_limit=1) == [placed, GameOver("stall", [0])]


def test_events_of_an_illegal_move_are_refused() -> None:
    state = read(SET_UP)
    with pytest.raises(IllegalActionError):
        state.events(5)


def test_a_state_prints_its_boards_table_and_pile() -> None:
    assert str(read(SET_UP + "draw reveal-20 discard")).splitlines() == [
        "seat 1            seat 2",
        "  1   .   .   .     2   .   .   .",
        "  .   6   .   .     .   7   .   .",
        "  .   .  11   .     .   .  12   .",
        "  .   .   .  16     .   .   .  17",
        "table: 20; pile: 31",
    ]


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_the_tensor_tells_what_the_view_tells(seed: int, length: int) -> None:
    """Boards, hands, pile, table, tile, seats, phase, take, stall and replays, own seat first."""
    state = some_state(seed, length)
    players, game = state.num_players(), state.get_game().parameters
    for viewer in range(players):
        view = state.view(viewer)
        seats = [(viewer + k) % players for k in range(players)]
        told: list[float] = []
        for seat in seats:
            told += [(cell.tile or 0) / 20 for cell in view.boards[seat].cells]
        for seat in seats:
            hand = view.boards[seat].hand
            numbers, gone = [tile / 20 for tile in hand], [0.0] * (4 - len(hand))  # in the places dealt to
            told += numbers + gone if view.phase == "dealing" else gone + numbers
        told += [count / players for count in view.unseen]
        told += [view.table.count(number) / players for number in range(1, 21)]
        told += [float(number == view.tile) for number in range(1, 21)]
        told += [float(seat == view.seat) for seat in seats] + [float(seat == game["first"]) for seat in seats]
        told += [float(phase == view.phase) for phase in PHASES.values()]
        told += [float(view.is_taken), view.takes_in_a_row / int(game["stall_limit"])]
        tensor = state.observation_tensor(viewer)
        assert tensor.dtype == np.float32
        assert tensor.shape == state.get_game().observation_tensor_shape()
        assert tensor[: len(told)].tolist() == pytest.approx(told)


def test_the_tensor_remembers_the_replays_of_this_turn_alone() -> None:
    """LN-6.4"""
    state = read(SET_UP + "draw reveal-3 place-a2 draw reveal-20 discard draw reveal-3 place-b1", bruno=True)
    replays = state.observation_tensor()[-320:].reshape(16, 20)
    assert np.argwhere(replays).tolist() == [[1, 2]]
    play(state, "draw reveal-19 discard")
    assert state.observation_tensor()[-320:].sum() == 0


def test_an_observation_is_a_copy() -> None:
    state = read(SET_UP)
    before = state.records.tobytes()
    state.observation(0)["board"] = 7
    assert state.records.tobytes() == before


def test_the_mover_of_a_view_is_chance_or_nobody_where_no_seat_moves() -> None:
    assert read("").view().player == CHANCE
    over = read(SET_UP + "draw reveal-9 discard take-9 place-b2", stall_limit=1)
    assert (over.view().player, over.view().legal, over.view().end) == (TERMINAL, [], "stall")


def play(state: LuckyNumbersState, texts: str) -> None:
    for text in texts.split():
        state.apply_action(state.string_to_action(state.current_player(), text))


def foretold(text: str, move: str, **parameters: Any) -> list[Any]:
    state = read(text, **parameters)
    before = state.records.tobytes()
    events = state.events(state.string_to_action(state.current_player(), move))
    assert state.records.tobytes() == before
    return list(events)


def cells_of(state: LuckyNumbersState, seat: int) -> dict[str, Cell]:
    board: Board = state.view().boards[seat]
    return {cell.name: cell for cell in board.cells}
