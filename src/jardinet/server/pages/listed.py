"""Tables in lists, as pages show them: who sits there, since when, and whether they wait for the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from babel.dates import format_timedelta
from litestar.params import Parameter

from jardinet.ratings.rating import PersonRating
from jardinet.server.people.reader import Reader
from jardinet.server.storage.database import Database
from jardinet.server.tables.lists import OwnTable, TableSummary, tables_of, waiting_tables
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.words.agreements import time_left
from jardinet.words.game_words import taken_names, title_in
from jardinet.words.language import Language
from jardinet.words.ratings import leaving_told, rated_name

TableId = Annotated[str | None, Parameter(max_length=16)]  # after which a list goes on; None: its latest


async def yours_first(service: TableService, own: Sequence[OwnTable], person: str | None) -> list[OwnTable]:
    """A person's tables, those that wait for them first; if nobody has noted whether one does, it is loaded."""
    told = [
        OwnTable(table, _awaits(await service.load(table.id), person) if is_yours is None else is_yours)
        for table, is_yours in own
    ]
    return sorted(told, key=lambda one: not one.is_yours)


async def own_tables(
    database: Database, service: TableService, reader: Reader, before: str | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], str | None]:
    """A reader's tables as `listed`: all that wait for them, those with the least time left first; and a page of the others.

    Args:
        database: where they are.
        service: where a table is looked up if nobody has noted yet whom it waits for.
        reader: whose they are.
        before: the table after which the list of the others goes on, None: the latest.

    Returns:
        Also the id before which the next page of the others begins, None if this is the last.
    """
    if reader.person is None:
        return [], [], None
    at, language = service.now(), reader.language
    waiting = await waiting_tables(database, reader.person)
    known = {one.table.id for one in waiting}
    page = await tables_of(database, reader.person, before)
    others = await yours_first(service, [own for own in page.entries if own.table.id not in known], reader.person)
    return (
        [listed(one.table, at, language, is_yours=True, deadline=one.deadline) for one in waiting],
        [listed(table, at, language, is_yours=bool(is_yours)) for table, is_yours in others],
        page.last,
    )


def listed(
    table: TableSummary,
    at: datetime,
    language: Language,
    *,
    is_yours: bool = False,
    deadline: datetime | None = None,
    ratings: Mapping[int, PersonRating] = {},
) -> dict[str, Any]:
    """A table in a list that is shown `at` a time, for the template.

    Args:
        table: which.
        at: the time.
        language: the reader's.
        is_yours: whether it waits for the reader.
        deadline: until when; None: there is no hurry.
        ratings: told beside the names, by seat.
    """
    taken = [seat for seat, given in enumerate(table.seats) if given]
    names = taken_names(language, table.seats, table.bots)
    rated = [rated_name(name, ratings.get(seat)) for seat, name in zip(taken, names, strict=True)]
    return {
        "id": table.id,
        "title": title_in(language, table.game),
        "names": language.every(names),
        "rated_names": language.every(rated),
        "waits": _waits(table, language),
        "free": len(table.seats) - len(names),
        "rated": language.pgettext("table", "Rated") if table.agreement.rated else "",
        "leaving": leaving_told(language) if table.agreement.rated else "",
        "is_yours": is_yours,
        "is_host_away": not table.host_is_here,
        "left": time_left(language, deadline - at) if deadline else "",
        "since": format_timedelta(table.created_at - at, add_direction=True, locale=language.code),
    }


def _waits(table: TableSummary, language: Language) -> str:
    """The people there who wait for others, in a sentence; the game's title if there are only bots."""
    people = [name for seat, name in enumerate(table.seats) if name and seat not in table.bots]
    if not people:
        return title_in(language, table.game)
    told = language.ngettext("{names} is waiting at a table", "{names} are waiting at a table", len(people))
    return told.format(names=language.every(people))


def _awaits(table: TableState, person: str | None) -> bool:
    """Whether a person has to act at a table."""
    return any(seat in table.awaited() and table.seats[seat].level is None for seat in table.seats_of(person))
