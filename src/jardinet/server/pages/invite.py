"""Forms of invitations: the host asks an account to a free seat, or takes that back; and who is asked joins, or does not."""

from __future__ import annotations

from typing import Any

from litestar import Controller, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.server.pages.forms import Form, PageRequest, form_loaded_anew, number_in, to_table, to_table_now, way_back
from jardinet.server.pages.table_page import TablePage, Visit
from jardinet.server.people.reader import reader_of
from jardinet.server.reach import way_of
from jardinet.server.statuses import status_of
from jardinet.server.tables import commands
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService


class InvitePages(Controller):
    """Controller of the forms that invite an account to a seat, take that back, or answer it."""

    path = "/t/{table_id:str}"

    loaded_anew = form_loaded_anew("invite", "uninvite", "invited")

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
            ratings = await service.ratings(table)
            visit = Visit(reader, way_of(request), service.presence.attendance(table), ratings=ratings)
            return TablePage.of(table, visit, problem=told).response(status=status_of(error))
        return to_table_now(service, table_id)

    @post("/uninvite")
    async def uninvite(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Take an invitation back."""
        await service.do(table_id, commands.Uninvite(data.get("account", ""), reader_of(request).person or ""))
        return to_table_now(service, table_id)

    @post("/invited")
    async def answer(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str], data: Form
    ) -> Redirect:
        """Answer an invitation: sit down at the seat that it offers, or turn it down."""
        reader = reader_of(request)
        person = reader.person or ""
        if "later" in data:
            await service.do(table_id, commands.Uninvite(person, person))
            return Redirect(way_back(data.get("back", "/")), status_code=303)
        await service.accept(table_id, person, reader.name)
        return to_table(table_id)
