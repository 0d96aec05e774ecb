"""My games: the tables of a reader that still run, those that wait for them first, and those that are over."""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.di import NamedDependency

from jardinet.server.boards.context import names_at
from jardinet.server.pages.ending import outcome_of
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.listed import TableId, listed, yours_first
from jardinet.server.pages.render import page
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.lists import Page, finished_tables_of, tables_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.words.game_words import load_words


class GamesPages(Controller):
    """Controller of the page “My games”: a reader's running and finished tables."""

    @get("/games", name="games")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        before: TableId = None,
        running_before: TableId = None,
    ) -> Response[str]:
        """A page of each list.

        Args:
            request: who asks.
            service: where a table is looked up.
            database: where the lists are.
            before: the table after which the list of finished ones goes on, None: the latest.
            running_before: the one after which the list of running ones does.
        """
        reader, at = reader_of(request), service.now()
        running = await tables_of(database, reader.person, running_before) if reader.person else Page([], None)
        finished = await finished_tables_of(database, reader.person, before) if reader.person else Page([], None)
        own = await yours_first(service, running.entries, reader.person)
        return page(
            "games.html",
            reader,
            running=[listed(table, at, reader.language, is_yours=bool(is_yours)) for table, is_yours in own],
            finished=[
                {**listed(table, at, reader.language), **await _result(service, reader, table.id)}
                for table in finished.entries
            ],
            older={"running": running.last, "finished": finished.last},
        )


async def _result(service: TableService, reader: Reader, table_id: str) -> dict[str, str | int]:
    """How a finished table ended, in a sentence, and its latest game; empty if it was removed at this very moment."""
    try:
        table = await service.load(table_id)
    except NoSuchTableError:
        return {"result": "", "game_number": 1}
    return {"result": _verdict(table, reader), "game_number": table.game.number if table.game else 1}


def _verdict(table: TableState, reader: Reader) -> str:
    assert table.game and table.game.state
    seats = table.seats_of(reader.person)
    you = seats[0] if len(seats) == 1 else None
    words = load_words(reader.language, table.game.state.get_game(), names_at(table, reader.language), you)
    return words.match_verdict(table.match.winners) if table.match else outcome_of(table.game, words, you).verdict
