"""API controller of tables, for front ends other than the pages: make a table, see it, play, say something."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Every
from jardinet.server.addresses import address_at
from jardinet.server.api.authentication import MAY_HAVE_TOKEN, NEEDS_TOKEN
from jardinet.server.api.examples import example
from jardinet.server.api.paging import Before
from jardinet.server.api.problems import problems
from jardinet.server.api.responses import TableResponse, public, table_response
from jardinet.server.api.seats import SeatNumber
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import Intervals
from jardinet.server.pages.forms import table_url
from jardinet.server.people.tokens import Account
from jardinet.server.reach import way_of
from jardinet.server.storage.database import Database
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.lists import TableSummary, open_tables
from jardinet.server.tables.service import TableService
from jardinet.words.language import load_language
from jardinet.words.phrases import UnknownPhraseError, phrases

PHRASES = tuple(phrases(load_language("en")))


class RemarkRequest(msgspec.Struct, frozen=True):
    """Remark to make: the name of a preset phrase."""

    phrase: Annotated[str, Meta(max_length=20, description=f"One of {', '.join(PHRASES)}.")]


class PlayRequest(msgspec.Struct, frozen=True):
    """Moves of a seat: all of them are played, or none if one is not possible."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000, description="The `seq` of the position you saw.")]
    moves: Annotated[
        list[Annotated[str, Meta(max_length=16)]],
        Meta(min_length=1, max_length=40, description="One after another: `take-13`, `place-b3`."),
    ]
    seat: Annotated[
        SeatNumber | None, Meta(description="For an account with several seats; null: the one that has to act.")
    ] = None


class TakeBackRequest(msgspec.Struct, frozen=True):
    """Taking back of your last play."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000, description="The `seq` of the position you saw.")]


class AnswerBackRequest(msgspec.Struct, frozen=True):
    """Answer to somebody who asks to take their last play back."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000, description="The `seq` of the position you saw.")]
    agrees: bool
    again: Annotated[bool, Meta(description="False, with a no: do not ask again at this table.")] = True


class LinksResponse(msgspec.Struct, frozen=True):
    """The addresses at which others can open a table."""

    links: Annotated[list[str], Meta(description="The best first; empty: only the server's own computer can open it.")]


class TableApi(Controller):
    """Controller of tables: make a table, see it, play, say something."""

    path = "/tables"
    tags = ("tables",)

    @get(
        "/", operation_id="listTables", summary="Tables to join", security=MAY_HAVE_TOKEN, responses=problems(401, 404)
    )
    async def listed(
        self,
        visitor: NamedDependency[Account | None],
        database: NamedDependency[Database],
        intervals: NamedDependency[Intervals],
        before: Before = None,
    ) -> list[TableSummary]:
        """The tables that anybody may join, 20 at most: first those whose host is there, the latest of each first.

        In `seats` a free seat is null. `host_is_here` says whether the host has the table open or was there in the last minute; a
        table where nobody has been for half an hour is no longer listed.
        """
        reader = visitor.id if visitor else None
        page = await open_tables(database, before, intervals.away_after, reader=reader)
        return [msgspec.structs.replace(one, agreement=public(one.agreement)) for one in page.entries]

    @post(
        "/",
        operation_id="openTable",
        security=NEEDS_TOKEN,
        summary="Make a table",
        responses={201: example(TableResponse, "opened", "The table."), **problems(401, 422)},
    )
    async def open(
        self,
        request: Request[Any, Any, Any],
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        limits: NamedDependency[Limits],
        data: JSONBody[Agreement],
    ) -> TableResponse:
        """Make a table; you sit down at its first seat for a person. The game begins when no seat is free.

        `game` and `parameters` are those of `load_game`, without `players` and `first`. `seats` has one entry for each
        seat: `person`, or a bot of this server: `novice`, `casual`, `skilled`, `expert` or `master`. `first` says who
        begins: `host`, `random`, or a seat counted from 1. `tie` makes it a match: `shared` or `replay`. `seconds_a_turn`
        is 10 to 600, or whole days; `bank`, used instead of it, gives each seat `seconds` for a game, 30 to 3600, and
        `increment` more after each of its turns, 5 to 60. `take_back` lets a person against bots take one play back in a game.
        """
        if data.seed is not None:
            raise ParameterError("no-seed", "a seed is for lessons: whoever knows it knows the deals. Leave it out.")
        if data.tournament is not None:
            raise ParameterError("no-tournament-field", "a tournament opens its tables itself: leave it out.")
        if data.day is not None:
            raise ParameterError("no-day-field", "a deal of the day is begun at its own page: leave it out.")
        await limits.count_table(data, request, caller.id)
        table_id = await service.open_table(caller.id, caller.name, data, by_program=True)
        return table_response(await service.load(table_id), caller, service.presence)

    @get(
        "/{table_id:str}",
        operation_id="getTable",
        summary="How a table stands",
        security=MAY_HAVE_TOKEN,
        responses={200: example(TableResponse, "playing", "The table as you may see it."), **problems(401, 404)},
    )
    async def show(
        self, visitor: NamedDependency[Account | None], service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> TableResponse:
        """The table as you may see it; without a token, as a spectator may."""
        person = visitor.id if visitor else None
        table = await service.come(await service.load(table_id), person, by_program=True)
        return table_response(table, visitor, service.presence)

    @post(
        "/{table_id:str}/play",
        operation_id="play",
        security=NEEDS_TOKEN,
        summary="Play",
        status_code=200,
        responses={200: example(TableResponse, "played", "The table after it."), **problems(401, 403, 404, 409, 422)},
    )
    async def play(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[PlayRequest],
    ) -> TableResponse:
        """Play the moves of a seat of yours at the position that you saw; 409 if the table has moved on since.

        When all move at once, give one move: it is the seat's secret choice, which may be changed until the last
        seat has chosen.
        """
        table = await service.do(
            table_id, commands.Play(data.seat, data.ply, tuple(data.moves), caller.id, by_program=True)
        )
        return table_response(table, caller, service.presence)

    @post(
        "/{table_id:str}/take-back",
        operation_id="takeBack",
        security=NEEDS_TOKEN,
        summary="Take a play back",
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def take_back(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[TakeBackRequest],
    ) -> TableResponse:
        """Take back your last play, and what bots have played since, as long as nothing hidden has shown; once in a game.

        The table must allow it (`take_back`), and you must play against bots alone. `moves` is shorter then, while `seq` grows:
        whoever follows the game reads all of `moves` anew.
        """
        table = await service.do(table_id, commands.TakeBack(caller.id, data.ply))
        return table_response(table, caller, service.presence)

    @post(
        "/{table_id:str}/ask-back",
        operation_id="askBack",
        security=NEEDS_TOKEN,
        summary="Ask the others to take a play back",
        status_code=200,
        responses=problems(401, 403, 404, 409, 422),
    )
    async def ask_back(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[TakeBackRequest],
    ) -> TableResponse:
        """Ask the other people to take your last play back, with what was played since, as long as nothing hidden has shown.

        They see it as `back` of your seat; once all have agreed (`answerBack`) it is taken back. The question is over as soon as
        anybody plays. Not at rated tables, nor in tournaments.
        """
        table = await service.do(table_id, commands.AskBack(caller.id, data.ply))
        return table_response(table, caller, service.presence)

    @post(
        "/{table_id:str}/answer-back",
        operation_id="answerBack",
        security=NEEDS_TOKEN,
        summary="Say whether somebody may take a play back",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def answer_back(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[AnswerBackRequest],
    ) -> TableResponse:
        """Answer somebody who asks for that; nothing happens if nobody does."""
        table = await service.do(table_id, commands.AnswerBack(caller.id, data.agrees, data.again, data.ply))
        return table_response(table, caller, service.presence)

    @post(
        "/{table_id:str}/give-up",
        operation_id="giveUp",
        security=NEEDS_TOKEN,
        summary="Resign",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def give_up(
        self, caller: NamedDependency[Account], service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> TableResponse:
        """Let a bot play on at all your seats; before the game begins you give them back. Until the end you can come back (`return`)."""
        return table_response(await service.do(table_id, commands.GiveUp(caller.id)), caller, service.presence)

    @post(
        "/{table_id:str}/next",
        operation_id="nextGame",
        security=NEEDS_TOKEN,
        summary="The next game of a match",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def next_game(
        self, caller: NamedDependency[Account], service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> TableResponse:
        """Begin the next game of a match; nothing happens if it has begun."""
        return table_response(await service.do(table_id, commands.BeginNext(caller.id)), caller, service.presence)

    @get(
        "/{table_id:str}/links",
        operation_id="getLinks",
        summary="Where others open a table",
        security=MAY_HAVE_TOKEN,
        responses=problems(404),
    )
    async def links(
        self, request: Request[Any, Any, Any], service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> LinksResponse:
        """The addresses of the table's page that others can open: send them one."""
        table = await service.load(table_id)
        return LinksResponse([address_at(one, table_url(table.id)) for one in way_of(request).others])

    @post(
        "/{table_id:str}/rematch",
        operation_id="rematch",
        security=NEEDS_TOKEN,
        summary="The same once more",
        status_code=200,
        responses={200: example(TableResponse, "rematch", "The new table."), **problems(401, 403, 404, 409)},
    )
    async def rematch(
        self,
        request: Request[Any, Any, Any],
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        limits: NamedDependency[Limits],
        table_id: FromPath[str],
    ) -> TableResponse:
        """Make a new table at which the same people and bots sit already; a second request gets the same table."""
        await limits.count("tables", request, caller.id)
        again = await service.rematch(table_id, caller.id, by_program=True)
        return table_response(await service.load(again), caller, service.presence)

    @post(
        "/{table_id:str}/remark",
        operation_id="remark",
        security=NEEDS_TOKEN,
        summary="Say something",
        status_code=200,
        responses={200: example(TableResponse, "remarked", "The table after it."), **problems(401, 403, 404, 422)},
    )
    async def remark(
        self,
        caller: NamedDependency[Account],
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: JSONBody[RemarkRequest],
    ) -> TableResponse:
        """Say one of the preset phrases; within two seconds of your last remark nothing is said.

        If the answer's `remarks` do not end with yours, it was too soon.
        """
        if data.phrase not in PHRASES:
            raise UnknownPhraseError(
                "no-such-phrase",
                "{given!r} is not one of the phrases, which are {phrases}.",
                given=data.phrase,
                phrases=Every(PHRASES),
            )
        return table_response(
            await service.do(table_id, commands.Say(caller.id, data.phrase)), caller, service.presence
        )
