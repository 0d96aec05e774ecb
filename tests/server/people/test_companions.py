"""Whom one has played with: the latest first, each once, with how all games ended, and what another game would be."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from random import Random
from time import monotonic

import pytest
from sqlalchemy import Connection, insert, update
from tests.kit.harness import Harness
from tests.server.tables.test_lists import fill, plans_of

from jardinet.server.people.along import take_along
from jardinet.server.people.blocks import block, blocked_with
from jardinet.server.people.companions import PAGE_SIZE, Companion, Score, companion_at, companions_of
from jardinet.server.people.forgetting import forget
from jardinet.server.people.profiles import GamesCount, games_of
from jardinet.server.storage.models import PersonRow, SeatRow, TableRow, now
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables import commands
from jardinet.server.tables.again import again
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.decide import decide, new_table
from jardinet.server.tables.errors import NotYoursError

pytestmark = pytest.mark.anyio

TWO = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", "person"])
THREE = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "person", "person"])
WITH_BOT = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "greedy", "person"], is_listed=True)


async def table_of(harness: Harness, agreement: Agreement, *people: tuple[str, str]) -> str:
    """A table at which these people sit, in that order; whoever comes twice plays beside themselves as "Cyd"."""
    (host, name), *others = people
    table_id = await harness.service.open_table(host, name, agreement)
    for person, called in others:
        table = await harness.service.load(table_id)
        beside = bool(table.seats_of(person))
        await harness.service.sit(table_id, table.free_seats()[0], person, "Cyd" if beside else called, beside=beside)
    return table_id


async def met(harness: Harness, person: str) -> list[Companion]:
    return (await harness.database.read(partial(companions_of, person=person)))[0]


async def end(harness: Harness, table_id: str, *shares: float, game: int = 1, is_lesson: bool = False) -> None:
    """Let a game of a table have ended so."""
    rows = [
        {
            "table_id": table_id,
            "game": game,
            "seat": seat,
            "played": "lucky_numbers",
            "is_lesson": is_lesson,
            "share": share,
        }
        | {"points": 0, "plays": 9, "stood_in": 0, "ended_at": now()}
        for seat, share in enumerate(shares)
    ]

    def job(connection: Connection) -> None:
        connection.execute(insert(ResultRow), rows)
        for row in (TableRow.id, SeatRow.table_id):
            connection.execute(update(row.class_).where(row == table_id).values(is_over=True))

    await harness.database.write(job)


async def test_a_game_counts_from_its_beginning_and_the_score_from_its_end(harness: Harness) -> None:
    ada, ben, eve = [(await harness.person(name), name) for name in ("Ada", "Ben", "Eve")]
    waiting = await table_of(harness, THREE, ada, ben)
    assert await met(harness, ada[0]) == []
    table_id = await table_of(harness, TWO, ada, ben)
    [one] = await met(harness, ada[0])
    assert (one.person, one.name, one.table_id, one.seat, one.is_running) == (*ben, table_id, 1, True)
    assert one.score == Score()
    await harness.play_to_its_end(table_id)
    [one] = await met(harness, ada[0])
    [other] = await met(harness, ben[0])
    assert (one.is_running, one.score.games) == (False, 1)
    assert (one.score.own, one.score.theirs) == (other.score.theirs, other.score.own)
    assert one.score.own + one.score.theirs + one.score.shared == 1
    await harness.service.sit(waiting, 2, eve[0], "Eve")
    assert [(each.name, each.table_id) for each in await met(harness, ada[0])] == [("Ben", table_id), ("Eve", waiting)]


async def test_the_score_counts_every_game_of_both_and_no_lesson(harness: Harness) -> None:
    ada, ben, eve = [(await harness.person(name), name) for name in ("Ada", "Ben", "Eve")]
    for shares in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0), (0.5, 0, 0.5)):
        await end(harness, await table_of(harness, THREE, ada, ben, eve), *shares)
    match = await table_of(harness, TWO, ben, ada)
    for game in (1, 2):
        await end(harness, match, 1, 0, game=game)
    await end(harness, await table_of(harness, TWO, ada, ben), 1, 0, is_lesson=True)
    scores = {one.name: one.score for one in await met(harness, ada[0])}
    assert scores == {
        "Ben": Score(own=2, theirs=3, shared=1, games=7),
        "Eve": Score(own=2, theirs=1, shared=1, games=5),
    }


async def test_people_at_one_screen_bots_and_somebody_forgotten_are_no_companions(harness: Harness) -> None:
    ada, ben, eve = [(await harness.person(name), name) for name in ("Ada", "Ben", "Eve")]
    await table_of(harness, TWO, ada, ada)
    await table_of(harness, Agreement("lucky_numbers", {}, ["person", "greedy"]), ada)
    assert await met(harness, ada[0]) == []
    table_id = await table_of(harness, THREE, ben, ada, ben)
    await end(harness, table_id, 0, 0.5, 0.5)
    [one] = await met(harness, ada[0])
    assert (one.name, one.seat) == ("Ben", 0)
    assert one.score == Score(own=1, games=1), "Ben plays at his first seat, Cyd at the other"
    await forget(harness.database, harness.service, ben[0])
    assert await met(harness, ada[0]) == []
    await table_of(harness, TWO, eve, ada)
    await harness.service.introduce(eve[0], "somebody")
    assert [each.name for each in await met(harness, ada[0])] == ["somebody"], "a name alone hides nobody"


async def test_the_list_is_told_in_pages(harness: Harness) -> None:
    ada = await harness.person("Ada")
    count = PAGE_SIZE + 3

    def many(connection: Connection) -> None:
        people = [{"id": f"p{k}", "name": f"Ben {k}", "created_at": now()} for k in range(count)]
        connection.execute(insert(PersonRow), people)
        agreement = TWO.encode()
        tables = [{"id": f"t{k}", "host": ada, "agreement": agreement, "created_at": now()} for k in range(count)]
        connection.execute(insert(TableRow), [one | {"is_listed": False, "is_over": True} for one in tables])
        seats = [
            {"table_id": f"t{k}", "number": number, "person_id": person, "key": f"{k}-{number}", "is_over": True}
            | {"opened_at": now() - timedelta(minutes=k // 2)}  # two at a time
            for k in range(count)
            for number, person in enumerate((ada, f"p{k}"))
        ]
        connection.execute(insert(SeatRow), seats)

    await harness.database.write(many)
    first, has_more = await harness.database.read(partial(companions_of, person=ada))
    rest, has_none = await harness.database.read(partial(companions_of, person=ada, page=2))
    assert (len(first), has_more, len(rest), has_none) == (PAGE_SIZE, True, 3, False)
    told = [one.person for one in (*first, *rest)]
    assert sorted(told) == sorted(f"p{k}" for k in range(count))
    assert [int(one[1:]) // 2 for one in told] == sorted(int(one[1:]) // 2 for one in told)


async def test_a_thousand_finished_games_are_found_by_indexes_and_quickly(harness: Harness) -> None:
    ada = await harness.person("Ada")
    await harness.database.write(partial(fill, person=ada, count=2000))

    def all_of_them(connection: Connection) -> None:
        connection.execute(update(SeatRow).where(SeatRow.number == 0, SeatRow.is_over).values(person_id=ada))

    await harness.database.write(all_of_them)
    for job in (partial(companions_of, person=ada), partial(games_of, person=ada)):
        plans = await plans_of(harness, lambda job=job: harness.database.read(job))  # type: ignore[misc]
        assert plans
        for plan in plans:
            assert not re.search(r"SCAN (tables|seats|results)|Seq Scan on (tables|seats|results)", plan), plan
        began = monotonic()
        await harness.database.read(job)
        assert monotonic() - began < 1.0
    [one] = await harness.database.read(partial(games_of, person=ada))
    assert one == GamesCount("lucky_numbers", with_people=1000, with_bots=0)


async def test_forms_name_a_person_by_a_seat_beside_ones_own(harness: Harness) -> None:
    ada, ben, eve = [(await harness.person(name), name) for name in ("Ada", "Ben", "Eve")]
    table_id = await table_of(harness, WITH_BOT, ada, ben)
    assert await harness.database.read(partial(companion_at, person=ada[0], table_id=table_id, seat=2)) == ben[0]
    asked = [(ada, table_id, 0), (ada, table_id, 1), (ada, table_id, 9), (ada, "nowhere", 2), (eve, table_id, 2)]
    for (person, _name), table, seat in asked:
        with pytest.raises(NotYoursError, match="not played"):
            await harness.database.read(partial(companion_at, person=person, table_id=table, seat=seat))


async def test_games_are_counted_with_people_and_with_bots(harness: Harness) -> None:
    ada, ben = [(await harness.person(name), name) for name in ("Ada", "Ben")]
    alone = Agreement("lucky_numbers", {}, ["person", "greedy"])
    await end(harness, await table_of(harness, TWO, ada, ada), 1, 0)
    await end(harness, await table_of(harness, alone, ada), 1, 0, is_lesson=True)
    assert await harness.database.read(partial(games_of, person=ada[0])) == []
    await end(harness, await table_of(harness, alone, ada), 1, 0)
    for _game in range(2):
        await end(harness, await table_of(harness, WITH_BOT, ada, ben), 1, 0, 0)
    await end(harness, await table_of(harness, THREE, ben, ada, ada), 1, 0, 0)
    [one] = await harness.database.read(partial(games_of, person=ada[0]))
    assert one == GamesCount("lucky_numbers", with_people=3, with_bots=1)


async def test_who_takes_games_along_takes_blocks_along(harness: Harness) -> None:
    guest, ada, ben, eve = [await harness.person(name) for name in ("Ada", "Ada", "Ben", "Eve")]

    async def apart(one: str, other: str) -> None:
        await harness.database.write(partial(block, person=one, other=other, at=now()))

    await apart(guest, ben)
    await apart(ada, ben)
    await apart(eve, guest)
    await apart(ada, guest)
    await take_along(harness.database, harness.service, guest, ada, "Ada")
    found = [await harness.database.read(partial(blocked_with, person=one)) for one in (guest, ada, ben, eve)]
    assert found == [frozenset(), {ben, eve}, {ada}, {ada}]
    await forget(harness.database, harness.service, ada)
    assert [await harness.database.read(partial(blocked_with, person=one)) for one in (ben, eve)] == [frozenset()] * 2


def test_another_game_keeps_the_agreement_and_its_bots_and_offers_the_seats() -> None:
    random = Random(1)
    agreement = Agreement("lucky_numbers", {"setup": "michael"}, ["person"] * 4, "1", seconds_a_turn=30, is_listed=True)
    table = new_table("t", "ben", agreement, now(), random)
    for seat, person, name in ((0, "ben", "Ben"), (1, "ada", "Ada"), (2, "ada", "Cyd")):
        table = decide(table, commands.Sit(seat, person, name, beside=True), now(), random)
    table = decide(table, commands.SeatBot(3, "ben", "greedy"), now(), random)
    asked = again(table, "ada", {"ben": "Benjamin", "eve": "Eve"})
    assert asked.agreement == Agreement(
        "lucky_numbers", {"setup": "michael"}, ["person", "person", "person", "greedy"], "1", seconds_a_turn=30
    )
    assert (asked.beside, asked.guests) == ({1: "Cyd"}, {2: ("ben", "Benjamin")})
    asked = again(table, "ben", {"ada": "Ada"})
    assert (asked.beside, asked.guests) == ({}, {1: ("ada", "Ada")}), "one seat is offered to each"
    assert again(table, "ben", {}).guests == {}
