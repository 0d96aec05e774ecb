"""Vacations on pages: the form that begins and ends one's own, on the settings page and beside what waits for the reader."""

from __future__ import annotations

from typing import Any

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.server.pages.forms import Form, PageRequest, way_back
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.days_off import VACATION_DAYS
from jardinet.server.tables.vacations import Vacations, vacation_of
from jardinet.words.agreements import moment_text


class VacationPages(Controller):
    """Controller of the form by which a reader begins and ends their vacation."""

    path = "/"

    @post("/vacation")
    async def change(self, request: PageRequest, vacations: NamedDependency[Vacations], data: Form) -> Redirect:
        """Begin one's vacation, or end it; then back to where the button was."""
        if person := reader_of(request).person:
            await (vacations.begin(person) if data.get("do") == "begin" else vacations.end(person))
        return Redirect(way_back(data.get("back", "/settings")), status_code=303)


async def vacation_told(database: Database, reader: Reader) -> dict[str, Any] | None:
    """What parts/vacation.html shows; None: nobody knows the reader."""
    if reader.person is None:
        return None
    own = await vacation_of(database, reader.person)
    return {
        "until": moment_text(reader.language, own.until) if own.until else "",
        "days_left": own.days_left,
        "all": VACATION_DAYS,
    }
