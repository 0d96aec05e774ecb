"""Seat link page: it takes the seat along to another device. Looking at it moves nothing; its button does."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import select

from jardinet.server.introductions import Introductions
from jardinet.server.pages.forms import PageRequest, to_table
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import SeatRow
from jardinet.server.tables.errors import no_such_seat
from jardinet.server.tables.service import TableService
from jardinet.words.game_words import title_in


class SeatPages(Controller):
    """Controller of a seat's own link, whose button moves the seat to the reader's device."""

    path = "/seat/{key:str}"

    @get("/", name="seat")
    async def ask(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        key: FromPath[str],
    ) -> Response[str]:
        """Whose seat it is and where; the link's preview in a messenger comes here too."""
        reader, seat = reader_of(request), await _seat(database, key)
        table = await service.load(seat.table_id)
        return page(
            "seat.html",
            reader,
            key=key,
            name=seat.name,
            table_id=seat.table_id,
            title=title_in(reader.language, table.agreement.game),
            is_yours=reader.person is not None and seat.person_id == reader.person,
        )

    @post("/")
    async def move_in(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        introductions: NamedDependency[Introductions],
        database: NamedDependency[Database],
        key: FromPath[str],
    ) -> Redirect:
        """Take the seat; a visitor who has told no name here bears the seat's."""
        reader, seat = reader_of(request), await _seat(database, key)
        if reader.person is None:
            reader = await introductions.introduce(request, seat.name)
        table_id = await service.move_in(key, str(reader.person))
        return to_table(table_id)


async def _seat(database: Database, key: str) -> Any:
    found = select(SeatRow.table_id, SeatRow.name, SeatRow.person_id).where(
        SeatRow.key == key, SeatRow.person_id.is_not(None)
    )
    seat = await database.read(lambda connection: connection.execute(found).one_or_none())
    if seat is None:
        raise no_such_seat()
    return seat
