"""Profile page of a person who shows one, and the account page's form for one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from babel.dates import format_skeleton
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import Connection

from jardinet.games import playable_games
from jardinet.games.parameters import GameError
from jardinet.ratings.own import own_level
from jardinet.server.pages.account_page import account_page, person_of
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.blocks import blocks_of
from jardinet.server.people.characters import face_of
from jardinet.server.people.devices import Devices
from jardinet.server.people.passwords import checked_handle
from jardinet.server.people.profiles import GamesCount, Profile, games_of, keep_profile, shown_profile
from jardinet.server.people.ratings import rated_games, ratings_of
from jardinet.server.people.reader import reader_of
from jardinet.server.people.results import every_result_of
from jardinet.server.storage.database import Database
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.ratings import level_told, rating_told


class ProfilePages(Controller):
    """Controller of profiles."""

    @get("/people/{handle:str}", name="profile")
    async def show(
        self, request: PageRequest, database: NamedDependency[Database], handle: FromPath[str]
    ) -> Response[str]:
        """The profile of a handle; what nobody shows is answered as what does not exist."""
        reader = reader_of(request)

        def job(connection: Connection) -> tuple[Profile, list[GamesCount], int | None]:
            profile = shown_profile(connection, handle, reader.person)
            blocks = blocks_of(connection, reader.person) if reader.person else []
            block = next((one.id for one in blocks if one.blocked == profile.person), None)
            return profile, games_of(connection, profile.person), block

        profile, games, block = await database.read(job)
        strengths = await profile_strengths(database, profile, reader.language)
        return page(
            "profile.html",
            reader,
            profile=profile,
            face=face_of(profile.person),
            since=format_skeleton("yMMMM", profile.since, locale=reader.language.code),
            games=[
                _told(one, reader.language, strengths.get(one.game, ()))
                for one in sorted(games, key=lambda one: -(one.with_people + one.with_bots))
                if one.game in playable_games()
            ],
            is_own=profile.person == reader.person,
            block=block,
        )

    @post("/account/profile")
    async def keep(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Have a profile by this handle from now on, which others see only if its person wants it."""
        person, is_public = person_of(request), data.get("is_public") == "yes"
        try:
            handle = checked_handle(data.get("handle", ""))
            await database.write(
                partial(
                    keep_profile,
                    person=person,
                    handle=handle,
                    at=database.now(),
                    is_public=is_public,
                    shows_level=data.get("shows_level") == "yes",
                )
            )
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return Redirect("/account#profile", status_code=303)


async def profile_strengths(database: Database, profile: Profile, language: Language) -> Mapping[str, Sequence[str]]:
    """By game what tells how strong a person is: their rating, and their level if they show it."""
    told = {
        played: [rating_told(language, one)]
        for played, one in (await ratings_of(database, profile.person, database.now())).items()
    }
    if profile.shows_level:
        games = await every_result_of(database, profile.person)
        for played in {one.played for one in games}.intersection(rated_games()):
            level = await asyncio.to_thread(own_level, played, games)  # a thousand games take 40 ms
            if level is not None:
                told.setdefault(played, []).append(level_told(language, played, level.value, level.doubt))
    return told


def _told(one: GamesCount, language: Language, strengths: Sequence[str]) -> dict[str, Any]:
    """A game of a profile, for the template."""
    people = language.ngettext("{count} game with people", "{count} games with people", one.with_people)
    bots = language.ngettext("{count} game against bots", "{count} games against bots", one.with_bots)
    return {
        "game": one.game,
        "title": title_in(language, one.game),
        "counts": [
            told.format(count=count) for told, count in ((people, one.with_people), (bots, one.with_bots)) if count
        ],
        "strengths": strengths,
    }
