from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import update
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

from jardinet.games.api import SIMULTANEOUS, IllegalActionError, TextError
from jardinet.games.parameters import ParameterError
from jardinet.play.deal import DealError
from jardinet.play.match import match_of
from jardinet.play.record_format import read, write
from jardinet.play.verification import verify
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow, now
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import PERSONAL, Agreement
from jardinet.server.tables.bot_runner import BotRunner
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError, StaleError
from jardinet.server.tables.lists import tables_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState

pytestmark = pytest.mark.anyio

ALONE = Agreement("lucky_numbers", {}, ["person", "greedy"], first="1", bot_pace="instant")
TWO = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "person"], first="1")
BIDDERS = Agreement("maudits_criquets", {}, ["person", "person"])


async def seated(harness: Harness, agreement: Agreement) -> tuple[str, str, str]:
    """A table at which Ada and Ben sit."""
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    return table_id, ada, ben


def first_legal(table: TableState, seat: int) -> str:
    assert table.state
    return table.state.action_to_string(seat, table.state.legal_actions(seat)[0])


async def play_to_the_end(harness: Harness, table_id: str, seed: int) -> TableState:
    """Play every person's actions at random until game and match are over; bots act at their seats."""
    chance = Random(seed)
    async with asyncio.timeout(120):
        while True:
            table = await harness.service.load(table_id)
            if table.is_over:
                return table
            if table.is_game_over:
                await harness.service.do(
                    table_id, commands.BeginNext(next(seat.person for seat in table.seats if seat.person))
                )
                continue
            waiting = [seat for seat in table.awaited() if seat not in table.bots()]
            if not waiting:
                await asyncio.sleep(0.001)
                continue
            assert table.state
            seat = waiting[0]
            action = chance.choice(table.state.legal_actions(seat))
            await harness.service.do(
                table_id, commands.Play(seat, table.ply, (table.state.action_to_string(seat, action),))
            )


async def test_a_game_against_a_bot_begins_at_once_and_ends_fairly(harness: Harness) -> None:
    ada = await harness.person("Ada")
    async with harness.with_bots():
        table_id = await harness.service.open_table(ada, "Ada", ALONE)
        table = await play_to_the_end(harness, table_id, 1)
    assert table.game
    record = table.record_of(table.game)
    assert record
    assert verify(record).is_fair
    assert record.seats == ("Ada", "greedy")


async def test_a_match_is_played_game_by_game_and_its_records_are_one_match(harness: Harness) -> None:
    ada = await harness.person("Ada")
    agreement = Agreement(
        "maudits_criquets", {"crops": 2, "copies": 4}, ["random", "person"], tie="shared", bot_pace="instant"
    )
    async with harness.with_bots():
        table_id = await harness.service.open_table(ada, "Ada", agreement)
        table = await play_to_the_end(harness, table_id, 2)
    records = [record for game in table.games if (record := table.record_of(game))]
    assert len(records) == 2
    assert all(verify(record).is_fair for record in records)
    assert match_of(read(write(*records))).is_over


async def test_of_two_plays_at_one_ply_one_wins(harness: Harness) -> None:
    table_id, _ada, _ben = await seated(harness, TWO)
    table = await harness.service.load(table_id)
    play = first_legal(table, 0)
    outcomes = await asyncio.gather(
        *(harness.service.do(table_id, commands.Play(0, table.ply, (play,))) for _ in range(5)), return_exceptions=True
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == [*["StaleError"] * 4, "TableState"]
    after = await harness.service.load(table_id)
    assert [one.move for one in after.game.log if one.seat == 0] != []  # type: ignore[union-attr]
    assert after.ply == table.ply + 2  # the placement, and the tile that is drawn next


async def test_two_processes_of_the_server_cannot_both_play(harness: Harness, url: str) -> None:
    table_id, _ada, _ben = await seated(harness, TWO)
    async with Database.open(url) as database:
        other = TableService(database)
        table = await other.load(table_id)
        await harness.service.load(table_id)
        play = first_legal(table, 0)
        outcomes = await asyncio.gather(
            harness.service.do(table_id, commands.Play(0, table.ply, (play,))),
            other.do(table_id, commands.Play(0, table.ply, (play,))),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes if not isinstance(outcome, TableState)] == [StaleError]
        assert (await other.load(table_id)).ply == (await harness.service.load(table_id)).ply


async def test_a_play_is_whole_or_nothing(harness: Harness) -> None:
    table_id, _ada, _ben = await seated(harness, TWO)
    table = await harness.service.load(table_id)
    with pytest.raises(IllegalActionError):
        await harness.service.do(table_id, commands.Play(0, table.ply, (first_legal(table, 0), "draw")))
    with pytest.raises(TextError, match="is not an action"):
        await harness.service.do(table_id, commands.Play(0, table.ply, ("<script>",)))
    with pytest.raises(IllegalActionError, match="turn"):
        await harness.service.do(table_id, commands.Play(1, table.ply, (first_legal(table, 0),)))
    assert (await harness.service.load(table_id)).ply == table.ply


async def test_a_new_service_finds_every_table_as_it_stood(harness: Harness) -> None:
    table_id, _ada, _ben = await seated(harness, TWO)
    for _ in range(6):
        table = await harness.service.load(table_id)
        seat = table.awaited()[0]
        await harness.service.do(table_id, commands.Play(seat, table.ply, (first_legal(table, seat),)))
    before = await harness.service.load(table_id)
    again = await TableService(harness.database).load(table_id)
    assert before.state and again.state
    assert again.state.serialize() == before.state.serialize()
    assert [one.events for one in again.game.log] == [one.events for one in before.game.log]  # type: ignore[union-attr]


async def test_a_bid_can_be_changed_until_the_last_is_in_and_is_nobody_elses_to_know(harness: Harness) -> None:
    table_id, _ada, _ben = await seated(harness, BIDDERS)
    table = await harness.service.load(table_id)
    assert table.state and table.state.current_player() == SIMULTANEOUS
    await harness.service.do(table_id, commands.Play(0, table.ply, ("bid-4",)))
    await harness.service.do(table_id, commands.Play(0, table.ply, ("bid-6",)))
    waiting = await harness.service.load(table_id)
    assert (waiting.chosen, waiting.awaited(), waiting.ply) == (frozenset({0}), [1], table.ply)
    assert (waiting.choice_of(0), waiting.choice_of(1), waiting.choice_of(None)) == ("bid-6", None, None)
    assert "bid-6" not in repr(waiting)
    await harness.service.do(table_id, commands.Play(1, table.ply, ("bid-2",)))
    after = await harness.service.load(table_id)
    assert after.game
    assert next(one.move for one in after.game.log if one.seat == SIMULTANEOUS) == (5, 1)
    with pytest.raises(StaleError):
        await harness.service.do(table_id, commands.Play(0, table.ply, ("bid-1",)))
    with pytest.raises(IllegalActionError):
        await harness.service.do(
            table_id, commands.Play(after.awaited()[0], after.ply, ("bid-6" if 0 in after.awaited() else "bid-2",))
        )


async def test_a_seat_is_taken_once(harness: Harness) -> None:
    ada, ben, eve = await harness.person("Ada"), await harness.person("Ben"), await harness.person("Eve")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    outcomes = await asyncio.gather(
        harness.service.do(table_id, commands.Sit(1, ben, "Ben")),
        harness.service.do(table_id, commands.Sit(1, eve, "Eve")),
        return_exceptions=True,
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["StaleError", "TableState"]
    assert not (await harness.service.load(table_id)).is_waiting


async def test_a_seat_can_be_given_back_before_the_game_but_not_after(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    await harness.service.do(table_id, commands.Leave(0, ada))
    assert (await harness.service.load(table_id)).free_seats() == [0, 1]
    await harness.service.do(table_id, commands.Sit(0, ada, "Ada"))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    with pytest.raises(StaleError):
        await harness.service.do(table_id, commands.Leave(0, ada))


async def test_only_the_host_seats_a_bot_and_its_owner_may_come_back(harness: Harness) -> None:
    table_id, ada, ben = await seated(harness, TWO)
    with pytest.raises(NotYoursError):
        await harness.service.seat_bot(table_id, 0, ben, "greedy")
    async with harness.with_bots():
        await harness.service.seat_bot(table_id, 1, ada, "greedy")
        table = await harness.service.load(table_id)
        assert table.bots() == {1: "greedy"}
        await harness.service.do(table_id, commands.Play(0, table.ply, (first_legal(table, 0),)))
        async with asyncio.timeout(120):
            while (await harness.service.load(table_id)).awaited() == [1]:
                await asyncio.sleep(0.01)
        await harness.service.do(table_id, commands.ComeBack(1, ben))
    assert (await harness.service.load(table_id)).bots() == {}
    assert (await harness.service.load(table_id)).seats_of(ben) == [1]


async def test_a_bot_plays_the_turn_of_somebody_whose_time_is_up(harness: Harness) -> None:
    agreement = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "person"], first="1", seconds_a_turn=10)
    table_id, _ada, _ben = await seated(harness, agreement)
    before = await harness.service.load(table_id)

    late = (
        update(TableRow)
        .where(TableRow.id == table_id)
        .values(deadline=now() - timedelta(seconds=1), version=TableRow.version + 1)
    )
    await harness.database.write(lambda connection: connection.execute(late))
    async with harness.with_bots(), asyncio.timeout(120):
        while (await harness.service.load(table_id)).ply == before.ply:
            await asyncio.sleep(0.02)
    after = await harness.service.load(table_id)
    assert (before.awaited(), after.awaited()) == ([0], [1])
    assert after.bots() == {}


async def test_a_bid_against_bots_alone_may_be_mended_for_a_moment(harness: Harness) -> None:
    harness.bot_runner._intervals = replace(SHORT, correction={"quick": 1.0})
    ada = await harness.person("Ada")
    async with harness.with_bots(), asyncio.timeout(60):
        agreement = Agreement("maudits_criquets", {}, ["person", "greedy", "random"])
        table = await harness.service.load(await harness.service.open_table(ada, "Ada", agreement))
        await asyncio.sleep(2 * SHORT.bot_pace["quick"])
        assert (await harness.service.load(table.id)).choices == {}  # bots wait as long as the person thinks
        for bid in ("bid-3", "bid-4"):
            await harness.service.do(table.id, commands.Play(None, table.ply, (bid,), ada))
        begun = time.monotonic()
        while (after := await harness.service.load(table.id)).ply == table.ply:
            await asyncio.sleep(0.02)
        assert time.monotonic() - begun > 0.8
    assert after.game
    assert next(one.text for one in after.game.log if one.seat == SIMULTANEOUS).startswith("bid-4+")


@pytest.mark.parametrize("pace", ["instant", "quick", "calm"])
async def test_bots_play_as_quickly_as_their_people_like_where_nothing_else_is_agreed(
    harness: Harness, pace: str
) -> None:
    ada, asked = await harness.person("Ada"), list[list[str]]()

    async def pace_for(people: Collection[str]) -> str:
        asked.append(list(people))
        return pace

    waits = {"instant": 0.0, "quick": 0.4, "calm": 0.8}
    runner = BotRunner(harness.service, replace(SHORT, bot_pace=waits), pace_for=pace_for)
    async with runner.running(), asyncio.timeout(60):
        begun = time.monotonic()
        agreement = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "random"], first="2", bot_pace=PERSONAL)
        table_id = await harness.service.open_table(ada, "Ada", agreement)
        while (await harness.service.load(table_id)).awaits_bot:
            await asyncio.sleep(0.02)
    assert asked and all(people == [ada] for people in asked)
    assert time.monotonic() - begun >= waits[pace]


async def test_a_seat_moves_to_another_device_by_its_key(harness: Harness) -> None:
    table_id, ada, _ben = await seated(harness, TWO)
    phone = await harness.person("Ada")
    assert await harness.service.move_in((await harness.service.load(table_id)).key_of(0), phone) == table_id
    table = await harness.service.load(table_id)
    assert (table.seats_of(phone), table.seats_of(ada)) == ([0], [])
    with pytest.raises(NoSuchTableError):
        await harness.service.move_in("nonsense", phone)


@pytest.mark.parametrize("with_another_seat", [False, True])
async def test_a_hosts_rights_move_with_their_last_seat(harness: Harness, with_another_seat: bool) -> None:
    ada, phone = await harness.person("Ada"), await harness.person("Ada's phone")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    if with_another_seat:
        await harness.service.do(table_id, commands.Sit(1, ada, "Leo", beside=True))
    table = await harness.service.load(table_id)
    await harness.service.move_in(table.key_of(0), phone)
    assert (await harness.service.load(table_id)).host == (ada if with_another_seat else phone)


@pytest.mark.parametrize(("seat", "level"), [(0, "grandmaster"), (7, "greedy"), (-1, "greedy")])
async def test_only_a_bot_that_there_is_is_seated_and_only_where_a_seat_is(
    harness: Harness, seat: int, level: str
) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    with pytest.raises((ParameterError, NoSuchTableError), match=r"grandmaster.*random|no such seat"):
        await harness.service.seat_bot(table_id, seat, ada, level)
    assert (await harness.service.load(table_id)).bots() == {}


async def test_somebody_is_called_by_a_new_name_at_once_where_they_play(harness: Harness) -> None:
    table_id, ada, _ben = await seated(harness, TWO)
    harness.changes.clear()
    await harness.service.introduce(ada, "Countess")
    assert (await harness.service.load(table_id)).seats[0].name == "Countess"
    assert harness.changes == [table_id]
    await harness.service.introduce(ada, "Countess")
    assert harness.changes == [table_id]


async def test_whoever_waits_may_say_what_their_seat_adds_to_the_shuffle(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    await harness.service.do(table_id, commands.AddNonce(0, ada, "my-own-dice-6142"))
    with pytest.raises(DealError):
        await harness.service.do(table_id, commands.AddNonce(0, ada, "two words"))
    with pytest.raises(StaleError, match="not yours"):
        await harness.service.do(table_id, commands.AddNonce(0, ben, "bens"))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben", "bens"))
    with pytest.raises(StaleError, match="begun"):
        await harness.service.do(table_id, commands.AddNonce(1, ben, "too-late"))
    table = await harness.service.load(table_id)
    assert table.game
    assert table.game.nonces == ("my-own-dice-6142", "bens")


async def test_after_a_lesson_the_rematch_is_a_game_like_any_other(harness: Harness) -> None:
    ada = await harness.person("Ada")
    lesson = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", "teacher"], bot_pace="instant", seed=1)
    async with harness.with_bots():
        table_id = await harness.service.open_table(ada, "Ada", lesson)
        await play_to_the_end(harness, table_id, 3)
        again = await harness.service.load(await harness.service.rematch(table_id, ada))
    assert again.agreement.seed is None
    assert again.agreement.seats == ["person", "casual"]  # the lesson's opponent plays nowhere else
    assert again.games[0].sealed != (await harness.service.load(table_id)).games[0].sealed


async def test_a_rematch_is_one_new_table_where_everybody_sits(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    async with harness.with_bots():
        table_id = await harness.service.open_table(ada, "Ada", ALONE)
        with pytest.raises(StaleError):
            await harness.service.rematch(table_id, ada)
        with pytest.raises(NotYoursError):
            await harness.service.rematch(table_id, ben)
        await play_to_the_end(harness, table_id, 3)
        with pytest.raises(NotYoursError):
            await harness.service.rematch(table_id, ben)
        made = await asyncio.gather(*(harness.service.rematch(table_id, ada) for _ in range(2)))
    assert made[0] == made[1] != table_id
    again = await harness.service.load(made[0])
    assert again.seats_of(ada) == [0]
    assert not again.is_waiting


async def test_the_commitment_is_known_before_anybody_adds_to_the_shuffle(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    table = await harness.service.load(table_id)
    promised = table.public_deal(table.games[0])
    assert (promised.nonces, promised.secret) == ((), None)
    with pytest.raises(DealError):
        await harness.service.do(table_id, commands.Sit(1, ben, "Ben", "two words"))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben", "tulip"))
    table = await harness.service.load(table_id)
    deal = table.public_deal(table.games[0])
    assert (deal.commitment, deal.nonces[1], deal.secret) == (promised.commitment, "tulip", None)


async def test_what_cannot_be_agreed_makes_no_table(harness: Harness) -> None:
    ada = await harness.person("Ada")
    for wrong in (
        Agreement("chess", {}, ["person", "greedy"]),
        Agreement("lucky_numbers", {"bruno": True, "edition": "5-vor-12"}, ["person", "greedy"]),
        Agreement("lucky_numbers", {}, ["person", "deep-thought"]),
        Agreement("lucky_numbers", {}, ["person"]),
        Agreement("lucky_numbers", {}, ["person", "greedy"], first="3"),
        Agreement("lucky_numbers", {}, ["person", "greedy"], seconds_a_turn=1),
        Agreement("lucky_numbers", {}, ["person", "greedy"], tie="duel"),
        Agreement("lucky_numbers", {}, ["person", "greedy"], bot_pace="never"),
    ):
        with pytest.raises(ParameterError):
            await harness.service.open_table(ada, "Ada", wrong)
    assert (await tables_of(harness.database, ada)).entries == []


async def test_ids_and_keys_are_long_and_come_from_the_systems_own_chance(harness: Harness) -> None:
    ada, ids, keys = await harness.person("Ada"), set(), set()
    for _ in range(8):
        random.seed(1)  # what a program may foretell is asked for nothing here
        table = await harness.service.load(await harness.service.open_table(ada, "Ada", TWO))
        ids.add(table.id)
        keys |= {seat.key for seat in table.seats}
    assert (len(ids), len(keys)) == (8, 16)
    assert {len(one) * 6 for one in ids} == {48}
    assert {len(one) * 6 for one in keys} == {144}


async def test_there_is_no_table_of_a_wrong_name(harness: Harness) -> None:
    with pytest.raises(NoSuchTableError, match="nowhere"):
        await harness.service.load("nowhere")
