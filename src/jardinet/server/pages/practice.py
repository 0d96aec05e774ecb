"""Practice page: a position in which its reader erred, as their seat saw it then, until their answer is right.

All that is needed to judge an answer was found with the analysis (analyses/runner.py): nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect

from jardinet.analysis.practice import Position, Progress, coming
from jardinet.games.api import IllegalActionError
from jardinet.server.analyses.runner import LOOK_AGAIN, AnalysisRunner, BrokenAnalysisError, can_be_analysed
from jardinet.server.boards.context import BoardQuery, board_then
from jardinet.server.pages.ending import practice_url
from jardinet.server.pages.forms import Form, PageRequest, number_in, plays_in, question_in, table_url
from jardinet.server.pages.laid_board import LaidBoard
from jardinet.server.pages.render import page
from jardinet.server.pages.replay import found_game
from jardinet.server.pages.table_page import answer_to
from jardinet.server.people.practice import PositionKey, note_answer, position_of, progress_of
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService
from jardinet.words.practice import Verdict, progress_line, repeated, verdict

LONGEST_KEY = 40  # letters and digits


class PracticePages(Controller):
    """Controller of the practice page: a position in which its reader erred, and their answer."""

    path = "/practice"

    @get("/", name="practice")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        analyses: NamedDependency[AnalysisRunner],
        at: Annotated[str, Parameter(max_length=LONGEST_KEY)] = "",
        table: Annotated[str, Parameter(max_length=16)] = "",
        game: Annotated[int, Parameter(ge=1)] = 1,
        pick: Annotated[str, Parameter(max_length=3)] = "",
        why: Annotated[str, Parameter(max_length=20)] = "",
        laid: Annotated[str, Parameter(max_length=20)] = "",
    ) -> Response[str]:
        """The page of the next position, or of the reader's position with the key `at`.

        Args:
            request: who asks.
            service: where the game is looked up.
            database: where the positions are.
            analyses: finds them if a game is named.
            at: the key of a position.
            table: a table whose game's positions come first.
            game: the number of that game.
            pick: see BoardQuery, as what follows.
            why: what is asked about.
            laid: what is laid already.
        """
        reader = reader_of(request)
        is_made = not table or await _is_analysed(service, analyses, table, game)
        progress = await progress_of(database, reader.person) if reader.person else {}
        order = sorted(coming(progress), key=lambda key: (key.table_id, key.game) != (table, game))
        key = next((one for one in order if one.text == at), order[0] if order else None)
        position = await position_of(database, str(reader.person), key) if key else None
        if key is None or position is None or not is_made:
            return page(
                "practice_over.html",
                reader,
                again="" if is_made else practice_url(table, game),
                seconds=LOOK_AGAIN,
                total=len(progress),
                table=table,
                game=game,
            )
        shown = await PracticePage.of(service, reader, key, position, progress, query=BoardQuery(pick, why, laid))
        return shown.response()

    @post("/", name="answer")
    async def answer(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        analyses: NamedDependency[AnalysisRunner],
        data: Form,
    ) -> Response[Any]:
        """Take an answer; returns the verdict and the way to the next position. Or answer a question, see `question_in`."""
        if (asked := question_in(data)) is not None:
            return Redirect(f"/practice?{urlencode({'at': data.get('at', ''), **asked})}", status_code=303)
        reader, tries = reader_of(request), number_in(data, "tries")
        before = await progress_of(database, reader.person) if reader.person else {}
        key = next((one for one in before if one.text == data.get("at")), None)
        position = await position_of(database, str(reader.person), key) if key else None
        if key is None or position is None:
            raise NotFoundException
        texts = plays_in(data)
        board = board_then(
            *await found_game(service, key.table_id, key.game), position.before, position.seat, reader.language
        )
        try:
            told = verdict(board.words, board.state, position, texts)
        except IllegalActionError:
            problem = reader.language.gettext("That is not possible now.")
            return (await PracticePage.of(service, reader, key, position, before, problem=problem)).response()
        await note_answer(database, str(reader.person), key, tries, is_right=told.is_right)
        analyses.note_practice(key.table_id, key.game)
        progress = await progress_of(database, str(reader.person))
        return (await PracticePage.of(service, reader, key, position, progress, told=told)).response()


async def _is_analysed(service: TableService, analyses: AnalysisRunner, table_id: str, number: int) -> bool:
    """Whether a game has been analysed for errors; if not, it soon will be."""
    table, game = await found_game(service, table_id, number)
    if not can_be_analysed(table, game):
        raise NotFoundException
    try:
        return await analyses.find(table, game) is not None
    except BrokenAnalysisError:
        return True


@dataclass(frozen=True)
class PracticePage:
    """A position to be answered, or what there is to say about an answer: what `practice.html` shows beside the board.

    Of the game nothing is shown that came after it.

    Attributes:
        reader: for whom it is.
        laid: the board.
        key: of the position.
        tries: how often its reader has answered it.
        progress: how far they have come with all of theirs, in words.
        game: its name.
        before: how many moves had been played.
        told: what there is to say about the answer; None: there was none.
        lines: the same in sentences.
        problem: why an answer was not possible; empty: it was.
        answer, rule: the answer to a question of the reader's, and the clause that it goes by.
        replay: the address of the game at this turn.
    """

    reader: Reader
    laid: LaidBoard
    key: str
    tries: int
    progress: str
    game: str
    before: int
    told: Verdict | None
    lines: Sequence[str]
    problem: str
    answer: str
    rule: str
    replay: str

    @classmethod
    async def of(
        cls,
        service: TableService,
        reader: Reader,
        key: PositionKey,
        position: Position,
        progress: Mapping[PositionKey, Progress],
        *,
        query: BoardQuery | None = None,
        told: Verdict | None = None,
        problem: str = "",
    ) -> Self:
        """The page of a position.

        Args:
            service: where its game is.
            reader: who is to answer.
            key: of the position.
            position: see `analysis.practice`.
            progress: of all positions of theirs.
            query: what the page's address asks.
            told: see the class, as what follows.
            problem: why an answer was not possible.
        """
        table, game = await found_game(service, key.table_id, key.game)
        board = board_then(table, game, position.before, position.seat, reader.language, query)
        answer, rule = answer_to(board)
        return cls(
            reader=reader,
            laid=LaidBoard.of(board, told.plays if told else ()),
            key=key.text,
            tries=progress[key].tries,
            progress=progress_line(board.language, progress.values()),
            game=table.agreement.game,
            before=position.before,
            told=told,
            lines=repeated(board.language, told) if told else [],
            problem=problem,
            answer=answer,
            rule=rule,
            replay=f"{table_url(table.id)}/replay/{game.number}?step={position.turn}",
        )

    def response(self) -> Response[str]:
        """The response: the whole page, rendered."""
        return page("practice.html", status=422 if self.problem else 200, **vars(self), **self.laid._asdict())
