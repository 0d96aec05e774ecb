"""Logs: lines of JSON with the request that each belongs to, and no secret of anybody's in them."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.kit.accounts import Player
from tests.kit.servers import ServerProcess, process
from tests.kit.stores import PostgresProcess
from tests.kit.waiting import PATIENCE, until
from tests.server.test_starting import refused
from websockets.exceptions import ConnectionClosed

from jardinet.server.bench import Visitor
from jardinet.words.language import CODES, load_language

SEAT = re.compile(r"/seat/([\w-]+)")
KEY, PASSWORD, ASKED = "ab" * 32, "a-password-of-the-database", "what-somebody-asked-for"

Line = dict[str, Any]


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresProcess]:
    one = PostgresProcess()
    one.start()
    yield one
    one.close()


@pytest.fixture
def server(tmp_path: Path, postgresql: PostgresProcess) -> Iterator[ServerProcess]:
    """A server that logs JSON."""
    database = postgresql.new_database().replace("postgres@", f"postgres:{PASSWORD}@")
    one = ServerProcess(tmp_path / "server.log", database, JARDINET_LOG="json")
    one.start()
    yield one
    one.close()


def lines(server: ServerProcess) -> list[Line]:
    """What it has said: each line is one of JSON, and says when, what, how bad and for which request."""
    found = [json.loads(line) for line in server.told().splitlines()]
    assert all({"time", "level", "logger", "message", "request"} <= line.keys() for line in found)
    return found


def broken(server: ServerProcess, postgresql: PostgresProcess) -> None:
    """Let the server meet what it cannot expect: a table of its database is gone."""
    postgresql.run("psql", "--command=ALTER TABLE tables RENAME TO elsewhere", server.database.rpartition("/")[2])


def test_what_is_played_and_what_breaks_is_told_in_json_and_no_secret_with_it(
    server: ServerProcess, postgresql: PostgresProcess
) -> None:
    ada, ben = (Player(server.address, name) for name in ("Ada", "Ben"))
    table = _with_bids(ada, ben)
    with Visitor(server.address) as eve:
        own = eve.set_table(seat2="person")
        link = SEAT.search(eve.get(own).text)
        assert link
        with eve.listen(own):
            eve.post_form(f"/seat/{link[1]}")
        for asked in (f"/{ASKED}", f"/t/{ASKED}", f"/learn/lucky_numbers?x={ASKED}", f"/seat/{ASKED}"):
            eve.get(asked, headers={"User-Agent": ASKED, "X-Request-ID": f"{ASKED}?"})
        broken(server, postgresql)
        faults = [eve.get(own), eve.get(f"/seat/{link[1]}"), ada.http.get(f"/api/tables/{table}")]
        secrets = [link[1], eve.cookies["jardinet"], eve.cookies["csrftoken"]]
    assert [fault.status_code for fault in faults] == [500] * 3
    told = {line["request"]: line for line in lines(server) if "traceback" in line}
    for fault, route in zip(faults, ("/t/{table_id}", "/seat/{key}", "/api/tables/{table_id}"), strict=True):
        line = told[fault.headers["X-Request-ID"]]
        assert f"GET {route} is broken" in line["message"]
        assert "elsewhere" not in line["traceback"]
        assert line["traceback"].startswith("Traceback")
        assert (line["level"], line["logger"]) == ("ERROR", "jardinet.server.logs")
    secrets += [ada.token, ben.token, PASSWORD, KEY, ASKED, "bid-", "place-", "Ada", "Ben"]
    assert not [one for one in secrets if one in server.told()]


def _with_bids(ada: Player, ben: Player) -> str:
    """A table at which Ada and Ben have bid, and played a little."""
    table, plays = ada.open("maudits_criquets"), []
    ben.post(f"/api/tables/{table}/sit")
    for _ in range(12):
        for one in (ada, ben):
            state = one.get(f"/api/tables/{table}")["state"]
            plays += state["legal"][:1]
            if state["legal"]:
                one.post(f"/api/tables/{table}/play", ply=state["seq"], moves=plays[-1:])
    assert "bid-" in str(plays)
    return table


def test_each_request_has_a_line_with_its_route_and_an_id_that_is_answered(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        own = client.get("/healthz").headers["X-Request-ID"]
        given = "of-the-proxy_0123456789"
        assert client.get("/t/nowhere", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given
        for odd in ("", "x" * 65, "a b", "a\u00e9", "<script>", '"}', "a;b"):
            answer = client.get("/healthz", headers=[(b"X-Request-ID", odd.encode("latin-1"))])
            assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])
    found = {line["request"]: line for line in lines(server)}
    assert found[given] | {"time": 0, "milliseconds": 0} == {
        "time": 0,
        "level": "INFO",
        "logger": "jardinet.server.http.request_observer",
        "message": "answered",
        "request": given,
        "method": "GET",
        "route": "/t/{table_id}",
        "status": 404,
        "milliseconds": 0,
    }
    assert 0 < found[own]["milliseconds"] < 1000 * PATIENCE


def test_what_is_no_request_is_told_in_json_too(server: ServerProcess, postgresql: PostgresProcess) -> None:
    postgresql.stop()
    until(lambda: [line for line in lines(server) if "bots, clocks and all others wait" in line["message"]])
    postgresql.start()
    server.stop()
    assert PASSWORD not in server.told()
    assert lines(server)


def test_a_live_page_that_cannot_be_shown_is_told_too(server: ServerProcess, postgresql: PostgresProcess) -> None:
    with Visitor(server.address) as ada:
        table = ada.set_table(seat2="person")
        broken(server, postgresql)
        with pytest.raises(ConnectionClosed), ada.listen(table):
            pass
    told = [line["message"] for line in lines(server) if "traceback" in line]
    assert [one for one in told if one.startswith("WEBSOCKET /t/{table_id}/live is broken")]


def test_whoever_meets_a_fault_is_told_what_to_name(server: ServerProcess, postgresql: PostgresProcess) -> None:
    broken(server, postgresql)
    for code in CODES:
        answer = httpx.get(f"{server.address}/t/x", headers={"Accept-Language": code}, timeout=PATIENCE)
        told = load_language(code).gettext("If you report it, please quote request {request}.")
        assert told.format(request=answer.headers["X-Request-ID"]) in answer.text
    answer = httpx.get(f"{server.address}/api/tables/x", timeout=PATIENCE)
    assert answer.json()["error"].endswith(f"quote request {answer.headers['X-Request-ID']}.")


def test_without_the_setting_a_fault_is_told_in_plain_lines_without_its_address(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    with process(f"sqlite:///{file}") as (address, server):
        assert httpx.get(f"{address}/seat/{ASKED}").status_code == 404
        with closing(sqlite3.connect(file, timeout=PATIENCE)) as connection:
            connection.execute("ALTER TABLE seats RENAME TO elsewhere")
        answer = httpx.get(f"{address}/seat/{ASKED}")
        assert answer.status_code == 500
        server.terminate()
        told = server.communicate(timeout=PATIENCE)[1]
    assert told.startswith(f"GET /seat/{{key}} is broken (request {answer.headers['X-Request-ID']})\nTraceback")
    assert ASKED not in told


def test_a_form_of_logs_that_there_is_not_is_refused() -> None:
    assert "JARDINET_LOG='xml' is not valid: it must be text or json" in refused(JARDINET_LOG="xml")
