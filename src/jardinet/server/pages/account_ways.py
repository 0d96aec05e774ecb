"""Account page's forms about ways back: a recovery sheet, shown once, a password, a passkey, and the end of a way."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Controller, MediaType, Response, post
from litestar.di import NamedDependency
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.introductions import Introductions
from jardinet.server.pages.account_page import account_page, check_may_keep, person_of
from jardinet.server.pages.forms import Form, PageRequest, number_in
from jardinet.server.pages.offer import OFFERED_KEY
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Devices, label_of
from jardinet.server.people.passkeys import keep_passkey, options_to_make, use_challenge
from jardinet.server.people.passwords import Passwords, checked_handle, checked_password, keep_password
from jardinet.server.people.reader import reader_of
from jardinet.server.people.sheets import make_sheet
from jardinet.server.people.ways import remove_way
from jardinet.server.reach import way_of
from jardinet.server.relying_party import site_of
from jardinet.server.storage.database import Database


class AccountWaysPages(Controller):
    """Controller of the forms about one's ways back."""

    path = "/account"

    @post("/sheet")
    async def sheet(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
    ) -> Response[str]:
        """Make a recovery sheet and show it: the answer to this request is the only place where it ever stands."""
        await check_may_keep(request, devices, introductions, limits)
        try:
            sheet = await devices.keep(request, partial(make_sheet, at=database.now()))
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return page("sheet.html", reader_of(request), sheet=sheet, site=way_of(request).best)

    @post("/password")
    async def password(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        passwords: NamedDependency[Passwords],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Any:
        """Sign in by this handle and this password from now on, in place of an earlier one."""
        await check_may_keep(request, devices, introductions, limits)
        try:
            handle, password = checked_handle(data.get("handle", "")), checked_password(data.get("password", ""))
            proof = await passwords.proof_of(password)
            await devices.keep(request, partial(keep_password, handle=handle, proof=proof, at=database.now()))
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return Redirect("/account", status_code=303)

    @post("/passkey/options", media_type=MediaType.JSON)
    async def passkey_options(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        introductions: NamedDependency[Introductions],
        limits: NamedDependency[Limits],
    ) -> str:
        """What the browser needs to make a passkey; see passkeys.js."""
        await check_may_keep(request, devices, introductions, limits)
        job = partial(options_to_make, person=person_of(request), site=site_of(request), at=database.now())
        return await database.write(job)

    @post("/passkey")
    async def passkey(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Sign in from now on by the passkey that the browser has made."""
        person, answer, at = person_of(request), data.get("answer", ""), database.now()
        devices.check_keeps(request.session)
        try:
            site = site_of(request)
            challenge = await database.write(partial(use_challenge, answer=answer, person=person, at=at))
            label = label_of(request)
            job = partial(keep_passkey, answer=answer, challenge=challenge, site=site, label=label, at=at)
            await devices.keep(request, job)
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return Redirect("/account", status_code=303)

    @post("/offer")
    async def offer(self, request: PageRequest, data: Form) -> Redirect:
        """Answer the offer of the home page to keep one's games, which is made once."""
        request.session[OFFERED_KEY] = True
        return Redirect("/" if "later" in data else "/account", status_code=303)

    @post("/ways/remove")
    async def remove(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        devices: NamedDependency[Devices],
        data: Form,
    ) -> Any:
        """Remove a way back."""
        person, way_id = person_of(request), number_in(data, "way")
        try:
            await database.write(partial(remove_way, person=person, way_id=way_id))
        except GameError as error:
            return await account_page(request, database, devices, problem=error)
        return Redirect("/account", status_code=303)
