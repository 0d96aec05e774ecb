"""The tables as JSON, for other faces than the pages: make one, sit down, see it, play."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from jardinet.games.parameters import ParameterError
from jardinet.server.api.access import MAY_HAVE_TOKEN, NEEDS_TOKEN
from jardinet.server.api.accounts import channel_of_person
from jardinet.server.api.bots import Done
from jardinet.server.api.examples import example
from jardinet.server.api.invitations import invite
from jardinet.server.api.problems import problems
from jardinet.server.api.seen import TableSeen, public, see_table
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.keeper import Keeper, NotYoursError, StaleError
from jardinet.server.tables.lists import Listed, open_tables

MOST_TABLES_A_MINUTE = 60
SeatNumber = Annotated[int, Meta(ge=0, le=3, description="From 0.")]


class Seating(msgspec.Struct, frozen=True):
    """Where to sit down."""

    seat: Annotated[SeatNumber | None, Meta(description="Null: the first that is free.")] = None
    nonce: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="Your word for the shuffle; null: one is made for you."),
    ] = None


class Leaving(msgspec.Struct, frozen=True):
    """Which seat is given back."""

    seat: SeatNumber


class Inviting(msgspec.Struct, frozen=True):
    """Who is invited, and to which seat."""

    account: Annotated[str, Meta(max_length=32, description="The id of the bot's account.")]
    seat: SeatNumber


class Playing(msgspec.Struct, frozen=True):
    """What a seat plays: all of it, or nothing where one move is not possible."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000, description="The `seq` of the position you saw.")]
    moves: Annotated[
        list[Annotated[str, Meta(max_length=16)]],
        Meta(min_length=1, max_length=40, description="One after another: `take-13`, `place-b3`."),
    ]
    seat: Annotated[
        SeatNumber | None, Meta(description="Where you have several seats; null: the one that has to act.")
    ] = None


def _who_opens(request: Request[Any, Any, Any]) -> str:
    return f"open {request.client.host if request.client else ''}"


class TableApi(Controller):
    """See the module."""

    path = "/tables"
    tags = ("tables",)

    @get("/", operation_id="listTables", summary="Tables to join", security=MAY_HAVE_TOKEN, responses=problems(401))
    async def listed(
        self, visitor: NamedDependency[Account | None], database: NamedDependency[Database]
    ) -> list[Listed]:
        """The tables that anybody may join, the latest first; 20 at most. In `seats` a free seat is null."""
        return [msgspec.structs.replace(one, agreement=public(one.agreement)) for one in await open_tables(database)]

    @post(
        "/",
        operation_id="openTable",
        security=NEEDS_TOKEN,
        summary="Make a table",
        responses={201: example(TableSeen, "opened", "The table."), **problems(401, 422)},
        middleware=[
            RateLimitConfig(
                ("minute", MOST_TABLES_A_MINUTE), identifier_for_request=_who_opens, set_rate_limit_headers=False
            ).middleware
        ],
    )
    async def open(
        self, account: NamedDependency[Account], keeper: NamedDependency[Keeper], data: JSONBody[Agreement]
    ) -> TableSeen:
        """Make a table; you sit down at its first seat for a person. The game begins when no seat is free.

        `game` and `parameters` are those of `load_game`, without `players` and `first`. `seats` has one entry a
        seat: `person`, or the level of a bot of this server. `first` says who begins: `host`, `random`, or a seat
        counted from 1. `tie` makes it a match: `shared` or `replay`. `seconds_a_turn` is 10 to 600, or whole days.
        """
        if data.seed is not None:
            raise ParameterError("a seed is for lessons: whoever knows it knows the deals. Leave it out.")
        return await see_table(keeper, await keeper.open_table(account.id, account.name, data), account)

    @get(
        "/{table_id:str}",
        operation_id="getTable",
        summary="How a table stands",
        security=MAY_HAVE_TOKEN,
        responses={200: example(TableSeen, "playing", "The table as you may see it."), **problems(401, 404)},
    )
    async def show(
        self, visitor: NamedDependency[Account | None], keeper: NamedDependency[Keeper], table_id: FromPath[str]
    ) -> TableSeen:
        """The table as you may see it; without a token as anybody may who watches."""
        return await see_table(keeper, table_id, visitor)

    @post(
        "/{table_id:str}/sit",
        operation_id="sit",
        security=NEEDS_TOKEN,
        summary="Sit down",
        status_code=200,
        responses=problems(401, 404, 409, 422),
    )
    async def sit(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        channels: NamedDependency[ChannelsPlugin],
        table_id: FromPath[str],
        data: JSONBody[Seating],
    ) -> TableSeen:
        """Sit down at a free seat."""
        free = (await keeper.load(table_id)).free_seats() if data.seat is None else [data.seat]
        if not free:
            raise StaleError("no seat is free.")
        await keeper.sit(table_id, free[0], account.id, account.name, data.nonce)
        channels.publish({}, channel_of_person(account.id))
        return await see_table(keeper, table_id, account)

    @post(
        "/{table_id:str}/leave",
        operation_id="leave",
        security=NEEDS_TOKEN,
        summary="Give a seat back",
        status_code=200,
        responses=problems(401, 404, 409),
    )
    async def leave(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        table_id: FromPath[str],
        data: JSONBody[Leaving],
    ) -> TableSeen:
        """Give your seat back before the game begins."""
        await keeper.leave(table_id, data.seat, account.id)
        return await see_table(keeper, table_id, account)

    @post(
        "/{table_id:str}/invite",
        operation_id="invite",
        security=NEEDS_TOKEN,
        summary="Invite a bot",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def invite(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        database: NamedDependency[Database],
        channels: NamedDependency[ChannelsPlugin],
        table_id: FromPath[str],
        data: JSONBody[Inviting],
    ) -> Done:
        """Offer a free seat of your table to an account: its event stream tells it by a `challenge`."""
        await invite(database, keeper, table_id, account, data.seat, data.account)
        channels.publish({}, channel_of_person(data.account))
        return Done()

    @post(
        "/{table_id:str}/play",
        operation_id="play",
        security=NEEDS_TOKEN,
        summary="Play",
        status_code=200,
        responses={200: example(TableSeen, "played", "The table after it."), **problems(401, 403, 404, 409, 422)},
    )
    async def play(
        self,
        account: NamedDependency[Account],
        keeper: NamedDependency[Keeper],
        table_id: FromPath[str],
        data: JSONBody[Playing],
    ) -> TableSeen:
        """Play the moves of a seat of yours at the position that you saw; 409 where the table has moved on since.

        Where all move at once, give one move: it is the seat's secret choice, which may be changed until the last
        seat has chosen.
        """
        own = (await keeper.load(table_id)).seats_of(account.id)
        table = await see_table(keeper, table_id, account)
        seat = table.state.seat if data.seat is None else data.seat
        if seat is None or seat not in own:
            raise NotYoursError("that seat is not yours: you do not sit there.")
        await keeper.play(table_id, seat, data.ply, data.moves)
        return await see_table(keeper, table_id, account)

    @post(
        "/{table_id:str}/next",
        operation_id="nextGame",
        security=NEEDS_TOKEN,
        summary="The next game of a match",
        status_code=200,
        responses=problems(401, 403, 404, 409),
    )
    async def next_game(
        self, account: NamedDependency[Account], keeper: NamedDependency[Keeper], table_id: FromPath[str]
    ) -> TableSeen:
        """Begin it; nothing happens where it has begun."""
        if not (await keeper.load(table_id)).seats_of(account.id):
            raise NotYoursError("you do not sit at this table: you are watching.")
        await keeper.next_game(table_id)
        return await see_table(keeper, table_id, account)
