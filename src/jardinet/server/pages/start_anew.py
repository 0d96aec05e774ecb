"""Start anew: a device forgets who plays there, for somebody else who comes, and the page home is as for a stranger."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import Parameter
from litestar.response import Redirect

from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.lobby.lobby import Lobby
from jardinet.server.pages.forms import Form, PageRequest, way_back
from jardinet.server.pages.listed import listed
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices
from jardinet.server.people.reader import reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.lists import Page, tables_of
from jardinet.server.tables.service import TableService


class StartAnewPages(Controller):
    """Controller: see the module."""

    path = "/start-anew"

    @get("/", name="start-anew")
    async def ask(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        back: Annotated[str, Parameter(max_length=100)] = "/",
    ) -> Response[str]:
        """What the device would forget: the reader's tables that still run are named. `back` is where it goes on."""
        reader = reader_of(request)
        running = await tables_of(database, reader.person) if reader.person else Page([], None)
        tables = [listed(one.table, service.now(), reader.language) for one in running.entries]
        return page("start_anew.html", reader, running=tables, target=way_back(back))

    @post("/")
    async def forget(
        self,
        request: PageRequest,
        devices: NamedDependency[Devices],
        lobby: NamedDependency[Lobby],
        data: Form,
    ) -> Redirect:
        """Forget the reader here. Their seats and games stay theirs, and a seat's link still leads back to it; they seek nobody."""
        reader, device = reader_of(request), request.session.get(DEVICE_KEY)
        person = reader.person
        if person is not None and reader.seeks:  # else somebody who comes next might be led to who has just gone
            await lobby.stop(person)
        if person is not None and device is not None:
            await devices.sign_out(person, device)
        request.clear_session()
        return Redirect(way_back(data.get("back", "/")), status_code=303)
