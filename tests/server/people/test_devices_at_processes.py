"""Devices at two processes of one server, on PostgreSQL and Redis: what ends at one of them has soon ended at the other."""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import httpx
import pytest
from tests.kit.databases import empty_postgresql
from tests.kit.servers import SHORT, starter
from tests.kit.stores import redis_port
from tests.kit.waiting import PATIENCE, until
from tests.sizes import IS_WHOLE
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from jardinet.server.bench import Visitor
from jardinet.server.intervals import Intervals
from jardinet.server.people.links import make_link
from jardinet.server.storage.database import Database

PROMISED = 6.0  # seconds
NEVER = 600.0  # seconds: the test is over before a stream looks by itself
INTERVALS = replace(SHORT, devices=Intervals().devices if IS_WHOLE else SHORT.devices, keep_alive=NEVER)
PASSWORD = "correct horse"
LINK, DEVICE = re.compile(r"/go-on/[\w-]+"), re.compile(r'name="device" value="(\w+)"')


class Two:
    """Two processes by their addresses, their database, and visitors of either."""

    def __init__(self, here: str, there: str, database: str, stack: ExitStack) -> None:
        self.here, self.there, self.database, self._stack = here, there, database, stack

    def visitor(self, address: str) -> Visitor:
        return self._stack.enter_context(Visitor(address))


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Two]:
    redis = f"redis://127.0.0.1:{redis_port()}"
    with (
        empty_postgresql() as database,
        starter(tmp_path_factory.mktemp("two"), INTERVALS) as start,
        ExitStack() as stack,
    ):
        here, there = start(database, 2, JARDINET_REDIS_URL=redis)
        yield Two(here.address, there.address, database, stack)


def is_ada(visitor: Visitor, table: str) -> bool:
    """Whether a visitor is Ada, who sits at the table; if they are not, they see there what a stranger does."""
    is_greeted = "Good to see you, Ada." in visitor.get("/").text.replace("\u2068", "").replace("\u2069", "")
    assert is_greeted or "seat-link" not in visitor.get(table).text
    return is_greeted


def link_of(visitor: Visitor) -> str:
    found = LINK.search(visitor.post_form("/account/link").text)
    assert found
    return found[0]


def status(visitor: Visitor, path: str) -> int:
    """The status that answers somebody's click, whatever it is."""
    return visitor.post(path, data={"_csrf_token": visitor.cookies["csrftoken"]}).status_code


def ends(live: ClientConnection) -> None:
    """See that a socket is closed as soon as is promised, so that its page comes again."""
    begun = time.monotonic()
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.recv(timeout=PROMISED)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1013
    assert time.monotonic() - begun < PROMISED


def only_there(ada: Visitor) -> dict[str, str]:
    """The form that signs out the other of her two devices."""
    _own, other = DEVICE.findall(ada.get("/account").text)
    return {"device": other}


@pytest.mark.parametrize("form", [only_there, lambda _ada: {}], ids=["there", "everywhere"])
def test_who_signs_out_at_one_process_is_signed_out_at_the_other(
    two: Two, form: Callable[[Visitor], dict[str, str]]
) -> None:
    ada, phone, handle = two.visitor(two.here), two.visitor(two.there), f"ada-{secrets.token_hex(4)}"
    table = ada.set_table(seat2="person", name="Ada")
    ada.post_form("/account/password", handle=handle, password=PASSWORD)
    phone.post_form("/sign-in", handle=handle, password=PASSWORD)
    with phone.listen(table) as live:
        assert is_ada(phone, table)
        begun = time.monotonic()
        ada.post_form("/account/sign-out", **form(ada))
        ends(live)
    until(lambda: not is_ada(phone, table), "the phone is a stranger's", PROMISED - (time.monotonic() - begun))
    assert status(phone, f"{table}/play") == 403
    assert is_ada(ada, table) == (form is only_there)


def test_a_link_that_is_made_at_one_process_works_once_at_either(two: Two) -> None:
    ada, phone, eve = two.visitor(two.here), two.visitor(two.there), two.visitor(two.here)
    table, link = ada.set_table(seat2="person", name="Ada"), link_of(ada)
    assert status(phone, link) == 200
    assert is_ada(phone, table)
    assert [status(visitor, link) for visitor in (eve, two.visitor(two.there))] == [404] * 2
    assert not is_ada(eve, table)


def test_a_guests_cookie_opens_nothing_at_the_other_process_once_there_is_a_way_back(two: Two) -> None:
    ada, before = two.visitor(two.here), two.visitor(two.there)
    table = ada.set_table(seat2="person", name="Ada")
    before.cookies = httpx.Cookies(ada.cookies)
    assert is_ada(before, table)
    with before.listen(table) as live:
        begun = time.monotonic()
        link_of(ada)
        ends(live)
    until(lambda: not is_ada(before, table), "it is a stranger's cookie", PROMISED - (time.monotonic() - begun))
    assert is_ada(ada, table)


def test_a_guests_stream_at_the_other_process_ends_once_there_is_a_way_back(two: Two) -> None:
    """Somebody who plays from a terminal is signed in elsewhere, by a link of the host's."""
    guest = httpx.post(f"{two.there}/api/guests", json={"name": "Ada"}, timeout=PATIENCE).json()
    headers = {"Authorization": f"Bearer {guest['token']}"}
    link = asyncio.run(_link_to(two.database, guest["id"]))
    with httpx.stream("GET", f"{two.there}/api/stream/event", headers=headers, timeout=PROMISED) as stream:
        lines = stream.iter_lines()
        next(lines)
        status(two.visitor(two.here), f"/go-on/{link}")
        begun = time.monotonic()
        for _line in lines:
            pass
        assert time.monotonic() - begun < PROMISED


async def _link_to(database: str, person: str) -> str:
    async with Database.open(database) as opened:
        return await opened.write(partial(make_link, person=person, at=opened.now()))
