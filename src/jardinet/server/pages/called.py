"""Being called: the settings page's forms for it, the links in mails, and what a browser needs for push messages."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect
from sqlalchemy import Connection

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.http.sessions import DEVICE_KEY, FOR_EVERYBODY
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.caller import Caller
from jardinet.server.notifications.chosen import (
    CallSettings,
    CallSettingsError,
    Subscription,
    address_of_key,
    ask_for_mail,
    begin_calls,
    calls_off,
    check_unsubscribe_key,
    confirm_mail,
    drop_browser,
    end_mails,
    keep_browser,
    keep_call_settings,
    unsubscribe,
)
from jardinet.server.pages.forms import Form, PageRequest, number_in
from jardinet.server.pages.render import page
from jardinet.server.pages.settings import settings_page
from jardinet.server.people.reader import CALLS_KEY, Reader, reader_of
from jardinet.server.storage.database import Database

_SETTINGS = "/settings#called"
_SERVICE_WORKER = Path(__file__).parent.parent / "static" / "service-worker.js"
Key = FromPath[str]


class CalledPages(Controller):
    """Controller of the forms by which people choose to be called, and of the links in mails."""

    path = "/"

    @post("/settings/called")
    async def choose(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        messaging: NamedDependency[Messaging],
        keys: NamedDependency[Keys],
        data: Form,
    ) -> Any:
        """Choose what one is called for, and when; if for nothing, one is not called at all."""
        reader = reader_of(request)
        chosen = CallSettings(
            turns="turns" in data,
            invitations="invitations" in data,
            digest_hour=number_in(data, "digest_hour"),
            quiet_from=number_in(data, "quiet_from"),
            quiet_until=number_in(data, "quiet_until"),
            zone=data.get("zone", ""),
            language=reader.language.code,
        )
        try:
            person = _person(reader, is_on=messaging.is_on)
            await database.write(partial(keep_call_settings, person=person, chosen=chosen, at=database.now()))
        except GameError as error:
            return await settings_page(request, database, messaging, keys, problem=error)
        request.session[CALLS_KEY] = True
        return Redirect(_SETTINGS, status_code=303)

    @post("/settings/push")
    async def push(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        messaging: NamedDependency[Messaging],
        keys: NamedDependency[Keys],
        limits: NamedDependency[Limits],
        data: Form,
    ) -> Any:
        """Be called by this browser, which has subscribed at its push service."""
        reader = reader_of(request)
        browser = Subscription(*(data.get(name, "") for name in ("endpoint", "p256dh", "auth", "server_key")))
        try:
            person = _person(reader, is_on=messaging.push_contact is not None)
            await limits.count("tokens", request, person)
            at, allowed, device = database.now(), messaging.push_origins, request.session.get(DEVICE_KEY)

            def job(connection: Connection) -> None:
                keep_browser(connection, person, browser, device, allowed, at)
                begin_calls(connection, person, reader.language.code, at)

            await database.write(job)
        except GameError as error:
            return await settings_page(request, database, messaging, keys, problem=error)
        request.session[CALLS_KEY] = True
        return Redirect(_SETTINGS, status_code=303)

    @post("/settings/push/stop")
    async def stop_push(self, request: PageRequest, database: NamedDependency[Database], data: Form) -> Redirect:
        """Be called by this browser no longer."""
        if person := reader_of(request).person:
            await database.write(partial(drop_browser, person=person, endpoint=data.get("endpoint", "")))
        return Redirect(_SETTINGS, status_code=303)

    @post("/settings/mail")
    async def mail(
        self,
        request: PageRequest,
        database: NamedDependency[Database],
        messaging: NamedDependency[Messaging],
        keys: NamedDependency[Keys],
        limits: NamedDependency[Limits],
        notifier: NamedDependency[Caller | None],
        data: Form,
    ) -> Any:
        """Be called by mail: a mail asks whether the address is the reader's."""
        reader, address = reader_of(request), data.get("mail", "").strip()
        try:
            person = _person(reader, is_on=messaging.mail is not None)
            await limits.count("tokens", request, person)
            code, at = reader.language.code, database.now()

            def job(connection: Connection) -> str:
                begin_calls(connection, person, code, at)
                return ask_for_mail(connection, person, address, at)

            key = await database.write(job)
            if notifier is None or not await notifier.ask_to_confirm(address, key, code):
                await database.write(partial(end_mails, person=person))
                raise CallSettingsError("mail-not-sent", "the mail could not be sent now: try again a little later.")
        except GameError as error:
            return await settings_page(request, database, messaging, keys, problem=error)
        request.session[CALLS_KEY] = True
        return Redirect(_SETTINGS, status_code=303)

    @post("/settings/mail/stop")
    async def stop_mail(self, request: PageRequest, database: NamedDependency[Database]) -> Redirect:
        """Be called by mail no longer; the address is forgotten."""
        if person := reader_of(request).person:
            await database.write(partial(end_mails, person=person))
        return Redirect(_SETTINGS, status_code=303)

    @get("/mail/{key:str}", name="mail")
    async def confirming(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """Ask whether mails are wanted at an address: mail programs open links by themselves, so looking changes nothing."""
        address = await database.read(partial(address_of_key, key=key, at=database.now()))
        return page("mail.html", reader_of(request), address=address, key=key, is_over=False, ends=False)

    @post("/mail/{key:str}")
    async def confirm(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """Confirm an address."""
        await database.write(partial(confirm_mail, key=key, at=database.now()))
        return page("mail.html", reader_of(request), address="", key=key, is_over=True, ends=False)

    @get("/unsubscribe/{key:str}", name="unsubscribe")
    async def ending(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """Ask whether mails shall end: looking changes nothing."""
        await database.read(partial(check_unsubscribe_key, key=key))
        return page("mail.html", reader_of(request), address="", key=key, is_over=False, ends=True)

    @post("/unsubscribe/{key:str}", opt={"exclude_from_csrf": True})
    async def end(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """End the mails: by the page's button, or by a mail program's, which has neither cookie nor token (RFC 8058)."""
        await database.write(partial(unsubscribe, key=key))
        return page("mail.html", reader_of(request), address="", key=key, is_over=True, ends=True)

    @post("/looking", status_code=204)
    async def looking(self, request: PageRequest, notifier: NamedDependency[Caller | None]) -> None:
        """Note that a page of the reader is visible: they are told of nothing live meanwhile."""
        if notifier and (person := reader_of(request).person):
            notifier.saw(person)


@get("/service-worker.js", opt=FOR_EVERYBODY, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """The script that shows push messages; it lies here as browsers let it serve only what lies beside it and below."""
    return Response(_SERVICE_WORKER.read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def _person(reader: Reader, *, is_on: bool) -> str:
    """Who wants to be called; `is_on`: the host has set that way up.

    Raises:
        CallSettingsError: nobody can be called like that, or here.
    """
    if not is_on:
        raise calls_off()
    if reader.person is None:
        raise CallSettingsError("calls-of-nobody", "tell your name first, at any table or on this page.")
    if reader.kiosk_minutes:
        raise CallSettingsError("calls-at-kiosk", "this device is for everybody who comes: nobody is called by it.")
    return reader.person
