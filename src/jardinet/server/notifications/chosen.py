"""What somebody has chosen to be called for, by which ways, and when."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from jardinet.games.parameters import GameError
from jardinet.server.messaging import is_mail_address
from jardinet.server.notifications.encryption import BrowserKeys
from jardinet.server.notifications.endpoints import check_endpoint
from jardinet.server.notifications.hours import next_at
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import PersonRow
from jardinet.server.storage.notification_models import CallSettingsRow, PushRow
from jardinet.server.tables.days_off import check_zone

HOURS = range(24)
MOST_BROWSERS = 10  # of a person; an older one goes
MOST_AT_AN_ADDRESS = 5  # people of one family that are sent a link to sign in
CONFIRM_FOR = timedelta(days=1)
CALM = timedelta(minutes=10)  # after somebody has looked at a page, in which nothing live is told


class CallSettingsError(GameError):
    """That cannot be chosen; the message says what can."""


def calls_off() -> CallSettingsError:
    """The error that a server's host has not set that way up."""
    return CallSettingsError("calls-off", "this server calls nobody like that: its host has not set it up.")


class MailKeyError(GameError):
    """A link of a mail does not work, or no longer."""

    def __init__(self) -> None:
        super().__init__("mail-key", "this link does not work, or no longer.")


class Subscription(NamedTuple):
    """Browser that may be called.

    Attributes:
        endpoint: where its push service takes messages.
        p256dh, auth: its keys, as it told them.
        server_key: the public key of ours for which it subscribed.
    """

    endpoint: str
    p256dh: str
    auth: str
    server_key: str


@dataclass(frozen=True)
class CallSettings:
    """Choices of a person; see CallSettingsRow."""

    turns: bool = True
    invitations: bool = True
    digest_hour: int = 18
    quiet_from: int = 22
    quiet_until: int = 8
    zone: str = "UTC"
    language: str = "en"
    looked_at: datetime | None = None
    address: str | None = None
    is_confirmed: bool = False
    unsubscribe: str = ""

    def check(self) -> None:
        """Raise CallSettingsError, or ParameterError for the zone, if something cannot be chosen."""
        if any(hour not in HOURS for hour in (self.digest_hour, self.quiet_from, self.quiet_until)):
            raise CallSettingsError("call-hour", "an hour is a number from 0 to 23.")
        check_zone(self.zone)

    def is_looking(self, at: datetime) -> bool:
        """Whether its person looks at a page at a time, or did a moment before."""
        return self.looked_at is not None and self.looked_at + CALM > at

    def wants(self, kind: str) -> bool:
        """Whether its person is called for that kind of notice."""
        return self.invitations if kind in ("invitation", "round") else self.turns


def call_settings_of(connection: Connection, person: str) -> CallSettings | None:
    """What a person has chosen; None: nothing, so that they are never called."""
    row = connection.execute(select(CallSettingsRow).where(CallSettingsRow.person_id == person)).one_or_none()
    if row is None:
        return None
    kept = {name: getattr(row, name) for name in CallSettings.__dataclass_fields__ if name != "is_confirmed"}
    return CallSettings(**kept, is_confirmed=row.confirmed_at is not None)


def keep_call_settings(connection: Connection, person: str, chosen: CallSettings, at: datetime) -> None:
    """Let a person be called like that from now on; their address stays as it is.

    Raises:
        CallSettingsError: something cannot be chosen.
    """
    chosen.check()
    names = ("turns", "invitations", "digest_hour", "quiet_from", "quiet_until", "zone", "language")
    row: dict[str, Any] = {name: getattr(chosen, name) for name in names}
    row["digest_at"] = next_at(chosen.digest_hour, chosen.zone, at) if chosen.turns else None
    new = {"person_id": person, "unsubscribe": secrets.token_urlsafe(18), **row}
    writing = insert_into(connection, CallSettingsRow).values(new)
    connection.execute(writing.on_conflict_do_update(index_elements=["person_id"], set_=row))


def begin_calls(connection: Connection, person: str, language: str, at: datetime) -> None:
    """Let a person who has chosen nothing yet be called as usual, in a language."""
    if call_settings_of(connection, person) is None:
        keep_call_settings(connection, person, CallSettings(language=language), at)


def note_looking(connection: Connection, person: str, at: datetime) -> None:
    """Note that a page of a person is visible now, or that they have played."""
    connection.execute(update(CallSettingsRow).where(CallSettingsRow.person_id == person).values(looked_at=at))


# Browsers --------------------------------------------------------------------------------------


def keep_browser(
    connection: Connection,
    person: str,
    browser: Subscription,
    device: str | None,
    allowed: tuple[str, ...],
    at: datetime,
) -> None:
    """Call a person by a browser from now on; whoever used it before is no longer called there.

    Args:
        connection: to the database.
        person: who is called.
        browser: as it has subscribed.
        device: the id of the device at which they are signed in; None: they are a guest.
        allowed: origins of push services, see `check_endpoint`.
        at: the time.

    Raises:
        EndpointError: its push service is not allowed.
        CallSettingsError: its keys are none.
    """
    check_endpoint(browser.endpoint, allowed)
    try:
        BrowserKeys.of(browser.p256dh, browser.auth)
    except ValueError:
        raise CallSettingsError("push-keys", "the browser's keys for push messages cannot be read.") from None
    connection.execute(delete(PushRow).where(PushRow.endpoint == browser.endpoint))
    kept = select(PushRow.id).where(PushRow.person_id == person).order_by(PushRow.made_at.desc(), PushRow.id)
    if older := connection.scalars(kept).all()[MOST_BROWSERS - 1 :]:
        connection.execute(delete(PushRow).where(PushRow.id.in_(older)))
    row = {"id": secrets.token_urlsafe(9), "person_id": person, "device_id": device, "made_at": at, **browser._asdict()}
    connection.execute(insert(PushRow), row)


def drop_browser(connection: Connection, person: str, endpoint: str) -> None:
    """Call a person by a browser no longer; nothing happens if it is not theirs."""
    connection.execute(delete(PushRow).where(PushRow.person_id == person, PushRow.endpoint == endpoint))


def browsers_of(connection: Connection, person: str) -> int:
    """By how many browsers a person is called."""
    found = select(func.count()).select_from(PushRow).where(PushRow.person_id == person)
    return connection.scalar(found) or 0


# Mails -----------------------------------------------------------------------------------------


def check_mail_address(address: str) -> None:
    """Raise CallSettingsError if something is no mail address."""
    if not is_mail_address(address):
        raise CallSettingsError("mail-address", "{address!r} is no mail address.", address=address[:100])


def ask_for_mail(connection: Connection, person: str, address: str, at: datetime) -> str:
    """Note where a person, who has chosen something already, would like to have mails; returns the key that confirms it.

    Raises:
        CallSettingsError: it is no address.
    """
    check_mail_address(address)
    key = secrets.token_urlsafe(24)
    row = {"address": address, "confirmed_at": None, "confirm": _digest(key), "confirm_until": at + CONFIRM_FOR}
    connection.execute(update(CallSettingsRow).where(CallSettingsRow.person_id == person).values(row))
    return key


def address_of_key(connection: Connection, key: str, at: datetime) -> str:
    """The address that a key confirms; looking changes nothing.

    Raises:
        MailKeyError: it confirms none.
    """
    return str(_confirming(connection, key, at).address)


def confirm_mail(connection: Connection, key: str, at: datetime) -> str:
    """Send mails from now on to the address that a key confirms, once; returns whose it is.

    Raises:
        MailKeyError: it confirms none.
    """
    person = str(_confirming(connection, key, at).person_id)
    row = {"confirmed_at": at, "confirm": None, "confirm_until": None}
    connection.execute(update(CallSettingsRow).where(CallSettingsRow.person_id == person).values(row))
    return person


def people_at(connection: Connection, address: str) -> list[tuple[str, str, str]]:
    """Whose confirmed address that is, in capitals or not: their ids, names and languages; the latest first, MOST_AT_AN_ADDRESS at most."""
    found = (
        select(PersonRow.id, PersonRow.name, CallSettingsRow.language)
        .join(CallSettingsRow, CallSettingsRow.person_id == PersonRow.id)
        .where(func.lower(CallSettingsRow.address) == address.lower(), CallSettingsRow.confirmed_at.is_not(None))
        .order_by(CallSettingsRow.confirmed_at.desc())
    )
    return [(row.id, row.name, row.language) for row in connection.execute(found.limit(MOST_AT_AN_ADDRESS))]


def end_mails(connection: Connection, person: str) -> None:
    """Forget a person's address."""
    connection.execute(update(CallSettingsRow).where(CallSettingsRow.person_id == person).values(_NO_MAIL))


def check_unsubscribe_key(connection: Connection, key: str) -> None:
    """Raise MailKeyError if a key neither ends mails nor has ended them."""
    if connection.scalar(select(CallSettingsRow.person_id).where(CallSettingsRow.unsubscribe == key)) is None:
        raise MailKeyError


def unsubscribe(connection: Connection, key: str) -> None:
    """End the mails to whoever got one with this key; again nothing happens.

    Raises:
        MailKeyError: no mail had it.
    """
    check_unsubscribe_key(connection, key)
    connection.execute(update(CallSettingsRow).where(CallSettingsRow.unsubscribe == key).values(_NO_MAIL))


_NO_MAIL = {"address": None, "confirmed_at": None, "confirm": None, "confirm_until": None}


def _confirming(connection: Connection, key: str, at: datetime) -> Any:
    found = select(CallSettingsRow.person_id, CallSettingsRow.address)
    found = found.where(CallSettingsRow.confirm == _digest(key), CallSettingsRow.confirm_until > at)
    row = connection.execute(found).one_or_none()
    if row is None:
        raise MailKeyError
    return row


def _digest(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()
