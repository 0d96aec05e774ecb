"""Notifier: calls people who are not there, as they have chosen.

What is told is a notice (notices.py). Invitations, rounds of tournaments, the daily digest of turns that take days, and last calls follow from what is
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

from sqlalchemy import Connection, delete, exists, select

from jardinet.server.intervals import Intervals
from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.chosen import (
    CALM,
    CallSettings,
    Subscription,
    call_settings_of,
    note_looking,
    people_at,
)
from jardinet.server.notifications.due import (
    DAY,
    add_digests,
    add_due_notices,
    due_notices,
    heard_at,
    is_digest_due,
    minutes_of,
    who_want_turns,
)
from jardinet.server.notifications.mail import Letter, Pace, composed, send_mail
from jardinet.server.notifications.notices import (
    MAIL,
    MOST_TRIES,
    About,
    Notice,
    add_notice,
    finish_notice,
    forget_notices,
    is_round_told,
    oldest_due,
    postpone_notice,
    take_notice,
)
from jardinet.server.notifications.push import PushAnswer, PushMessage, PushSender, Urgency
from jardinet.server.people.links import MINUTES, make_link
from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.notification_models import PushRow
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.happenings import Played, SeatOffered, Subscribers, TurnCame
from jardinet.server.tables.invitations import open_to
from jardinet.server.tables.lists import awaiting_ids
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.vacations import is_on_vacation
from jardinet.server.worker import Worker
from jardinet.words.agreements import span_text
from jardinet.words.language import Language, load_language
from jardinet.words.notifications import CallTold, invitation_told, last_call_told, round_told, turns_told

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
        self._asked: list[str] = []  # addresses to which links are to be sent
        self._links: list[tuple[str, str, str, str]] = []  # those of them that wait: address, person, name and language
        self._forgot_at: datetime | None = None  # when what was told long ago was deleted last

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
        await self._mail_links()
        await self._note()
        await self.send_due(self._database.now)
        return self._intervals.outbox

    async def remind(self, at: datetime) -> int:
        """Do what is due at a time, as if it were then; returns how many calls were sent."""
        for job in (add_due_notices, add_digests):
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
        self._wanting = await self._database.read(who_want_turns)
        looked = {one: at for one, at in self._looked.items() if at > self._noted.get(one, at - DAY) + CALM / 10}
        if looked:
            await self._database.write(partial(_note_looks, looked=looked))
            self._noted |= looked
        if await self._database.read(partial(due_notices, at=now)):
            await self._database.write(partial(add_due_notices, at=now))
        if await self._database.read(partial(is_digest_due, at=now)):
            await self._database.write(partial(add_digests, at=now))
        for (person, table_id), ply in [*self._live.items()]:
            if await self._note_live(person, table_id, ply, now):
                self._live.pop((person, table_id), None)
        if self._forgot_at is None or now > self._forgot_at + DAY:
            await self._database.write(partial(forget_notices, at=now))
            self._forgot_at = now

    async def _note_live(self, person: str, table_id: str, ply: int, now: datetime) -> bool:
        """Note a turn of a live game, if it is time for that; returns whether nothing is left to do."""
        table = await self._loaded(table_id)
        if table is None or not _is_awaited(table, person, ply):
            return True

        def job(connection: Connection) -> bool:
            chosen = call_settings_of(connection, person)
            if chosen is None or not chosen.turns or is_on_vacation(connection, person, now):
                return True
            if not _has_come(table, person) and is_round_told(connection, person, table_id):
                return True  # that their first turn waits there is no news
            if chosen.is_looking(now):
                return False
            until = table.deadline or now + DAY
            add_notice(connection, About(person, "turn", table_id, ply), heard_at(chosen, now), until)
            return True

        return await self._database.write(job)

    # Sending

    async def send_due(self, now: Callable[[], datetime]) -> int:
        """Send what is due by a clock; returns how much was sent."""
        sent = 0
        while not self.is_closing and (due := await self._database.read(partial(oldest_due, at=now()))):
            own = [one for one in due if await self._database.write(partial(take_notice, notice=one, at=now()))]
            sent += sum(await asyncio.gather(*(self._send(one, now()) for one in own)))
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

    def mail_links(self, address: str) -> None:
        """See Caller. Nobody waits for it: that it takes longer where somebody has the address would tell that they have."""
        self._asked.append(address)
        self.call()

    async def _mail_links(self) -> None:
        """Send the links that were asked for; what is over the pace waits."""
        while self._asked:
            address = self._asked[0]
            people = await self._database.read(partial(people_at, address=address))
            self._links += [(address, *one) for one in people]
            self._asked.pop(0)
        while self._links:
            if wait := self._pace.wait():
                self.call(wait)
                return
            address, person, name, code = self._links[0]
            key = await self._database.write(partial(make_link, person=person, at=self._database.now()))
            self._links.pop(0)
            told = load_language(code)
            body = told.gettext(
                "Somebody, probably you, would like to sign in as {name}. The link does so once, within {minutes} minutes. If it was not you, do nothing."
            ).format(name=name, minutes=MINUTES)
            link = (f"{self._site}/go-on/{key}", told.gettext("Sign in"))
            await self._post(Letter(address, told.gettext("Sign in at Jardinet"), body, link), code)

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
        if about.kind == "round":
            return await self._round_call(about, language)
        waiting = await self._database.read(partial(awaiting_ids, person=about.person))
        first = about.table_id or next(iter(waiting), "")
        table = await self._loaded(first) if first else None
        if table is None or first not in waiting:
            return None
        if about.kind == "turn" and not _is_awaited(table, about.person, about.ply):
            return None
        game, names = table.agreement.game, _others(table, about.person)
        if about.kind == "last":
            if table.deadline is None or minutes_of(table.deadline) != about.ply:
                return None
            left = span_text(language, table.deadline - now)
            return _Call(last_call_told(language, game, names, left), f"/t/{first}", first, len(waiting), "high")
        count = len(waiting) if about.kind == "digest" else 1
        urgency: Urgency = "high" if about.kind == "turn" else "normal"
        url = "/games" if count > 1 else f"/t/{first}"
        return _Call(turns_told(language, count, game, names), url, about.table_id or "turns", len(waiting), urgency)

    async def _round_call(self, about: About, language: Language) -> _Call | None:
        """What is said of a round that has begun; None: its person has come, or the table needs nobody any more."""
        table = await self._loaded(about.table_id)
        if table is None or table.is_over or _has_come(table, about.person):
            return None
        told = round_told(language, about.ply, table.agreement.game, _others(table, about.person))
        return _Call(told, f"/t/{table.id}", table.id, 1, "high")

    async def _loaded(self, table_id: str) -> TableState | None:
        with suppress(NoSuchTableError):
            return await self._service.load(table_id)
        return None


def _is_awaited(table: TableState, person: str, ply: int) -> bool:
    """Whether a table has waited for a person since a ply: they have not played since."""
    own = [seat for seat in table.seats_of(person) if seat in table.awaited() and table.seats[seat].level is None]
    return bool(own and table.game) and not any(one.seat in own for one in table.game.since(ply))  # type: ignore[union-attr]


def _has_come(table: TableState, person: str) -> bool:
    return all(table.seats[seat].has_come for seat in table.seats_of(person))


def _others(table: TableState, person: str) -> list[str]:
    """The names of the other people at a table."""
    return [seat.name for seat in table.seats if seat.name and seat.person != person]


def _note_looks(connection: Connection, looked: dict[str, datetime]) -> None:
    for person, at in looked.items():
        note_looking(connection, person, at)
