"""Tests of Lucky Numbers on the page: what each cell says and does, and what is marked as new."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.play.deal import Sealed
from jardinet.server.boards.context import BoardQuery, board_context
from jardinet.server.boards.lucky_numbers.board import board_model
from jardinet.server.boards.lucky_numbers.models import BoardModel, CellModel
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.language import load_language

SET_UP = "reveal-3 reveal-8 reveal-12 reveal-17 reveal-2 reveal-7 reveal-11 reveal-19"
ARRANGED = "place-a1 place-b2 place-c3 place-d4"
IN_PLAY = f"{SET_UP} {ARRANGED} {ARRANGED}"


def table(moves: str, **parameters: int | str) -> TableState:
    """A table of two, ada in the first seat, after `moves`."""
    agreement = Agreement("lucky_numbers", parameters, ["person", "person"])
    game = TableGame(1, Sealed.fresh()).begun(agreement, 0, ("a", "b"), datetime(2026, 1, 1, tzinfo=UTC))
    seats = (Seat(0, "ada", "Ada"), Seat(1, "bea", "Bea"))
    return TableState("t", "ada", agreement, seats, (game,)).played(moves.split())


def shown(moves: str, person: str | None = "ada", pick: str = "", **parameters: int | str) -> BoardModel:
    at = table(moves, **parameters)
    assert at.game
    return board_model(board_context(at, at.game, at.seats_of(person), BoardQuery(pick), load_language("en")))


def cells(position: BoardModel, board: int = 0) -> dict[str, CellModel]:
    boards = [position.own, *position.others]
    return {cell.name: cell for row in boards[board].rows for cell in row}


def test_every_board_shows_its_sixteen_cells_in_four_rows() -> None:
    position = shown(IN_PLAY)
    assert [len(row) for row in position.own.rows] == [4] * 4
    assert list(cells(position)) == list(CELL_NAMES)
    assert position.own.title == "Your garden"
    assert [board.title for board in position.others] == ["Bea's garden"]


def test_a_free_cell_says_in_words_what_it_takes() -> None:
    cell = cells(shown(IN_PLAY))["b1"]
    assert cell.label == "b1, free, takes 4 to 7"
    assert cell.accepts == "4–7"


def test_pressing_a_cell_that_the_tile_fits_plays_it_and_any_other_one_asks_why() -> None:
    board = cells(shown(f"{IN_PLAY} draw reveal-5"))
    assert (board["b1"].play, board["b1"].why) == ("place-b1", "")
    assert board["b1"].label.endswith("place the 5")
    assert (board["c2"].play, board["c2"].why) == ("", "c2")
    assert board["c2"].label.endswith("barred")
    assert board["a1"].label.endswith("exchange for the 5")


def test_a_picked_tile_shows_where_it_fits_and_is_taken_and_placed_at_once() -> None:
    moves = f"{IN_PLAY} draw reveal-5 discard draw reveal-20 discard"
    assert not any(cell.play for cell in cells(shown(moves)).values())
    position = shown(moves, pick="5")
    assert position.tile == 5
    assert cells(position)["b1"].play == "take-5 place-b1"
    assert cells(position)["c2"].why == "c2 5"


@pytest.mark.parametrize("pick", ["7", "x", "-1", "05"])
def test_what_cannot_be_taken_cannot_be_picked(pick: str) -> None:
    position = shown(f"{IN_PLAY} draw reveal-5 discard draw reveal-20 discard", pick=pick)
    assert position.tile is None


def test_who_is_not_on_turn_can_press_nothing() -> None:
    position = shown(f"{IN_PLAY} draw reveal-5", person="bea")
    assert not any(cell.play or cell.why for cell in cells(position).values())
    assert (position.draw, position.discard, position.arrange) == ("", "", "")
    assert position.prompt == "It is Ada's turn."


def test_a_spectator_sees_the_first_seat_in_front_and_can_press_nothing() -> None:
    position = shown(IN_PLAY, person=None)
    assert position.own.title == "Ada's garden"
    assert not position.draw


def test_the_tiles_of_the_table_lie_in_rising_order_with_their_count() -> None:
    position = shown(f"{IN_PLAY} draw reveal-9 discard draw reveal-5 discard draw reveal-9 discard", person="bea")
    assert [(tile.number, tile.count) for tile in position.tiles] == [(5, 1), (9, 2)]
    assert position.tiles[1].label == "2 tiles 9, just put here"


def test_only_what_others_played_since_is_marked() -> None:
    moves = f"{IN_PLAY} draw reveal-5 place-b1 draw reveal-4 place-b1"
    assert not any(cell.is_new for cell in cells(shown(moves)).values())
    assert [name for name, cell in cells(shown(moves), 1).items() if cell.is_new] == ["b1"]
    assert cells(shown(moves), 1)["b1"].label == "b1, tile 4, just placed"


def test_ones_own_play_is_marked_until_somebody_else_plays() -> None:
    position = shown(f"{IN_PLAY} draw reveal-5 place-b1")
    assert [name for name, cell in cells(position).items() if cell.is_new] == ["b1"]


def test_a_tile_keeps_its_name_from_the_pile_to_its_cell_and_the_next_one_has_another() -> None:
    before = shown(IN_PLAY)
    drawn = shown(f"{IN_PLAY} draw reveal-5")
    placed = shown(f"{IN_PLAY} draw reveal-5 place-b1")
    assert drawn.tile_piece == cells(placed)["b1"].piece != ""
    assert drawn.tile_piece not in {cell.piece for cell in cells(before).values()}
    assert shown(f"{IN_PLAY} draw reveal-5 place-b1 draw reveal-5").tile_piece != drawn.tile_piece


def test_an_exchanged_tile_keeps_its_name_from_its_cell_to_the_table_to_the_next_hand() -> None:
    drawn = f"{IN_PLAY} draw reveal-5"
    exchanged = shown(f"{drawn} place-a1")
    [tile] = exchanged.tiles
    assert cells(shown(drawn))["a1"].piece == tile.piece != ""
    assert cells(exchanged)["a1"].piece == shown(drawn).tile_piece
    picked = shown(f"{drawn} place-a1", person="bea", pick="3")
    assert (picked.tile_piece, picked.tiles[0].piece) == (tile.piece, "")


def test_no_two_tiles_that_are_shown_have_one_name() -> None:
    moves = f"{IN_PLAY} draw reveal-9 discard draw reveal-5 discard draw reveal-9 discard draw reveal-6 place-c1"
    for position in (shown(SET_UP), shown(f"{SET_UP} place-a1"), shown(IN_PLAY), shown(moves), shown(moves, pick="9")):
        names = [position.tile_piece, *(tile.piece for tile in position.tiles)]
        for board in (position.own, *position.others):
            names += [*board.pieces, *(cell.piece for row in board.rows for cell in row if cell.tile)]
        named = [name for name in names if name]
        assert len(named) == len(set(named)) >= 8


def test_michaels_set_up_goes_one_by_one() -> None:
    position = shown("reveal-3", setup="michael")
    assert (position.tile, position.hand, position.arrange) == (3, (), "")
    assert cells(position)["c3"].play == "place-c3"


def test_a_pair_in_brunos_variant_is_announced() -> None:
    moves = f"{IN_PLAY} draw reveal-5 place-b1 draw reveal-20 discard draw reveal-5 place-a2"
    assert shown(moves, bruno=True).prompt.startswith("A pair: you play again!")


def test_5_vor_12_speaks_of_boards_and_has_a_look_of_its_own() -> None:
    position = shown("reveal-3", edition="5-vor-12")
    assert position.is_old_edition
    assert position.own.title == "Your board"


def test_the_words_of_a_page_are_in_its_readers_language() -> None:
    at = table(IN_PLAY)
    assert at.game
    position = board_model(board_context(at, at.game, [0], BoardQuery(), load_language("fr")))
    assert position.own.title == "Ton jardin"
