"""Account page's forms: one's name, and the tokens by which one's programs play. A token is shown once, when it is made."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.announcer import channel_of_person
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.pages.account_page import account_page, person_of
from jardinet.server.pages.forms import Form, PageRequest, number_in
from jardinet.server.people.devices import Devices
from jardinet.server.people.tokens import Accounts, make_token, revoke_token
from jardinet.server.storage.database import Database


class AccountPages(Controller):
    """Controller of the account page: one's name, and the tokens of one's programs."""

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

    @post("/tokens")
    async def make(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Response[str]:
        """Make a token and show it: the answer to this request is the only place where it ever stands."""
        person = person_of(request)
        await limits.count("tokens", request, person)
        try:
            token = await make_token(database, person, data.get("label", ""))
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return await account_page(request, database, devices, token=token)

    @post("/tokens/revoke")
    async def revoke(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        accounts: NamedDependency[Accounts],
        channels: NamedDependency[ChannelsPlugin],
        data: Form,
    ) -> Redirect:
        """Make a token worthless; streams that were begun with it end."""
        person = person_of(request)
        await revoke_token(database, person, number_in(data, "token"))
        accounts.forget(person)
        channels.publish({}, channel_of_person(person))
        return Redirect("/account", status_code=303)
