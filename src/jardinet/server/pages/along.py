"""Page after signing in where a guest has played: shall their games be taken along? Either answer is given once."""

from __future__ import annotations

from typing import Any

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.along import games_to_take, take_along
from jardinet.server.people.devices import GUEST_KEY, Devices
from jardinet.server.people.reader import reader_of
from jardinet.server.people.ways import ways_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService


class AlongPages(Controller):
    """Controller of the question what becomes of a guest's games."""

    path = "/along"

    @get("/", name="along")
    async def ask(self, request: PageRequest, database: NamedDependency[Database]) -> Any:
        """The question, or on to where one goes next: home, or to the account of somebody without another way back."""
        reader, guest = reader_of(request), request.session.get(GUEST_KEY)
        if reader.person is None or DEVICE_KEY not in request.session:
            return Redirect("/", status_code=303)
        count = await games_to_take(database, guest, reader.person) if guest else 0
        if count:
            return page("along.html", reader, count=count)
        request.session.pop(GUEST_KEY, None)
        has_ways = bool(await ways_of(database, reader.person))
        return Redirect("/" if has_ways else "/account", status_code=303)

    @post("/")
    async def answer(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        service: NamedDependency[TableService],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Redirect:
        """Take the guest's games along, or leave them; if there are very many, the rest is asked about again."""
        reader, guest = reader_of(request), request.session.get(GUEST_KEY)
        if reader.person is None or guest is None:
            return Redirect("/", status_code=303)
        is_taken = "take" in data and not devices.is_account(guest)
        rest = await take_along(database, service, guest, reader.person, reader.name) if is_taken else 0
        if not rest:
            request.session.pop(GUEST_KEY, None)
        return Redirect("/along", status_code=303)
