"""Page of a link to go on on another device. Looking at it moves nothing, its button signs in here, once."""

from __future__ import annotations

from functools import partial

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices
from jardinet.server.people.links import person_of_link, use_link
from jardinet.server.people.reader import reader_of
from jardinet.server.storage.database import Database


class GoOnPages(Controller):
    """Controller of a link by which a person goes on on another device."""

    path = "/go-on/{key:str}"

    @get("/", name="go-on")
    async def ask(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        key: FromPath[str],
    ) -> Response[str]:
        """Whose link it is; its preview in a messenger comes here too."""
        devices.check_signs_in()
        reader, at = reader_of(request), database.now()
        person, name = await database.read(partial(person_of_link, key=key, at=at))
        address = f"{request.base_url}go-on/{key}"
        return page("go_on.html", reader, key=key, name=name, is_you=person == reader.person, address=address)

    @post("/")
    async def go_on(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        key: FromPath[str],
    ) -> Redirect:
        """Sign in here; the link works no more. Then the games are asked about that a guest has played here."""
        await devices.sign_in(request, partial(use_link, key=key, at=database.now()))
        return Redirect("/along", status_code=303)
