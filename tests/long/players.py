"""Players who play on and on, and know what they were promised: an acknowledged play is there, once, whatever happens."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.long.people import BROKEN, Line, new_account
from tests.long.sizes import until

from jardinet.games import load_game, playable_games

LOOK_AGAIN = 0.02  # seconds, where there is nothing to do
SOON = 5  # seconds after which every process knows what one has acknowledged
REMATCHES = 0.25  # of all games
LONGEST_TURN = 30  # seconds without an outage in which a bot has acted


class Promises:
    """What was asked at one table, and what of it was acknowledged: the seat and the move, by ply."""

    def __init__(self, table_id: str, game: str, people: Sequence[int]) -> None:
        self.id, self.game, self.people = table_id, game, people
        self.asked: dict[int, list[tuple[int, str]]] = defaultdict(list)
        self.kept: dict[int, dict[int, str]] = defaultdict(dict)

    def lost(self, state: dict[str, Any]) -> list[tuple[int, int, str]]:
        """What was acknowledged and is not there: the ply, the seat and the move."""
        moves = state["moves"].split()
        return [
            (ply, seat, move)
            for ply, plays in self.kept.items()
            for seat, move in plays.items()
            if (_part(moves[ply], seat) != move if ply < len(moves) else seat not in state["chosen"])
        ]

    def check_all(self, state: dict[str, Any]) -> None:
        """Fail where something is lost, or is there that nobody has asked for, or that the rules do not know."""
        assert not self.lost(state), (self.id, self.lost(state), state["moves"])
        if not state["moves"]:
            return
        played = load_game(self.game, **state["parameters"]).new_initial_state()
        for ply, move in enumerate(state["moves"].split()):
            for seat in played.acting_seats():
                if seat in self.people:
                    part = _part(move, seat)
                    assert (seat, part) in self.asked[ply], f"{self.id}: nobody has asked for {part} at ply {ply}"
            played.apply(played.string_to_move(move))


def _part(move: str, seat: int) -> str:
    """What a seat played of a move, which may be of all together."""
    return move.split("+")[seat] if "+" in move else move


@dataclass
class Player:
    """Somebody who plays all people's seats of a table, then of another, until told to stop.

    Attributes:
        lines: by which they ask, now by this one and now by that.
        acknowledged: how many plays were acknowledged.
        longest: the longest time in seconds that an answer took.
        took: how many seconds each play took that was acknowledged.
    """

    lines: list[Line]
    chance: Random
    acknowledged: int = 0
    longest: float = 0.0
    took: list[float] = field(default_factory=list)
    tables: list[Promises] = field(default_factory=list)
    _table: Promises | None = None
    _doubted_at: float = 0.0
    _acted_at: float = field(default_factory=time.monotonic)

    def play_until(self, closing: threading.Event) -> None:
        """Play; where the server has gone, when it is back."""
        while not closing.is_set():
            try:
                self._go_on()
            except BROKEN:
                self._acted_at = time.monotonic()
                closing.wait(LOOK_AGAIN)

    def check_all(self) -> None:
        """Fail where something of all that was acknowledged is not there as it was."""
        for table in self.tables:
            table.check_all(self.lines[0].table(table.id))

    def _go_on(self) -> None:
        table = self._table or self._open()
        if table is None:
            return
        answer = self._ask("GET", f"/api/tables/{table.id}")
        if answer is None:
            return
        state = answer["state"]
        if table.lost(state):  # told by one process, and not yet known to another
            self._doubted_at = self._doubted_at or time.monotonic()
            assert time.monotonic() - self._doubted_at < SOON, f"{table.id} has lost {table.lost(state)}: {state}"
            return
        self._doubted_at = 0.0
        if state["status"] == "finished":
            self._table = self._rematch(table) if self.chance.random() < REMATCHES else None
        elif state["status"] == "created":
            self._ask("POST", f"/api/tables/{table.id}/sit", {"seat": 1, "beside": True})
        elif state["seat"] in state["turn"]:
            self._play(table, state)
        else:
            assert time.monotonic() - self._acted_at < LONGEST_TURN, f"{table.id} hangs: {state}"
            time.sleep(LOOK_AGAIN)

    def _open(self) -> Promises | None:
        game, bots = self.chance.choice(playable_games()), ["random"] * self.chance.randint(0, 1)
        seats = ["person", "person", *bots]
        agreed = {"game": game, "parameters": {}, "seats": seats, "bot_pace": "instant"}
        self._table = self._sat_down(self._ask("POST", "/api/tables", agreed), game)
        return self._table

    def _rematch(self, table: Promises) -> Promises | None:
        return self._sat_down(self._ask("POST", f"/api/tables/{table.id}/rematch"), table.game)

    def _sat_down(self, opened: Any, game: str) -> Promises | None:
        """What is promised at a new table; None: there is none."""
        if opened is None:
            return None
        self.tables.append(Promises(opened["id"], game, (0, 1)))
        return self.tables[-1]

    def _play(self, table: Promises, state: dict[str, Any]) -> None:
        ply, seat, move = state["seq"], state["seat"], self.chance.choice(state["legal"])
        table.asked[ply].append((seat, move))
        data, begun = {"ply": ply, "moves": [move], "seat": seat}, time.monotonic()
        if self._ask("POST", f"/api/tables/{table.id}/play", data) is not None:
            table.kept[ply][seat] = move
            self.acknowledged += 1
            self.took.append(time.monotonic() - begun)

    def _ask(self, method: str, path: str, data: Any = None) -> Any:
        """The data of the answer; None where somebody was faster, a limit is reached or the database is away."""
        begun = time.monotonic()
        answer = self.chance.choice(self.lines).ask(method, path, data)
        self.longest = max(self.longest, time.monotonic() - begun)
        if answer.status in (409, 429, 503):
            time.sleep(LOOK_AGAIN)
            if answer.status == 503:
                self._acted_at = time.monotonic()
            return None
        assert answer.status in (200, 201), (path, data, answer)
        if method == "POST":
            self._acted_at = time.monotonic()
        return answer.json()


class Crowd:
    """Players who play at the same time."""

    def __init__(self, players: list[Player], running: list[Future[None]]) -> None:
        self.players, self._running = players, running

    @property
    def acknowledged(self) -> int:
        """How many plays were acknowledged; fails where something was not as promised."""
        for one in self._running:
            if one.done():
                one.result()
        return sum(player.acknowledged for player in self.players)

    def play_on(self, plays: int, within: float = 60) -> float:
        """Wait for so many plays more; returns how many seconds that took."""
        goal = self.acknowledged + plays
        return until(lambda: self.acknowledged >= goal, f"{plays} plays more are acknowledged", within)


@contextmanager
def playing(addresses: Sequence[Sequence[str]], count: int, chance: Random) -> Iterator[list[Crowd]]:
    """Crowds of so many players, each at some servers; at the end all that they were promised is looked for."""
    closing = threading.Event()
    with ThreadPoolExecutor(count * len(addresses)) as pool:
        crowds = []
        for served in addresses:
            accounts = [new_account(served[0], f"Player {number}", chance) for number in range(count)]
            players = [Player([Line(one, person) for one in served], Random(chance.random())) for person in accounts]
            crowds.append(Crowd(players, [pool.submit(player.play_until, closing) for player in players]))
        try:
            yield crowds
        finally:
            closing.set()
    for crowd in crowds:
        assert crowd.acknowledged
        for player in crowd.players:
            player.check_all()


def play_to_the_end(line: Line, game: str, chance: Random) -> None:
    """One whole game, at both seats of a new table."""
    table_id = line.post("/api/tables", game=game, parameters={}, seats=["person", "person"])["id"]
    state = line.post(f"/api/tables/{table_id}/sit", seat=1, beside=True)["state"]
    while state["status"] != "finished":
        move = chance.choice(state["legal"])
        state = line.post(f"/api/tables/{table_id}/play", ply=state["seq"], moves=[move], seat=state["seat"])["state"]
