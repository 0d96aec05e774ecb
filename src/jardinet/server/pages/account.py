"""Account page: one's name, and the tokens by which one's programs play. A token is shown once, when it is made."""

from __future__ import annotations

from typing import Any

from babel.dates import format_date
from litestar import Controller, Response, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.announcer import channel_of_person
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.pages.forms import Form, PageRequest, number_in
from jardinet.server.pages.render import page
from jardinet.server.people.names import LONGEST_NAME
from jardinet.server.people.reader import reader_of
from jardinet.server.people.tokens import LONGEST_LABEL, Accounts, make_token, revoke_token, tokens_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.errors import NotYoursError


class AccountPages(Controller):
    """Controller of the account page: one's name, and the tokens of one's programs."""

    path = "/account"

    @get("/", name="account")
    async def show(self, request: PageRequest, database: NamedDependency[Database]) -> Response[str]:
        """The account page, with the name and the tokens."""
        return await _shown(request, database)

    @post("/")
    async def introduce(
        self,
        request: PageRequest,
        introductions: NamedDependency[Introductions],
        database: NamedDependency[Database],
        data: Form,
    ) -> Any:
        """Tell or change one's name."""
        try:
            await introductions.introduce(request, data.get("name", ""))
        except GameError as error:
            return await _shown(request, database, problem=error)
        return Redirect("/account", status_code=303)

    @post("/tokens")
    async def make(
        self, request: PageRequest, database: NamedDependency[Database], limits: NamedDependency[Limits], data: Form
    ) -> Response[str]:
        """Make a token and show it: the answer to this request is the only place where it ever stands."""
        person = _person(request)
        await limits.count("tokens", request, person)
        try:
            token = await make_token(database, person, data.get("label", ""))
        except GameError as error:
            return await _shown(request, database, problem=error)
        return await _shown(request, database, token=token)

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
        person = _person(request)
        await revoke_token(database, person, number_in(data, "token"))
        accounts.forget(person)
        channels.publish({}, channel_of_person(person))
        return Redirect("/account", status_code=303)


async def _shown(
    request: PageRequest, database: Database, *, token: str = "", problem: GameError | None = None
) -> Response[str]:
    reader = reader_of(request)
    return page(
        "account.html",
        reader,
        422 if problem else 200,
        tokens=[
            {"id": one.id, "label": one.label, "day": format_date(one.created_at, locale=reader.language.code)}
            for one in (await tokens_of(database, reader.person) if reader.person else [])
        ],
        token=token,
        problem=reader.language.tell_alone(problem) if problem else "",
        longest={"name": LONGEST_NAME, "label": LONGEST_LABEL},
    )


def _person(request: PageRequest) -> str:
    reader = reader_of(request)
    if reader.person is None:
        raise NotYoursError("no-name-yet", "Tell us your name first.")
    return reader.person
