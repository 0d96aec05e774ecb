"""Notifier: calls people who are not there, as they have chosen.

What is told is a notice (notices.py). Invitations, the daily digest of turns that take days, and last calls follow from what is
stored, so that none is lost. A turn of a live game is kept in memory until its person has not looked for a while, so that a play
costs no row more. What is told must still be true when it is sent.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from babel.dates import format_timedelta
from sqlalchemy import Connection, delete, exists, select, update

from jardinet.server.intervals import Intervals
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.chosen import CallSettings, Subscription, call_settings_of, note_looking
from jardinet.server.notifications.hours import last_call_at, next_at, quiet_span
from jardinet.server.notifications.mail import Letter, Pace, composed, send_mail
from jardinet.server.notifications.notices import (
    MAIL,
    MOST_TRIES,
    About,
    Notice,
    add_notice,
    finish_notice,
    forget_notices,
    oldest_due,
    postpone_notice,
    take_notice,
)
from jardinet.server.notifications.push import PushAnswer, PushMessage, PushSender, Urgency
from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import InvitationRow, SeatRow, TableRow
from jardinet.server.storage.notification_models import CallSettingsRow, NoticeRow, PushRow
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.happenings import Played, SeatOffered, Subscribers, TurnCame
from jardinet.server.tables.invitations import open_to
from jardinet.server.tables.lists import awaiting_ids
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.worker import Worker
from jardinet.words.language import load_language
from jardinet.words.notifications import CallTold, invitation_told, last_call_told, turns_told

CALM = timedelta(minutes=10)  # after somebody has looked at a page, in which nothing live is told
DAY = timedelta(days=1)
LONGEST_TURN = timedelta(days=14)
_RETRY = timedelta(minutes=2)  # doubled with each try

_log = logging.getLogger(__name__)


class _Call(NamedTuple):
    """Call as it is true now: what it says, where it leads, and what it replaces."""

    told: CallTold
    url: str
    tag: str
    waiting: int
    urgency: Urgency


class Notifier(Worker):
    """Notifier of a server: see the module. A round notes what is due, and sends it."""

    name = "notifier"
    patience = 600.0  # push services and mail servers may be slow

    def __init__(
        self,
        database: Database,
        service: TableService,
        messaging: Messaging,
        keys: Keys,
        site: str,
        intervals: Intervals,
    ) -> None:
        """Call people of `database`.

        Args:
            database: where tables and choices are.
            service: loads tables.
            messaging: by which ways.
            keys: sign push messages.
            site: the server's address for links in mails.
            intervals: how often it looks what is due.
        """
        super().__init__()
        self._database, self._service, self._messaging = database, service, messaging
        self._site, self._intervals = site.rstrip("/"), intervals
        self._push = PushSender(keys, messaging.push_contact) if messaging.push_contact else None
        self._pace = Pace()
        self._wanting = frozenset[str]()  # who is called for turns
        self._live: dict[tuple[str, str], int] = {}  # turns of live games by person and table: since which ply
        self._looked: dict[str, datetime] = {}  # who has looked here lately
        self._noted: dict[str, datetime] = {}  # as was stored last
        self._mail_after: datetime | None = None

    def subscribe(self, subscribers: Subscribers) -> None:
        """Hear of turns and plays from now on."""
        subscribers.subscribe(SeatOffered, self._hear_offer)
        subscribers.subscribe(TurnCame, self._hear_turn)
        subscribers.subscribe(Played, self._hear_play)

    def saw(self, person: str) -> None:
        """Note that somebody looks at a page here."""
        if person in self._wanting:
            self._looked[person] = self._database.now()

    async def once(self) -> float:
        """Note what is due, and send it."""
        await self._note()
        await self.send_due(self._database.now)
        return self._intervals.outbox

    async def remind(self, at: datetime) -> int:
        """Do what is due at a time, as if it were then; returns how many calls were sent."""
        for job in (_add_invitations, _add_digests, _add_last_calls):
            await self._database.write(partial(job, at=at))
        return await self.send_due(lambda: at)

    async def finish(self) -> None:
        """Close the connections to push services."""
        if self._push:
            await self._push.close()

    # What is due

    def _hear_offer(self, _offered: SeatOffered, _table: TableState) -> None:
        self.call()

    def _hear_turn(self, came: TurnCame, table: TableState) -> None:
        if came.person in self._wanting and not table.agreement.is_for_days:
            assert came.person
            self._live[came.person, came.table_id] = came.ply
            self.call()

    def _hear_play(self, played: Played, table: TableState) -> None:
        person = table.seats[played.seat].person
        if person and not played.is_bots:
            self._live.pop((person, table.id), None)
            self.saw(person)
            if person in self._wanting and played.seat in table.awaited() and not table.agreement.is_for_days:
                self._live[person, table.id] = table.ply  # they go on with their turn

    async def _note(self) -> None:
        """Note what time has made due, and what has been seen here."""
        now = self._database.now()
        self._wanting = await self._database.read(_who_want_turns)
        looked = {one: at for one, at in self._looked.items() if at > self._noted.get(one, at - DAY) + CALM / 10}
        if looked:
            await self._database.write(partial(_note_looks, looked=looked))
            self._noted |= looked
        if await self._database.read(partial(_invitations, at=now)):
            await self._database.write(partial(_add_invitations, at=now))
        if await self._database.read(partial(_is_digest_due, at=now)):
            await self._database.write(partial(_add_digests, at=now))
        if await self._database.read(partial(_last_calls, at=now)):
            await self._database.write(partial(_add_last_calls, at=now))
        for (person, table_id), ply in [*self._live.items()]:
            if await self._note_live(person, table_id, ply, now):
                self._live.pop((person, table_id), None)
        await self._database.write(partial(forget_notices, at=now))

    async def _note_live(self, person: str, table_id: str, ply: int, now: datetime) -> bool:
        """Note a turn of a live game, if it is time for that; returns whether nothing is left to do."""
        table = await self._loaded(table_id)
        if table is None or not _is_awaited(table, person, ply):
            return True

        def job(connection: Connection) -> bool:
            chosen = call_settings_of(connection, person)
            if chosen is None or not chosen.turns:
                return True
            if chosen.looked_at and chosen.looked_at + CALM > now:
                return False
            until = table.deadline or now + DAY
            add_notice(connection, About(person, "turn", table_id, ply), _heard_at(chosen, now), until)
            return True

        return await self._database.write(job)

    # Sending

    async def send_due(self, now: Callable[[], datetime]) -> int:
        """Send what is due by a clock; returns how much was sent."""
        sent = 0
        while not self.is_closing and (notice := await self._database.read(partial(oldest_due, at=now()))):
            if await self._database.write(partial(take_notice, notice=notice, at=now())):
                sent += await self._send(notice, now())
        return sent

    async def _send(self, notice: Notice, now: datetime) -> bool:
        """Send a notice that was taken; returns whether it was."""
        chosen = await self._database.read(partial(call_settings_of, person=notice.about.person))
        call = None
        if chosen and chosen.wants(notice.about.kind) and notice.until > now and notice.tries < MOST_TRIES:
            call = await self._call(notice, chosen, now)
        answer = PushAnswer("refused")
        if chosen and call:
            if notice.way == MAIL:
                answer = await self._send_mail(chosen, call)
            else:
                answer = await self._send_push(notice, call, now)
        done: Callable[[Connection], None] = partial(finish_notice, notice=notice, at=self._database.now())
        if answer.outcome == "later":
            wait = max(answer.after, _RETRY * 2**notice.tries)
            done = partial(postpone_notice, notice=notice, until=now + wait)
        await self._database.write(done)
        return answer.outcome == "sent"

    async def _send_push(self, notice: Notice, call: _Call, now: datetime) -> PushAnswer:
        is_signed_in = PushRow.device_id.is_(None) | exists().where(DeviceRow.id == PushRow.device_id)
        found = select(PushRow.endpoint, PushRow.p256dh, PushRow.auth, PushRow.server_key)
        found = found.where(PushRow.id == notice.way, is_signed_in)
        row = await self._database.read(lambda connection: connection.execute(found).one_or_none())
        answer = PushAnswer("gone")
        if row is not None and self._push:
            message = PushMessage(*call.told, call.url, call.tag, call.waiting)
            answer = await self._push.send(Subscription(*row), message, notice.until - now, call.urgency)
        if answer.outcome == "gone":
            gone = delete(PushRow).where(PushRow.id == notice.way)
            await self._database.write(lambda connection: connection.execute(gone))
        elif answer.outcome == "refused":
            _log.warning("a push service has refused a message: JARDINET_PUSH and the server's clock matter to it.")
        return answer

    async def _send_mail(self, chosen: CallSettings, call: _Call) -> PushAnswer:
        server = self._messaging.mail
        if server is None or chosen.address is None or not chosen.is_confirmed:
            return PushAnswer("gone")
        if wait := self._pace.wait():
            return PushAnswer("later", timedelta(seconds=wait))
        language = load_language(chosen.language)
        link = (f"{self._site}{call.url}", language.gettext("To the table") if call.waiting <= 1 else "Jardinet")
        ending = f"{self._site}/unsubscribe/{chosen.unsubscribe}"
        said = f"{call.told.title}: {call.told.body}"
        letter = Letter(chosen.address, said, said, link, ending)
        return await self._post(letter, chosen.language)

    async def ask_to_confirm(self, address: str, key: str, language: str) -> bool:
        """Send the mail whose link confirms an address; False: the mail server does not take it."""
        if self._messaging.mail is None or self._pace.wait():
            return False
        told = load_language(language)
        letter = Letter(
            address,
            told.gettext("Is this your address?"),
            told.gettext(
                "Somebody, probably you, would like mails from Jardinet when it is their turn. If it was not you, do nothing: nothing more is sent."
            ),
            (f"{self._site}/mail/{key}", told.gettext("Yes, send me mails")),
        )
        return (await self._post(letter, language)).outcome == "sent"

    async def _post(self, letter: Letter, language: str) -> PushAnswer:
        """Hand a letter to the mail server; `later`: it does not answer, or says so."""
        server = self._messaging.mail
        assert server
        message = composed(letter, server.sender, load_language(language))
        try:
            await asyncio.to_thread(send_mail, server, message)
        except smtplib.SMTPRecipientsRefused as error:
            code = next(iter(error.recipients.values()), (500, b""))[0]
            return PushAnswer("later" if code < 500 else "refused")
        except (OSError, smtplib.SMTPException) as error:
            _log.warning("the mail server does not take mails: %s", type(error).__name__)
            return PushAnswer("later")
        return PushAnswer("sent")

    async def _call(self, notice: Notice, chosen: CallSettings, now: datetime) -> _Call | None:
        """What a notice says now; None: it is not true any more."""
        about, language = notice.about, load_language(chosen.language)
        if about.kind == "invitation":
            offers = await open_to(self._database, about.person)
            offer = next((one for one in offers if one.table_id == about.table_id), None)
            if offer is None:
                return None
            told = invitation_told(language, offer.agreement.game, offer.host_name)
            return _Call(told, f"/t/{about.table_id}", about.table_id, 1, "normal")
        waiting = await self._database.read(partial(awaiting_ids, person=about.person))
        first = about.table_id or next(iter(waiting), "")
        table = await self._loaded(first) if first else None
        if table is None or first not in waiting:
            return None
        if about.kind == "turn" and not _is_awaited(table, about.person, about.ply):
            return None
        game, names = table.agreement.game, _others(table, about.person)
        if about.kind == "last":
            if table.deadline is None or _minutes(table.deadline) != about.ply:
                return None
            left = format_timedelta(table.deadline - now, locale=language.code)
            return _Call(last_call_told(language, game, names, left), f"/t/{first}", first, len(waiting), "high")
        count = len(waiting) if about.kind == "digest" else 1
        urgency: Urgency = "high" if about.kind == "turn" else "normal"
        url = "/games" if count > 1 else f"/t/{first}"
        return _Call(turns_told(language, count, game, names), url, about.table_id or "turns", len(waiting), urgency)

    async def _loaded(self, table_id: str) -> TableState | None:
        with suppress(NoSuchTableError):
            return await self._service.load(table_id)
        return None


def _heard_at(chosen: CallSettings, at: datetime) -> datetime:
    """When what could be told at a time is told: after the quiet hours."""
    span = quiet_span(chosen.quiet_from, chosen.quiet_until, chosen.zone, at)
    return span[1] if span else at


def _is_awaited(table: TableState, person: str, ply: int) -> bool:
    """Whether a table has waited for a person since a ply: they have not played since."""
    own = [seat for seat in table.seats_of(person) if seat in table.awaited() and table.seats[seat].level is None]
    return bool(own and table.game) and not any(one.seat in own for one in table.game.since(ply))  # type: ignore[union-attr]


def _others(table: TableState, person: str) -> list[str]:
    """The names of the other people at a table."""
    return [seat.name for seat in table.seats if seat.name and seat.person != person]


# What is stored ------------------------------------------------------------------------------


def _who_want_turns(connection: Connection) -> frozenset[str]:
    return frozenset(
        connection.scalars(select(CallSettingsRow.person_id).where(CallSettingsRow.digest_at.is_not(None)))
    )


def _note_looks(connection: Connection, looked: dict[str, datetime]) -> None:
    for person, at in looked.items():
        note_looking(connection, person, at)


def _invitations(connection: Connection, at: datetime) -> list[tuple[About, datetime]]:
    """The invitations of the last day that have not been told, to people who want to be, each with when it is told."""
    told = exists().where(
        NoticeRow.person_id == InvitationRow.person_id,
        NoticeRow.kind == "invitation",
        NoticeRow.table_id == InvitationRow.table_id,
        NoticeRow.ply == InvitationRow.seat,
    )
    found = select(InvitationRow).where(InvitationRow.invited_at > at - DAY, ~told)
    wanted = select(CallSettingsRow.person_id).where(CallSettingsRow.invitations)
    due = list[tuple[About, datetime]]()
    for row in connection.execute(found.where(InvitationRow.person_id.in_(wanted))):
        chosen = call_settings_of(connection, row.person_id)
        if chosen and not (chosen.looked_at and chosen.looked_at + CALM > at):
            due.append((About(row.person_id, "invitation", row.table_id, row.seat), _heard_at(chosen, at)))
    return due


def _add_invitations(connection: Connection, at: datetime) -> None:
    for about, due_at in _invitations(connection, at):
        add_notice(connection, about, due_at, at + DAY)


def _is_digest_due(connection: Connection, at: datetime) -> bool:
    found = select(CallSettingsRow.person_id).where(CallSettingsRow.digest_at <= at).limit(1)
    return connection.scalar(found) is not None


def _add_digests(connection: Connection, at: datetime) -> None:
    """Note the digests that are due, each day's once; the next one is due at the same hour of the next day."""
    found = select(CallSettingsRow).where(CallSettingsRow.digest_at <= at).with_for_update()
    for row in connection.execute(found).all():
        following = next_at(row.digest_hour, row.zone, at)
        add_notice(connection, About(row.person_id, "digest", "", row.digest_at.toordinal()), at, following)
        own = CallSettingsRow.person_id == row.person_id
        connection.execute(update(CallSettingsRow).where(own).values(digest_at=following))


def _last_calls(connection: Connection, at: datetime) -> list[tuple[About, datetime]]:
    """Whose last call is due, each with the deadline."""
    found = select(TableRow.id, TableRow.agreement, TableRow.deadline, TableRow.awaited)
    found = found.where(TableRow.deadline > at, TableRow.deadline < at + LONGEST_TURN / 4 + DAY)
    due = list[tuple[About, datetime]]()
    for row in connection.execute(found):
        agreement = Agreement.decode(row.agreement)
        if agreement.is_for_days and agreement.seconds_a_turn and row.awaited and row.deadline:
            for person in _people_at(connection, row.id, row.awaited):
                chosen = call_settings_of(connection, person)
                if chosen and chosen.turns:
                    hours = (chosen.quiet_from, chosen.quiet_until, chosen.zone)
                    if last_call_at(row.deadline, agreement.seconds_a_turn, *hours) <= at:
                        due.append((About(person, "last", row.id, _minutes(row.deadline)), row.deadline))
    return due


def _add_last_calls(connection: Connection, at: datetime) -> None:
    for about, deadline in _last_calls(connection, at):
        add_notice(connection, about, at, deadline)


def _people_at(connection: Connection, table_id: str, awaited: int) -> set[str]:
    """The people at the seats that a table waits for, a bit each."""
    found = select(SeatRow.number, SeatRow.person_id).where(SeatRow.table_id == table_id, SeatRow.level.is_(None))
    return {row.person_id for row in connection.execute(found) if row.person_id and awaited >> row.number & 1}


def _minutes(at: datetime) -> int:
    """A time as minutes since 1970: by its deadline a turn is told from another one at the same table."""
    return int(at.timestamp() // 60)
