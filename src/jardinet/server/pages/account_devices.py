"""Account page's forms about devices: a link to go on on another one, and signing out of them."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.introductions import Introductions
from jardinet.server.pages.account_page import account_page, check_may_keep, person_of
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.people.devices import Devices, signed_out
from jardinet.server.people.links import make_link
from jardinet.server.people.ways import check_comes_back
from jardinet.server.storage.database import Database


class AccountDevicesPages(Controller):
    """Controller of the forms about one's devices."""

    path = "/account"

    @post("/link")
    async def link(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
    ) -> Response[str]:
        """Make a link to another device and show it: the answer to this request is the only place where it ever stands."""
        await check_may_keep(request, devices, introductions, limits)
        link = await devices.keep(request, partial(make_link, at=database.now()))
        return await account_page(request, database, devices, link=link)

    @post("/sign-out")
    async def sign_out(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Sign out at the device that the form names, or everywhere if it names none."""
        person, own, device = person_of(request), request.session.get(DEVICE_KEY), data.get("device")
        if own is None:
            return Redirect("/account", status_code=303)
        try:
            await devices.sign_out(person, device, check_comes_back)
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        if device not in (None, own):
            return Redirect("/account", status_code=303)
        signed_out(request.session, by_themselves=True)
        return Redirect("/", status_code=303)
