"""Account page, and its form for one's name."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.introductions import Introductions
from jardinet.server.pages.account_page import account_page
from jardinet.server.pages.forms import Form, PageRequest
from jardinet.server.people.devices import Devices
from jardinet.server.storage.database import Database


class AccountPages(Controller):
    """Controller of the account page."""

    path = "/account"

    @get("/", name="account")
    async def show(
        self, request: PageRequest, database: NamedDependency[Database], devices: NamedDependency[Devices]
    ) -> Response[str]:
        """The account page."""
        return await account_page(request, database, devices)

    @post("/")
    async def introduce(
        self,
        request: PageRequest,
        introductions: NamedDependency[Introductions],
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Tell or change one's name."""
        try:
            await introductions.introduce(request, data.get("name", ""))
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return Redirect("/account", status_code=303)
