"""A whole evening of 24 robots at two processes: two leave in the middle, one process is killed, and all is played and counted."""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack
from typing import Any

import httpx
from tests.kit.databases import empty_postgresql
from tests.kit.servers import process
from tests.kit.stores import redis_port
from tests.kit.waiting import PATIENCE, until
from tests.sizes import WHOLE

ROBOTS, LEAVING, ROUNDS = 24, (5, 11), 2
NAP = 0.05  # seconds until a robot looks again


class Robot(threading.Thread):
    """Guest of the evening who plays whatever is possible first; goes to another process if theirs is gone."""

    def __init__(self, number: int, addresses: list[str], tournament: str, done: threading.Event) -> None:
        super().__init__(name=f"robot {number}")
        self.number, self.done, self._addresses = number, done, addresses
        self._tournament, self.plays, self.fault = f"/api/tournaments/{tournament}", 0, ""
        self._http = httpx.Client(timeout=PATIENCE)
        token = self.ask("POST", "/api/guests", name=f"Robot {number}")["token"]
        self._http.headers["Authorization"] = f"Bearer {token}"
        self.ask("POST", f"{self._tournament}/enter")

    def ask(self, method: str, path: str, **sent: Any) -> Any:
        """The answer; None if the play was refused since the table has moved on."""
        for attempt in range(20):
            address = self._addresses[(self.number + attempt) % len(self._addresses)]
            try:
                answer = self._http.request(method, address + path, json=sent or None)
            except httpx.TransportError:
                time.sleep(NAP)
                continue
            if answer.status_code in (403, 409, 422) and path.endswith("/play"):
                return None
            if answer.status_code == 503:
                time.sleep(NAP)
                continue
            assert answer.is_success, answer.text
            return answer.json()
        raise AssertionError("no process answers")

    def own_table(self) -> str | None:
        told = self.ask("GET", self._tournament)
        own = {entry["entry"] for entry in told["entries"] if entry["is_yours"]}
        for table in (table for one in told["rounds"] for table in one["tables"]):
            if own & set(table["entries"]) and table["points"] is None:
                return table["table"]  # type: ignore[no-any-return]
        return None

    def run(self) -> None:
        try:
            while not self.done.is_set():
                table = self.own_table()
                if table is None or not self._play_once(table):
                    time.sleep(NAP)
                if self.number in LEAVING and self.plays > 10:
                    self.ask("POST", f"{self._tournament}/leave")
                    return
        except Exception as error:
            self.fault = repr(error)

    def _play_once(self, table: str) -> bool:
        state = self.ask("GET", f"/api/tables/{table}")["state"]
        if not state["legal"]:
            return False
        if self.ask("POST", f"/api/tables/{table}/play", ply=state["seq"], moves=[state["legal"][0]]) is not None:
            self.plays += 1
        return True


@WHOLE
def test_an_evening_of_robots_goes_on_without_those_who_leave_and_without_a_process() -> None:
    redis = {"JARDINET_REDIS_URL": f"redis://127.0.0.1:{redis_port()}", "JARDINET_LIMITS": "off"}
    with empty_postgresql() as database, ExitStack() as stack:
        servers = [stack.enter_context(process(database, **redis)) for _ in range(2)]
        addresses = [address for address, _process in servers]
        host = httpx.Client(base_url=addresses[0], timeout=PATIENCE)
        host.headers["Authorization"] = f"Bearer {host.post('/api/guests', json={'name': 'Host'}).json()['token']}"
        plan = {"game": "lucky_numbers", "form": "lots", "seats": 2, "rounds": ROUNDS, "pace": "", "pause": 0}
        tournament = host.post("/api/tournaments", json=plan).json()["id"]
        address = f"/api/tournaments/{tournament}"
        done = threading.Event()
        robots = [Robot(number, addresses, tournament, done) for number in range(ROBOTS)]
        assert host.post(f"{address}/host", json={"do": "begin"}).is_success
        for one in robots:
            one.start()
        try:
            until(lambda: all(not robots[number].is_alive() for number in LEAVING), "two have left", 4 * PATIENCE)
            servers[1][1].kill()  # as by kill -9: nothing is finished there
            told = host.get(address).json()
            left = {entry["entry"] for entry in told["entries"] if entry["has_left"]}
            assert len(left) == len(LEAVING)
            for table in told["rounds"][0]["tables"]:
                if left & set(table["entries"]) and table["points"] is None:  # the host lets bots play on there
                    where = f"{address}/rounds/1/tables/{table['number']}/close"
                    assert host.post(where).is_success
            until(lambda: host.get(address).json()["phase"] == "over", "all rounds are over", 10 * PATIENCE)
        finally:
            done.set()
            for one in robots:
                one.join()
        assert [one.fault for one in robots if one.fault] == []
        told = host.get(address).json()
        assert len(told["rounds"]) == ROUNDS
        assert all(table["points"] for one in told["rounds"] for table in one["tables"])
        assert len(told["rounds"][1]["tables"]) == (ROBOTS - len(LEAVING)) // 2
        assert len(told["standings"]) == ROBOTS  # all have played something themselves
        points = [sum(table["points"]) for one in told["rounds"] for table in one["tables"]]
        assert sum(line["points"] for line in told["standings"]) == sum(points)
