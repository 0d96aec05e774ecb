"""My games: the tables of a reader that still run, those that wait for them first, and their finished games, a row each."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlencode

from babel.dates import format_timedelta
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import Parameter

from jardinet.analysis.results import FinishedGame
from jardinet.games import playable_games
from jardinet.server.boards.context import names_at
from jardinet.server.pages.calls import calls_of
from jardinet.server.pages.ending import outcome_of, picture_url
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.listed import TableId, own_tables
from jardinet.server.pages.render import page
from jardinet.server.pages.vacations import vacation_told
from jardinet.server.people.names import LONGEST_NAME
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.people.results import MOST, results_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.lists import PAGE_SIZE, Page
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.game_words import level_name, load_words, title_in
from jardinet.words.language import Language

WON, LOST, SHARED = "won", "lost", "shared"  # how a game ended for the reader


class Search(NamedTuple):
    """Search in the finished games; what is empty finds all.

    Attributes:
        game: what was played.
        ended: WON, LOST or SHARED.
        rival: a part of the name of somebody who played along.
    """

    game: str = ""
    ended: str = ""
    rival: str = ""

    def finds(self, one: FinishedGame, language: Language) -> bool:
        """Whether a game is what is looked for."""
        names = [level_name(language, seat.level) if seat.level else seat.name for seat in one.others]
        return (
            self.game in ("", one.played)
            and self.ended in ("", _ended(one))
            and any(self.rival.casefold().strip() in name.casefold() for name in names)
        )


class GamesPages(Controller):
    """Controller of the page “My games”: a reader's running tables and finished games."""

    @get("/games", name="games")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        before: TableId = None,
        running_before: TableId = None,
        game: Annotated[str, Parameter(max_length=40)] = "",
        ended: Annotated[str, Parameter(max_length=10)] = "",
        rival: Annotated[str, Parameter(max_length=LONGEST_NAME)] = "",
    ) -> Response[str]:
        """A page of each list.

        Args:
            request: who asks.
            service: where a table is looked up.
            database: where the lists are.
            before: the table after which the list of finished games goes on, None: the latest.
            running_before: the table after which the list of running ones does.
            game: see Search, as what follows.
            ended: how it ended.
            rival: who played along.
        """
        reader, search = reader_of(request), Search(game, ended, rival)
        waiting, running, older = await own_tables(database, service, reader, running_before)
        finished = await _found(database, reader, before, search) if reader.person else Page([], None)
        return page(
            "games.html",
            reader,
            waiting_tables=waiting,
            waiting_count=len(waiting),
            vacation=await vacation_told(database, reader),
            running=running,
            finished=[row for one in finished.entries if (row := await _row(service, reader, one, service.now()))],
            older={"running": older, "finished": finished.last},
            search=search,
            searched=urlencode({name: value for name, value in search._asdict().items() if value}),
            may_search=any(search) or len(finished.entries) > 1,
            games=[(name, title_in(reader.language, name)) for name in playable_games()],
            calls=await calls_of(database, reader),
        )


async def _found(database: Database, reader: Reader, before: str | None, search: Search) -> Page[FinishedGame]:
    """A page of the reader's finished games that are looked for, among the MOST tables after `before`; none is cut in two."""
    most = MOST if any(search) else PAGE_SIZE + 1
    looked_at = await results_of(database, str(reader.person), before, most)
    found = list[FinishedGame]()
    tables = {table_id: list(games) for table_id, games in groupby(looked_at, lambda one: one.table_id)}
    for number, (table_id, games) in enumerate(tables.items(), 1):
        found += [one for one in games if search.finds(one, reader.language)]
        if number < len(tables) and (len(found) >= PAGE_SIZE or number == most - 1):
            return Page(found, table_id)
    return Page(found, None)


def _ended(one: FinishedGame) -> str:
    return {1.0: WON, 0.0: LOST}.get(one.own.share, SHARED)


async def _row(service: TableService, reader: Reader, one: FinishedGame, at: datetime) -> dict[str, Any] | None:
    """A finished game for the template; None if its table was removed at this very moment."""
    try:
        table = await service.load(one.table_id)
    except NoSuchTableError:
        return None
    game, language = table.game_of(one.game), reader.language
    assert game.state
    words = load_words(language, game.state.get_game(), names_at(table, language), _you(table, reader))
    outcome = outcome_of(game, words, words.you)
    errors = one.errors / one.decisions if one.errors is not None and one.decisions else None
    return {
        "id": table.id,
        "number": game.number,
        "ended": _ended(one),
        "result": words.match_verdict(table.match.winners)
        if _ends_match(table, game) and table.match
        else outcome.verdict,
        "title": title_in(language, table.agreement.game),
        "of_match": game.number if table.match else None,
        "names": language.every([name for seat, name in enumerate(words.names) if seat != one.seat]),
        "levels": [seat.level for seat in one.others if seat.level],
        "score": language.series([language.entry(words.heading(seat.seat), seat.score) for seat in outcome.standings]),
        "errors": errors if errors is None else language.in_points(errors),
        "since": format_timedelta(one.ended_at - at, add_direction=True, locale=language.code),
        "picture": picture_url(table.id, game, language),
    }


def _you(table: TableState, reader: Reader) -> int | None:
    seats = table.seats_of(reader.person)
    return seats[0] if len(seats) == 1 else None


def _ends_match(table: TableState, game: TableGame) -> bool:
    return table.match is not None and table.match.is_over and table.games[-1] is game
