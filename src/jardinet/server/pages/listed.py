"""Tables in lists, as pages show them: who sits there, since when, and whether they wait for the reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from babel.dates import format_timedelta
from litestar.params import Parameter

from jardinet.ratings.rating import PersonRating
from jardinet.server.tables.lists import OwnTable, TableSummary
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
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


def listed(
    table: TableSummary,
    at: datetime,
    language: Language,
    *,
    is_yours: bool = False,
    ratings: Mapping[int, PersonRating] = {},
) -> dict[str, Any]:
    """A table in a list that is shown `at` a time, for the template; `ratings` are told beside the names, by seat."""
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
