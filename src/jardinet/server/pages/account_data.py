"""Account page's forms about what is kept of somebody: all of it as one file, and its deletion, asked about on a page first."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.server.announcer import channel_of_person
from jardinet.server.guards.limits import Limits
from jardinet.server.pages.account_page import person_of
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices
from jardinet.server.people.forgetting import forget, tables_left
from jardinet.server.people.kept import export_of
from jardinet.server.people.reader import reader_of
from jardinet.server.people.tokens import Accounts
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService
from jardinet.server.tournaments.tournaments import Tournaments


class AccountDataPages(Controller):
    """Controller of the export and the deletion of an account."""

    path = "/account"

    @post("/export")
    async def export(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        service: NamedDependency[TableService],
        limits: NamedDependency[Limits],
    ) -> Response[bytes]:
        """All that is kept of the reader, as a zip."""
        person = person_of(request)
        await limits.count("bot_tables", request, person)  # it takes as much
        return Response(
            await export_of(database, service, person),
            media_type="application/zip",
            headers={
                "Content-Disposition": 'attachment; filename="jardinet.zip"',
                "Cache-Control": "private, no-store",
            },
        )

    @get("/delete", name="delete-account")
    async def ask(self, request: PageRequest, database: NamedDependency[Database]) -> Any:
        """What would go and what would stay."""
        reader = reader_of(request)
        if reader.person is None:
            return Redirect("/account", status_code=303)
        return page("delete_account.html", reader, count=await tables_left(database, reader.person))

    @post("/delete")
    async def remove(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        service: NamedDependency[TableService],
        devices: NamedDependency[Devices],
        accounts: NamedDependency[Accounts],
        tournaments: NamedDependency[Tournaments],
        channels: NamedDependency[ChannelsPlugin],
    ) -> Redirect:
        """Delete the reader; if they sat at very many tables, the rest is asked about again."""
        person = person_of(request)
        await tournaments.forget(person)
        if await forget(database, service, person):
            return Redirect("/account/delete", status_code=303)
        await devices.forget(person)
        accounts.forget(person)
        channels.publish({}, channel_of_person(person))
        request.clear_session()
        return Redirect("/", status_code=303)
