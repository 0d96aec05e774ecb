"""Taking back at a table: what goes, what stays, and that clocks, records, analyses and the database know of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import msgspec
import pytest
from tests.kit.harness import Harness
from tests.server.tables.test_decide import NOON, at_table

from jardinet.analysis.ledger import analyse
from jardinet.play.record_format import read, write
from jardinet.play.taking_back import TakeBackError
from jardinet.server.tables.agreement import Agreement, Bank
from jardinet.server.tables.commands import GiveUp, Play, Sit, TakeBack
from jardinet.server.tables.decide import decide
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.happenings import Changed, PlayTakenBack, happenings
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.taking_back import may_take_back

TILES = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "novice"], first="1", seed=5, take_back=True)
ADA = "ada"


def played(table: TableState, *texts: str, seconds: float = 0) -> TableState:
    """The table after these actions of whose turn it is."""
    seat = table.awaited()[0]
    person = ADA if table.seats[seat].person else None
    return decide(table, Play(seat, table.ply, texts, person), NOON + timedelta(seconds=seconds), Random(1))


def at_choice(agreement: Agreement = TILES) -> TableState:
    """A table where Ada may take a tile from the table, or draw: nobody has exchanged anything yet, two lie there."""
    table = at_table(agreement, ADA)
    for _turn in range(40):
        assert table.state
        legal = [table.state.action_to_string(0, one) for one in table.state.legal_actions()]
        if table.awaited() == [0] and any(text.startswith("take-") for text in legal):
            return table
        table = played(table, "discard" if "discard" in legal else legal[-1])
    raise AssertionError("no tile came to lie on the table")


def taking(table: TableState) -> tuple[str, str]:
    """A take of Ada's, and where she may put that tile."""
    assert table.state
    take = next(
        text
        for one in table.state.legal_actions()
        if (text := table.state.action_to_string(0, one)).startswith("take-")
    )
    after = table.state.clone()
    after.apply(after.string_to_action(0, take))
    return take, after.action_to_string(0, after.legal_actions()[-1])


def back(table: TableState, seconds: float = 0) -> TableState:
    return decide(table, TakeBack(ADA, table.ply), NOON + timedelta(seconds=seconds), Random(1))


def test_a_play_goes_and_the_table_stands_as_before_but_one_ply_later() -> None:
    before = at_choice()
    after = played(before, *taking(before))
    assert may_take_back(after, ADA)
    again = back(after)
    assert before.game
    assert again.game
    assert again.state
    assert before.state
    assert again.state.serialize() == before.state.serialize()
    assert (again.game.moves, again.game.log) == (before.game.moves, before.game.log)
    assert again.ply == after.ply + 1 == before.ply + 3
    assert again.awaited() == [0]
    assert not may_take_back(again, ADA)
    assert list(happenings(after, again)) == [Changed("t"), PlayTakenBack("t", 0, after.ply)]


def test_what_a_bot_has_played_on_it_goes_with_it() -> None:
    before = at_choice()
    after = played(before, *taking(before))
    assert after.awaited() == [1]
    replied = played(after, *taking_of_bot(after))
    assert back(replied).state.serialize() == before.state.serialize()  # type: ignore[union-attr]


def taking_of_bot(table: TableState) -> tuple[str, str]:
    """A take of the bot's: what Ada has discarded lies there, or the exchange of her own."""
    state = table.state
    assert state
    for one in state.legal_actions():
        if (text := state.action_to_string(1, one)).startswith("take-"):
            after = state.clone()
            after.apply(one)
            return text, after.action_to_string(1, after.legal_actions()[-1])
    pytest.skip("no tile is left for the bot")


def test_nothing_goes_once_something_hidden_has_shown() -> None:
    before = at_choice()
    drawn = played(before, "draw")
    assert not may_take_back(drawn, ADA)
    with pytest.raises(TakeBackError, match="something hidden has shown since"):
        back(drawn)
    placed = played(drawn, drawn.state.action_to_string(0, drawn.state.legal_actions()[-1]))  # type: ignore[union-attr]
    assert back(placed).state.serialize() == drawn.state.serialize()  # type: ignore[union-attr]
    replied = played(placed, "draw")
    with pytest.raises(TakeBackError, match="something hidden has shown since"):
        back(replied)


def test_once_a_game_where_it_was_agreed_and_by_who_plays_against_bots_alone() -> None:
    before = at_choice()
    once = back(played(before, *taking(before)))
    twice = played(once, *taking(once))
    assert not may_take_back(twice, ADA)
    with pytest.raises(TakeBackError, match="one play a game can be taken back, and one was"):
        back(twice)
    with pytest.raises(NotYoursError):
        decide(twice, TakeBack("ben"), NOON, Random(1))
    with pytest.raises(StaleError):
        decide(twice, TakeBack(ADA, twice.ply - 1), NOON, Random(1))
    for other in (
        msgspec.structs.replace(TILES, take_back=False),
        msgspec.structs.replace(TILES, seats=["person", "person"]),
    ):
        table = at_table(other, ADA)
        if table.free_seats():
            table = decide(table, Sit(1, ADA, "Ben", beside=True), NOON, Random(1))
        with pytest.raises(TakeBackError, match="nothing is taken back here"):
            back(played(table, "place-a1"))


def test_what_a_bot_played_in_ones_place_is_not_taken_back() -> None:
    before = at_choice()
    table = decide(before, GiveUp(ADA), NOON, Random(1))
    after = decide(table, Play(0, table.ply, taking(table)), NOON, Random(1))
    assert not may_take_back(after, ADA)


def test_nobody_gains_time_by_it() -> None:
    bank = msgspec.structs.replace(TILES, bank=Bank(60, 5))
    before = replace(at_choice(bank), clocks=(60_000, 60_000), deadline=NOON + timedelta(seconds=60))
    taken = played(before, taking(before)[0], seconds=10)
    within = back(taken, 20)
    assert within.clocks[0] == 40_000
    after = played(before, *taking(before), seconds=10)
    assert after.clocks[0] == 55_000
    again = back(after, 12)
    assert (again.clocks[0], again.deadline) == (50_000, NOON + timedelta(seconds=62))
    turn = msgspec.structs.replace(TILES, seconds_a_turn=60)
    before = replace(at_choice(turn), deadline=NOON + timedelta(seconds=60))
    taken = played(before, taking(before)[0], seconds=10)
    assert back(taken, 20).deadline == taken.deadline


def test_the_record_and_its_analysis_know_of_it() -> None:
    before = at_choice()
    take = taking(before)
    table = back(played(before, *take))
    running = table.record_of(table.game)  # type: ignore[arg-type]
    assert running
    assert read(write(running)) == [running]
    chance = Random(3)
    while not table.is_game_over:
        assert table.state
        seat = table.awaited()[0]
        table = played(table, table.state.action_to_string(seat, chance.choice(table.state.legal_actions(seat))))
    assert table.game
    record = table.record_of(table.game)
    assert record
    [told] = record.taken_back
    assert told.before == len(before.game.log)  # type: ignore[union-attr]
    assert f'[TakenBack "1 {told_number(write(record))} {" ".join(take)}"]' in write(record)
    assert read(write(record)) == [record]
    assert analyse(record.game, record.moves) == analyse(record.game, read(write(record))[0].moves)


def told_number(text: str) -> str:
    return text.partition('[TakenBack "1 ')[2].partition(" ")[0]


@pytest.mark.anyio
async def test_another_process_reads_what_was_taken_back(harness: Harness) -> None:
    ada = await harness.person("Ada")
    agreement = msgspec.structs.replace(TILES, seed=None)
    service, other = harness.service, TableService(harness.database)
    table_id = await service.open_table(ada, "Ada", agreement)
    table = await service.load(table_id)
    for _turn in range(60):
        seat = table.awaited()[0]
        assert table.state
        legal = [table.state.action_to_string(seat, one) for one in table.state.legal_actions(seat)]
        if may_take_back(table, ada):
            break
        table = await service.do(table_id, Play(seat, table.ply, (legal[-1],), ada if seat == 0 else None))
    known = await other.load(table_id)
    assert known.ply == table.ply
    back_there = await service.do(table_id, TakeBack(ada, table.ply))
    for reader in (other, TableService(harness.database)):
        read_there = await reader.load(table_id)
        assert read_there.ply == back_there.ply
        assert read_there.game
        assert back_there.game
        assert read_there.game.moves == back_there.game.moves
        assert read_there.game.taken_back == back_there.game.taken_back
        assert not may_take_back(read_there, ada)
    assert back_there.state
    text = back_there.state.action_to_string(0, back_there.state.legal_actions(0)[0])
    further = await other.do(table_id, Play(0, back_there.ply, (text,), ada))
    assert (await service.load(table_id)).ply == further.ply
