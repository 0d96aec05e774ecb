"""Account page as one response: the name, the ways back, and the devices."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from babel.dates import format_date
from litestar import Response
from sqlalchemy import Connection

from jardinet.games.parameters import GameError
from jardinet.server.guards.limits import Limits
from jardinet.server.http.sessions import DEVICE_KEY
from jardinet.server.introductions import Introductions
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.devices import Device, Devices
from jardinet.server.people.handles import password_handle_of
from jardinet.server.people.links import MINUTES
from jardinet.server.people.names import LONGEST_NAME
from jardinet.server.people.passwords import LONGEST, LONGEST_HANDLE
from jardinet.server.people.profiles import Profile, profile_of
from jardinet.server.people.reader import reader_of
from jardinet.server.people.ways import PASSKEY, PASSWORD, SHEET, WayBack, ways_of
from jardinet.server.qr import svg_of
from jardinet.server.reach import travels_in_clear, way_of
from jardinet.server.relying_party import relying_party_of
from jardinet.server.statuses import status_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.errors import NotYoursError
from jardinet.words.language import Language


async def account_page(
    request: PageRequest,
    database: Database,
    devices: Devices,
    *,
    link: str = "",
    problem: GameError | None = None,
) -> Response[str]:
    """The account page of a request's reader.

    Args:
        request: who asks.
        database: where the ways back are.
        devices: where the reader is signed in.
        link: the key of a link that was just made, to be shown this once.
        problem: why what was asked is not possible.
    """
    reader, own = reader_of(request), request.session.get(DEVICE_KEY)
    person = str(reader.person)
    profile, handle = await _profile(database, person) if own else (None, "")
    address = f"{way_of(request).best}go-on/{link}" if link else ""
    return page(
        "account.html",
        reader,
        status_of(problem) if problem else 200,
        may_keep=devices.may_keep(request.session),
        in_clear=travels_in_clear(request),
        has_name=relying_party_of(request) is not None,
        ways=_ways(await ways_of(database, person) if own else [], reader.language),
        devices=_told(await devices.of(person) if own else [], own, reader.language),
        link={"address": address, "qr": svg_of(address), "minutes": MINUTES} if link else None,
        way=way_of(request),
        profile=profile,
        handle=handle,
        problem=reader.language.tell_alone(problem) if problem else "",
        longest={"name": LONGEST_NAME, "handle": LONGEST_HANDLE, "password": LONGEST},
    )


async def _profile(database: Database, person: str) -> tuple[Profile | None, str]:
    """A person's profile, and the handle that its form holds: that by which they sign in, as long as they have no profile."""

    def job(connection: Connection) -> tuple[Profile | None, str]:
        profile = profile_of(connection, person)
        return profile, profile.handle if profile else password_handle_of(connection, person)

    return await database.read(job)


def person_of(request: PageRequest) -> str:
    """The id of a request's reader.

    Raises:
        NotYoursError: they have told no name yet.
    """
    reader = reader_of(request)
    if reader.person is None:
        raise NotYoursError("no-name-yet", "Tell us your name first.")
    return reader.person


async def check_may_keep(request: PageRequest, devices: Devices, introductions: Introductions, limits: Limits) -> None:
    """See that the reader may make a way back or a link now, and is known to the database.

    Raises:
        NotYoursError: they have told no name yet.
        NoAccountsError: this server's host does not want it.
        TooManyRequestsException: they have made too many lately.
    """
    person = person_of(request)
    devices.check_keeps(request.session)
    await limits.count("tokens", request, person)
    if DEVICE_KEY not in request.session:  # a guest may be new to the database
        await introductions.introduce(request, reader_of(request).name)


def _ways(ways: Sequence[WayBack], language: Language) -> list[dict[str, Any]]:
    """Ways back as the page lists them."""
    told = {
        SHEET: language.gettext("Recovery sheet"),
        PASSWORD: language.gettext("Password of {handle}"),
        PASSKEY: language.gettext("Passkey, {label}"),
    }
    unknown = language.gettext("A browser")
    return [
        {
            "id": one.id,
            "told": told[one.kind].format(handle=one.handle, label=one.label or unknown),
            "day": day_of(one.made_at, language),
        }
        for one in ways
    ]


def _told(devices: Sequence[Device], own: str | None, language: Language) -> list[dict[str, Any]]:
    """Devices as the page lists them, the reader's own first."""
    unknown = language.gettext("A browser")
    told = [
        {
            "id": one.id,
            "label": one.label or unknown,
            "is_here": one.id == own,
            "made": day_of(one.made_at, language),
            "seen": day_of(one.seen_at, language),
        }
        for one in devices
    ]
    return sorted(told, key=lambda one: not one["is_here"])


def day_of(at: datetime, language: Language) -> str:
    """The day of a time, as the language writes it."""
    return format_date(at, locale=language.code)
