"""API controller of seeks: look for somebody to play with, say that you are here, and see who else seeks."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta

from jardinet.server.api.authentication import MAY_HAVE_TOKEN, NEEDS_TOKEN
from jardinet.server.api.bot_streams import Done
from jardinet.server.api.problems import problems
from jardinet.server.guards.limits import Limits
from jardinet.server.lobby.lobby import Lobby, SeekStanding
from jardinet.server.lobby.seek import PACES, PLAYERS, Seek, State, Wish
from jardinet.server.lobby.strength import nearest_level
from jardinet.server.people.ladders import shown_ratings
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database

_PACE = (
    f"Time to think: empty, or one of {', '.join(PACES[1:])}: seconds a turn, or seconds + those added after each turn."
)
Range = Literal["anybody", "alike"]


class SeekRequest(msgspec.Struct, frozen=True):
    """What to play, and with whom."""

    game: Annotated[str, Meta(max_length=100, description="A name that `load_game` takes.")]
    players: Annotated[int, Meta(ge=PLAYERS[0], le=PLAYERS[-1], description="How many people, yourself included.")] = 2
    pace: Annotated[str, Meta(max_length=20, description=_PACE)] = ""
    range: Annotated[Range, Meta(description="`alike`: people about as strong; it widens while you wait.")] = "anybody"


class SeekResponse(msgspec.Struct, frozen=True):
    """Your seek as it stands."""

    state: Annotated[
        State,
        Meta(
            description="`waiting`; `found`: confirm that you are here, before `until`; `here`: others have to; `open`: play "
            "at `table`; `missed`: you did not confirm in time."
        ),
    ]
    game: str
    players: int
    pace: str
    range: Range
    others: Annotated[list[str], Meta(description="The names of those who were found for you.")]
    since: Annotated[int, Meta(description="Since when you seek, in milliseconds since 1970.")]
    until: Annotated[int | None, Meta(description="When the state ends by itself.")]
    table: Annotated[str | None, Meta(description="The id of the table, once it is open.")]


class SeekerResponse(msgspec.Struct, frozen=True):
    """Somebody who waits for others."""

    name: str
    game: str
    players: int
    pace: str
    range: Range
    level: Annotated[str | None, Meta(description="The bot that plays about as well; null: nobody knows yet.")]
    rating: Annotated[int | None, Meta(description="Among people; null: they have none, or show no profile.")]
    by_program: Annotated[bool, Meta(description="They seek by a program or a terminal.")]
    since: Annotated[int, Meta(description="In milliseconds since 1970.")]


def seek_response(standing: SeekStanding) -> SeekResponse:
    """A seek as its own person sees it."""
    seek = standing.seek
    return SeekResponse(
        state=seek.state,
        game=seek.wish.game,
        players=seek.wish.players,
        pace=seek.wish.pace,
        range=_range(seek),
        others=[one.name for one in standing.others],
        since=_milliseconds(seek.made_at),
        until=_milliseconds(seek.until) if seek.until else None,
        table=seek.table_id if seek.state == "open" else None,
    )


class SeeksApi(Controller):
    """Controller of seeks: make one, see how it stands and who else seeks, confirm, and take it back."""

    path = "/seeks"
    tags = ("seeks",)

    @get("/", operation_id="listSeeks", summary="Who seeks somebody", security=MAY_HAVE_TOKEN, responses=problems(401))
    async def listed(
        self,
        visitor: NamedDependency[Account | None],
        database: NamedDependency[Database],
        lobby: NamedDependency[Lobby],
    ) -> list[SeekerResponse]:
        """Those who wait for others, besides you, the longest first; 50 at most."""
        seeks = await lobby.others(visitor.id if visitor else None)
        ratings = await shown_ratings(database, [one.person for one in seeks], database.now())
        return [
            SeekerResponse(
                name=one.name,
                game=one.wish.game,
                players=one.wish.players,
                pace=one.wish.pace,
                range=_range(one),
                level=nearest_level(one.wish.game, one.strength) if one.strength else None,
                rating=round(rating.value) if (rating := ratings.get((one.person, one.wish.game))) else None,
                by_program=one.by_program,
                since=_milliseconds(one.made_at),
            )
            for one in seeks
        ]

    @get("/own", operation_id="getSeek", summary="Your seek", security=NEEDS_TOKEN, responses=problems(401))
    async def own(self, caller: NamedDependency[Account], lobby: NamedDependency[Lobby]) -> SeekResponse | None:
        """How your seek stands; null: you seek nobody. Ask at least once a minute, or hold your event stream open: else it is gone."""
        return await _own(caller, lobby)

    @post("/", operation_id="seek", summary="Seek somebody", security=NEEDS_TOKEN, responses=problems(401, 422))
    async def seek(
        self,
        request: Request[Any, Any, Any],
        caller: NamedDependency[Account],
        limits: NamedDependency[Limits],
        lobby: NamedDependency[Lobby],
        data: JSONBody[SeekRequest],
    ) -> SeekResponse | None:
        """Seek others who would like to play the same; what you sought before is over.

        Your event stream tells by `seek` when somebody is found. You then have 30 seconds to confirm. When all have confirmed, a
        table is open at which you sit. People see that you play by a program or a terminal.
        """
        wish = Wish(data.game, data.players, data.pace, data.range == "alike")
        wish.check()
        await limits.count("tables", request, caller.id)
        await lobby.seek(caller.id, wish, by_program=True)
        return await _own(caller, lobby)

    @post(
        "/confirm",
        operation_id="confirmSeek",
        summary="Say that you are here",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401, 409),
    )
    async def confirm(self, caller: NamedDependency[Account], lobby: NamedDependency[Lobby]) -> SeekResponse:
        """Say that you are here, when somebody is found; 409 if nobody waits for you any more."""
        return seek_response(await lobby.confirm(caller.id))

    @delete(
        "/",
        operation_id="stopSeeking",
        summary="Take your seek back",
        security=NEEDS_TOKEN,
        status_code=200,
        responses=problems(401),
    )
    async def stop(self, caller: NamedDependency[Account], lobby: NamedDependency[Lobby]) -> Done:
        """Seek no longer; nothing happens if you do not, and a table that is open stays."""
        await lobby.stop(caller.id)
        return Done()


async def _own(caller: Account, lobby: Lobby) -> SeekResponse | None:
    standing = await lobby.of(caller.id)
    return seek_response(standing) if standing else None


def _range(seek: Seek) -> Range:
    return "alike" if seek.wish.is_alike else "anybody"


def _milliseconds(at: datetime) -> int:
    return round(at.timestamp() * 1000)
