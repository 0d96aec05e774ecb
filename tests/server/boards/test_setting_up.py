"""Tests of a hand that is arranged on the page: any tile anywhere, swapped at will, played together, seen by nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest
from tests.server.boards.test_lucky_numbers import ARRANGED, SET_UP, cells, table

from jardinet.server.boards.context import BoardQuery, board_context
from jardinet.server.boards.lucky_numbers.board import board_model
from jardinet.server.boards.lucky_numbers.models import BoardModel
from jardinet.words.language import load_language

DIAGONAL = ("a1", "b2", "c3", "d4")


def arranged(*presses: str, laid: str = "", moves: str = SET_UP, person: str = "ada", **query: str) -> BoardModel:
    """The page after some presses, each on what the press before has shown."""
    at = table(moves)
    assert at.game
    for press in presses or ("",):
        asked = BoardQuery(press, laid=laid, **query)
        position = board_model(board_context(at, at.game, at.seats_of(person), asked, load_language("en")))
        laid = position.laid
    return position


def lying(position: BoardModel) -> Mapping[str, int]:
    return {name: cell.tile for name, cell in cells(position).items() if cell.tile}


def test_the_tiles_lie_beside_the_board_and_nothing_can_be_played_before_all_are_laid() -> None:
    position = arranged()
    assert [(one.number, one.is_laid) for one in position.hand] == [(3, False), (8, False), (12, False), (17, False)]
    assert [name for name, cell in cells(position).items() if cell.is_open] == list(DIAGONAL)
    assert not any(cell.play for cell in cells(position).values())
    assert (position.arrange, position.ready) == ("all", "")
    assert position.prompt == "Set-up: put 3, 8, 12 and 17 on the marked cells."
    assert cells(position)["b1"].accepts == ""


@pytest.mark.parametrize("order", [(2, 0, 3, 1), (3, 2, 1, 0)])
@pytest.mark.parametrize("where", list(permutations(DIAGONAL))[::5])
def test_any_tile_goes_anywhere_in_any_order_and_all_are_played_at_once(
    order: tuple[int, ...], where: tuple[str, ...]
) -> None:
    position = arranged(*(press for k in order for press in (str(k), f"{k}{where[k]}")))
    assert lying(position) == dict(zip(where, (3, 8, 12, 17), strict=True))
    assert position.ready == " ".join(f"place-{cell}" for cell in where)
    table(f"{SET_UP} {position.ready}")  # which the rules take


def test_what_every_press_does_is_what_the_buttons_say() -> None:
    position = arranged("2")
    assert [one.pick for one in position.hand] == ["0", "1", "-", "3"]
    assert (position.is_picking, position.put_back) == (True, "-")
    assert cells(position)["b2"].pick == "2b2"
    laid = arranged("2", "2b2")
    assert cells(laid)["b2"].pick == "2"
    assert cells(laid)["c3"].pick == "0c3"
    again = arranged("2", "2b2", "2")
    assert (cells(again)["b2"].pick, cells(again)["b2"].is_picked, again.put_back) == ("-", True, "2-")
    assert cells(arranged("2", "2b2", "1"))["b2"].pick == "1b2"


@pytest.mark.parametrize(
    ("presses", "laid"),
    [
        (("0a1", "1b2", "0", "0b2"), {"b2": 3, "a1": 8}),  # two that lie change places
        (("0a1", "1a1"), {"a1": 8}),  # one from beside the board takes another's place, which comes back
        (("0a1", "0c3"), {"c3": 3}),
        (("0a1", "0", "-"), {"a1": 3}),
        (("0a1", "0-"), {}),
        (("0a1", "1b2", "all"), {"a1": 3, "b2": 8, "c3": 12, "d4": 17}),
        (("all", "1", "1d4"), {"a1": 3, "b2": 17, "c3": 12, "d4": 8}),
    ],
)
def test_what_is_laid_moves_and_swaps_until_its_reader_is_ready(presses: tuple[str, ...], laid: dict[str, int]) -> None:
    assert lying(arranged(*presses)) == laid


def test_a_label_says_where_each_of_the_four_lies() -> None:
    position = arranged("2b2", "0")
    assert [one.label for one in position.hand] == [
        "the 3, not yet placed",
        "the 8, not yet placed",
        "the 12, on b2",
        "the 17, not yet placed",
    ]
    assert cells(position)["b2"].label == "b2, tile 12, exchange for the 3"
    assert cells(position)["a1"].label == "a1, free, place the 3"
    assert cells(position)["b1"].label == "b1, free, barred"
    assert cells(arranged("2b2"))["b2"].label == "b2, tile 12, pick it up"
    assert cells(arranged("2b2", "2"))["b2"].label == "b2, tile 12"


def test_a_question_loses_nothing_of_the_arrangement() -> None:
    laid = arranged("2b2", "0").laid
    position = arranged(laid=laid, why="b1 3")
    assert (lying(position), position.hand[0].is_picked) == ({"b2": 12}, True)
    assert cells(position)["b1"].why == "b1 3"


@pytest.mark.parametrize("laid", ["", "a1", "a1.a1.-.-", "b1.-.-.-", "x.-.-.-", "a1.b2.c3.d4.-", "*.*.*.*"])
@pytest.mark.parametrize("pick", ["9", "0b1", "0z9", "all all", "4a1", "x", "--"])
def test_what_is_no_arrangement_is_none(laid: str, pick: str) -> None:
    assert lying(arranged(pick, laid=laid)) == {}


def test_nobody_else_sees_or_changes_an_arrangement() -> None:
    assert lying(arranged("all", person="bea")) == {}
    other = arranged("all", person="bea")
    assert (other.ready, other.arrange, other.hand) == ("", "", ())
    assert not any(cell.tile for cell in cells(arranged("all", person="bea"), 1).values())


def test_after_the_set_up_there_is_nothing_to_arrange() -> None:
    position = arranged("all", moves=f"{SET_UP} {ARRANGED} {ARRANGED}")
    assert (position.hand, position.ready, position.draw) == ((), "", "draw")


def test_a_tile_that_was_set_up_by_a_typed_word_stays_and_the_others_are_arranged() -> None:
    position = arranged("2a1", "all", moves=f"{SET_UP} place-c3")
    assert lying(position) == {"a1": 8, "b2": 12, "c3": 3, "d4": 17}
    assert position.ready == "place-a1 place-b2 place-d4"
    assert cells(position)["c3"].pick == ""


def test_a_tile_bears_its_own_name_wherever_it_is_laid() -> None:
    before, after = arranged(), arranged("2b2", "0a1")
    assert cells(after)["b2"].piece == before.hand[2].piece != ""
    assert [one.piece for one in after.hand][::2] == ["", ""]
    assert after.hand[1].piece == before.hand[1].piece
