"""Puzzle pages: the list of puzzles, and one to be answered on its board, as in practice.

Whatever is needed to judge an answer is in the book of puzzles: nothing is reckoned here, and nothing is kept.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter
from litestar.response import Redirect

from jardinet.games.api import IllegalActionError
from jardinet.play.deal import Sealed
from jardinet.puzzles.book import Puzzle, PuzzleBook, book_of, games_with_puzzles
from jardinet.server.boards.context import AnyContext, BoardQuery, board_then
from jardinet.server.pages.forms import Form, PageRequest, plays_in, question_in
from jardinet.server.pages.laid_board import LaidBoard
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import known_game
from jardinet.server.pages.table_page import answer_to
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.table_game import LoggedMove, TableGame
from jardinet.words.game_words import player_name, title_in
from jardinet.words.language import Language
from jardinet.words.practice import Verdict
from jardinet.words.puzzles import about, difficulty_name, puzzle_verdict


class PuzzlePages(Controller):
    """Controller of the puzzles: the list, and each puzzle with its answer."""

    path = "/puzzles"

    @get("/", name="puzzles")
    async def every(self, request: PageRequest, database: NamedDependency[Database]) -> Response[str]:
        """The list: of each game the puzzle of the day, and the next ones of each difficulty."""
        reader, today = reader_of(request), database.now().date()
        shelves = [
            _shelf(reader.language, name, book, book.number_on(today))
            for name in games_with_puzzles()
            if (book := book_of(name))
        ]
        return page("puzzles.html", reader, shelves=shelves)

    @get("/{game:str}/{number:int}", name="puzzle")
    async def show(
        self,
        request: PageRequest,
        game: FromPath[str],
        number: FromPath[int],
        pick: Annotated[str, Parameter(max_length=3)] = "",
        why: Annotated[str, Parameter(max_length=20)] = "",
        laid: Annotated[str, Parameter(max_length=20)] = "",
    ) -> Response[str]:
        """The page of a puzzle.

        Args:
            request: who asks.
            game: the game's name.
            number: of the puzzle in its book, from 1.
            pick: see BoardQuery, as what follows.
            why: what is asked about.
            laid: what is laid already.
        """
        book, _ = _found(game, number)
        return _page_of(reader_of(request), book, number, query=BoardQuery(pick, why, laid))

    @post("/{game:str}/{number:int}", name="solve")
    async def solve(
        self, request: PageRequest, game: FromPath[str], number: FromPath[int], data: Form
    ) -> Response[Any]:
        """Take an answer; returns the verdict and the way to the next puzzle. Or answer a question, see `question_in`."""
        book, puzzle = _found(game, number)
        if (asked := question_in(data)) is not None:
            return Redirect(f"{_address(game, number)}?{urlencode(asked)}", status_code=303)
        reader, texts = reader_of(request), plays_in(data)
        board = _board_of(puzzle, reader)
        try:
            told = puzzle_verdict(board.words, board.state, puzzle, texts)
        except IllegalActionError:
            problem = reader.language.gettext("That is not possible now.")
            return _page_of(reader, book, number, problem=problem)
        return _page_of(reader, book, number, told=told)


class Difficulty(NamedTuple):
    """A difficulty on the list: its name, the next puzzle's address, and how many there are."""

    name: str
    address: str
    puzzles: int


class Shelf(NamedTuple):
    """A game's puzzles on the list.

    Attributes:
        game: its name.
        title: what it is called.
        today: the address of the puzzle of the day.
        about: what is to be known of that.
        difficulties: all that there are, the easiest first.
    """

    game: str
    title: str
    today: str
    about: str
    difficulties: list[Difficulty]


def _shelf(language: Language, game: str, book: PuzzleBook, number: int) -> Shelf:
    counts = Counter(one.difficulty for one in book.puzzles)
    difficulties = [
        Difficulty(difficulty_name(language, one), _address(game, _next_of(book, number, one)), counts[one])
        for one in sorted(counts)
    ]
    told = about(language, book.puzzle(number))
    return Shelf(game, title_in(language, game), _address(game, number), told, difficulties)


def _next_of(book: PuzzleBook, number: int, difficulty: int) -> int:
    """The number of the next puzzle of a difficulty that the book has, after `number`; the same again if there is no other."""
    total = len(book.puzzles)
    places = ((number + k) % total for k in range(total))
    return 1 + next(place for place in places if book.puzzles[place].difficulty == difficulty)


def _found(game: str, number: int) -> tuple[PuzzleBook, Puzzle]:
    """A book and its puzzle of a number; raises NotFoundException if there is none."""
    book = book_of(known_game(game))
    if book is None or not 1 <= number <= len(book.puzzles):
        raise NotFoundException
    return book, book.puzzle(number)


def _page_of(
    reader: Reader,
    book: PuzzleBook,
    number: int,
    *,
    query: BoardQuery | None = None,
    told: Verdict | None = None,
    problem: str = "",
) -> Response[str]:
    """The page of a puzzle; `told` and `problem` are of an answer, if there was one."""
    puzzle, language = book.puzzle(number), reader.language
    board = _board_of(puzzle, reader, query)
    answer, rule = answer_to(board)
    following = _next_of(book, number, puzzle.difficulty)
    laid = LaidBoard.of(board, told.plays if told else ())
    return page(
        "puzzle.html",
        status=422 if problem else 200,
        reader=reader,
        game=book.game,
        address=_address(book.game, number),
        heading=language.gettext("Puzzle {number}").format(number=number),
        progress=about(language, puzzle),
        before=len(board.game.log),
        told=told,
        lines=[told.why] if told else [],
        problem=problem,
        answer=answer,
        rule=rule,
        next=_address(book.game, number % len(book.puzzles) + 1),
        as_difficult=_address(book.game, following) if following != number else "",
        **laid._asdict(),
    )


def _address(game: str, number: int) -> str:
    return f"/puzzles/{game}/{number}"


def _board_of(puzzle: Puzzle, reader: Reader, query: BoardQuery | None = None) -> AnyContext:
    """The board of a puzzle, as if its reader sat there; without a query it is only looked at."""
    language = reader.language
    own = reader.name or language.pgettext("name of a person", "Guest")
    names = [own if seat == puzzle.seat else player_name(language, seat) for seat in range(puzzle.players)]
    state = puzzle.state
    log = [LoggedMove.of(ply, before, move) for ply, (before, move) in enumerate(state.steps())]
    parameters = {name: value for name, value in state.get_game().parameters.items() if name != "first"}
    agreement = Agreement(puzzle.game, parameters, [PERSON] * puzzle.players)
    seats = tuple(Seat(seat, person=str(seat), name=name) for seat, name in enumerate(names))
    game = TableGame(1, Sealed.from_seed(0), 0, state=state, log=log)
    return board_then(TableState("", "", agreement, seats, (game,)), game, len(log), puzzle.seat, language, query)
