"""The lobby at a database: found, asked, at a table; and several processes at the same seeks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

from jardinet.server.lobby.lobby import Lobby
from jardinet.server.lobby.pairing import paired
from jardinet.server.lobby.seek import NobodyWaitsError, Seek, SeekError, Wish
from jardinet.server.people.blocks import block
from jardinet.server.people.forgetting import forget
from jardinet.server.people.kept import export_of
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow
from jardinet.server.storage.seek_models import SeekRow
from jardinet.server.tables.errors import BannedError

pytestmark = pytest.mark.anyio

TWO = Wish("lucky_numbers")


class Place:
    """A lobby at a database, whose clock can be moved, without rounds of its own."""

    def __init__(self, harness: Harness, banned: frozenset[str] = frozenset()) -> None:
        self.harness, self.told, self.passed = harness, list[str](), timedelta()
        self.intervals = replace(SHORT, seek_kept=60.0, seek_patience=30.0)
        before = harness.database.now
        harness.database.now = lambda: before() + self.passed  # type: ignore[method-assign]
        self.lobby = self.another(banned)

    def another(self, banned: frozenset[str] = frozenset()) -> Lobby:
        """As another process has one."""
        return Lobby(self.harness.database, self.harness.service, banned.__contains__, self.told.append, self.intervals)

    def wait(self, seconds: float) -> None:
        self.passed += timedelta(seconds=seconds)

    async def seekers(self, *names: str, wish: Wish = TWO) -> list[str]:
        people = [await self.harness.person(name) for name in names]
        for one in people:
            await self.lobby.seek(one, wish)
        return people

    async def state(self, person: str) -> str | None:
        standing = await self.lobby.of(person)
        return standing.seek.state if standing else None

    async def tables(self) -> int:
        count = select(func.count()).select_from(TableRow)
        return await self.harness.database.read(lambda connection: connection.scalar(count) or 0)


@pytest.fixture
def place(harness: Harness) -> Place:
    return Place(harness)


async def test_two_who_seek_the_same_are_asked_and_get_a_table_when_both_are_here(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    await place.lobby.once()
    assert sorted(place.told) == sorted([ada, ben])
    standing = await place.lobby.confirm(ada)
    assert (standing.seek.state, [one.name for one in standing.missing]) == ("here", ["Ben"])
    assert await place.tables() == 0
    standing = await place.lobby.confirm(ben)
    assert standing.seek.state == "open"
    table = await place.harness.service.load(str(standing.seek.table_id))
    assert {(seat.person, seat.name) for seat in table.seats} == {(ada, "Ada"), (ben, "Ben")}
    assert table.game
    assert not table.agreement.is_listed
    assert not table.agreement.hints
    assert await place.state(ada) == "open"


async def test_pace_and_players_are_those_of_the_seek_and_clocks_wait_for_all_to_come(place: Place) -> None:
    people = await place.seekers("Ada", "Ben", "Cem", wish=Wish("maudits_criquets", 3, "300+10"))
    await place.lobby.once()
    for one in people:
        standing = await place.lobby.confirm(one)
    table = await place.harness.service.load(str(standing.seek.table_id))
    assert table.agreement.bank
    assert (table.agreement.bank.seconds, len(table.seats), table.deadline) == (300, 3, None)
    for one in people:
        table = await place.harness.service.come(table, one)
    assert table.deadline


async def test_other_wishes_do_not_meet(place: Place) -> None:
    people = await place.seekers("Ada")
    people += await place.seekers("Ben", wish=Wish("maudits_criquets"))
    people += await place.seekers("Cem", wish=Wish("lucky_numbers", 3))
    people += await place.seekers("Dan", wish=Wish("lucky_numbers", 2, "45"))
    await place.lobby.once()
    assert [await place.state(one) for one in people] == ["waiting"] * 4


async def test_who_says_nothing_in_30_seconds_loses_their_seek_and_the_other_waits_on(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    made = (await place.lobby.of(ada)).seek.made_at  # type: ignore[union-attr]
    await place.lobby.once()
    await place.lobby.confirm(ada)
    place.wait(29)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["here", "found"]
    place.wait(1)
    with pytest.raises(NobodyWaitsError):
        await place.lobby.confirm(ben)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["waiting", "missed"]
    assert (await place.lobby.of(ada)).seek.made_at == made  # type: ignore[union-attr]
    await place.lobby.seek(ben, TWO)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["found", "found"]
    place.wait(121)
    assert await place.tables() == 0


async def test_a_seek_that_no_page_has_asked_for_in_a_minute_is_gone(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben", wish=Wish("lucky_numbers", 3))
    place.wait(40)
    await place.lobby.once()
    assert await place.state(ada) == "waiting"  # her page asks
    place.wait(20)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["waiting", None]
    place.wait(39.9)
    await place.lobby.once()
    assert await place.state(ada) == "waiting"


async def test_who_stops_is_found_by_nobody_and_whoever_was_asked_waits_on(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    await place.lobby.once()
    await place.lobby.confirm(ada)
    await place.lobby.stop(ben)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["waiting", None]
    await place.lobby.stop(ada)
    await place.lobby.once()
    assert await place.lobby.others() == []


async def test_banned_people_neither_seek_nor_are_found(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    strict = place.another(frozenset([ben]))
    await strict.once()
    assert [await place.state(one) for one in (ada, ben)] == ["waiting", None]
    with pytest.raises(BannedError):
        await strict.seek(ben, TWO)


async def test_two_of_whom_one_has_blocked_the_other_are_found_for_others(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    await place.harness.database.write(partial(block, person=ben, other=ada, at=place.harness.service.now()))
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["waiting", "waiting"]
    (cem,) = await place.seekers("Cem")
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben, cem)] == ["found", "waiting", "found"]


async def test_what_cannot_be_played_is_not_sought(place: Place) -> None:
    ada = await place.harness.person("Ada")
    for wish in (Wish("chess"), Wish("lucky_numbers", 1), Wish("lucky_numbers", 5), Wish("lucky_numbers", 2, "7")):
        with pytest.raises(Exception, match=r"is not possible|are not possible|chess"):
            await place.lobby.seek(ada, wish)
    assert await place.lobby.of(ada) is None


async def test_there_are_not_more_seeks_than_a_round_can_look_at(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jardinet.server.lobby.lobby.MOST_SEEKS", 2)
    ada, _ben = await place.seekers("Ada", "Ben", wish=Wish("lucky_numbers", 4))
    with pytest.raises(SeekError, match="2 people"):
        await place.seekers("Cem")
    await place.lobby.seek(ada, TWO)  # her own is replaced


async def test_a_table_is_made_once_by_however_many_processes(place: Place) -> None:
    """Each round and each confirmation at the same time by three; what one of them did not finish another one does."""
    lobbies = [place.another() for _ in range(3)]
    people = await place.seekers(*(f"P{number}" for number in range(8)))
    await asyncio.gather(*(one.once() for one in lobbies))
    assert [await place.state(one) for one in people] == ["found"] * 8
    await asyncio.gather(*(one.confirm(person) for person in people for one in lobbies))
    await asyncio.gather(*(one.once() for one in lobbies))
    assert await place.tables() == 4
    assert [await place.state(one) for one in people] == ["open"] * 8


async def test_processes_with_databases_of_their_own_pair_nobody_twice(place: Place, url: str) -> None:
    people = await place.seekers(*(f"P{number}" for number in range(10)))
    async with Database.open(url) as database:
        other = Place(Harness(database))
        await asyncio.gather(place.lobby.once(), other.lobby.once(), place.lobby.once(), other.lobby.once())
        groups: dict[str, set[str]] = {}
        for one in people:
            standing = await place.lobby.of(one)
            assert standing
            assert standing.seek.state == "found"
            groups.setdefault(str(standing.seek.table_id), set()).add(one)
        assert sorted(map(len, groups.values())) == [2] * 5
        asked = [lobby.confirm(one) for one in people for lobby in (place.lobby, other.lobby)]
        await asyncio.gather(*asked)
        assert await place.tables() == 5


async def test_a_round_that_changes_something_has_all_seeks_to_itself(
    place: Place, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes that would pair the same people wait for each other; the second one finds nothing left to do."""
    await place.seekers("Ada", "Ben")
    both = Barrier(2)

    def at_the_same_time(*known: Any) -> list[tuple[Seek, ...]]:
        with suppress(BrokenBarrierError):
            both.wait(0.5)  # comes to pass only where both have read before either has changed anything
        return paired(*known)

    monkeypatch.setattr("jardinet.server.lobby.lobby.paired", at_the_same_time)
    async with Database.open(url) as database:
        other = Place(Harness(database))
        done = await asyncio.gather(*(one.harness.database.write(one.lobby._settle) for one in (place, other)))
    assert sorted(len(one.changed) for one in done) == [0, 2]


async def test_a_table_that_a_process_did_not_open_is_opened_by_the_next_round(place: Place) -> None:
    ada, ben = await place.seekers("Ada", "Ben")
    await place.lobby.once()

    def here(connection: object) -> None:
        connection.execute(SeekRow.__table__.update().values(state="here"))  # type: ignore[attr-defined]

    await place.harness.database.write(here)
    place.wait(31)
    await place.lobby.once()
    assert [await place.state(one) for one in (ada, ben)] == ["open", "open"]
    assert await place.tables() == 1


async def test_of_somebody_forgotten_no_seek_is_left_and_the_export_has_it(place: Place) -> None:
    (ada,) = await place.seekers("Ada")
    assert await export_of(place.harness.database, place.harness.service, ada)
    await forget(place.harness.database, place.harness.service, ada)
    assert await place.lobby.of(ada) is None
