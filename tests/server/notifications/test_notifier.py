"""The notifier at a database, a push service and a mail server: what is told, when, once, and only while it is true."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from msgspec import structs
from sqlalchemy import func, insert, select
from tests.kit.calls import Mailbox, Phone, PushService
from tests.kit.harness import Harness
from tests.kit.servers import SHORT
from tests.sizes import IS_WHOLE

from jardinet.server.keys import Keys
from jardinet.server.messaging import Messaging
from jardinet.server.notifications.chosen import (
    CALM,
    CallSettings,
    Subscription,
    ask_for_mail,
    confirm_mail,
    keep_browser,
    keep_call_settings,
)
from jardinet.server.notifications.notices import About, add_notice, oldest_due, take_notice
from jardinet.server.notifications.notifier import Notifier
from jardinet.server.notifications.push import own_public_key
from jardinet.server.people.forgetting import forget
from jardinet.server.people.kept import export_of
from jardinet.server.storage.account_models import DeviceRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.notification_models import CallSettingsRow, NoticeRow, PushRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import DAY, Agreement
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tables.vacations import Vacations
from jardinet.server.tournaments.held import Timing, agreement_for, possible_seats
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.plan import TournamentPlan

pytestmark = pytest.mark.anyio

KEYS = Keys.of("11" * 32)
RACES = 1000 if IS_WHOLE else 6
TWO = Agreement("lucky_numbers", {}, ["person", "person"], seed=4, first="2")
# No digest comes within hours, whatever time it is where the tests run.
NEVER_QUIET = CallSettings(quiet_from=0, quiet_until=0, digest_hour=(datetime.now(UTC).hour + 12) % 24)


class Garden:
    """People at a database whose clock can be moved, and a notifier without rounds of its own."""

    def __init__(self, harness: Harness, service: PushService, mail: str) -> None:
        self.harness, self.database, self.service, self.push = harness, harness.database, harness.service, service
        before, self.passed = harness.database.now, timedelta()
        self.database.now = lambda: before() + self.passed  # type: ignore[method-assign]
        environment = {"JARDINET_PUSH": "mailto:host@example.org", "JARDINET_PUSH_HOSTS": service.origin}
        environment |= {"JARDINET_SMTP_URL": mail, "JARDINET_ORIGINS": "https://garden.example"}
        self.messaging = Messaging.of(environment)
        self.notifier = self.new_notifier()
        self.notifier.subscribe(harness.service.subscribers)

    def new_notifier(self, database: Database | None = None) -> Notifier:
        database = database or self.database
        return Notifier(database, self.service, self.messaging, KEYS, "https://garden.example", SHORT)

    async def called(
        self, name: str, *, chosen: CallSettings = NEVER_QUIET, device: str | None = None
    ) -> tuple[str, Phone]:
        """Somebody who wants to be called, and their phone."""
        person, phone = await self.harness.person(name), self.push.phone(name)
        browser = Subscription(phone.endpoint, **phone.keys, server_key=own_public_key(KEYS))
        at, allowed = self.database.now(), self.messaging.push_origins
        await self.database.write(lambda one: keep_call_settings(one, person, chosen, at))
        await self.database.write(lambda one: keep_browser(one, person, browser, device, allowed, at))
        await self.notifier.once()
        return person, phone

    async def game(self, host: str, guest: str, agreement: Agreement = TWO) -> str:
        """A game in which the guest has to act first."""
        table = await self.service.open_table(host, "Host", agreement)
        await self.service.sit(table, 1, guest, "Guest")
        assert (await self.service.load(table)).awaited() == [1]
        return table

    async def play(self, table_id: str) -> None:
        """Play once for whoever is awaited."""
        table = await self.service.load(table_id)
        seat, state = table.awaited()[0], table.state
        assert state
        action = state.action_to_string(seat, state.legal_actions(seat)[0])
        await self.service.do(table_id, commands.Play(seat, table.ply, (action,)))

    async def told(self, phone: Phone) -> list[dict[str, Any]]:
        """What a phone has been told, after a round."""
        await self.notifier.once()
        path = phone.endpoint.removeprefix(self.push.origin)
        return [phone.read(one.body) for one in self.push.messages if one.path == path]


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with box.running() as url:
        yield box, url


@pytest.fixture
async def garden(harness: Harness, service: PushService, mailbox: tuple[Mailbox, str]) -> AsyncIterator[Garden]:
    made = Garden(harness, service, mailbox[1])
    yield made
    await made.notifier.finish()


async def test_an_invitation_is_told_once_and_to_nobody_else(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    host, other = await garden.harness.person("Ben"), await garden.harness.person("Cleo")
    table = await garden.service.open_table(host, "Ben", structs.replace(TWO, seats=["person"] * 3))
    for seat, guest in ((1, ada), (2, other)):
        await garden.service.invite(table, seat, host, guest)
    for _ in range(2):
        told = await garden.told(phone)
        assert [(one["title"], one["body"], one["url"]) for one in told] == [
            ("An invitation", "Ben wants to play Lucky Numbers with you.", f"/t/{table}")
        ]
    assert len(garden.push.messages) == 1


async def test_an_invitation_that_was_answered_is_not_told(garden: Garden) -> None:
    ada, phone = await garden.called(
        "Ada", chosen=replace(NEVER_QUIET, quiet_from=(_hour() - 1) % 24, quiet_until=(_hour() + 2) % 24)
    )
    host = await garden.harness.person("Ben")
    table = await garden.service.open_table(host, "Ben", TWO)
    await garden.service.invite(table, 1, host, ada)
    assert await garden.told(phone) == []  # quiet hours
    await garden.service.do(table, commands.Uninvite(ada, ada))
    garden.passed = timedelta(hours=4)
    assert await garden.told(phone) == []


async def test_whoever_chooses_nothing_is_told_nothing(garden: Garden) -> None:
    chosen = replace(NEVER_QUIET, turns=False, invitations=False)
    ada, phone = await garden.called("Ada", chosen=chosen)
    host = await garden.harness.person("Ben")
    await garden.game(host, ada)
    waiting = await garden.service.open_table(host, "Ben", TWO)
    await garden.service.invite(waiting, 1, host, ada)
    garden.passed = timedelta(days=2)
    assert await garden.told(phone) == []


async def test_nothing_is_told_to_who_is_on_vacation(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    ben = await garden.harness.person("Ben")
    vacations = Vacations(garden.database, garden.service.subscribers, garden.service.do)
    await vacations.begin(ada)
    table = await garden.service.open_table(ben, "Ben", TWO)
    await garden.service.invite(table, 1, ben, ada)
    await garden.game(ben, ada)
    garden.passed += CALM
    assert await garden.told(phone) == []


async def test_a_live_turn_is_told_when_nobody_has_looked_for_ten_minutes(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    host = await garden.harness.person("Ben")
    garden.notifier.saw(ada)
    table = await garden.game(host, ada)
    assert await garden.told(phone) == []
    garden.passed = CALM - timedelta(seconds=30)
    assert await garden.told(phone) == []
    garden.passed = CALM + timedelta(seconds=30)
    for _ in range(2):
        told = await garden.told(phone)
        assert [(one["title"], one["body"], one["url"]) for one in told] == [
            ("Your turn", "Lucky Numbers with Host", f"/t/{table}")
        ]


async def test_a_live_turn_that_was_played_meanwhile_is_not_told_and_the_next_one_is(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    host = await garden.harness.person("Ben")
    garden.notifier.saw(ada)
    table = await garden.game(host, ada)
    await garden.told(phone)
    while (await garden.service.load(table)).awaited() == [1]:
        await garden.play(table)
    garden.passed = 3 * CALM
    assert await garden.told(phone) == []
    while (await garden.service.load(table)).awaited() == [0]:
        await garden.play(table)
    assert len(await garden.told(phone)) == 1


async def test_turns_of_days_are_told_once_a_day_at_ones_own_hour(garden: Garden) -> None:
    hour = (_hour() + 3) % 24
    ada, phone = await garden.called("Ada", chosen=replace(NEVER_QUIET, digest_hour=hour, language="de"))
    ben, cleo = await garden.harness.person("Ben"), await garden.harness.person("Cleo")
    slow = structs.replace(TWO, seconds_a_turn=14 * DAY)
    first = await garden.game(ben, ada, slow)
    await garden.game(cleo, ada, slow)
    assert await garden.told(phone) == []
    garden.passed = timedelta(hours=4)
    for _ in range(2):
        told = await garden.told(phone)
        assert [(one["title"], one["url"], one["count"]) for one in told] == [
            ("Du bist an 2 Tischen dran", "/games", 2)
        ]
    garden.passed = timedelta(hours=23)
    assert len(await garden.told(phone)) == 1
    garden.passed = timedelta(days=1, hours=4)
    assert len(await garden.told(phone)) == 2
    while 1 in (await garden.service.load(first)).awaited():
        await garden.play(first)
    garden.passed = timedelta(days=2, hours=4)
    assert (await garden.told(phone))[-1]["title"] == "Dein Zug"


async def test_a_day_on_which_nothing_waits_has_no_digest(garden: Garden) -> None:
    _ada, phone = await garden.called("Ada")
    garden.passed = timedelta(days=1, hours=1)
    assert await garden.told(phone) == []


async def test_a_last_call_comes_once_when_a_quarter_of_the_time_is_left(garden: Garden) -> None:
    ada, phone = await garden.called("Ada", chosen=replace(NEVER_QUIET, digest_hour=(_hour() + 1) % 24))
    table = await garden.game(await garden.harness.person("Ben"), ada, structs.replace(TWO, seconds_a_turn=3 * DAY))
    garden.passed = timedelta(hours=53)
    before = await garden.told(phone)
    assert {one["title"] for one in before} == {"Your turn"}
    garden.passed = timedelta(hours=54, minutes=5)
    for _ in range(2):
        last = [one for one in await garden.told(phone) if one not in before]
        assert [(one["title"], one["url"]) for one in last] == [("Your turn: 17 hours left", f"/t/{table}")]


async def test_a_round_of_a_tournament_is_told_once_to_who_has_not_come(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    ben, bens = await garden.called("Ben")
    _cem, cems = await garden.called("Cem", chosen=replace(NEVER_QUIET, invitations=False, turns=False))
    dan = await garden.harness.person("Dan")
    tournaments = Tournaments(
        garden.database, garden.service, Subscribers(), lambda _one: False, lambda _one: None, SHORT
    )
    plan = TournamentPlan("lots", 2, 2, possible=possible_seats("lucky_numbers"))
    timing = Timing(by_itself=False)
    opened = await tournaments.open(dan, "Cup", plan, agreement_for("lucky_numbers", ""), timing)
    for person in (ada, ben, _cem, dan):
        await tournaments.enter(opened.id, person)
    await tournaments.begin_round(opened.id)
    held = await tournaments.load(opened.id)
    tables = {one: held.table_id_of(table) for table in held.state.tables for one in map(held.player_of, table.entries)}
    own = {player.person: table for player, table in tables.items()}
    await garden.service.come(await garden.service.load(own[ben]), ben)  # he is there already
    (said,) = await garden.told(phone)
    assert (said["title"], said["url"]) == ("Round 1 has begun", f"/t/{own[ada]}")
    assert said["body"].startswith("Lucky Numbers with ")
    assert not any("Round" in one["title"] for one in await garden.told(bens))
    assert await garden.told(cems) == []
    garden.passed += CALM
    assert len(await garden.told(phone)) == 1  # nor is her first turn told once more
    garden.passed += timedelta(hours=2)
    assert len(await garden.told(phone)) == 1


async def test_mails_say_the_same_and_end_by_their_link(garden: Garden, mailbox: tuple[Mailbox, str]) -> None:
    ada, host = await garden.harness.person("Ada"), await garden.harness.person("Ben")
    at = garden.database.now()
    await garden.database.write(lambda one: keep_call_settings(one, ada, replace(NEVER_QUIET, language="fr"), at))
    key = await garden.database.write(partial(ask_for_mail, person=ada, address="ada@example.org", at=at))
    table = await garden.service.open_table(host, "Ben", structs.replace(TWO, seats=["person"] * 3))
    await garden.service.invite(table, 1, host, ada)
    await garden.notifier.once()
    assert mailbox[0].mails == []  # not confirmed
    await garden.database.write(partial(confirm_mail, key=key, at=at))
    await garden.notifier.once()
    (mail,) = mailbox[0].mails
    assert (mail["to"], mail["auto-submitted"]) == ("ada@example.org", "auto-generated")
    assert "Ben veut jouer" in mail["subject"].replace("\u2068", "").replace("\u2069", "")
    address = await garden.database.read(lambda one: one.scalar(select(CallSettingsRow.unsubscribe)))
    assert mail["list-unsubscribe"] == f"<https://garden.example/unsubscribe/{address}>"
    assert f"List-Unsubscribe: {mail['list-unsubscribe']}\r\n".encode() in mailbox[0].raw[0]
    assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    kinds = [part.get_content_type() for part in mail.walk()]
    assert kinds == ["multipart/alternative", "text/plain", "text/html"]
    text = mail.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert f"https://garden.example/t/{table}" in text and f"/unsubscribe/{address}" in text


async def test_links_to_sign_in_that_are_over_the_pace_wait(
    garden: Garden, mailbox: tuple[Mailbox, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people share an address, and one more asks: each gets one link, whenever that is."""
    at, asked = garden.database.now(), ("home@example.org", "home@example.org", "cleo@example.org")
    for name, address in zip(("Ada", "Ben", "Cleo"), asked, strict=True):
        person = await garden.harness.person(name)
        await garden.database.write(partial(keep_call_settings, person=person, chosen=NEVER_QUIET, at=at))
        key = await garden.database.write(partial(ask_for_mail, person=person, address=address, at=at))
        await garden.database.write(partial(confirm_mail, key=key, at=at))
    waits = [0.0, 60.0, 0.0, 60.0, 0.0]
    monkeypatch.setattr(garden.notifier, "_pace", SimpleNamespace(wait=lambda: waits.pop(0)))
    for address in {*asked}:
        garden.notifier.mail_links(address)
    for sent in (1, 2, 3):
        await garden.notifier.once()
        assert len(mailbox[0].mails) == sent
    assert sorted(str(mail["to"]) for mail in mailbox[0].mails) == sorted(asked)


async def test_a_browser_that_is_gone_is_forgotten_and_a_busy_service_is_asked_again(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    host = await garden.harness.person("Ben")
    garden.push.answers.append((429, {"retry-after": "600"}))
    await _invited(garden, host, ada)
    assert (await garden.told(phone), garden.push.asked) == ([], 1)
    garden.passed = timedelta(minutes=9)
    assert (await garden.told(phone), garden.push.asked) == ([], 1)
    garden.passed = timedelta(minutes=11)
    assert len(await garden.told(phone)) == 1
    garden.push.answers.append((410, {}))
    await _invited(garden, host, ada)
    await garden.notifier.once()
    assert await garden.database.read(lambda one: one.scalar(select(func.count()).select_from(PushRow))) == 0


async def test_a_device_that_signed_out_is_not_called(garden: Garden) -> None:
    ada, phone = await garden.called("Ada", device="d" * 32)
    host, at = await garden.harness.person("Ben"), garden.database.now()
    await _invited(garden, host, ada)
    assert await garden.told(phone) == []
    row = {"id": "d" * 32, "person_id": ada, "label": "", "made_at": at, "seen_at": at}
    await garden.database.write(lambda one: one.execute(insert(DeviceRow).values(row)))
    await garden.called("Cleo", device="d" * 32)
    await _invited(garden, host, ada)
    assert len(await garden.told(phone)) == 0  # it was forgotten as it signed out


async def test_a_process_that_ends_while_it_sends_costs_a_minute_and_no_call(garden: Garden) -> None:
    ada, phone = await garden.called("Ada")
    await _invited(garden, await garden.harness.person("Ben"), ada)
    await garden.database.write(
        lambda one: add_notice(one, About(ada, "digest", "", 1), garden.database.now(), garden.database.now())
    )
    notice, *_ = await garden.database.read(partial(oldest_due, at=garden.database.now()))
    assert await garden.database.write(partial(take_notice, notice=notice, at=garden.database.now()))
    await garden.told(phone)
    garden.passed = timedelta(minutes=2)
    assert [one["title"] for one in await garden.told(phone)] == ["An invitation"]


async def test_a_round_in_which_nothing_is_new_writes_nothing(garden: Garden) -> None:
    """Also for who can be reached by no way, and while a last call that was told stays due."""
    ada, _phone = await garden.called("Ada")
    nowhere = await garden.harness.person("Nowhere")
    at = garden.database.now()
    await garden.database.write(lambda one: keep_call_settings(one, nowhere, NEVER_QUIET, at))
    host = await garden.harness.person("Ben")
    await _invited(garden, host, nowhere)
    await garden.game(host, ada, structs.replace(TWO, seconds_a_turn=3 * DAY))
    garden.passed = timedelta(hours=55)
    await _invited(garden, host, nowhere)
    await garden.notifier.once()
    write, written = garden.database.write, list[object]()

    async def counted(job: Any) -> Any:
        written.append(job)
        return await write(job)

    garden.database.write = counted  # type: ignore[method-assign]
    await garden.notifier.once()
    assert written == []


async def test_two_processes_tell_each_thing_once(garden: Garden, url: str) -> None:
    """Both look at the same moment, again and again."""
    ada, phone = await garden.called("Ada")
    hosts = [await garden.harness.person(f"Host {k}") for k in range(RACES)]
    async with Database.open(url) as second:
        second.now = garden.database.now  # type: ignore[method-assign]
        other = garden.new_notifier(second)
        for k, host in enumerate(hosts):
            await _invited(garden, host, ada)
            garden.passed += timedelta(hours=1)
            await asyncio.gather(garden.notifier.once(), other.once())
            assert len(garden.push.messages) == k + 1
        assert len({one["url"] for one in await garden.told(phone)}) == RACES
        await other.finish()


async def test_remind_does_what_is_due_then(garden: Garden) -> None:
    hour = (_hour() + 5) % 24
    ada, phone = await garden.called("Ada", chosen=replace(NEVER_QUIET, digest_hour=hour))
    await garden.game(await garden.harness.person("Ben"), ada, structs.replace(TWO, seconds_a_turn=14 * DAY))
    assert await garden.notifier.remind(garden.database.now() + timedelta(hours=2)) == 0
    assert await garden.notifier.remind(garden.database.now() + timedelta(hours=6)) == 1
    assert await garden.notifier.remind(garden.database.now() + timedelta(hours=6)) == 0
    assert len(await garden.told(phone)) == 1


async def test_what_is_kept_is_told_and_forgotten(garden: Garden) -> None:
    ada, _phone = await garden.called("Ada")
    await _invited(garden, await garden.harness.person("Ben"), ada)
    await garden.notifier.once()
    assert b"push/Ada" in await _unpacked(garden, ada)
    assert await forget(garden.database, garden.service, ada) == 0
    for row in (CallSettingsRow, PushRow, NoticeRow):
        found = select(func.count()).select_from(row)
        assert await garden.database.read(lambda one, found=found: one.scalar(found)) == 0  # type: ignore[misc]


async def _invited(garden: Garden, host: str, guest: str) -> str:
    table = await garden.service.open_table(host, "Host", TWO)
    await garden.service.invite(table, 1, host, guest)
    return table


async def _unpacked(garden: Garden, person: str) -> bytes:
    with ZipFile(BytesIO(await export_of(garden.database, garden.service, person))) as packed:
        return packed.read("person.json")


def _hour() -> int:
    return datetime.now(UTC).hour
