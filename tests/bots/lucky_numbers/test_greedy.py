"""Greedy finishes what it can, sets up in order, beats random and does not go round in circles."""

from __future__ import annotations

import numpy as np
import pytest

import jardinet
from jardinet.arena.simulate import simulate
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.bots.lucky_numbers.greedy import OUTWARD, PRIOR, total_waits
from jardinet.games.api import CHANCE, State
from jardinet.games.lucky_numbers.rules import NUMBERS, SIDE

CELLS = [f"{column}{row}" for row in (1, 2, 3, 4) for column in "abcd"]


def play(state: State, *texts: str) -> None:
    for text in texts:
        state.apply_action(state.string_to_action(state.current_player(), text))


def greedy(state: State) -> str:
    player = state.current_player()
    bot = load_bot("greedy", state.get_game())
    return state.action_to_string(player, choose(bot, state, player, np.random.default_rng(0)))


def with_only_c1_free(last_discard: int, **parameters: bool) -> State:
    """Seat 0 is about to choose; 1 to 16 fill its board row by row but for c1, where 3 alone fits."""
    state = jardinet.load_game("lucky_numbers", **parameters).new_initial_state()
    play(state, *(f"reveal-{n}" for n in (1, 6, 11, 16, 2, 7, 12, 17)))
    play(state, *("place-a1", "place-b2", "place-c3", "place-d4") * 2)
    tiles = {cell: n for n, cell in enumerate(CELLS, 1) if cell not in ("a1", "b2", "c3", "d4", "c1")}
    discards = [20, 20, 19, 19, 18, 18, 17, 16, 15, 14, last_discard]
    for (cell, tile), discard in zip(tiles.items(), discards, strict=True):
        play(state, "draw", f"reveal-{tile}", f"place-{cell}", "draw", f"reveal-{discard}", "discard")
    return state


@pytest.mark.parametrize("bruno", [False, True])
def test_fills_the_last_cell_when_it_can(bruno: bool) -> None:
    state = with_only_c1_free(last_discard=13, bruno=bruno)
    play(state, "draw", "reveal-3")
    assert greedy(state) == "place-c1"


@pytest.mark.parametrize("bruno", [False, True])
def test_takes_a_tile_of_the_table_that_wins(bruno: bool) -> None:
    state = with_only_c1_free(last_discard=3, bruno=bruno)
    assert greedy(state) == "take-3"
    play(state, "take-3")
    assert greedy(state) == "place-c1"
    play(state, "place-c1")
    assert state.winners() == [0]


def test_keeps_from_the_table_the_tile_that_lets_the_next_player_win() -> None:
    state = with_only_c1_free(last_discard=13)
    play(state, "draw", "reveal-8", "discard", "draw", "reveal-3")
    assert greedy(state) != "discard"


def test_draws_where_no_tile_of_the_table_helps() -> None:
    state = with_only_c1_free(last_discard=13)
    assert greedy(state) == "draw"


@pytest.mark.parametrize("hand", [(13, 4, 20, 9), (5, 5, 5, 2), (20, 19, 2, 1)])
def test_sets_a_dealt_hand_up_in_rising_order(hand: tuple[int, ...]) -> None:
    state = jardinet.load_game("lucky_numbers", players=4).new_initial_state()
    play(state, *(f"reveal-{n}" for n in (*hand, 8, 8, 8, 8, 7, 7, 7, 7, 6, 6, 6, 6)))
    for _ in hand:
        play(state, greedy(state))
    diagonal = [int(state.observation()["board"][0, 0, 5 * k]) for k in range(4)]
    assert diagonal == sorted(hand)


def test_goes_on_with_a_set_up_that_somebody_began_otherwise() -> None:
    state = jardinet.load_game("lucky_numbers").new_initial_state()
    play(state, *(f"reveal-{n}" for n in (3, 4, 20, 9, 8, 8, 7, 7)), "place-d4")
    for expected in ("place-a1", "place-c3", "place-b2"):
        assert greedy(state) == expected
        play(state, expected)


@pytest.mark.parametrize(("tile", "cell"), [(1, "a1"), (20, "d4")])
def test_michaels_set_up_puts_extremes_in_the_corners(tile: int, cell: str) -> None:
    state = jardinet.load_game("lucky_numbers", setup="michael").new_initial_state()
    play(state, f"reveal-{tile}")
    assert greedy(state) == f"place-{cell}"


def test_places_a_tile_that_was_taken_for_nothing() -> None:
    state = with_only_c1_free(last_discard=13)
    play(state, "take-16")
    assert greedy(state) == "place-d4"  # the only cell that it may go on, in exchange for another 16


def test_placing_follows_from_the_plan_that_took_the_tile() -> None:
    state = jardinet.load_game("lucky_numbers").new_initial_state()
    generator = np.random.default_rng(8)
    takes = 0
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state.apply_action(int(generator.choice(state.legal_actions())))
            continue
        text = greedy(state)
        free = state.observation()["free"].sum()
        play(state, text)
        if text.startswith("take-"):
            takes += 1
            number, placed = text.removeprefix("take-"), greedy(state)
            board = state.observation()["board"][0, state.current_player()]
            assert int(board[CELLS.index(placed.removeprefix("place-"))]) != int(number)
            assert state.observation()["free"].sum() == free
    assert takes > 3


def test_beats_random_nearly_always() -> None:
    seats = simulate(jardinet.load_game("lucky_numbers"), ["greedy", "random"], 500, 1, workers=1).results()
    assert seats[0].share > 0.98


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("bruno", [False, True])
@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_hardly_ever_stalls_against_itself(players: int, bruno: bool, setup: str) -> None:
    game = jardinet.load_game("lucky_numbers", players=players, bruno=bruno, setup=setup)
    tally = simulate(game, ["greedy"] * players, 300, 3, workers=1)
    assert tally.ends["stall"] < 3


def test_from_a_cell_outward_lie_all_others_of_its_row_and_column_and_never_itself() -> None:
    for cell, directions in enumerate(OUTWARD.tolist()):
        row, column = divmod(cell, SIDE)
        left, right, above, below = ([other for other in one if other >= 0] for one in directions)
        assert [other % SIDE for other in left] == [*range(column)][::-1]
        assert [other % SIDE for other in right] == [*range(column + 1, SIDE)]
        assert [other // SIDE for other in above] == [*range(row)][::-1]
        assert [other // SIDE for other in below] == [*range(row + 1, SIDE)]
        assert {other // SIDE for other in left + right} <= {row}
        assert {other % SIDE for other in above + below} <= {column}


@pytest.mark.parametrize("side", [2, 3, 4])
def test_a_board_waits_for_a_tile_between_its_neighbours_on_each_free_cell_it_has(side: int) -> None:
    generator = np.random.default_rng(side)
    state = jardinet.load_game("lucky_numbers", side=side, numbers=5 * side).new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(generator.choice(state.legal_actions())))
        (record,) = state.observation(0)
        board, pile = record["board"][0].reshape(SIDE, SIDE)[:side, :side].tolist(), record["pile"].tolist()
        waits = 0.0
        for row, column in np.ndindex(side, side):
            if board[row][column]:
                continue
            line = [upper[column] for upper in board]
            low = max([0, *board[row][:column], *line[:row]])
            high = min(tile or NUMBERS + 1 for tile in (NUMBERS + 1, *board[row][column + 1 :], *line[row + 1 :]))
            waits += (sum(pile) + 2 * PRIOR) / (sum(pile[low + 1 : high]) + PRIOR)
        assert total_waits(state.observation(0), 0)[0] == pytest.approx(waits)
