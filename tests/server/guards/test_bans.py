"""Bans: who is banned may look on and nothing else, a banned address gets no answer, and nobody starts a process again."""

from __future__ import annotations

import asyncio
import json
import time
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import insert
from tests.kit.harness import Harness
from tests.kit.servers import SHORT, process
from tests.kit.waiting import PATIENCE, until
from tests.server.guards.test_limits import Stranger
from tests.server.operation.test_admin import admin, told
from tests.server.tables.test_service import TWO, seated
from tests.server.test_processes import TOKEN
from websockets.exceptions import InvalidStatus

from jardinet.server.bench import Visitor
from jardinet.server.guards import bans as module
from jardinet.server.guards.bans import BanError, Bans, ban, bans, unban
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import BanRow, now
from jardinet.server.tables.service import TableService
from jardinet.words.language import load_language

pytestmark = pytest.mark.anyio

BANNED = "You are banned from this server: you may watch, and nothing else."
CLOSED = "This server is closed to your address."
AGAINST = {"level-lucky_numbers": "random"}


async def banned(database: Database, whom: str) -> str:
    return await database.write(lambda connection: ban(connection, whom, None))


def test_somebody_banned_may_look_on_and_do_nothing_else_until_the_ban_is_lifted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with (
        process(url) as (address, _),
        Visitor(address) as ada,
        httpx.Client(base_url=address, timeout=PATIENCE) as program,
    ):
        table = ada.set_table(seat2="person", name="Ada")
        found = TOKEN.search(ada.post_form("/account/tokens", label="x").text)
        assert found
        program.headers["Authorization"] = f"Bearer {found[1]}"

        def does(path: str, **fields: str) -> httpx.Response:
            return ada.post(path, data={"_csrf_token": ada.cookies["csrftoken"], **fields})

        forms = [f"{table}/remark", f"{table}/sit", "/tables", "/play-now", "/account/tokens", "/account", "/me"]
        assert does(forms[0], phrase="hello").status_code == 200
        with program.stream("GET", f"/api/bot/game/stream{table[2:]}") as stream:
            asyncio.run(told(url, "ban", f"{table[3:]}:1"))
            for _line in stream.iter_lines():  # until it ends
                pass
        until(lambda: does(forms[0], phrase="hello").status_code == 403)
        assert BANNED in does(forms[0], phrase="hello").text
        assert {path: does(path).status_code for path in forms} == dict.fromkeys(forms, 403)
        ada.headers["Accept-Language"] = "fr"
        in_french = load_language("fr").gettext(BANNED[:1].lower() + BANNED[1:])
        assert in_french[1:] in does(forms[0]).text
        assert in_french[1:] != BANNED[1:]
        for answer in (
            program.get("/api/account/tables"),
            program.post(f"/api/tables{table[2:]}/next"),
        ):
            assert (answer.status_code, answer.json()["error"].capitalize()) == (403, BANNED)
        for path in ("/", table, "/account"):
            assert ada.get(path).status_code == 200
        with ada.listen(table):
            pass
        asyncio.run(told(url, "unban", f"{table[3:]}:1"))
        until(lambda: does(forms[0], phrase="hello").status_code == 200)
        assert program.get("/api/account/tables").status_code == 200


def test_a_banned_network_gets_no_answer_and_others_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with process(url) as (address, _):
        eve = Stranger(address, comes_from="192.0.2.7", language="de")
        table = eve.post("/play-now", game="lucky_numbers", name="Eve", **AGAINST).headers["Location"]
        asyncio.run(told(url, "ban", "192.0.2.99/24"))
        until(lambda: eve.http.get("/").status_code == 403)
        assert eve.http.get("/nowhere").text == load_language("de").gettext(CLOSED) != CLOSED
        closed = {"error": load_language("de").gettext(CLOSED), "code": "address-banned"}
        assert eve.http.get("/api/tables").json() == closed
        with pytest.raises(InvalidStatus, match="403"):
            eve.listens(table)
        for other in ("192.0.3.7", "::ffff:192.0.3.7", "2001:db8::1", "127.0.0.1", "unknown"):
            assert Stranger(address, comes_from=other).http.get("/").status_code == 200
        assert Stranger(address, comes_from="::ffff:192.0.2.200").http.get("/").status_code == 403


async def test_who_is_banned_counts_as_away_though_their_page_is_open(url: str, harness: Harness) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    known = Bans(harness.database, SHORT)
    service = TableService(harness.database, is_banned=known.has)
    table = await service.load(table_id)
    with service.presence.page(table_id, ben):
        service.presence.saw(table, ben)
        service.presence.saw(table, ada)
        assert service.presence.unseen(table) == frozenset()
        await banned(harness.database, f"{table_id}:2")
        async with known.running():
            await service.presence.look()
            service.presence.saw(table, ben)
            assert service.presence.unseen(table) == {ben}
            after = await service.seat_bot(table_id, 1, ada, "greedy")
    assert after.seats[1].level == "greedy"


async def test_bans_are_listed_end_by_themselves_and_are_lifted(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    assert "Banned: 2001:db8::/32" in await told(url, "ban", "2001:db8::1/32", "--days", "7")
    await told(url, "ban", "192.0.2.7")
    await told(url, "ban", ada)
    await told(url, "ban", ada, "--days", "1")  # changes until when
    listed = {one["whom"]: one for one in json.loads(await told(url, "bans", "--json"))}
    assert set(listed) == {"2001:db8::/32", "192.0.2.7", ada}
    assert (listed[ada]["name"], listed["192.0.2.7"]["until"]) == ("Ada", None)
    assert listed[ada]["until"] < listed["2001:db8::/32"]["until"]
    assert "192.0.2.7" in await told(url, "bans", "--plain")
    past = now() - timedelta(seconds=1)
    await harness.database.write(lambda connection: ban(connection, ada, past))
    async with (known := Bans(harness.database, SHORT)).running():
        assert not known.has(ada)
        assert [known.holds(one) for one in ("2001:db8::1", "2001:db9::1")] == [True, False]
    await told(url, "unban", "192.0.2.7")
    assert [one.whom for one in await harness.database.read(bans)] == ["2001:db8::/32"]


async def test_what_cannot_be_banned_is_a_sentence(url: str, harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = await harness.service.open_table(await harness.person("Ada"), "Ada", TWO)
    done = await admin(url, "ban", "Ada")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "“Ada” is nobody: give a person's id" in done.stderr
    wrong = {
        f"{table_id}:2": "nobody sits at seat 2",
        f"{table_id}:9": "nobody sits at seat 9",
        "nowhere:1": "nobody sits",
        "0.0.0.0/0": "too much of the world",
        "127.0.0.1": "this machine itself",
        "::1": "this machine itself",
        "\0:1": "nobody sits",
    }
    for whom, says in wrong.items():
        with pytest.raises(BanError, match=says):
            await banned(harness.database, whom)
    with pytest.raises(BanError, match="is not banned"):
        await harness.database.write(lambda connection: unban(connection, "192.0.2.7"))
    monkeypatch.setattr(module, "MOST_BANS", 2)
    for whom in ("192.0.2.1", "192.0.2.2", "192.0.2.2"):
        await banned(harness.database, whom)
    with pytest.raises(BanError, match="2 bans already"):
        await banned(harness.database, "192.0.2.3")


async def test_ten_thousand_bans_cost_a_stranger_nothing_that_counts(harness: Harness) -> None:
    rows = [{"whom": f"10.{k // 250}.{k % 250}.0/24", "banned_at": now()} for k in range(module.MOST_BANS)]
    await harness.database.write(lambda connection: connection.execute(insert(BanRow), rows))
    async with (known := Bans(harness.database, SHORT)).running():
        assert known.holds("10.39.249.7")
        assert not known.holds("10.40.0.7")
        begun = time.process_time()
        assert not any(known.holds(f"2001:db8::{number:x}") for number in range(1000))
        assert time.process_time() - begun < 1  # one after another they would be eight times as long
