"""Home page: learn a game, play it now or with friends, or join a table; and who the reader is."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.arena.preparation import Preparation
from jardinet.bots.levels import first_opponent, levels_of
from jardinet.games import entry_of, load_game, playable_games, title_of
from jardinet.server.daily.dealer import daily_games
from jardinet.server.guards.limits import Limits
from jardinet.server.intervals import Intervals
from jardinet.server.introductions import Introductions
from jardinet.server.pages.art import scene_url
from jardinet.server.pages.calls import calls_of
from jardinet.server.pages.ending import picture_url
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.learn import begin_lesson
from jardinet.server.pages.listed import TableId, listed, own_tables
from jardinet.server.pages.offer import is_offered
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.reach import way_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.agreement import PERSON, PERSONAL, Agreement
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.lists import open_tables
from jardinet.server.tables.service import TableService
from jardinet.words.game_words import level_name, level_told, load_words, title_in
from jardinet.words.language import Language


class HomePages(Controller):
    """Controller of the home page, and of the forms on it that open or join a table."""

    path = "/"

    @get("/", name="home")
    async def home(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        intervals: NamedDependency[Intervals],
        preparation: NamedDependency[Preparation | None],
        devices: NamedDependency[Devices],
        open_before: TableId = None,
    ) -> Response[str]:
        """The home page; of the reader's own tables it shows the one that waits for them with the least time left, or else the latest.

        Args:
            request: who asks.
            service: where a table is looked up if nobody has noted yet whom it waits for.
            database: where the lists are.
            intervals: how soon the list of open tables is asked for again.
            preparation: what gets the games ready; None: they are.
            devices: know who may have ways back.
            open_before: the table after which the list of open tables goes on, None: the latest.
        """
        reader, names = reader_of(request), playable_games()
        is_new = reader.person is None
        waiting, others, _older = await own_tables(database, service, reader)
        own = waiting + others
        return page(
            "home.html",
            reader,
            is_new=is_new,
            games=[_offered(name, reader) for name in names],
            fewest=min((entry_of(name).players[0] for name in names), default=0),
            most=max((entry_of(name).players[-1] for name in names), default=0),
            own=own,
            waiting_count=len(waiting),
            miniature=await _miniature(service, reader, own[0]["id"]) if own else "",
            preparation=preparation,
            is_asked=False,
            offers_way=await is_offered(request, database, devices),
            calls=await calls_of(database, reader),
            **await _company(request, service, database, intervals, open_before),
        )

    @get("/company")
    async def company(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        intervals: NamedDependency[Intervals],
    ) -> Response[str]:
        """The parts of the page that tell who is here, which tables wait and who wants to play with the reader: pages poll it."""
        company, reader = await _company(request, service, database, intervals), reader_of(request)
        return page("parts/company_anew.html", reader, calls=await calls_of(database, reader), **company)

    @get("/preparing")
    async def preparing(self, request: PageRequest, preparation: NamedDependency[Preparation | None]) -> Response[str]:
        """The line of the page that tells how far the games are; pages poll it until they are ready."""
        return page("parts/preparing.html", reader_of(request), preparation=preparation, is_asked=True)

    @post("/play-now")
    async def play_now(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Redirect:
        """Do what the button of the page's one form says: begin a game against a bot or a lesson, or, without either, keep a name.

        The form holds an opponent for every game, and a name where none is known.
        """
        if "learn" in data:
            return await begin_lesson(request, service, introductions, limits, data["learn"], data)
        reader = reader_of(request)
        if "game" not in data:
            if data.get("name"):
                await introductions.introduce(request, data["name"])
            return Redirect("/", status_code=303)
        game = data["game"]
        reader = await introductions.introduce(request, name_in(data, reader))
        agreement = Agreement(game, {}, [PERSON, data.get(f"level-{game}", "")], bot_pace=PERSONAL, take_back=True)
        await limits.count_table(agreement, request, reader.person)
        table_id = await service.open_table(str(reader.person), reader.name, agreement)
        request.session["opponents"] = {**reader.opponents, game: agreement.seats[1]}
        return to_table(table_id)


async def _miniature(service: TableService, reader: Reader, table_id: str) -> str:
    """The address of a picture of a table's position; empty if there is none, or it was removed at this very moment."""
    try:
        game = (await service.load(table_id)).game
    except NoSuchTableError:
        return ""
    return picture_url(table_id, game, reader.language) if game else ""


class Opponent(NamedTuple):
    """A bot as somebody to play against: its level, what it is called, how it plays, and its place from the weakest, 1."""

    level: str
    name: str
    told: str
    strength: int


def opponents_of(language: Language, game: str) -> list[Opponent]:
    """The bots that one can play a game against, the weakest first."""
    return [
        Opponent(level, level_name(language, level), level_told(language, game, level), strength)
        for strength, level in enumerate(levels_of(game), 1)
    ]


def _offered(name: str, reader: Reader) -> dict[str, Any]:
    """A game as the page offers it: what it is about, and whom one can play against; the last one is chosen already."""
    language, game, last = reader.language, load_game(name), reader.opponents.get(name)
    opponents = opponents_of(language, name)
    words = load_words(language, game, [""] * game.num_players())
    title, original = title_in(language, name), title_of(name)
    return {
        "name": name,
        "title": title,
        "original": original if original != title else "",
        "scene": scene_url(name),
        "told": words.introduction()[0],
        "opponents": opponents,
        "is_daily": name in daily_games(),
        "usual": last if last in levels_of(name) else first_opponent(name),
    }


async def _company(
    request: PageRequest, service: TableService, database: Database, intervals: Intervals, before: str | None = None
) -> dict[str, Any]:
    """What parts/company.html shows: how many others are at tables, and others' waiting tables made before the one of the id `before`."""
    reader = reader_of(request)
    waiting = await open_tables(database, before, intervals.away_after, besides=reader.person, reader=reader.person)
    return {
        "people": service.presence.people(besides=reader.person),
        "open_tables": [listed(table, service.now(), reader.language) for table in waiting.entries],
        "open_before": before,
        "older_open": waiting.last,
        "is_household": way_of(request).is_household,
        "company_every": intervals.company,
    }
