"""Replay page, turn by turn: the boards as they lay on the table, and in words what happened.

Only what has been played is shown, of a running game too; a picture is a resource of its own, to be shared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter

from jardinet.analysis.review import Review
from jardinet.games.api import Event, State
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.boards.context import board_then, names_at
from jardinet.server.pages.ending import analysis_url, outcome_of, replay_url
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.laid_board import LaidBoard
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import PICTURE_POLICY, number_of
from jardinet.server.pages.walk import ShownMoment, Walk, walk_of
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.game_words import AnyWords, load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture


@dataclass(frozen=True)
class ReplayTurn:
    """A turn of a replay: how many moves were played when it was over, and what happened in it."""

    moves: int
    events: Sequence[Event]


@dataclass(frozen=True)
class ReplayPage:
    """A game after one of its turns, as its reader may see it: what `replay.html` shows beside the board, under these names.

    Attributes:
        reader: for whom it is.
        laid: the board.
        table_id, game, number: of the game: its table, its name, and which one it is there.
        numbers: of all games of the table that have begun.
        at, last: after how many turns this is, and how many there are.
        turns: what happened in each, in words.
        described: the position in words.
        outcome: how the game ended, if this is the end; else None.
        is_running: whether the game goes on.
        replay, analysis: the addresses of the game's turns, and of its analysis.
        walk: chances and moments, once the game is reviewed; else None.
        shown: the moment of the walk that the page stands at; None: it stands at a turn.
    """

    reader: Reader
    laid: LaidBoard
    table_id: str
    game: str
    number: int
    numbers: Sequence[int]
    at: int
    last: int
    turns: Sequence[str]
    described: Sequence[str]
    outcome: Any
    is_running: bool
    replay: str
    analysis: str
    walk: Walk | None
    shown: ShownMoment | None

    @classmethod
    def of(
        cls,
        table: TableState,
        game: TableGame,
        reader: Reader,
        step: int,
        review: Review | None = None,
        shown: ShownMoment | None = None,
    ) -> Self:
        """The page after turn `step`, or after the nearest turn that there is; or at a moment of the game's review.

        Args:
            table, game: what was played.
            reader: for whom it is.
            step: after how many turns.
            review: of the game; None: there is none, or none yet.
            shown: the moment, with its board.
        """
        seat = seat_of(table, reader.person)
        steps = steps_of(game, seat)
        at = min(max(step, 0), len(steps))
        ends = [0, *(one.moves for one in steps)]
        whole = board_then(table, game, ends[-1], seat, reader.language)
        laid = shown.laid if shown else LaidBoard.of(board_then(table, game, ends[at], seat, reader.language))
        board = laid.context
        seats, moment = table.seats_of(reader.person), shown.moment if shown else None
        return cls(
            reader=reader,
            laid=laid,
            table_id=table.id,
            game=table.agreement.game,
            number=game.number,
            numbers=[one.number for one in table.games if one.state],
            at=at,
            last=len(steps),
            turns=[" ".join(whole.told(game.log[begin:end])) for begin, end in pairwise(ends)],
            described=board.words.describe(board.view, board.seat, with_others=True),
            outcome=outcome_of(game, board.words, seat) if board.state.is_terminal() and not shown else None,
            is_running=game.state is not None and not game.state.is_terminal(),
            replay=replay_url(table.id, game.number),
            analysis=analysis_url(table, game),
            walk=walk_of(table, game, review, whole.words, seats, at, moment) if review else None,
            shown=shown,
        )

    def response(self) -> Response[str]:
        """The response: the whole page, rendered."""
        is_wrong = self.shown is not None and bool(self.shown.problem)
        return page("replay.html", status=422 if is_wrong else 200, **vars(self), **self.laid._asdict())


class ReplayPages(Controller):
    """Controller of the replay page of a table, turn by turn."""

    path = "/t/{table_id:str}"

    @get("/replay/{number:int}", name="replay")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
        step: int | None = Parameter(default=None),
    ) -> Response[str]:
        """A game after turn `step`, by default before the first one; a step that is none is the nearest."""
        reader = reader_of(request)
        table, game = await found_game(service, table_id, number)
        return ReplayPage.of(table, game, reader, step or 0, await analyses.known(table, game)).response()

    @get("/picture/{number:int}/{name:str}", response_headers=PICTURE_POLICY)
    async def picture(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        number: FromPath[int],
        name: FromPath[str],
        lang: str = Parameter(default=CODES[0]),
    ) -> Response[str]:
        """The position after so many turns as `7.svg`, the reader's own things in front.

        Its address names the language, which the reader may change while the picture is still kept.
        """
        language = load_language(lang)
        table, game = await found_game(service, table_id, number)
        seat = seat_of(table, reader_of(request).person)
        steps, at = steps_of(game, seat), number_of(name)
        if at > len(steps):
            raise NotFoundException
        state = game.state_after(steps[at - 1].moves if at else 0)
        words = load_words(language, state.get_game(), names_at(table, language), seat)
        return picture_response(words, state, seat)


def picture_response(words: AnyWords, state: State, seat: int | None) -> Response[str]:
    """The picture of a position that does not change any more, a seat's things in front."""
    return Response(
        picture(words, state, seat), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"}
    )


def steps_of(game: TableGame, viewer: int | None) -> list[ReplayTurn]:
    """The turns of a game so far, one for each line of its record, with what a seat may know of them."""
    assert game.state
    ends = game.state.get_game().turn_ends([one.move for one in game.log])
    return [
        ReplayTurn(end, [event for one in game.log[begin:end] for event in one.events_for(viewer)])
        for begin, end in pairwise([0, *ends])
    ]


async def found_game(service: TableService, table_id: str, number: int) -> tuple[TableState, TableGame]:
    """A game that has begun, by its number, and its table; raises NotFoundException if there is none."""
    table = await service.load(table_id)
    game = next((game for game in table.games if game.number == number and game.state), None)
    if game is None:
        raise NotFoundException
    return table, game


def seat_of(table: TableState, person: str | None) -> int | None:
    """The reader's seat if they have exactly one; else None."""
    seats = table.seats_of(person)
    return seats[0] if len(seats) == 1 else None
