"""Tournaments by the API, as club software has them: opened, entered, begun, played by programs, corrected, called off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.kit.accounts import Player
from tests.kit.waiting import until

CUP = {
    "game": "lucky_numbers",
    "form": "lots",
    "seats": 2,
    "rounds": 2,
    "title": "Cup",
    "pace": "45",
    "by_itself": False,
}


def test_programs_play_a_tournament_from_its_first_entry_to_its_standings(player: Callable[[str], Player]) -> None:
    host, *people = (player(name) for name in ("Host", "Ada", "Ben", "Cem", "Dan"))
    opened = host.post("/api/tournaments", **CUP)
    address = f"/api/tournaments/{opened['id']}"
    assert len(opened["pin"]) == 8
    assert any(one["id"] == opened["id"] for one in people[0].get("/api/tournaments"))
    for number, one in enumerate(people, 1):
        entered = one.post(f"{address}/enter")
        assert [entry["entry"] for entry in entered["entries"] if entry["is_yours"]] == [number]
    with people[0].http.stream("GET", "/api/stream/event") as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        begun = host.post(f"{address}/host", do="begin")
        assert next(line for line in lines if line["type"] == "gameStart")
    assert (begun["phase"], begun["is_host"], len(begun["rounds"][0]["tables"])) == ("running", True, 2)
    until(lambda: all(one["table"] for one in people[0].get(address)["rounds"][0]["tables"]), "tables are open")
    tables = people[0].get(address)["rounds"][0]["tables"]
    for one in tables:
        assert {seat["name"] for seat in people[0].get(f"/api/tables/{one['table']}")["seats"]} == {
            begun["entries"][entry - 1]["name"] for entry in one["entries"]
        }
    assert host.http.post(f"{address}/host", json={"do": "begin"}).json()["code"] == "tables-still-play"
    changed = host.post(f"{address}/rounds/1/tables/1/points", points=[4, -3])
    changed = host.post(f"{address}/rounds/1/tables/2/points", points=[1, 2])
    assert [line["points"] for line in changed["standings"]] == [4, 2, 1, -3]
    assert changed["rounds"][0]["tables"][0]["is_corrected"]
    people[3].post(f"{address}/leave")
    key = host.get(f"{address}/entries/4/key")
    assert key["path"] == f"/tournaments/{opened['id']}/take/4/{key['key']}"
    eve = player("Eve")
    taken = eve.post(f"{address}/entries/4/take", key=key["key"])
    assert [entry["name"] for entry in taken["entries"] if entry["is_yours"]] == ["Eve"]
    assert eve.http.post(f"{address}/entries/4/take", json={"key": key["key"]}).status_code == 404
    assert people[0].http.get(f"{address}/entries/4/key").status_code == 403
    assert host.post(f"{address}/entries/4", do="left")["entries"][3]["has_left"] is True
    assert host.post(f"{address}/entries/4", do="back")["entries"][3]["has_left"] is False
    assert people[0].http.post(f"{address}/entries", json={"name": "Fay"}).status_code == 403
    assert host.post(f"{address}/entries", name="Fay")["entries"][-1]["name"] == "Fay"
    assert host.post(f"{address}/entries/5", do="left")["entries"][4]["has_left"]
    assert host.post(f"{address}/host", do="pause")["phase"] == "paused"
    assert host.post(f"{address}/host", do="resume")["phase"] == "running"
    assert len(host.post(f"{address}/host", do="begin")["rounds"]) == 2
    assert host.post(f"{address}/rounds/2/tables/1/close") == {"ok": True}
    assert host.post(f"{address}/host", do="off")["phase"] == "off"


def test_what_a_program_may_not_do_is_refused_with_a_code(player: Callable[[str], Player]) -> None:
    host, ada = player("Host"), player("Ada")
    opened = host.post("/api/tournaments", **CUP)
    address = f"/api/tournaments/{opened['id']}"

    def refused(one: Player, path: str, **sent: Any) -> tuple[int, str]:
        answer = one.http.post(path, json=sent)
        return answer.status_code, answer.json()["code"]

    assert refused(ada, f"{address}/host", do="begin") == (403, "only-tournament-host")
    assert refused(ada, f"{address}/leave") == (403, "not-in-tournament")
    assert refused(host, f"{address}/host", do="begin") == (422, "too-few-entries")
    assert refused(host, f"{address}/rounds/1/tables/1/points", points=[1]) == (422, "no-such-match-table")
    assert refused(ada, "/api/tournaments/nowhere/enter") == (404, "no-such-tournament")
    assert refused(ada, "/api/tournaments", **(CUP | {"form": "everybody", "seats": 3})) == (422, "tournament-seats")
    assert refused(ada, "/api/tournaments", **(CUP | {"game": "chess"}))[0] in (404, 422)
    assert refused(host, "/api/tournaments", **(CUP | {"weekends_off": "UTC"})) == (422, "weekends-off")
    rated = host.post("/api/tournaments", **(CUP | {"rated": True}))
    assert refused(ada, f"/api/tournaments/{rated['id']}/enter") == (403, "rated-tournament")
    table = {"game": "lucky_numbers", "seats": ["person", "person"], "parameters": {}, "tournament": opened["id"]}
    assert refused(ada, "/api/tables", **table) == (422, "no-tournament-field")
