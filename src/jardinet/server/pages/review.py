"""Review of a finished game, moment by moment: what was played, another try on the board, and what would have been better.

It looks like the replay, whose turns it leads to and back from; after the last moment comes the analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple, Self
from urllib.parse import urlencode

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter
from litestar.response import Redirect

from jardinet.analysis.review import Review, ReviewMoment, moment_of
from jardinet.games.api import IllegalActionError
from jardinet.server.addresses import address_at
from jardinet.server.analyses.runner import AnalysisRunner, BrokenAnalysisError, can_be_analysed
from jardinet.server.boards.context import AnyContext, BoardQuery, board_then, names_at
from jardinet.server.pages.analysis import analysis_page
from jardinet.server.pages.ending import analysis_url, review_url
from jardinet.server.pages.forms import Form, PageRequest, plays_in, question_in
from jardinet.server.pages.laid_board import LaidBoard
from jardinet.server.pages.replay import ReplayPage, found_game, picture_response, seat_of
from jardinet.server.pages.rules import PICTURE_POLICY
from jardinet.server.pages.table_page import answer_to
from jardinet.server.pages.walk import ShownMoment, moment_url, moments_at
from jardinet.server.people.practice import PositionKey, note_answer, progress_of
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.reach import way_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.practice import Verdict, best_of, better_told, name_told, verdict
from jardinet.words.review import error_told, luck_told
from jardinet.words.turns import turns_told

LONGEST_KEY = 20  # letters and digits


class ReviewPages(Controller):
    """Controller of the walk through the moments of a finished game."""

    path = "/t/{table_id:str}"

    @get("/review/{number:int}", name="review")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
        at: Annotated[str, Parameter(max_length=LONGEST_KEY)] = "",
        better: Annotated[bool, Parameter()] = False,
        pick: Annotated[str, Parameter(max_length=3)] = "",
        why: Annotated[str, Parameter(max_length=20)] = "",
        laid: Annotated[str, Parameter(max_length=20)] = "",
    ) -> Response[Any]:
        """A moment of the walk; a game without any leads to its analysis, and a key that is none to the first one.

        Args:
            request: who asks.
            service: where the game is.
            analyses: where its review is.
            table_id, number: of the game.
            at: the key of a moment, which may be one that somebody has shared; empty: the first one.
            better: whether to show the better play without an answer.
            pick: see BoardQuery, as what follows.
            why: what is asked about.
            laid: what is laid already.
        """
        reader = reader_of(request)
        table, game = await found_game(service, table_id, number)
        if not can_be_analysed(table, game):
            raise NotFoundException
        try:
            review = await analyses.find(table, game)
        except BrokenAnalysisError:
            return Redirect(analysis_url(table, game), status_code=303)
        if review is None:
            return analysis_page(reader, table, game, again=review_url(table, game))
        walked = _Walked.of(request, table, game, review, at)
        moment = walked.at(at) or next(iter(walked.moments), None)
        if moment is None:
            return Redirect(analysis_url(table, game), status_code=303)
        return walked.page(moment, BoardQuery(pick, why, laid), is_shown=better)

    @get("/review/{number:int}/{name:str}", response_headers=PICTURE_POLICY)
    async def picture(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
        name: FromPath[str],
        lang: Annotated[str, Parameter(max_length=8)] = CODES[0],
    ) -> Response[str]:
        """The board of a moment as `57-0.svg`, in the language that its address names; see ReplayPages.picture."""
        key, _dot, ending = name.partition(".")
        table, game = await found_game(service, table_id, number)
        review = await analyses.known(table, game)
        walked = _Walked.of(request, table, game, review, key) if review else None
        moment = walked.at(key) if walked else None
        if walked is None or moment is None or ending != "svg":
            raise NotFoundException
        board = walked.board(moment, None)
        words = load_words(
            load_language(lang), board.state.get_game(), names_at(table, load_language(lang)), board.seat
        )
        return picture_response(words, board.state, board.seat)

    @post("/review/{number:int}")
    async def answer(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
        data: Form,
    ) -> Response[Any]:
        """Take an answer to a moment; returns the verdict. Or answer a question about the board, see `question_in`.

        An answer of the reader's own counts as practice too.
        """
        reader, asked = reader_of(request), data.get("at", "")
        table, game = await found_game(service, table_id, number)
        if (question := question_in(data)) is not None:
            address = f"{review_url(table, game)}?{urlencode({'at': asked, **question})}"
            return Redirect(address, status_code=303)
        review = await analyses.known(table, game)
        walked = _Walked.of(request, table, game, review, asked) if review else None
        moment = walked.at(asked) if walked else None
        if walked is None or moment is None or moment.error is None:
            raise NotFoundException
        board = walked.board(moment, BoardQuery())
        try:
            told = verdict(board.words, board.state, moment.error, plays_in(data))
        except IllegalActionError:
            problem = reader.language.gettext("That is not possible now.")
            return walked.page(moment, BoardQuery(), problem=problem)
        key = PositionKey(table.id, game.number, moment.before, moment.seat)
        progress = await progress_of(database, reader.person) if reader.person else {}
        if reader.person and key in progress:
            await note_answer(database, reader.person, key, progress[key].tries, is_right=told.is_right)
            analyses.note_practice(table.id, game.number)
        return walked.page(moment, BoardQuery(), told=told)


def moments_told(request: PageRequest, table: TableState, game: TableGame, review: Review) -> list[tuple[str, str]]:
    """The moments of a game for whoever asks, each with its address and what happened there."""
    walked = _Walked.of(request, table, game, review)
    return [
        (moment_url(table.id, game.number, one), " ".join(walked.lines(walked.board(one, None), one)))
        for one in walked.moments
    ]


class _Walked(NamedTuple):
    """Walk of a reader through a game of a table."""

    table: TableState
    game: TableGame
    review: Review
    reader: Reader
    moments: Sequence[ReviewMoment]
    base_url: str  # how others come to this site

    @classmethod
    def of(cls, request: PageRequest, table: TableState, game: TableGame, review: Review, key: str = "") -> Self:
        """The walk of whoever asks; of a moment by its `key` that is not in it, that moment alone."""
        assert game.state
        reader = reader_of(request)
        own = moments_at(game, review, table.seats_of(reader.person))
        if key and key not in {one.key for one in own}:
            shared = moment_of(game.state.get_game(), [one.move for one in game.log], review, key)
            own = [shared] if shared else own
        return cls(table, game, review, reader, own, way_of(request).best)

    def at(self, key: str) -> ReviewMoment | None:
        """A moment by its key; None if there is none."""
        return next((one for one in self.moments if one.key == key), None)

    def board(self, moment: ReviewMoment, query: BoardQuery | None) -> AnyContext:
        """The board of a moment: of an error as its seat saw it, to be played on; of luck as the reader sees it."""
        seat = moment.seat if moment.error else seat_of(self.table, self.reader.person)
        return board_then(self.table, self.game, moment.before, seat, self.reader.language, query)

    def page(
        self,
        moment: ReviewMoment,
        query: BoardQuery,
        told: Verdict | None = None,
        problem: str = "",
        *,
        is_shown: bool = False,
    ) -> Response[str]:
        """The page of a moment.

        Args:
            moment: one of the walk's.
            query: what the address asks of the board.
            told: the verdict on an answer; None: there was none.
            problem: why an answer was not possible.
            is_shown: whether the better play is shown without an answer.
        """
        following = self.moments[self.moments.index(moment) + 1 :]
        position, is_asked = moment.error, moment.error is not None and told is None and not is_shown
        board = self.board(moment, query if is_asked else None)
        plays: tuple[str, ...] = ()
        lines, prompt = self.lines(board, moment), self.reader.language.gettext("The luckiest moment")
        if position:
            found = best_of(board.words, board.state, position)
            plays = () if is_asked else found.plays
            prompt = told.heading if told else self.reader.language.gettext("What would have been better?")
            if not is_asked:
                lines += [*name_told(board.words, position), told.why if told else better_told(board.language, found)]
        laid = LaidBoard.of(board, plays)
        address = moment_url(self.table.id, self.game.number, moment)
        answer, rule = answer_to(board)
        shown = ShownMoment(
            moment=moment,
            number=len(self.moments) - len(following),
            count=len(self.moments),
            laid=laid,
            prompt=laid.model.prompt if is_asked and answer == "" and query.pick else prompt,
            lines=lines,
            told=told,
            is_open=is_asked,
            problem=problem,
            answer=answer,
            rule=rule,
            address=address,
            better=f"{address}&better=1" if is_asked else "",
            shared=address_at(self.base_url, address),
            picture=f"{review_url(self.table, self.game)}/{moment.key}.svg?lang={self.reader.language.code}",
            next=moment_url(self.table.id, self.game.number, following[0])
            if following
            else analysis_url(self.table, self.game),
            is_last=not following,
        )
        step = moment.turn if moment.luck else moment.turn - 1
        return ReplayPage.of(self.table, self.game, self.reader, step, self.review, shown).response()

    def lines(self, board: AnyContext, moment: ReviewMoment) -> list[str]:
        """What happened at a moment, in sentences."""
        own = self.table.seats_of(self.reader.person)
        if moment.error:
            return [error_told(board.words, board.state, moment.error, is_own=[*own] == [moment.seat])]
        assert moment.luck
        loaded, names = board.state.get_game(), names_at(self.table, self.reader.language)
        words = load_words(self.reader.language, loaded, names, seat_of(self.table, self.reader.person))
        moves = [one.move for one in self.game.log]
        turns = [told for told, _state in turns_told(words, moves)]
        return luck_told(words, self.review.analysis, turns, moment.luck)
