"""Lucky Numbers clause by clause: every test cites the clause of rules/lucky-numbers.md that it holds.

Positions come about by playing: `begin` sets up, `play` plays texts, chance's among them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.clauses import cited_clauses

from jardinet.games import load_game
from jardinet.games.api import CHANCE, TERMINAL, IllegalActionError
from jardinet.games.lucky_numbers import rules
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES, DIAGONAL
from jardinet.games.parameters import ParameterError

CLAUSES = [
    *("1.1", "1.2", "1.3"),
    *("2.1", "2.2", "2.3", "2.4", "2.5", "2.6"),
    *("3.1", "3.2"),
    *("4.1", "4.2", "4.3", "4.4"),
    *("5.1", "5.2", "5.3"),
    *("6.1", "6.2", "6.3", "6.4", "6.5"),
    *("7.1", "7.2", "7.3"),
    *("8", "9"),
]
LOW, HIGH = (1, 6, 11, 16), (2, 7, 12, 17)  # diagonals of two seats, from a1 to d4


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_cited_by_a_test(clause: str) -> None:
    """By one anywhere in tests/: those of a match are in tests/play."""
    assert clause in cited()


@cache
def cited() -> set[str]:
    return cited_clauses("LN", Path(__file__).parents[2].rglob("test_*.py"))


# 1 Material ----------------------------------------------------------------------------------


def test_two_to_four_players_have_a_board_of_sixteen_cells_each() -> None:
    """LN-1.1"""
    for players in (2, 3, 4):
        view = start(players=players).view()
        assert [(board.seat, board.free, len(board.cells)) for board in view.boards] == [
            (seat, 16, 16) for seat in range(players)
        ]
    for players in (0, 1, 5):
        with pytest.raises(ParameterError, match="it must be 2 to 4"):
            load_game("lucky_numbers", players=players)


def test_the_ladybird_s_corner_is_the_last_cell_d4() -> None:
    """LN-1.1, LN-1.3: a1 is the top left cell, d4 the bottom right one."""
    board = start().view().boards[0]
    assert (board.cells[0].name, board.cells[-1].name) == ("a1", "d4")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_number_from_1_to_20_exists_once_a_player(players: int) -> None:
    """LN-1.2"""
    state = start(players=players)
    assert list(state.get_game().chance_sources()[0].outcomes) == sorted(list(range(1, 21)) * players)
    assert state.view().unseen == [players] * 20
    assert state.chance_outcomes() == [(number, 1 / 20) for number in range(1, 21)]
    for _ in range(players):
        assert 7 in state.legal_actions()
        play(state, "reveal-7")
    assert 7 not in state.legal_actions()


def test_cells_are_named_by_column_letter_and_row_number_row_by_row() -> None:
    """LN-1.3"""
    assert " ".join(CELL_NAMES) == "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"
    assert [cell.name for cell in start().view().boards[0].cells] == list(CELL_NAMES)


def test_the_gold_edged_cells_are_the_diagonal_and_ordinary_after_set_up() -> None:
    """LN-1.3"""
    assert DIAGONAL == ("a1", "b2", "c3", "d4")
    state = begin(LOW, HIGH)
    play(state, "draw reveal-8")
    assert {"place-b2", "place-c3"} <= set(legal(state))


# 2 Set-up ------------------------------------------------------------------------------------


def test_a_game_begins_with_all_tiles_hidden_and_an_empty_table() -> None:
    """LN-2.1"""
    view = start(players=3).view()
    assert (view.pile, view.table, view.player) == (60, [], CHANCE)
    assert all(cell.tile is None for board in view.boards for cell in board.cells)


def test_the_table_is_open_to_everybody_and_the_pile_only_counted() -> None:
    """LN-2.1"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-20 discard draw reveal-3 discard")
    for viewer in (0, 1, None):
        view = state.view(viewer)
        assert (view.table, view.pile) == ([3, 20], 30)


@pytest.mark.parametrize("arrangement", list(itertools.permutations(range(4))))
def test_four_tiles_may_be_arranged_on_the_diagonal_in_any_order(arrangement: Sequence[int]) -> None:
    """LN-2.2: ascending order is advice, not law."""
    cells = [DIAGONAL[k] for k in arrangement]
    state = start()
    deal(state, LOW, HIGH)
    for cell in cells:
        play(state, f"place-{cell}")
    assert tiles(state, 0) == dict(zip(cells, LOW, strict=True))


def test_arranged_for_me_means_ascending() -> None:
    """LN-2.2"""
    state = start()
    deal(state, (12, 3, 19, 7), HIGH)
    for action in state.arrange():
        state.apply_action(action)
    assert tiles(state, 0) == {"a1": 3, "b2": 7, "c3": 12, "d4": 19}


def test_arranged_for_me_takes_the_cells_that_are_left_and_equal_tiles_as_drawn() -> None:
    """LN-2.2"""
    state = start()
    deal(state, (9, 5, 9, 2), HIGH)
    play(state, "place-b2")
    for action in state.arrange():
        state.apply_action(action)
    assert tiles(state, 0) == {"a1": 2, "b2": 9, "c3": 5, "d4": 9}
    assert begin(LOW, HIGH).arrange() == []


def test_all_four_tiles_are_seen_before_the_first_is_placed() -> None:
    """LN-2.2"""
    state = start()
    deal(state, LOW, HIGH)
    view = state.view()
    assert [board.hand for board in view.boards] == [list(LOW), list(HIGH)]
    assert (view.tile, view.legal) == (1, [f"place-{cell}" for cell in DIAGONAL])


def test_michael_s_set_up_goes_in_four_rounds_of_one_tile_each() -> None:
    """LN-2.3, LN-2.4: draw and place, seat by seat."""
    state = start(players=3, first=1, setup="michael")
    seats = []
    for number in range(1, 13):
        assert state.current_player() == CHANCE
        play(state, f"reveal-{number}")
        seats.append(state.current_player())
        assert all(board.hand == [] for board in state.view().boards)
        state.apply_action(state.legal_actions()[-1])
    assert seats == [1, 2, 0] * 4
    assert tiles(state, 1) == {"d4": 1, "c3": 4, "b2": 7, "a1": 10}
    assert (state.current_player(), legal(state)) == (1, ["draw"])


def test_standard_hands_are_dealt_first_and_placed_seat_by_seat_as_drawn() -> None:
    """LN-2.4: the first player's four, then the next player's."""
    state = start(players=3, first=2)
    for number in range(1, 13):
        assert state.current_player() == CHANCE
        play(state, f"reveal-{number}")
    assert [board.hand for board in state.view().boards] == [[5, 6, 7, 8], [9, 10, 11, 12], [1, 2, 3, 4]]
    placed = []
    while state.view().phase == "setup-placing":
        placed.append((state.current_player(), state.view().tile))
        state.apply_action(state.legal_actions()[0])
    assert placed == [(seat, number) for seat, first in ((2, 1), (0, 5), (1, 9)) for number in range(first, first + 4)]
    assert state.current_player() == 2


@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_a_placed_tile_stays_during_set_up_and_may_be_exchanged_in_play(setup: str) -> None:
    """LN-2.5, LN-2.3"""
    state = start(setup=setup)
    while state.view().phase != "choosing":
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            taken = {f"place-{cell}" for cell in tiles(state, state.current_player())}
            assert set(legal(state)) == {f"place-{cell}" for cell in DIAGONAL} - taken
            for text in taken:
                refuse(state, text, "LN-2.5")
            refuse(state, "place-b1", "LN-2.3" if setup == "michael" else "LN-2.2")
            refuse(state, "discard", "")
            state.apply_action(state.legal_actions()[0])
    play(state, "draw reveal-20 place-d4")
    assert tiles(state, 0)["d4"] == 20


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_host_s_first_player_begins_and_play_goes_clockwise(first: int) -> None:
    """LN-2.6"""
    state = begin(LOW, HIGH, (3, 8, 13, 18), first=first)
    seats = []
    for number in (19, 19, 19, 20):
        seats.append(state.current_player())
        play(state, f"draw reveal-{number} discard")
    assert seats == [(first + k) % 3 for k in range(4)]


# 3 A turn ------------------------------------------------------------------------------------


def test_a_turn_is_a_draw_or_a_take() -> None:
    """LN-3.1, LN-3.2: with an empty table only the draw."""
    state = begin(LOW, HIGH)
    assert legal(state) == ["draw"]
    play(state, "draw reveal-3 discard")
    assert legal(state) == ["draw", "take-3"]


def test_a_drawn_tile_is_placed_or_discarded() -> None:
    """LN-3.1: discarding is always allowed after a draw."""
    state = begin(LOW, HIGH)
    play(state, "draw")
    assert state.current_player() == CHANCE
    play(state, "reveal-3")
    assert "discard" in legal(state)
    placed = state.clone()
    play(placed, "place-b1")
    assert (tiles(placed, 0)["b1"], placed.view().table, placed.current_player()) == (3, [], 1)
    play(state, "discard")
    assert (tiles(state, 0), state.view().table, state.current_player()) == (
        dict(zip(DIAGONAL, LOW, strict=True)),
        [3],
        1,
    )


def test_a_taken_tile_must_be_placed() -> None:
    """LN-3.2"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-3 discard take-3")
    assert state.view().is_taken
    assert all(text.startswith("place-") for text in legal(state))
    refuse(state, "discard", "LN-3.2")
    play(state, "place-b1")
    assert (state.view().table, tiles(state, 1)["b1"], state.current_player()) == ([], 3, 0)


def test_a_number_that_is_not_on_the_table_cannot_be_taken() -> None:
    """LN-3.2"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-3 discard")
    refuse(state, "take-4", "there is no 4 on the table")
    play(state, "take-3")
    refuse(state, "take-3", "")


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_every_number_fits_somewhere_on_every_board(seed: int, length: int) -> None:
    """LN-3.2, LN-4.1, LN-6.5: so every face-up tile can be taken, and a replay always finds one to take.

    Why: from any smaller tile go to the last smaller one of its row, then of that one's column, and so
    on; where this ends the number may be exchanged. Without a smaller tile the mirror image holds.
    """
    state = some_state(seed, length)
    view = state.view()
    for board in view.boards:
        assert set().union(*(cell.accepts for cell in board.cells)) == set(range(1, 21))
    if view.phase == "choosing":
        assert [text for text in view.legal if text != "draw"] == [f"take-{n}" for n in sorted(set(view.table))]


# 4 Placing -----------------------------------------------------------------------------------


def test_an_exchanged_tile_goes_face_up_on_the_table() -> None:
    """LN-4.1"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-8 place-b2")
    assert (tiles(state, 0)["b2"], state.view().table, state.free_cells()) == (8, [6], [12, 12])


def test_a_tile_on_a_free_cell_leaves_one_free_cell_fewer() -> None:
    """LN-4.1"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-8 place-c2")
    assert (tiles(state, 0)["c2"], state.view().table, state.free_cells()) == (8, [], [11, 12])


def test_rows_and_columns_ascend_over_gaps() -> None:
    """LN-4.2: a tile is compared with all tiles of its row and column."""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-5 place-d1 draw reveal-20 discard draw reveal-18")
    assert accepting(state, 0, "b1") == {2, 3, 4}  # behind 1, before 5 two cells on, above 6
    assert accepting(state, 0, "a2") == {2, 3, 4, 5}
    assert accepting(state, 0, "c1") == {2, 3, 4}
    assert accepting(state, 0, "d3") == {12, 13, 14, 15}
    assert accepting(state, 0, "d2") == set(range(7, 16))
    assert accepting(state, 0, "d1") == set(range(2, 16))


def test_equal_numbers_may_not_share_a_row_or_column() -> None:
    """LN-4.2"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-8 place-c2 draw reveal-20 discard draw reveal-8")
    for cell in ("a2", "d2", "c1", "c4"):
        refuse(state, f"place-{cell}", "LN-4.2")
    assert "place-b3" in legal(state)


def test_equal_numbers_may_lie_elsewhere_on_the_board() -> None:
    """LN-4.2"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-8 place-c2 draw reveal-20 discard draw reveal-8 place-b3")
    assert [cell for cell, tile in tiles(state, 0).items() if tile == 8] == ["c2", "b3"]


def test_numbers_need_not_be_consecutive() -> None:
    """LN-4.2"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-15 place-d1")
    assert tiles(state, 0)["d1"] == 15


def test_exchange_ignores_the_leaving_tile() -> None:
    """LN-4.3"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-5 place-b1 draw reveal-20 discard draw")
    for number in (2, 3, 4):  # smaller than the 5 that leaves, and still behind 1
        twin = state.clone()
        play(twin, f"reveal-{number} place-b1")
        assert (tiles(twin, 0)["b1"], twin.view().table) == (number, [5, 20])


def test_a_tile_may_be_exchanged_for_its_equal() -> None:
    """LN-4.4"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-6 place-b2")
    assert (tiles(state, 0)["b2"], state.view().table, state.current_player()) == (6, [6], 1)


# 5 End of the game ---------------------------------------------------------------------------


def test_the_last_free_cell_ends_the_game_at_once_and_its_player_wins_alone() -> None:
    """LN-5.1"""
    state = nearly_full()
    assert (state.free_cells(), state.winners(), state.view().end) == ([1, 12], [], None)
    play(state, "draw reveal-15 place-c4")
    assert state.is_terminal()
    assert (state.current_player(), state.legal_actions(), state.winners()) == (TERMINAL, [], [0])
    assert (state.view().end, state.free_cells(), state.returns()) == ("full-board", [0, 12], [1, -1])
    refuse(state, "draw", "the game is over")


def test_a_taken_tile_fills_the_last_cell_too() -> None:
    """LN-5.1"""
    state = nearly_full()
    play(state, "draw reveal-15 discard draw reveal-20 discard take-15 place-c4")
    assert (state.view().end, state.winners()) == ("full-board", [0])


def test_the_play_that_fills_the_board_is_a_full_board_even_where_it_is_a_stall() -> None:
    """LN-5.1, LN-5.3: the game ends the moment the cell is filled, the stall at the end of the play."""
    state = nearly_full(stall_limit=1)
    play(state, "draw reveal-15 discard draw reveal-20 discard take-15 place-c4")
    assert (state.view().end, state.winners(), state.view().takes_in_a_row) == ("full-board", [0], 1)


def test_a_finished_board_tells_truly_what_its_cells_accept() -> None:
    """LN-4.2: the view of the end is drawn like any other."""
    state = nearly_full()
    play(state, "draw reveal-15 place-c4")
    assert accepting(state, 0, "b4") == {14}
    assert accepting(state, 0, "c3") == {11}
    assert accepting(state, 0, "d4") == set(range(16, 21))


def test_whoever_reveals_the_last_tile_finishes_the_turn_then_the_game_ends() -> None:
    """LN-5.2: placed or discarded; fewest free cells win."""
    state = drained([9])
    assert state.view().pile == 1
    play(state, "draw reveal-9")
    assert (state.view().pile, state.is_terminal()) == (0, False)
    seat = state.current_player()
    placed = state.clone()
    play(placed, "place-c2")
    assert (placed.view().end, placed.winners(), placed.free_cells()[seat]) == ("last-tile", [seat], 11)
    play(state, "discard")
    assert (state.view().end, state.winners(), state.returns()) == ("last-tile", [0, 1], [0, 0])


def test_the_last_tile_may_still_win_by_a_full_board() -> None:
    """LN-5.2, LN-5.1"""
    state = nearly_full()
    drain(state, [15], keeping_turn=0)
    play(state, "draw reveal-15 place-c4")
    assert (state.view().end, state.winners(), state.view().pile) == ("full-board", [0], 0)


def test_several_may_share_the_victory_of_the_fewest_free_cells() -> None:
    """LN-5.2: two of three with 11 free cells, one with 12."""
    state = begin(LOW, HIGH, (3, 8, 13, 18))
    play(state, "draw reveal-10 place-b3 draw reveal-10 place-c2")
    drain(state, [])
    assert (state.view().end, state.winners()) == ("last-tile", [0, 1])
    assert state.free_cells() == [11, 11, 12]
    assert state.returns() == pytest.approx([0.25, 0.25, -0.5])


def test_a_taken_tile_does_not_end_the_game_while_tiles_are_hidden() -> None:
    """LN-5.2"""
    state = drained([9])
    table = state.view().table
    play(state, f"take-{table[0]}")
    state.apply_action(state.legal_actions()[0])
    assert not state.is_terminal()


def test_so_many_takes_in_a_row_end_the_game_at_the_end_of_the_last() -> None:
    """LN-5.3"""
    state = begin(LOW, HIGH, stall_limit=3)
    play(state, "draw reveal-6 discard")
    play(state, "take-6 place-b2 take-7 place-b2 take-6")
    assert (state.view().takes_in_a_row, state.is_terminal()) == (2, False)
    play(state, "place-c1")
    assert (state.view().end, state.winners(), state.free_cells()) == ("stall", [1], [12, 11])
    assert state.view().takes_in_a_row == 3


def test_a_draw_begins_the_count_of_takes_anew() -> None:
    """LN-5.3: also where the drawn tile is discarded."""
    state = begin(LOW, HIGH, stall_limit=3)
    play(state, "draw reveal-6 discard take-6 place-b2 take-7 place-b2")
    assert state.view().takes_in_a_row == 2
    play(state, "draw")
    assert state.view().takes_in_a_row == 0
    play(state, "reveal-20 discard take-6 place-b2 take-7 place-b2")
    assert not state.is_terminal()


def test_the_limit_is_100_plays_unless_agreed_otherwise() -> None:
    """LN-5.3"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-6 discard")
    for _ in range(100):
        assert not state.is_terminal()
        play(state, f"take-{state.view().table[0]} place-b2")
    assert state.view().end == "stall"


# 6 Bruno's variant ---------------------------------------------------------------------------


def test_a_diagonal_pair_gives_another_play_a_whole_new_choice() -> None:
    """LN-6.1"""
    state = begin(LOW, HIGH, bruno=True)
    play(state, "draw reveal-3 place-a2 draw reveal-20 discard")
    play(state, "draw reveal-3 place-b1")
    assert (state.current_player(), legal(state)) == (0, ["draw", "take-20"])
    play(state, "draw reveal-19 discard")
    assert state.current_player() == 1


def test_without_the_variant_a_pair_earns_nothing() -> None:
    """LN-6.1"""
    state = begin(LOW, HIGH)
    play(state, "draw reveal-3 place-a2 draw reveal-20 discard draw reveal-3 place-b1")
    assert state.current_player() == 1


def test_an_exchange_that_makes_a_pair_earns_a_replay_and_plays_chain() -> None:
    """LN-6.1: two replays in one turn, by a take and by an exchange."""
    state = begin(LOW, HIGH, (3, 8, 13, 18), bruno=True)
    play(state, "draw reveal-3 place-a2 draw reveal-3 discard draw reveal-6 discard")
    play(state, "take-3 place-b1")
    assert state.current_player() == 0
    play(state, "take-6 place-c3")
    assert (state.current_player(), state.view().table) == (0, [11])
    play(state, "take-11 place-d3")
    assert state.current_player() == 1


@pytest.mark.parametrize(
    ("lying", "placed"),
    [((3, "a2"), "b1"), ((3, "b1"), "a2"), ((6, "b2"), "c3"), ((11, "c3"), "b2")],
)
def test_all_four_diagonal_directions_count(lying: tuple[int, str], placed: str) -> None:
    """LN-6.2: rising and falling, from either side."""
    state = begin(LOW, HIGH, bruno=True)
    number, cell = lying
    if cell not in DIAGONAL:
        play(state, f"draw reveal-{number} place-{cell} draw reveal-20 discard")
    play(state, f"draw reveal-{number} place-{placed}")
    assert tiles(state, 0)[cell] == tiles(state, 0)[placed] == number
    assert state.current_player() == 0


@pytest.mark.parametrize(("number", "cells"), [(9, ("d1", "a3")), (9, ("d1", "b3")), (5, ("c1", "a2"))])
def test_cells_that_do_not_touch_at_a_corner_are_no_pair(number: int, cells: tuple[str, str]) -> None:
    """LN-6.1: neither across the board's edge nor at a distance."""
    state = begin(LOW, HIGH, bruno=True)
    one, two = cells
    play(state, f"draw reveal-{number} place-{one} draw reveal-20 discard draw reveal-{number} place-{two}")
    assert state.current_player() == 1


def test_a_pair_on_another_s_board_or_made_before_counts_for_nothing() -> None:
    """LN-6.1: the tile just placed must be in the pair, on its own board."""
    state = begin((6, 6, 11, 16), HIGH, bruno=True)
    for _ in range(2):
        seat = state.current_player()
        play(state, "draw reveal-9 place-c2")
        assert state.current_player() == 1 - seat


def test_an_exchange_for_the_same_number_makes_no_new_pair() -> None:
    """LN-6.3"""
    state = begin(LOW, HIGH, (4, 8, 13, 18), bruno=True)
    play(state, "draw reveal-3 place-a2 draw reveal-20 discard draw reveal-20 discard draw reveal-3 place-b1")
    assert state.current_player() == 0
    play(state, "draw reveal-3 place-a2")
    assert (state.current_player(), state.view().table) == (1, [3, 20, 20])


def chain_of_exchanges() -> LuckyNumbersState:
    """Seat 0 has just earned a replay by 8 and another by 9 on c2, with 8 on d1 and 9 on b3."""
    state = begin(LOW, HIGH, (3, 5, 13, 18), bruno=True)
    play(state, "draw reveal-8 place-d1 draw reveal-9 discard draw reveal-20 discard")
    play(state, "draw reveal-9 place-b3 draw reveal-20 discard draw reveal-20 discard")
    play(state, "draw reveal-8 place-c2")
    assert state.current_player() == 0
    play(state, "take-9 place-c2")
    assert (state.current_player(), state.view().table) == (0, [8, 20, 20, 20])
    return state


def test_the_same_number_on_the_same_cell_earns_once_a_turn() -> None:
    """LN-6.4"""
    state = chain_of_exchanges()
    play(state, "take-8 place-c2")
    assert tiles(state, 0)["c2"] == tiles(state, 0)["d1"] == 8
    assert state.current_player() == 1


def test_in_a_later_turn_the_same_number_on_the_same_cell_earns_again() -> None:
    """LN-6.4: one turn's replays are forgotten in the next."""
    state = chain_of_exchanges()
    play(state, "take-8 place-c2 draw reveal-1 discard draw reveal-1 discard take-9 place-c2")
    assert state.current_player() == 0


def test_the_same_number_on_another_cell_earns_again() -> None:
    """LN-6.4: only the same number on the same cell is barred."""
    state = begin(LOW, HIGH, (3, 5, 13, 18), bruno=True)
    play(state, "draw reveal-8 place-d1 draw reveal-8 discard draw reveal-20 discard")
    play(state, "draw reveal-8 place-c2 take-8 place-b3")
    assert [cell for cell, tile in tiles(state, 0).items() if tile == 8] == ["d1", "c2", "b3"]
    assert state.current_player() == 0


def test_when_the_pile_is_empty_a_replay_offers_takes_only() -> None:
    """LN-6.5"""
    state = begin(LOW, HIGH, bruno=True)
    play(state, "draw reveal-3 place-a2 draw reveal-20 discard")
    drain(state, [3], keeping_turn=0)
    play(state, "draw reveal-3 place-b1")
    assert (state.view().pile, state.current_player()) == (0, 0)
    assert all(text.startswith("take-") for text in legal(state))
    refuse(state, "draw", "the pile is empty")
    play(state, "take-20 place-d4")
    assert (state.view().end, state.winners()) == ("last-tile", [0])


def test_where_no_take_is_legal_either_the_replay_is_none_and_the_turn_ends() -> None:
    """LN-6.5: no game gets here (see test_every_number_fits_somewhere), so the table is emptied by hand."""
    state = begin(LOW, HIGH, bruno=True)
    play(state, "draw reveal-3 place-a2 draw reveal-20 discard")
    drain(state, [3], keeping_turn=0)
    play(state, "draw reveal-3")
    state.records["table"] = 0
    state.records["on_table"] = 0
    play(state, "place-b1")
    assert (state.view().end, state.winners()) == ("last-tile", [0])


def test_a_stall_ends_a_turn_that_had_earned_a_replay() -> None:
    """LN-6.5, LN-5.3"""
    state = begin(LOW, HIGH, bruno=True, stall_limit=1)
    play(state, "draw reveal-3 place-a2 draw reveal-3 discard take-3 place-b1")
    assert (state.view().end, state.winners()) == ("stall", [0])


def test_takes_of_one_turn_count_for_the_stall_each() -> None:
    """LN-5.3, LN-6.1: plays are counted, not turns."""
    state = begin(LOW, HIGH, (4, 8, 13, 18), bruno=True, stall_limit=2)
    play(state, "draw reveal-3 place-a2 draw reveal-3 discard draw reveal-20 discard take-3 place-b1")
    assert (state.current_player(), state.view().takes_in_a_row) == (0, 1)
    play(state, "take-20 place-d4")
    assert (state.view().end, state.view().takes_in_a_row) == ("stall", 2)


@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_set_up_placements_earn_nothing(setup: str) -> None:
    """LN-6.5"""
    state = start(setup=setup, bruno=True)
    if setup == "standard":
        deal(state, (6, 6, 11, 16), HIGH)
        play(state, "place-a1 place-b2 place-c3 place-d4")
        assert state.current_player() == 1
    else:
        play(state, "reveal-6 place-a1 reveal-2 place-a1 reveal-6 place-b2")
        assert (state.current_player(), state.view().seat) == (CHANCE, 1)
    assert tiles(state, 0)["a1"] == tiles(state, 0)["b2"] == 6


# 7 Match, 8 Editions -------------------------------------------------------------------------


def test_winners_score_two_and_others_lose_a_point_per_free_cell() -> None:
    """LN-7.2"""
    state = nearly_full(utility="points")
    assert (state.match_points(), state.returns()) == ([0, 0], [0, 0])
    play(state, "draw reveal-15 place-c4")
    assert (state.match_points(), state.returns()) == ([2, -12], [2, -12])


def test_every_winner_of_a_shared_victory_scores_two() -> None:
    """LN-7.2"""
    state = begin(LOW, HIGH, (3, 8, 13, 18))
    play(state, "draw reveal-10 place-b3 draw reveal-10 place-c2")
    drain(state, [])
    assert state.match_points() == [2, 2, -12]


# 9 The worked example ------------------------------------------------------------------------

EXAMPLE = """
    reveal-4 reveal-15 reveal-16 reveal-20  reveal-1 reveal-2 reveal-3 reveal-5
    place-a1 place-b2 place-c3 place-d4     place-a1 place-b2 place-c3 place-d4
    draw reveal-13 place-c1   draw reveal-6 discard
    draw reveal-10 place-a3   draw reveal-7 discard
    draw reveal-18 place-c4   draw reveal-8 discard
    draw reveal-13
"""  # the same as in docs/worked-example.md


def test_the_worked_example_leaves_one_free_cell_and_the_exchanges_for_10_and_15() -> None:
    """LN-9: and for the equal 13, which changes nothing (LN-4.4)."""
    state = start()
    play(state, EXAMPLE)
    board = tiles(state, 0)
    places = [text.removeprefix("place-") for text in legal(state) if text != "discard"]
    assert [cell for cell in places if cell not in board] == ["a4"]
    assert {board[cell] for cell in places if cell in board} == {10, 15, 13}
    violations = {
        cell.name: {str(violation) for violation in cell.violations}
        for cell in state.view().boards[0].cells
        if cell.violations
    }
    assert {cell: violations[cell] for cell in CELL_NAMES if cell not in board and cell != "a4"} == {
        "b1": {"13 at c1 is in the same row or column"},
        "d1": {"13 at c1 is in the same row or column"},
        "a2": {"10 at a3 must stay larger"},
        "c2": {"13 at c1 is in the same row or column", "15 at b2 must stay smaller"},
        "d2": {"15 at b2 must stay smaller"},
        "b3": {"15 at b2 must stay smaller"},
        "d3": {"16 at c3 must stay smaller"},
        "b4": {"15 at b2 must stay smaller"},
    }


def test_the_docs_draw_the_worked_example_that_is_tested() -> None:
    """LN-9"""
    page = (Path(__file__).parents[3] / "docs/worked-example.md").read_text(encoding="utf-8")
    drawn = [line.removeprefix("...").split() for line in page.splitlines() if line.startswith("...     ")]
    assert drawn == [line.split() for line in EXAMPLE.strip().splitlines()]


# Playing many games at once, as bots and simulations do ---------------------------------------


def test_reveal_draws_each_number_as_often_as_the_pile_holds_it() -> None:
    """LN-2.1: tiles are drawn blindly. Chi-square over 40,000 draws."""
    state = begin(LOW, HIGH, (3, 8, 13, 18))
    drain(state, [4, 4, 4, 9, 9, 20, 20, 20, 17, 1, 5, 2])
    play(state, "draw")
    weights = np.array(state.view().unseen)
    generator = np.random.default_rng(11)
    counts = np.bincount([rules.RULES.reveal(state.records, 0, generator) for _ in range(40_000)], minlength=21)[1:]
    assert counts[weights == 0].sum() == 0
    expected = weights[weights > 0] * 40_000 / weights.sum()
    assert ((counts[weights > 0] - expected) ** 2 / expected).sum() < 35  # 7 degrees of freedom: p = 1e-5


def test_random_actions_are_legal_and_all_equally_likely() -> None:
    state = begin(LOW, HIGH)
    play(state, "draw reveal-13")
    states = np.repeat(state.records, 2)
    indices, seats = np.zeros(30_000, np.int64), np.zeros(30_000, np.int64)
    actions = np.empty(30_000, np.int64)
    rules.RULES.random_actions(states, indices, seats, np.random.default_rng(5), actions)
    found, counts = np.unique(actions, return_counts=True)
    assert found.tolist() == state.legal_actions()
    expected = 30_000 / len(found)
    assert ((counts - expected) ** 2 / expected).sum() < 4 * len(found) + 20
    seats[:] = 1
    rules.RULES.random_actions(states, indices, seats, np.random.default_rng(5), actions)
    assert set(actions.tolist()) == {-1}  # a seat that does not move has none


def test_apply_all_plays_each_game_and_names_the_first_that_was_not_legal() -> None:
    state = begin(LOW, HIGH)
    states = np.repeat(state.records, 3)
    indices = np.arange(3)
    assert rules.RULES.apply_all(states, indices, np.zeros(3, np.int64)) == -1
    assert states["player"].tolist() == [CHANCE] * 3
    before = states[2].tobytes()
    assert rules.RULES.apply_all(states, indices, np.array([5, 37, 5])) == 1
    assert (states["tile"].tolist(), states[2].tobytes()) == ([5, 0, 0], before)


def test_reveal_all_moves_chance_until_no_game_waits_for_it() -> None:
    states = np.repeat(start(players=4).records, 50)
    rules.RULES.reveal_all(states, np.random.default_rng(3))
    assert set(states["player"].tolist()) == {0}
    assert set(states["pile_size"].tolist()) == {80 - 16}
    assert len({record.tobytes() for record in states}) == 50


@pytest.mark.parametrize("bruno", [False, True])
def test_play_random_plays_whole_games_and_counts_their_actions(bruno: bool) -> None:
    state = start(players=3, bruno=bruno, stall_limit=7)
    records = state.records.copy()
    total = rules.RULES.play_random(records, 1, np.random.default_rng(8))
    assert records["player"][0] == TERMINAL
    assert records["winners"][0] != 0
    game = state.get_game()
    assert 24 < total <= game.max_game_length() + game.max_chance_nodes_in_history()
    assert rules.RULES.play_random(records, 20, np.random.default_rng(8)) > total


# Positions -----------------------------------------------------------------------------------


def start(**parameters: Any) -> LuckyNumbersState:
    return cast(LuckyNumbersState, load_game("lucky_numbers", **parameters).new_initial_state())


def play(state: LuckyNumbersState, texts: str) -> None:
    """Play action texts, whoever's they are."""
    for text in texts.split():
        state.apply_action(state.string_to_action(state.current_player(), text))


def deal(state: LuckyNumbersState, *hands: Iterable[int]) -> None:
    play(state, " ".join(f"reveal-{number}" for hand in hands for number in hand))


def begin(*diagonals: Sequence[int], **parameters: Any) -> LuckyNumbersState:
    """After the standard set-up: the diagonals from a1 to d4, in the order of play."""
    state = start(**{"players": len(diagonals), **parameters})
    deal(state, *diagonals)
    play(state, " ".join(f"place-{cell}" for _ in diagonals for cell in DIAGONAL))
    assert state.view().phase == "choosing"
    return state


def nearly_full(**parameters: Any) -> LuckyNumbersState:
    """Seat 0 has 1 to 16 row by row but for c4, which waits for 15, and is to move; seat 1 has its diagonal."""
    state = begin(LOW, HIGH, **parameters)
    spare = iter([18, 18, 19, 19, 20, 1, 3, 4, 5, 6, 8])
    for number, cell in enumerate(CELL_NAMES, 1):
        if cell not in DIAGONAL and number != 15:
            play(state, f"draw reveal-{number} place-{cell} draw reveal-{next(spare)} discard")
    return state


def drain(state: LuckyNumbersState, leaving: Sequence[int], keeping_turn: int | None = None) -> None:
    """Everybody draws and discards until only `leaving` is hidden; then `keeping_turn` is to move.

    Where it would be another's turn, that player exchanges a tile for its equal from the table.
    """
    while state.view().pile > len(leaving):
        unseen = state.view().unseen
        number = next(n for n in range(1, 21) if unseen[n - 1] > leaving.count(n))
        play(state, f"draw reveal-{number} discard")
    if keeping_turn is not None and state.current_player() != keeping_turn:
        seat = state.current_player()
        tile = next(tile for tile in tiles(state, seat).values() if tile in state.view().table)
        cell = next(cell for cell, other in tiles(state, seat).items() if other == tile)
        play(state, f"take-{tile} place-{cell}")  # LN-4.4: changes nothing but whose turn it is


def drained(leaving: Sequence[int]) -> LuckyNumbersState:
    state = begin(LOW, HIGH)
    drain(state, leaving)
    return state


def some_state(seed: int, length: int) -> LuckyNumbersState:
    """A state of a random game, after so many plays or at its end."""
    generator = np.random.default_rng(seed)
    state = start(
        players=int(generator.integers(2, 5)), setup=["standard", "michael"][seed % 2], bruno=bool(seed // 2 % 2)
    )
    for _ in range(length):
        if state.is_terminal():
            break
        state.apply_action(int(generator.choice(state.legal_actions())))
    return state


def tiles(state: LuckyNumbersState, seat: int) -> dict[str, int]:
    """The filled cells of a seat's board."""
    return {cell.name: cell.tile for cell in state.view().boards[seat].cells if cell.tile is not None}


def accepting(state: LuckyNumbersState, seat: int, name: str) -> set[int]:
    return next(set(cell.accepts) for cell in state.view().boards[seat].cells if cell.name == name)


def legal(state: LuckyNumbersState) -> list[str]:
    return [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]


def refuse(state: LuckyNumbersState, text: str, reason: str) -> None:
    """The action raises, tells the reason, and leaves the state as it was."""
    before, history = state.records.tobytes(), state.history()
    player = max(state.current_player(), 0)
    with pytest.raises(IllegalActionError) as refused:
        state.apply_action(state.string_to_action(player, text))
    assert f"{text} is not possible" in str(refused.value)
    assert reason in str(refused.value)
    assert (state.records.tobytes(), state.history()) == (before, history)
