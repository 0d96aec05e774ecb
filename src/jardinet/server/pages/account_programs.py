"""Page *For programs*: the tokens by which one's programs play, and the id by which they are invited."""

from __future__ import annotations

from litestar import Controller, Response, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.announcer import channel_of_person
from jardinet.server.guards.limits import Limits
from jardinet.server.pages.account_page import day_of, person_of
from jardinet.server.pages.forms import Form, PageRequest, number_in
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.server.people.tokens import LONGEST_LABEL, Accounts, make_token, revoke_token, tokens_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database


class AccountProgramsPages(Controller):
    """Controller of the page for programs."""

    path = "/account/tokens"

    @get("/", name="programs")
    async def show(self, request: PageRequest, database: NamedDependency[Database]) -> Response[str]:
        """The tokens that the reader has."""
        return await _shown(request, database)

    @post("/")
    async def make(
        self, request: PageRequest, database: NamedDependency[Database], limits: NamedDependency[Limits], data: Form
    ) -> Response[str]:
        """Make a token and show it: the answer to this request is the only place where it ever stands."""
        person = person_of(request)
        await limits.count("tokens", request, person)
        try:
            token = await make_token(database, person, data.get("label", ""))
        except GameError as error:
            return await _shown(request, database, problem=error)
        return await _shown(request, database, token=token)

    @post("/revoke")
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
        return Redirect("/account/tokens", status_code=303)


async def _shown(
    request: PageRequest, database: Database, *, token: str = "", problem: GameError | None = None
) -> Response[str]:
    """The page; `token`: one that was just made, to be shown this once; `problem`: why none was."""
    reader = reader_of(request)
    return page(
        "programs.html",
        reader,
        status_of(problem) if problem else 200,
        tokens=[
            {"id": one.id, "label": one.label, "day": day_of(one.created_at, reader.language)}
            for one in (await tokens_of(database, reader.person) if reader.person else [])
        ],
        token=token,
        longest=LONGEST_LABEL,
        problem=reader.language.tell_alone(problem) if problem else "",
    )
