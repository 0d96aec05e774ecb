"""Metrics: what has happened is counted, for Prometheus and nobody else, and no stranger makes their number grow."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from tests.kit.servers import process
from tests.kit.stores import PostgresProcess
from tests.kit.waiting import PATIENCE, until
from tests.server.test_starting import refused

from jardinet.server.bench import Visitor
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings

TOKEN = re.compile(r"jardinet_[\w-]{43}")
METRICS_TOKEN = "a-token-for-prometheus"

Samples = dict[tuple[str, frozenset[str]], float]


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with process(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as (url, _):
        yield url


def metrics(address: str, **headers: str) -> Samples:
    """The samples by name and by the values of their labels."""
    answer = httpx.get(f"{address}/metrics", headers=headers, timeout=PATIENCE).raise_for_status()
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def of(samples: Samples, name: str, *labels: str) -> float:
    return samples.get((name, frozenset(labels)), 0)


def waits_until(address: str, is_so: Callable[[Samples], bool]) -> None:
    until(lambda: is_so(metrics(address)))


def test_a_game_that_is_played_has_been_counted(address: str) -> None:
    with Visitor(address) as ada:
        table, plays = _played_by_the_api(address, ada)
        samples = metrics(address)
        assert of(samples, "jardinet_plays_total", "lucky_numbers", "person") == plays > 0
        assert of(samples, "jardinet_plays_total", "lucky_numbers", "bot") > 0
        answered = "/api/tables/{table_id}/play", "2xx"
        assert of(samples, "jardinet_request_seconds_count", *answered) == plays
        assert 0 < of(samples, "jardinet_request_seconds_sum", *answered) < plays * PATIENCE
        assert of(samples, "jardinet_bot_turn_seconds_count") > 0
        assert of(samples, "process_resident_memory_bytes") > 1e6
        assert of(samples, "jardinet_viewers", "page") == 0
        told = httpx.get(f"{address}/metrics").text
        secret = [table.rpartition("/")[2], "Ada", ada.cookies["jardinet"], *TOKEN.findall(str(ada.headers))]
        assert not [one for one in secret if one in told]


def _played_by_the_api(address: str, ada: Visitor) -> tuple[str, int]:
    """A table at which Ada has played against a bot until the end, and how often she did."""
    ada.post_form("/account", name="Ada")
    token = TOKEN.findall(ada.post_form("/account/tokens", label="bot").text)[0]
    api = httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=PATIENCE)
    agreement = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "random"], "bot_pace": "instant"}
    table, plays = f"/api/tables/{_of(api.post('/api/tables', json=agreement))['id']}", 0
    while (state := _of(api.get(table))["state"])["status"] != "finished":
        if state["legal"]:
            _of(api.post(f"{table}/play", json={"ply": state["seq"], "moves": state["legal"][:1]}))
            plays += 1
    return table, plays


def _of(answer: httpx.Response) -> Any:
    return answer.raise_for_status().json()


def test_pages_and_streams_are_counted_while_they_are_open(address: str) -> None:
    with Visitor(address) as ada:
        table = ada.set_table(seat2="person")
        with ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(ada.listen(table))
            stream = stack.enter_context(ada.stream("GET", f"/api/bot/game/stream/{table.rpartition('/')[2]}"))
            lines = stream.iter_lines()  # kept: it is closed with its last reader
            next(lines)
            waits_until(address, lambda told: of(told, "jardinet_viewers", "page") == 3)
            waits_until(address, lambda told: of(told, "jardinet_viewers", "stream") == 1)
        waits_until(address, lambda told: of(told, "jardinet_viewers", "page") == 0)


def test_no_address_that_somebody_makes_up_is_a_label(address: str) -> None:
    made_up = [secrets.token_urlsafe(9) for _ in range(250)]
    with httpx.Client(base_url=address, timeout=PATIENCE) as stranger:
        paths = [f"{before}{one}" for one in made_up for before in ("/", "/t/", "/static/", "/api/tables/")]
        for path in (paths[0], *paths[-4:]):
            stranger.request("BREW" if path == paths[0] else "GET", path)
        before = metrics(address)
        for path in paths:
            assert stranger.get(path).status_code == 404
    after = metrics(address)
    assert {name for name, _ in after} == {name for name, _ in before}
    assert len(after) <= len(before) + 20  # /metrics itself has been asked meanwhile
    told = httpx.get(f"{address}/metrics").text
    assert not [one for one in made_up if one in told]
    assert of(after, "jardinet_request_seconds_count", "none", "4xx") >= 250
    assert of(after, "jardinet_request_seconds_count", "/t/{table_id}", "4xx") >= 250


def test_a_database_that_is_away_shows_and_keeps_nobody_from_the_metrics() -> None:
    postgresql = PostgresProcess()
    with ExitStack() as stack:
        stack.callback(postgresql.close)
        postgresql.start()
        address, _ = stack.enter_context(process(postgresql.new_database()))
        assert of(metrics(address), "jardinet_errors_total", "503") == 0
        postgresql.hang()
        pool = stack.enter_context(ThreadPoolExecutor(12))
        asked = [pool.submit(httpx.get, f"{address}/t/nowhere{n}", timeout=PATIENCE) for n in range(12)]
        waits_until(address, lambda told: of(told, "jardinet_database_jobs_waiting", "read") >= 8)
        assert {one.result().status_code for one in asked} == {503}
        assert of(metrics(address), "jardinet_errors_total", "503") == 12
        postgresql.go_on()


def test_without_a_token_the_metrics_are_for_this_machine_alone(address: str) -> None:
    for header in ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Via", "X-Forwarded-Proto"):
        for value in ("203.0.113.1", "127.0.0.1", "somebody"):
            through_a_proxy = httpx.get(f"{address}/metrics", headers={header: value})
            assert through_a_proxy.status_code == 404
            assert "jardinet_" not in through_a_proxy.text
    assert httpx.get(f"{address}/metrics").headers["Content-Type"].startswith("text/plain; version=")
    assert "/metrics" not in httpx.get(f"{address}/api/openapi.json").text


def test_with_a_token_they_are_for_whoever_has_it_by_whatever_host(tmp_path: Path) -> None:
    settings = {"JARDINET_METRICS_TOKEN": METRICS_TOKEN, "JARDINET_ORIGINS": "https://games.example.org"}
    with process(f"sqlite:///{tmp_path / 'tables.sqlite3'}", **settings) as (address, _):
        for wrong in (
            {},
            {"Authorization": METRICS_TOKEN},
            {"Authorization": f"Bearer {METRICS_TOKEN}é".encode("latin-1")},
        ):
            answer = httpx.get(f"{address}/metrics", headers=wrong)  # type: ignore[arg-type]
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == "Bearer"
            assert "jardinet_" not in answer.text
        right = {"Authorization": f"Bearer {METRICS_TOKEN}", "X-Forwarded-For": "203.0.113.1"}
        assert ("jardinet_viewers", frozenset({"page"})) in metrics(address, **right)


def test_a_token_that_is_easily_guessed_is_refused() -> None:
    told = refused(JARDINET_METRICS_TOKEN="prometheus")
    assert "JARDINET_METRICS_TOKEN is not valid: it must be 16 or more visible ASCII" in told
    assert METRICS_TOKEN not in repr(Settings("sqlite://", Keys.of("00" * 32), metrics_token=METRICS_TOKEN))
