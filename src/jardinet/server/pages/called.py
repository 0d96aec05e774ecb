"""Being called: the settings page's forms for it, the links in mails, and what a browser needs for push messages."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.http.sessions import DEVICE_KEY, FOR_EVERYBODY
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.caller import Caller
from jardinet.server.notifications.chosen import (
    CallSettings,
    CallSettingsError,
    MailKeyError,
    Subscription,
    address_of_key,
    ask_for_mail,
    call_settings_of,
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
from jardinet.server.statuses import status_of
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
            person = _person(reader, messaging)
            at = database.now()
            await database.write(lambda connection: keep_call_settings(connection, person, chosen, at))
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
            person = _person(reader, messaging, is_push=True)
            await limits.count("tokens", request, person)
            at, allowed, device = database.now(), messaging.push_origins, request.session.get(DEVICE_KEY)
            await database.write(lambda connection: keep_browser(connection, person, browser, device, allowed, at))
            await database.write(lambda connection: _begin(connection, person, reader, at))
        except GameError as error:
            return await settings_page(request, database, messaging, keys, problem=error)
        request.session[CALLS_KEY] = True
        return Redirect(_SETTINGS, status_code=303)

    @post("/settings/push/stop")
    async def stop_push(self, request: PageRequest, database: NamedDependency[Database], data: Form) -> Redirect:
        """Be called by this browser no longer."""
        if person := reader_of(request).person:
            job = partial(drop_browser, person=person, endpoint=data.get("endpoint", ""))
            await database.write(job)
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
            person = _person(reader, messaging, is_mail=True)
            await limits.count("tokens", request, person)
            at = database.now()
            await database.write(lambda connection: _begin(connection, person, reader, at))
            key = await database.write(partial(ask_for_mail, person=person, address=address, at=at))
            if notifier is None or not await notifier.ask_to_confirm(address, key, reader.language.code):
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
        reader = reader_of(request)
        try:
            address = await database.read(partial(address_of_key, key=key, at=database.now()))
        except MailKeyError as error:
            return _told(reader, error)
        return page("mail.html", reader, address=address, key=key, problem="", is_over=False, ends=False)

    @post("/mail/{key:str}")
    async def confirm(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """Confirm an address."""
        reader = reader_of(request)
        try:
            await database.write(partial(confirm_mail, key=key, at=database.now()))
        except MailKeyError as error:
            return _told(reader, error)
        return page("mail.html", reader, address="", key=key, problem="", is_over=True, ends=False)

    @get("/unsubscribe/{key:str}", name="unsubscribe")
    async def ending(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """Ask whether mails shall end: looking changes nothing."""
        reader = reader_of(request)
        try:
            await database.read(partial(check_unsubscribe_key, key=key))
        except MailKeyError as error:
            return _told(reader, error)
        return page("mail.html", reader, address="", key=key, problem="", is_over=False, ends=True)

    @post("/unsubscribe/{key:str}", opt={"exclude_from_csrf": True})
    async def end(self, request: PageRequest, database: NamedDependency[Database], key: Key) -> Response[str]:
        """End the mails: by the page's button, or by a mail program's, which has neither cookie nor token (RFC 8058)."""
        reader = reader_of(request)
        try:
            await database.write(partial(unsubscribe, key=key))
        except MailKeyError as error:
            return _told(reader, error)
        return page("mail.html", reader, address="", key=key, problem="", is_over=True, ends=True)

    @post("/looking", status_code=204)
    async def looking(self, request: PageRequest, notifier: NamedDependency[Caller | None]) -> None:
        """Note that a page of the reader is visible: they are told of nothing live meanwhile."""
        if notifier and (person := reader_of(request).person):
            notifier.saw(person)


@get("/service-worker.js", opt=FOR_EVERYBODY, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """The script that shows push messages; it lies here as browsers let it serve only what lies beside it and below."""
    return Response(_SERVICE_WORKER.read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})


def _person(reader: Reader, messaging: Messaging, *, is_push: bool = False, is_mail: bool = False) -> str:
    """Who wants to be called.

    Raises:
        CallSettingsError: nobody can be called like that, or here.
    """
    is_on = messaging.push_contact if is_push else messaging.mail if is_mail else messaging.is_on
    if not is_on:
        raise CallSettingsError("calls-off", "this server calls nobody like that: its host has not set it up.")
    if reader.person is None:
        raise CallSettingsError("calls-of-nobody", "tell your name first, at any table or on this page.")
    if reader.kiosk_minutes:
        raise CallSettingsError("calls-at-kiosk", "this device is for everybody who comes: nobody is called by it.")
    return reader.person


def _begin(connection: Any, person: str, reader: Reader, at: Any) -> None:
    """Let somebody who has chosen nothing yet be called as usual."""
    if call_settings_of(connection, person) is None:
        keep_call_settings(connection, person, replace(CallSettings(), language=reader.language.code), at)


def _told(reader: Reader, error: GameError) -> Response[str]:
    told = reader.language.tell_alone(error)
    return page("mail.html", reader, status_of(error), address="", key="", problem=told, is_over=False, ends=False)
