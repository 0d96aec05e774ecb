"""Books of puzzles: their files, their days, and those that are shipped."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from msgspec.structs import replace
from tests.puzzles.some import PUZZLE

from jardinet.analysis.practice import cost_of, is_right
from jardinet.bots.levels import measured_beside_bots
from jardinet.games.parameters import GameError
from jardinet.puzzles.book import (
    FILE,
    Puzzle,
    PuzzleBook,
    book_of,
    games_with_puzzles,
    kind_of,
    read_book,
    written_book,
)
from jardinet.puzzles.finding import HARDEST
from jardinet.puzzles.making import ALIKE
from jardinet.puzzles.order import alike_within_a_week
from jardinet.puzzles.proving import MARGIN

GAMES = ["lucky_numbers", "maudits_criquets"]
LARGEST = 1_000_000  # bytes of all shipped puzzles
LEAST = 366  # of a game, a year
BOOK = PuzzleBook("lucky_numbers", 1, 2, 3, [PUZZLE, replace(PUZZLE, turn=2)])


def shipped(game: str) -> list[Puzzle]:
    book = book_of(game)
    assert book
    return book.puzzles


def test_a_file_holds_a_book_and_the_same_book_gives_the_same_bytes() -> None:
    assert read_book(written_book(BOOK)) == BOOK
    assert written_book(BOOK) == written_book(read_book(written_book(BOOK)))


@pytest.mark.parametrize("content", [b"", b"x", written_book(BOOK)[:-9], b"\x1f\x8b"])
def test_what_is_no_file_of_puzzles_is_refused(content: bytes) -> None:
    with pytest.raises(GameError, match="no file of puzzles"):
        read_book(content)


def test_each_day_has_another_puzzle_until_all_have_been_there() -> None:
    day = date(2026, 11, 29)
    assert [BOOK.number_on(day + timedelta(k)) for k in range(4)] in ([1, 2, 1, 2], [2, 1, 2, 1])
    assert BOOK.puzzle(2).turn == 2
    for number in (0, 3):
        with pytest.raises(GameError, match="numbered 1 to 2"):
            BOOK.puzzle(number)


def test_both_games_come_with_months_of_puzzles_in_less_than_a_megabyte() -> None:
    assert games_with_puzzles() == GAMES
    files = [measured_beside_bots(game, FILE) or b"" for game in GAMES]
    assert sum(map(len, files)) <= LARGEST
    for game in GAMES:
        book = book_of(game)
        assert book and book.is_complete and book.game == game and book.count >= LEAST


@pytest.mark.parametrize("game", GAMES)
def test_no_two_shipped_puzzles_are_alike_within_a_week_or_the_same(game: str) -> None:
    puzzles = shipped(game)
    assert not alike_within_a_week([one.kind for one in puzzles])
    assert len({one.moves for one in puzzles}) == len(puzzles)
    counts = [sum(one.difficulty == level for one in puzzles) for level in range(1, HARDEST + 1)]
    assert sum(counts) == len(puzzles) and max(counts) <= ALIKE * len(puzzles) + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_shipped_puzzle_has_one_right_answer_among_legal_ones(game: str) -> None:
    for puzzle in shipped(game):
        state, position = puzzle.state, puzzle.position
        legal = [state.action_to_string(puzzle.seat, action) for action in state.legal_actions(puzzle.seat)]
        assert sorted(puzzle.costs[""]) == sorted(legal) and len(legal) >= 3
        assert [text for text in legal if puzzle.costs[""][text] < MARGIN] == [puzzle.answer]
        assert is_right(cost_of(position, [puzzle.answer])) and puzzle.costs[""][puzzle.answer] == 0
        assert puzzle.lead >= MARGIN and (puzzle.is_exact or puzzle.doubt < puzzle.lead)
        assert puzzle.kind == kind_of(state, puzzle.seat, puzzle.answer)
        then = puzzle.costs.get(puzzle.answer)
        assert then is None or next(iter(then.values())) == 0
