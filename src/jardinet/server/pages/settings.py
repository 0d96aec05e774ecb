"""Settings: the page where everybody chooses what they prefer, and the form that is also in a table's menu."""

from __future__ import annotations

from datetime import time
from functools import partial
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_time
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.chosen import HOURS, CallSettings, browsers_of, call_settings_of
from jardinet.server.pages.forms import Form, PageRequest, way_back
from jardinet.server.pages.render import page
from jardinet.server.pages.vacations import vacation_told
from jardinet.server.people.preferences import chosen_in
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.days_off import zones


class SettingsPages(Controller):
    """Controller of the settings page, and of the form that changes preferences."""

    path = "/"

    @get("/settings", name="settings")
    async def show(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        messaging: NamedDependency[Messaging],
        keys: NamedDependency[Keys],
        back: FromQuery[str] = "/",
    ) -> Response[str]:
        """The settings; `back`: the page where one was before."""
        return await settings_page(request, database, messaging, keys, back)

    @post("/me")
    async def change(self, request: PageRequest, introductions: NamedDependency[Introductions], data: Form) -> Redirect:
        """Change one's name or preferences, whichever the form names; then back to where one was."""
        reader = reader_of(request)
        if name := data.get("name") or reader.name:  # a reader with a name may be new to the database
            await introductions.introduce(request, name)
        if chosen := chosen_in(data):
            await introductions.prefer(request, chosen)
        return Redirect(way_back(data.get("back", "/")), status_code=303)


async def settings_page(
    request: PageRequest,
    database: Database,
    messaging: Messaging,
    keys: Keys,
    back: str = "/",
    problem: GameError | None = None,
) -> Response[str]:
    """The settings page; `problem`: why what was asked there is not possible."""
    reader, back = reader_of(request), way_back(back)
    called = await _called(reader, database, messaging, keys) if messaging.is_on else None
    return page(
        "settings.html",
        reader,
        status_of(problem) if problem else 200,
        back=back,
        address="/settings?" + urlencode({"back": back}),
        problem=reader.language.tell_alone(problem) if problem else "",
        called=called,
        vacation=await vacation_told(database, reader),
    )


async def _called(reader: Reader, database: Database, messaging: Messaging, keys: Keys) -> dict[str, Any] | None:
    """What parts/called.html shows; None: this device cannot be called."""
    if reader.kiosk_minutes:
        return None
    chosen, browsers = None, 0
    if person := reader.person:
        chosen = await database.read(partial(call_settings_of, person=person))
        browsers = await database.read(partial(browsers_of, person=person))
    server_key = ""
    if messaging.push_contact:
        from jardinet.server.notifications.push import own_public_key

        server_key = own_public_key(keys)
    language = reader.language
    return {
        "chosen": chosen or CallSettings(turns=False, invitations=False),
        "is_new": chosen is None,
        "browsers": browsers,
        "server_key": server_key,
        "mail": messaging.mail is not None,
        "zones": zones(),
        "hours": [(hour, format_time(time(hour), "short", locale=language.code)) for hour in HOURS],
    }
