"""Keys that change: who was known stays known, through a restart of one process after another too."""

from __future__ import annotations

import re
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from tests.kit.servers import ServerProcess, process
from tests.server.operation.test_admin import admin
from tests.server.test_starting import refused
from tests.sizes import WHOLE

from jardinet.server.bench import Visitor
from jardinet.server.keys import MOST_KEYS, Key, Keys, KeysError

pytestmark = pytest.mark.anyio

OLD, NEW = "0a" * 32, "1b" * 32
SOON = f"{NEW}@2999-01-01/..,{OLD}@../2999-02-01"  # as `rotate-key` makes it, before the new key seals
NOW = f"{NEW}@2000-01-01/..,{OLD}@../2999-02-01"
LATER = f"{NEW}@2000-01-01/..,{OLD}@../2000-02-01"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


class Reader:
    """Reader with a page that stays open, at whichever process they are."""

    def __init__(self, address: str) -> None:
        """Ada, with a table of her own and a page from this moment."""
        self.cookies = httpx.Cookies()
        with self._at(address) as visitor:
            self.table = visitor.set_table(seat2="person", name="Ada")
        self.open_page(address)

    def open_page(self, address: str) -> str:
        """The page of her table."""
        with self._at(address) as visitor:
            page = visitor.get(self.table).text
        found = re.search(r'name="_csrf_token" value="(\w+)"', page)
        assert found
        self.form = found[1]
        return page

    def is_known(self, address: str) -> bool:
        """Whether the form of her open page still works there, and says something from her seat."""
        with self._at(address) as visitor:
            said = visitor.post(f"{self.table}/remark", data={"_csrf_token": self.form, "phrase": "hello"})
        return said.status_code == 200

    @contextmanager
    def _at(self, address: str) -> Iterator[Visitor]:
        visitor = Visitor(address)
        visitor.cookies = self.cookies
        with visitor:
            yield visitor
            self.cookies = visitor.cookies


def test_a_cookie_and_an_open_form_outlive_a_rotation_and_are_sealed_anew(database: str) -> None:
    with process(database, JARDINET_KEY=OLD) as (address, _):
        ada, ben = Reader(address), Reader(address)
    with process(database, JARDINET_KEY=NOW) as (address, _):
        assert ada.is_known(address)
        ada.open_page(address)
    with process(database, JARDINET_KEY=LATER) as (address, _):
        assert ada.is_known(address)  # has been here since
        assert not ben.is_known(address)  # has not


@WHOLE
def test_who_comes_with_cookies_that_nobody_reads_any_more_begins_anew(database: str) -> None:
    with process(database, JARDINET_KEY=OLD) as (address, _):
        ada = Reader(address)
    with process(database, JARDINET_KEY=LATER) as (address, _):
        assert not ada.is_known(address)
        with Visitor(address) as visitor:
            visitor.cookies = ada.cookies
            visitor.get(ada.table)
            assert visitor.set_table(seat2="person", name="Ada") != ada.table


@WHOLE
def test_a_restart_of_one_process_after_another_loses_nobody(database: str, tmp_path: Path) -> None:
    servers = [ServerProcess(tmp_path / f"{k}.log", database, JARDINET_KEY=OLD) for k in range(2)]
    with closing(servers[0]), closing(servers[1]):
        for one in servers:
            one.start()
        ada = Reader(servers[0].address)
        for keys in (SOON, NOW):  # that the day has come needs no restart: here it makes the clocks differ
            for restarted in servers:
                restarted.stop()
                restarted.settings["JARDINET_KEY"] = keys
                restarted.start()
                for one in servers * 2:
                    assert ada.is_known(one.address)
                    ada.open_page(one.address)


async def test_rotate_key_puts_a_new_key_into_the_file_for_the_next_start(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), "JARDINET_KEY": ""}
    path = tmp_path / "jardinet" / "server.key"
    done = await admin("", "rotate-key", **environment)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"there is no key {path} yet" in done.stderr
    with process("", **environment) as (address, _):
        ada = Reader(address)
    before = path.read_text("ascii")
    done = await admin("", "rotate-key", "--days", "7", **environment)
    seals_from = datetime.now(UTC).date() + timedelta(days=2)
    assert (done.returncode, done.stdout) == (0, "")
    assert f"The new key is in {path}." in done.stderr
    assert f"before {seals_from} (UTC)" in done.stderr
    new, old = path.read_text("ascii").splitlines()
    assert new.endswith(f"@{seals_from}/..")
    assert old == f"{before}@../{seals_from + timedelta(days=7)}"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.glob("server.key*")] == ["server.key"]
    with process("", **environment) as (address, _):
        assert ada.is_known(address)
    assert path.read_text("ascii").splitlines() == [new, old]


async def test_a_key_that_somebody_else_has_is_dropped_at_once(tmp_path: Path) -> None:
    done = await admin("", "rotate-key", "--days", "0", JARDINET_KEY=OLD)
    assert done.returncode == 0
    name, _, text = done.stdout.strip().partition("=")
    assert name == "JARDINET_KEY"
    (key,) = Keys.of(text).all
    assert (key.seals_from, key.read_until) == (None, None)
    assert key.secret != bytes.fromhex(OLD)
    assert "at once" in done.stderr


async def test_keys_of_the_environment_are_printed_and_what_is_printed_is_read() -> None:
    done = await admin("", "rotate-key", JARDINET_KEY=LATER)
    again = await admin("", "rotate-key", JARDINET_KEY=done.stdout.strip().partition("=")[2])
    keys = Keys.of(again.stdout.strip().partition("=")[2])
    assert [key.secret.hex() for key in keys.all[2:]] == [NEW]  # the old one's time is over
    assert keys.sealing().secret.hex() == NEW
    assert len({key.read_until for key in keys.all[1:]}) == 1


@pytest.mark.parametrize(
    "text", ["", ",", "00", f"{OLD}@2999-01-01", f"{OLD}@2999-13-01/..", f"{OLD}@../..x", " ".join([OLD] * 11)]
)
def test_keys_that_are_none(text: str) -> None:
    with pytest.raises(KeysError, match="it must be 64 hexadecimal digits, or what `jardinet admin rotate-key` makes"):
        Keys.of(text)


def test_a_server_does_not_start_when_the_time_of_all_its_keys_is_over() -> None:
    assert "every key there has expired" in refused(JARDINET_KEY=f"{OLD}@../2000-01-01")


def test_no_key_is_in_what_is_logged_of_settings() -> None:
    assert OLD not in repr(Keys.of(SOON))
    assert repr(Key(bytes.fromhex(OLD)).secret) not in repr(Keys.of(SOON))


def test_there_are_never_more_keys_than_are_tried_for_a_cookie() -> None:
    keys = Keys.new()
    for _ in range(MOST_KEYS - 1):
        keys = keys.rotated(30)
    assert len(Keys.of("\n".join(key.written() for key in keys.all)).all) == MOST_KEYS
    with pytest.raises(KeysError, match="wait until one of them expires"):
        keys.rotated(30)
