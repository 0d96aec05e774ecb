"""Games of days over days: a real server whose clock leaps by faketime, over a weekend, a change of summer time, quiet hours and a vacation."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
from tests.kit.calls import Mailbox
from tests.kit.pages import Visitor
from tests.kit.servers import Start
from tests.long.clocks import LIBRARIES, clock_of
from tests.long.sizes import until
from tests.sizes import WHOLE

from jardinet.server.tables.agreement import DAY

PARIS = ZoneInfo("Europe/Paris")
NOTICED = 30.0  # seconds in which a server, also on a busy machine, has done what its new time brings
A_WHILE = 17.0  # seconds in which it would have: two looks of the clocks, one of the notifier
LEISURELY = 300.0  # seconds for a game of bots alone, which give way to all others
NEAR = timedelta(minutes=3)
HOST = {"Host": "garden.example"}  # a server that sends mails knows where it is

pytestmark = [WHOLE, pytest.mark.skipif(not LIBRARIES, reason="no faketime is installed")]


class Garden:
    """A server whose time is set, and what it knows of a table."""

    def __init__(self, start: Start, folder: Path, mail: str) -> None:
        self._file = folder / "clock"
        self.leap(datetime(2027, 3, 26, 13, tzinfo=PARIS))
        settings = clock_of(FAKETIME_TIMESTAMP_FILE=str(self._file), FAKETIME_CACHE_DURATION="1")
        (server,) = start(
            f"sqlite:///{folder / 'tables.sqlite3'}",
            JARDINET_SMTP_URL=mail,
            JARDINET_ORIGINS="http://garden.example",
            **settings,
        )
        self.address = server.address

    def leap(self, to: datetime) -> None:
        """Set the server's clock."""
        self._file.write_text(f"{(to - datetime.now(UTC)).total_seconds():+.0f}")

    def table(self, table: str) -> Any:
        """A table's state, as everybody sees it."""
        answer = httpx.get(f"{self.address}/api/tables/{table.rpartition('/')[2]}", headers=HOST)
        assert answer.status_code == 200, answer.text
        return answer.json()["state"]

    def deadline(self, table: str) -> datetime:
        """When a bot plays for whoever is awaited."""
        (found,) = [one["deadline"] for one in self.table(table)["clocks"] if one and one["deadline"]]
        return datetime.fromisoformat(found)

    def late(self, table: str) -> list[int]:
        """The seats whose time was up, a move each."""
        return [one["seat"] for one in self.table(table)["stand_ins"] if one["is_late"]]


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, str]]:
    box = Mailbox()
    with box.running() as url:
        yield box, url


def visitor(garden: Garden, name: str) -> Visitor:
    one = Visitor(httpx.Client(base_url=garden.address, follow_redirects=True, timeout=30, headers=HOST))
    one.post("/account", name=name)
    return one


def play(garden: Garden, who: Visitor, table: str) -> None:
    """Play a move on the table's page, whichever it offers last."""
    page = who.get(table).text
    offered = [one.partition('"')[0] for one in page.split('name="play" value="')[1:]]
    who.post(f"{table}/play", ply=str(garden.table(table)["seq"]), play=offered[-1])


def is_near(found: datetime, wanted: datetime) -> bool:
    return abs(found - wanted) < NEAR


@pytest.mark.sleeps("nothing tells that a server does nothing for a while")
def test_a_game_of_days_from_its_first_day_to_its_end(at: Start, tmp_path: Path, mailbox: tuple[Mailbox, str]) -> None:
    box, mail = mailbox
    garden = Garden(at, tmp_path, mail)
    ada, ben = visitor(garden, "Ada"), visitor(garden, "Ben")
    _called(ada, box)
    table = ada.set_table(
        "lucky_numbers", name="Ada", first="1", setup="michael", pace=str(DAY), weekends="off", zone="Europe/Paris"
    )
    ben.post(f"{table}/sit", seat="1", name="Ben")
    monday = datetime(2027, 3, 29, 13, tzinfo=PARIS)
    assert is_near(garden.deadline(table), monday), "the weekend is off, in which the clocks go forward: 47 hours"
    seq = garden.table(table)["seq"]

    garden.leap(datetime(2027, 3, 28, 21, tzinfo=PARIS))  # more than a day after, and on Sunday
    until(lambda: len(box.mails) == 2, "the digest of eight o'clock", NOTICED)
    time.sleep(A_WHILE)
    assert garden.table(table)["seq"] == seq

    calls = len(box.mails)
    garden.leap(monday - timedelta(hours=5, minutes=30))  # 7:30: a quarter of the time is left, but it is quiet until 8
    time.sleep(A_WHILE)
    assert [str(one["Subject"]) for one in box.mails[calls:]] == []
    garden.leap(monday - timedelta(hours=4, minutes=55))
    until(lambda: len(box.mails) == calls + 1, "the last call comes when the quiet hours are over", NOTICED)
    assert "4 h" in str(box.mails[-1]["Subject"]) or "5 h" in str(box.mails[-1]["Subject"])

    garden.leap(monday + timedelta(minutes=1))
    until(lambda: set(garden.late(table)) == {0}, "a bot plays when the time is up", NOTICED)
    until(lambda: garden.table(table)["turn"] == [1], "Ben's turn comes", NOTICED)

    assert "Begin my vacation" in ben.get("/games").text
    ben.post("/vacation", do="begin")
    end = garden.deadline(table)
    assert end > monday + timedelta(days=29)
    garden.leap(datetime(2027, 4, 12, 9, tzinfo=PARIS))
    time.sleep(A_WHILE)
    assert (garden.table(table)["turn"], set(garden.late(table))) == ([1], {0})
    assert "Ben is on vacation" in ada.get(table).text
    ben.post("/vacation", do="end")
    assert is_near(garden.deadline(table), datetime(2027, 4, 13, 9, tzinfo=PARIS))
    play(garden, ben, table)

    lost = [False, False]
    for _turn in range(20):  # now nobody comes any more: three turns each
        state = garden.table(table)
        lost = [seat["level"] is not None for seat in state["seats"]]
        if all(lost) or state["status"] == "finished":
            break
        seq = state["seq"]
        garden.leap(garden.deadline(table) + timedelta(minutes=1))
        until(lambda seq=seq: garden.table(table)["seq"] > seq, "time is up", NOTICED)  # type: ignore[misc]
        until(lambda: bool(garden.table(table)["status"] == "finished" or _stands(garden, table)), "bots rest", NOTICED)
    assert lost == [True, True]
    until(lambda: garden.table(table)["status"] == "finished", "the game ends", LEISURELY)


def _stands(garden: Garden, table: str) -> bool:
    """Whether a table waits for a person whose time has just begun, or bots have both seats."""
    state = garden.table(table)
    if all(seat["level"] for seat in state["seats"]):
        return True
    ahead = [one["deadline"] for one in state["clocks"] if one and one["deadline"]]
    date = httpx.get(f"{garden.address}/healthz", headers=HOST).headers.get("date")
    assert date
    return bool(ahead) and datetime.fromisoformat(ahead[0]) - parsedate_to_datetime(date) > timedelta(hours=20)


def _called(who: Visitor, box: Mailbox) -> None:
    """Let somebody be called by mail, with quiet hours by the clock of Paris; and of turns of days at eight in the evening."""
    chosen = {"digest_hour": "20", "quiet_from": "22", "quiet_until": "8", "zone": "Europe/Paris"}
    who.post("/settings/called", turns="yes", invitations="yes", **chosen)
    who.post("/settings/mail", mail="ada@example.org")
    until(lambda: bool(box.mails), "the mail that asks for the address", NOTICED)
    body = box.mails[-1].get_body(("plain",))
    assert body
    key = body.get_content().partition("/mail/")[2].split()[0]
    who.post(f"/mail/{key}")
