"""Home page: play now, set a table, or join one; and who the reader is."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from babel.dates import format_timedelta
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import Parameter
from litestar.response import Redirect

from jardinet.bots.levels import levels_of
from jardinet.games import entry_of, load_game, playable_games, title_of
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.guards.limits import Limits
from jardinet.server.pages.forms import Form, PageRequest, name_in, to_table
from jardinet.server.pages.render import page
from jardinet.server.people.reader import THEMES, introduce, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.agreement import PERSON, Agreement
from jardinet.server.tables.lists import Page, TableSummary, open_tables, tables_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.words.game_words import level_name, load_words, names_of
from jardinet.words.language import CODES, Language

TableId = Annotated[str | None, Parameter(max_length=16)]


class HomePages(Controller):
    """Controller: see the module."""

    path = "/"

    @get("/", name="home")
    async def home(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        before: TableId = None,
        open_before: TableId = None,
    ) -> Response[str]:
        """What one can do here; of one's own tables those come first that wait for oneself.

        Args:
            request: who asks.
            service: where a table is looked up whose people nobody has noted yet.
            database: where the lists are.
            before: the table after which the list of one's own goes on, None: the latest.
            open_before: the one after which the list of open tables does.
        """
        reader, names = reader_of(request), playable_games()
        own = await tables_of(database, reader.person, before) if reader.person else Page([], None)
        waiting = await open_tables(database, open_before)
        yours = {
            table.id
            for table, is_yours in own.entries
            if (is_yours if is_yours is not None else _awaits(await service.load(table.id), reader.person))
        }
        tables = sorted((table for table, _is_yours in own.entries), key=lambda table: table.id not in yours)
        return page(
            "home.html",
            reader,
            games=[_offered(name, reader.language) for name in names],
            fewest=min((entry_of(name).players[0] for name in names), default=0),
            most=max((entry_of(name).players[-1] for name in names), default=0),
            sheets=[static_url(name, sheet) for name in names for sheet in BOARDS.of(name).picture_sheets],
            own=[_listed(table, service.now(), reader.language, is_yours=table.id in yours) for table in tables],
            open_tables=[_listed(table, service.now(), reader.language) for table in waiting.entries],
            older={"own": own.last, "open": waiting.last},
        )

    @post("/play-now")
    async def play_now(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Redirect:
        """A game against a bot, at once."""
        reader = await introduce(request, service, name_in(data, reader_of(request).language))
        agreement = Agreement(data.get("game", ""), {}, [PERSON, data.get("level", "")])
        await limits.count_table(agreement, request, reader.person)
        return to_table(await service.open_table(str(reader.person), reader.name, agreement))

    @post("/me")
    async def settings(self, request: PageRequest, service: NamedDependency[TableService], data: Form) -> Redirect:
        """Change one's name, language, theme or sound; then back to where one was."""
        if data.get("language") in CODES:
            request.session["language"] = data["language"]
        if data.get("theme") in THEMES:
            request.session["theme"] = data["theme"]
        if data.get("sound") in ("on", "off"):
            request.session["sound"] = data["sound"] == "on"
        if data.get("name"):
            await introduce(request, service, data["name"])
        back = data.get("back", "/")
        is_ours = back.startswith("/") and not back.startswith(("//", "/\\"))
        return Redirect(back if is_ours else "/", status_code=303)


def _offered(name: str, language: Language) -> dict[str, Any]:
    """A game as the page offers it: what it is about, and whom one can play against, the strongest first."""
    game, layer = load_game(name), BOARDS.of(name)
    words = load_words(language, game, [""] * game.num_players())
    return {
        "name": name,
        "title": title_of(name),
        "picture": layer.picture and f"{name}/{layer.picture}",
        "told": words.introduction()[0],
        "levels": {level: level_name(language, level) for level in reversed(levels_of(name))},
    }


def _awaits(table: TableState, person: str | None) -> bool:
    """Whether a person has to act at a table."""
    return any(seat in table.awaited() and table.seats[seat].level is None for seat in table.seats_of(person))


def _listed(table: TableSummary, at: datetime, language: Language, *, is_yours: bool = False) -> dict[str, Any]:
    """A table in a list that is shown `at` a time: who sits there, since when, and whether it waits for the reader."""
    seats = [(seat, called) for seat, called in enumerate(table.seats) if called]
    bots = {k for k, (seat, _called) in enumerate(seats) if table.agreement.seats[seat] != PERSON}
    return {
        "id": table.id,
        "title": title_of(table.game),
        "names": language.every(names_of(language, [called for _seat, called in seats], bots)),
        "free": len(table.seats) - len(seats),
        "is_yours": is_yours,
        "since": format_timedelta(table.created_at - at, add_direction=True, locale=language.code),
    }
