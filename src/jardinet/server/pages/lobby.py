"""Lobby: who seeks somebody to play with, tables that wait, and games that may be watched."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlsplit

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import Parameter
from litestar.response import Redirect

from jardinet.games import entry_of, playable_games
from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.http.security_headers import FRAME_POLICY
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.lobby.lobby import Lobby, SeekStanding
from jardinet.server.lobby.pairing import BEGIN, WIDER
from jardinet.server.lobby.seek import PLAYERS, NobodyWaitsError, Wish
from jardinet.server.pages.forms import Form, PageRequest, name_in, number_in, table_url, to_table
from jardinet.server.pages.listed import listed
from jardinet.server.pages.render import page
from jardinet.server.pages.seeks import seek_told, seeker_told
from jardinet.server.people.ladders import shown_ratings
from jardinet.server.people.reader import SEEKS_KEY, Reader, reader_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.lists import open_tables, running_tables
from jardinet.server.tables.rated import listed_ratings
from jardinet.server.tables.service import TableService
from jardinet.words.agreements import pace_option
from jardinet.words.game_words import title_in


class LobbyPages(Controller):
    """Controller of the lobby: its page, its forms, and what the pages of somebody who seeks ask again and again."""

    path = "/lobby"

    @get("/", name="lobby")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        lobby: NamedDependency[Lobby],
        intervals: NamedDependency[Intervals],
    ) -> Any:
        """The lobby; for somebody whose table is ready, the table."""
        standing = await _standing(request, lobby)
        if standing and standing.seek.state == "open":
            return await _gone_to_table(lobby, standing)
        return await _shown(request, service, database, lobby, intervals, standing)

    @get("/around")
    async def around(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        lobby: NamedDependency[Lobby],
        intervals: NamedDependency[Intervals],
    ) -> Response[str]:
        """The lists of the lobby: pages poll them."""
        reader = reader_of(request)
        return page("parts/around.html", reader, **await _around(reader, service, database, lobby, intervals))

    @get("/found")
    async def found(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        lobby: NamedDependency[Lobby],
        at: Annotated[str, Parameter(max_length=5)] = "",
    ) -> Response[str]:
        """How the reader's seek stands: all pages of theirs poll it. The lobby's own, `at=lobby`, goes to the table when it is ready."""
        reader, standing, is_lobby = reader_of(request), await _standing(request, lobby), at == "lobby"
        address = table_url(str(standing.seek.table_id)) if standing and standing.seek.state == "open" else ""
        if address and urlsplit(request.headers.get("hx-current-url", "")).path.rstrip("/") == address:
            await lobby.follow(str(reader.person))
            standing = None
        told = standing and seek_told(standing, reader.language, service.now())
        answer = page("parts/seeking.html", reader, seek=told, is_lobby=is_lobby)
        if told and address and is_lobby:
            await lobby.follow(str(reader.person))
            answer.headers["HX-Redirect"] = address
        return answer

    @get("/news")
    async def news(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        lobby: NamedDependency[Lobby],
        intervals: NamedDependency[Intervals],
    ) -> Response[str]:
        """A frame of a page without a script, which tells how the reader's seek stands."""
        reader, standing = reader_of(request), await _standing(request, lobby)
        told = standing and seek_told(standing, reader.language, service.now())
        answer = page("seek_news.html", reader, seek=told, reload=intervals.reload)
        answer.headers["Content-Security-Policy"] = FRAME_POLICY
        return answer

    @post("/seek")
    async def seek(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        lobby: NamedDependency[Lobby],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        intervals: NamedDependency[Intervals],
        data: Form,
    ) -> Any:
        """Seek somebody, or say beside the form why that cannot be; a seek counts as a table that somebody opens."""
        reader = reader_of(request)
        wish = Wish(
            data.get("game", ""), number_in(data, "players"), data.get("pace", ""), data.get("range") == "alike"
        )
        try:
            wish.check()
            reader = await introductions.introduce(request, name_in(data, reader))
            await limits.count("tables", request, reader.person)
            await lobby.seek(str(reader.person), wish)
        except GameError as error:
            return await _refused(request, service, database, lobby, intervals, error, data)
        request.session[SEEKS_KEY] = True
        return Redirect("/lobby", status_code=303)

    @post("/stop")
    async def stop(self, request: PageRequest, lobby: NamedDependency[Lobby]) -> Redirect:
        """Seek no longer."""
        if person := reader_of(request).person:
            await lobby.stop(person)
        request.session.pop(SEEKS_KEY, None)
        return Redirect("/lobby", status_code=303)

    @post("/here")
    async def here(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        lobby: NamedDependency[Lobby],
        intervals: NamedDependency[Intervals],
    ) -> Any:
        """Say that one is there, who was asked: to the table if all are, else to the lobby, which leads there."""
        try:
            standing = await lobby.confirm(reader_of(request).person or "")
        except NobodyWaitsError as error:
            return await _refused(request, service, database, lobby, intervals, error, {})
        if standing.seek.state == "open":
            return await _gone_to_table(lobby, standing)
        return Redirect("/lobby", status_code=303)


async def _standing(request: PageRequest, lobby: Lobby) -> SeekStanding | None:
    """How the reader's seek stands; their other pages ask for it from now on, or no longer."""
    person = reader_of(request).person
    standing = await lobby.of(person) if person else None
    if standing:
        request.session[SEEKS_KEY] = True
    else:
        request.session.pop(SEEKS_KEY, None)
    return standing


async def _gone_to_table(lobby: Lobby, standing: SeekStanding) -> Redirect:
    """To the table of a seek, which is over now."""
    await lobby.follow(standing.seek.person)
    return to_table(str(standing.seek.table_id))


async def _refused(
    request: PageRequest,
    service: TableService,
    database: Database,
    lobby: Lobby,
    intervals: Intervals,
    error: GameError,
    data: Mapping[str, str],
) -> Response[str]:
    problem, standing = reader_of(request).language.tell_alone(error), await _standing(request, lobby)
    status = status_of(error)
    return await _shown(request, service, database, lobby, intervals, standing, data, problem, status)


async def _shown(
    request: PageRequest,
    service: TableService,
    database: Database,
    lobby: Lobby,
    intervals: Intervals,
    standing: SeekStanding | None,
    given: Mapping[str, str] = {},
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    reader = reader_of(request)
    language, games = reader.language, playable_games()
    usual = {"name": reader.name, "game": next(iter(games), ""), "players": "2", "pace": "", "range": ""}
    if standing:
        wish = standing.seek.wish
        usual |= {"game": wish.game, "players": str(wish.players), "pace": wish.pace}
        usual |= {"range": "alike" if wish.is_alike else ""}
    possible = [count for count in PLAYERS if any(count in entry_of(name).players for name in games)]
    return page(
        "lobby.html",
        reader,
        status,
        seek=standing and seek_told(standing, language, service.now()),
        is_lobby=True,
        problem=problem,
        chosen=usual | dict(given),
        games=[(name, title_in(language, name)) for name in games],
        players=possible,
        pace=pace_option(language),
        begin=round(BEGIN),
        wider=round(WIDER),
        widens=round(intervals.seek_widens),
        patience=round(intervals.seek_patience),
        **await _around(reader, service, database, lobby, intervals),
    )


async def _around(
    reader: Reader, service: TableService, database: Database, lobby: Lobby, intervals: Intervals
) -> dict[str, Any]:
    """What parts/around.html shows: who seeks, which tables wait, and which games may be watched."""
    at, language = service.now(), reader.language
    waiting = await open_tables(database, None, intervals.away_after, besides=reader.person, reader=reader.person)
    running = await running_tables(database, besides=reader.person)
    ratings = await listed_ratings(database, [one.id for one in (*waiting.entries, *running)], at)
    seekers = await lobby.others(reader.person)
    shown = await shown_ratings(database, [one.person for one in seekers], at)
    return {
        "seekers": [seeker_told(one, language, at, shown.get((one.person, one.wish.game))) for one in seekers],
        "waiting": [listed(one, at, language, ratings=ratings.get(one.id, {})) for one in waiting.entries],
        "running": [listed(one, at, language, ratings=ratings.get(one.id, {})) for one in running],
        "around_every": intervals.company,
    }
