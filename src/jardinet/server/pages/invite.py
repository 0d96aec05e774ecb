"""Forms of invitations: the host asks the account of a program to a free seat, or takes that back."""

from __future__ import annotations

from typing import Any

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.server.pages.forms import Form, PageRequest, form_loaded_anew, number_in, to_table_now
from jardinet.server.pages.table_page import TablePage, Visit
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import way_of
from jardinet.server.statuses import status_of
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService


class InvitePages(Controller):
    """Controller of the host's forms that invite a program's account to a seat, or take that back."""

    path = "/t/{table_id:str}"

    loaded_anew = form_loaded_anew("invite", "uninvite")

    @post("/invite")
    async def invite(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        data: Form,
    ) -> Any:
        """Offer a free seat to an account; where nobody has that id the table says so."""
        reader, guest = reader_of(request), data.get("account", "").strip()
        try:
            await service.invite(table_id, number_in(data, "seat"), reader.person or "", guest)
        except NoSuchTableError as error:
            told = reader.language.tell_alone(error)
            table = await service.load(table_id)
            visit = Visit(reader, way_of(request), service.presence.attendance(table))
            return TablePage.of(table, visit, problem=told).response(status_of(error))
        return to_table_now(service, table_id)

    @post("/uninvite")
    async def uninvite(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Take an invitation back."""
        await service.do(table_id, commands.Uninvite(data.get("account", ""), reader_of(request).person or ""))
        return to_table_now(service, table_id)
