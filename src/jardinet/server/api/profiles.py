"""API controller of profiles: what a person shows of themselves to everybody."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Meta
from sqlalchemy import Connection

from jardinet.server.api.authentication import MAY_HAVE_TOKEN
from jardinet.server.api.examples import example
from jardinet.server.api.perfs import Perf, perfs_of
from jardinet.server.api.problems import problems
from jardinet.server.people.profiles import GamesCount, Profile, games_of, shown_profile
from jardinet.server.people.tokens import Account
from jardinet.server.storage.database import Database


class UserGames(msgspec.Struct, frozen=True):
    """How many games of one kind a person has finished."""

    game: Annotated[str, Meta(description="The name that `load_game` takes.")]
    people: Annotated[int, Meta(description="At these another person sat.")]
    bots: Annotated[int, Meta(description="These were against bots alone.")]


class UserResponse(msgspec.Struct, frozen=True, rename="camel"):
    """A profile. It has no id: by an account's id hosts invite it, and that is its person's to give away."""

    handle: str
    name: str
    created_at: Annotated[
        int, Meta(description="The month in which they came first, by its beginning, in milliseconds since 1970.")
    ]
    is_public: Annotated[bool, Meta(description="False: only you see it, as it is yours.")]
    perfs: Annotated[dict[str, Perf], Meta(description="Their ratings, by game; those they have.")]
    games: list[UserGames]


class ProfilesApi(Controller):
    """Controller of profiles."""

    path = "/users"
    tags = ("users",)
    security = MAY_HAVE_TOKEN

    @get(
        "/{handle:str}",
        operation_id="getUser",
        summary="Somebody's profile",
        responses={200: example(UserResponse, "user", "The profile."), **problems(401, 404)},
    )
    async def show(
        self,
        visitor: NamedDependency[Account | None],
        database: NamedDependency[Database],
        handle: FromPath[str],
    ) -> UserResponse:
        """The profile of a person who shows it, by its handle; your own also if you do not.

        Whoever shows none is answered like somebody whom there is not (404).
        """

        def job(connection: Connection) -> tuple[Profile, list[GamesCount]]:
            profile = shown_profile(connection, handle, visitor.id if visitor else None)
            return profile, games_of(connection, profile.person)

        profile, games = await database.read(job)
        month = datetime(profile.since.year, profile.since.month, 1, tzinfo=UTC)
        return UserResponse(
            profile.handle,
            profile.name,
            round(month.timestamp() * 1000),
            profile.is_public,
            await perfs_of(database, profile.person),
            [UserGames(one.game, one.with_people, one.with_bots) for one in games],
        )
