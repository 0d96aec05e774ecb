"""Races through two processes on PostgreSQL: whatever is asked at the same moment, each turn is played exactly once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from tests.kit.servers import ServerProcess
from tests.long.people import Line, new_account
from tests.long.sizes import progress, rounds, size, until

from jardinet.games import load_game

Two = tuple[ServerProcess, ServerProcess]
GROUPS = size(6, 2)  # of people, each at a table of its own
TABS = 4  # of one person, half of them at either process


class RacedTable:
    """Table whose people have tabs at both processes."""

    def __init__(self, people: list[list[Line]], game: str) -> None:
        """Each of the `people` sits down, by the tabs that are theirs; the first is the host."""
        self._tabs = people
        self._game = game
        agreed = {"game": game, "parameters": {}, "seats": ["person"] * len(people)}
        self.id = str(people[0][0].post("/api/tables", **agreed)["id"])
        for seat, tabs in enumerate(people[1:], 1):
            tabs[0].post(f"/api/tables/{self.id}/sit", seat=seat)
        self.look()

    def look(self) -> None:
        """How it stands, soon the same at both processes; somebody is asked while it is not over."""
        until(self._is_same_everywhere, f"the processes show {self.id} alike", 10)
        assert self.state["status"] == "finished" or (self.state["status"] == "started" and self.state["turn"])

    def _is_same_everywhere(self) -> bool:
        seen = [tab.table(self.id) for tab in self._tabs[0][:2]]
        self.state: dict[str, Any] = seen[0]
        return len({(one["seq"], one["moves"], str(one["turn"]), one["status"]) for one in seen}) == 1

    @property
    def is_bidding(self) -> bool:
        return len(self.state["turn"]) > 1

    def racers(self, chance: Random) -> Iterator[tuple[Line, int, str]]:
        """Whoever has to act plays in several tabs, the same or something else."""
        for seat in self.state["turn"]:
            tabs = chance.sample(self._tabs[seat], chance.randint(2, TABS))
            legal = tabs[0].table(self.id)["legal"]
            moves = chance.choices(legal, k=chance.randint(1, 2))
            for tab in tabs:
                yield tab, seat, chance.choice(moves)

    def check(self, raced: list[tuple[int, str, int]]) -> None:
        """Of a turn one play is played, of each one's bids one that was taken; what came later is refused.

        Args:
            raced: the seats, what they played, and how that was answered.
        """
        before, was_bidding = self.state, self.is_bidding
        assert {status for _, _, status in raced} <= {200, 409}, raced
        self.look()
        played = self.state["moves"].split()[before["seq"]]
        for seat in before["turn"]:
            taken = [move for one, move, status in raced if one == seat and status == 200]
            if was_bidding:
                assert played.split("+")[seat] in taken, (played, raced)
            else:
                assert taken == [played], (played, raced)
        state = load_game(self._game, **self.state["parameters"]).deserialize_state(self.state["moves"])
        assert state.is_terminal() == (self.state["status"] == "finished")


@pytest.fixture
def groups(two: Two, chance: Random) -> list[list[list[Line]]]:
    """Groups of two to four people, each with tabs by turns at either process."""
    return [[_tabs(two, chance) for _ in range(2 + number % 3)] for number in range(GROUPS)]


def _tabs(two: Two, chance: Random) -> list[Line]:
    person = new_account(chance.choice(two).address, "Ada", chance)
    return [Line(two[number % 2].address, person) for number in range(TABS)]


@pytest.mark.parametrize(
    ("game", "of_bids"), [("lucky_numbers", False), ("maudits_criquets", True)], ids=["turns", "joint-bids"]
)
def test_of_what_is_played_at_the_same_moment_one_is_played_and_no_table_hangs(
    groups: list[list[list[Line]]], chance: Random, game: str, of_bids: bool
) -> None:
    tables = [RacedTable(people, game) for people in groups]
    is_done, done = progress("races", size(1000, 12)), 0
    while not is_done(done):
        done += sum(table.is_bidding == of_bids for table in tables)
        raced = [(table, *racer) for table in tables for racer in table.racers(chance)]
        chance.shuffle(raced)
        for table, tab, seat, move in raced:
            tab.send_play(table.id, table.state["seq"], move, seat=seat)
        answers = [(table, seat, move, tab.receive().status) for table, tab, seat, move in raced]
        for number, table in enumerate(tables):
            table.check([(seat, move, status) for one, seat, move, status in answers if one is table])
            if table.state["status"] == "finished":
                tables[number] = RacedTable(groups[number], game)


def test_full_tables_begin_whoever_takes_the_last_seats_at_the_same_moment(
    groups: list[list[list[Line]]], chance: Random
) -> None:
    """Two or three people and now and then a bot sit down at once; two of them may want the same seat."""
    people = [tabs for group in groups for tabs in group]
    for _ in rounds("last seats", size(200, 4)):
        host, *guests = chance.sample(people, chance.randint(3, 4))
        game = chance.choice(["lucky_numbers", "maudits_criquets"])
        agreed = {"game": game, "parameters": {}, "seats": ["person"] * chance.randint(2, len(guests) + 1)}
        table_id = str(host[0].post("/api/tables", **agreed)["id"])
        free = range(1, len(agreed["seats"]))
        asked = [(chance.choice(tabs), "sit", {"seat": chance.choice([None, *free])}) for tabs in guests]
        if chance.random() < 0.5:
            asked.append((host[1], "bot", {"seat": chance.choice(free), "level": "random"}))
        for line, what, data in chance.sample(asked, len(asked)):
            line.send("POST", f"/api/tables/{table_id}/{what}", data)
        answers = {what: line.receive().status for line, what, _ in asked}
        assert {*answers.values()} <= {200, 409}
        for seat in free:  # whoever is left finds what is left
            line = guests[seat - 1][0]
            assert line.ask("POST", f"/api/tables/{table_id}/sit", {"seat": seat, "beside": True}).status in (200, 409)
        for tab in host[:2]:
            until(partial(_has_begun, tab, table_id), f"{table_id} begins", 10)


def _has_begun(tab: Line, table_id: str) -> bool:
    state = tab.table(table_id)
    assert all(seat["name"] or seat["level"] for seat in state["seats"])
    return state["status"] == "started" and bool(state["turn"])
