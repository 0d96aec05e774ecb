"""Seeks by the API: two programs find each other, are told by their streams, confirm, and sit at a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from tests.kit.accounts import Player
from tests.kit.waiting import until

SEEK = {"game": "lucky_numbers", "players": 2, "pace": "45"}


@contextmanager
def seeks(player: Player) -> Iterator[Iterator[dict[str, Any] | None]]:
    """What the event stream of somebody tells of their seek."""
    with player.http.stream("GET", "/api/stream/event") as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        yield (event["seek"] for event in lines if event["type"] == "seek")


def test_two_programs_find_each_other_and_play(player: Callable[[str], Player]) -> None:
    ada, ben = player("Ada"), player("Ben")
    made = ada.post("/api/seeks", **SEEK)
    assert (made["state"], made["pace"], made["others"], made["table"]) == ("waiting", "45", [], None)
    with seeks(ada) as told:
        assert next(told)["state"] == "waiting"  # type: ignore[index]
        (listed,) = ben.get("/api/seeks")
        assert (listed["name"], listed["pace"], listed["level"], listed["by_program"]) == ("Ada", "45", None, True)
        assert ada.get("/api/seeks") == []
        ben.post("/api/seeks", **SEEK)
        found = next(told)
        assert found
        assert (found["state"], found["others"]) == ("found", ["Ben"])
        assert 29_000 <= found["until"] - found["since"] <= 40_000
        assert ada.post("/api/seeks/confirm")["state"] == "here"
        assert next(told)["state"] == "here"  # type: ignore[index]
        opened = ben.post("/api/seeks/confirm")
        assert opened["state"] == "open"
        assert next(told)["table"] == opened["table"]  # type: ignore[index]
    table = ada.get(f"/api/tables/{opened['table']}")
    assert sorted(seat["name"] for seat in table["seats"]) == ["Ada", "Ben"]
    assert table["agreement"]["seconds_a_turn"] == 45
    for one in (ada, ben):
        assert one.http.request("DELETE", "/api/seeks").json() == {"ok": True}
        assert one.get("/api/seeks/own") is None


def test_a_seek_that_is_taken_back_is_told_as_over(player: Callable[[str], Player]) -> None:
    ada = player("Ada")
    ada.post("/api/seeks", **(SEEK | {"players": 4}))
    with seeks(ada) as told:
        assert next(told)["players"] == 4  # type: ignore[index]
        ada.http.request("DELETE", "/api/seeks")
        until(lambda: ada.get("/api/seeks/own") is None, "it is over")
        assert next(told) is None


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"game": "chess"}, 422), ({"players": 5}, 400), ({"pace": "7"}, 422), ({"range": "x"}, 400), ({"pace": 45}, 400)],
)
def test_what_cannot_be_sought_is_refused(player: Callable[[str], Player], wrong: dict[str, Any], status: int) -> None:
    answer = player("Ada").http.post("/api/seeks", json=SEEK | wrong)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"]


def test_confirming_what_nobody_waits_for_is_a_conflict(player: Callable[[str], Player]) -> None:
    answer = player("Ada").http.post("/api/seeks/confirm")
    assert (answer.status_code, answer.json()["code"]) == (409, "nobody-waits")


def test_who_seeks_is_everybodys_to_see_and_seeking_needs_a_token(player: Callable[[str], Player]) -> None:
    http = player("Ada").http
    del http.headers["Authorization"]
    assert http.get("/api/seeks").status_code == 200
    for method, address in (("POST", "/api/seeks"), ("DELETE", "/api/seeks"), ("GET", "/api/seeks/own")):
        assert http.request(method, address, json=SEEK if method == "POST" else None).status_code == 401
