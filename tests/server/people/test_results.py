"""Results are written with the last move of a game, know its analysis later, and belong to whoever sits at the seat."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pytest
from sqlalchemy import Connection, delete, func, select, update
from tests.kit.harness import Harness

from jardinet.analysis.results import doing_of
from jardinet.server.analyses.older_results import OlderResults
from jardinet.server.analyses.runner import AnalysisRunner
from jardinet.server.operation.admin import close
from jardinet.server.people.practice import progress_of
from jardinet.server.people.results import every_result_of, practice_by_kind, results_of
from jardinet.server.storage.models import PracticeRow, TableRow
from jardinet.server.storage.result_models import ResultRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement

pytestmark = pytest.mark.anyio

ALONE = Agreement("lucky_numbers", {"setup": "michael"}, ["person", "greedy"], first="1")
TWO = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", "person"])
MATCH = Agreement("maudits_criquets", {"crops": 2, "copies": 4}, ["person", "person"], tie="shared")


async def table_of_two(harness: Harness, agreement: Agreement = TWO) -> tuple[str, str, str]:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", agreement)
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    return ada, ben, table_id


async def explain(harness: Harness, table_id: str) -> None:
    table = await harness.service.load(table_id)
    runner = AnalysisRunner(harness.database, harness.changes.append)
    async with runner.running():
        for game in table.games:
            while await runner.find(table, game) is None:
                await asyncio.sleep(0.01)


async def forget_results(harness: Harness) -> None:
    await harness.database.write(lambda connection: connection.execute(delete(ResultRow)))


async def count(harness: Harness) -> int:
    found = select(func.count()).select_from(ResultRow)
    return await harness.database.read(lambda connection: connection.scalar(found) or 0)


async def test_a_finished_game_has_a_result_at_once_and_a_running_one_has_none(harness: Harness) -> None:
    ada, ben, table_id = await table_of_two(harness)
    assert await count(harness) == 0
    await harness.play_to_its_end(table_id)
    (state,) = [game.state for game in (await harness.service.load(table_id)).games]
    assert state
    for seat, (person, rival) in enumerate([(ada, "Ben"), (ben, "Ada")]):
        (one,) = await results_of(harness.database, person)
        assert (one.table_id, one.game, one.played, one.seat) == (table_id, 1, "maudits_criquets", seat)
        assert [other.name for other in one.others] == [rival]
        assert [each.points for each in one.seats] == state.match_points()
        assert one.own.share == (1 / len(state.winners()) if seat in state.winners() else 0)
        assert (one.stood_in, one.decisions, one.is_lesson) == (0, None, False)
    assert await results_of(harness.database, await harness.person("Eve")) == []


async def test_an_analysis_adds_errors_luck_and_kinds_and_positions_by_kind(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    await harness.play_to_its_end(table_id)
    await explain(harness, table_id)
    (one,) = await results_of(harness.database, ada)
    assert one.decisions and one.errors and one.luck is not None and one.adjusted is not None
    assert sum(each.decisions for each in one.kinds.values()) == one.decisions
    assert one.others[0].level == "greedy"
    by_kind, progress = await practice_by_kind(harness.database, ada), await progress_of(harness.database, ada)
    assert progress
    assert {key for keys in by_kind.values() for key in keys} <= set(progress)
    assert all(
        played == "lucky_numbers" and kind in one.kinds and len(keys) <= 3 for (played, kind), keys in by_kind.items()
    )
    assert sum(map(len, by_kind.values())) == min(len(progress), sum(map(len, by_kind.values())))


async def test_every_game_of_a_match_has_results(harness: Harness) -> None:
    ada, _ben, table_id = await table_of_two(harness, MATCH)
    while not (table := await harness.service.load(table_id)).is_over:
        if table.is_game_over:
            await harness.service.do(table_id, commands.BeginNext(ada))
            assert [one.game for one in await every_result_of(harness.database, ada)] == [1]  # it counts already
            assert await results_of(harness.database, ada) == []
        seat, state = table.awaited()[0] if table.awaited() else -1, table.state
        if seat >= 0 and state and not state.is_terminal():
            text = state.action_to_string(seat, state.legal_actions(seat)[-seat])
            await harness.service.do(table_id, commands.Play(seat, table.ply, (text,)))
    found = await results_of(harness.database, ada)
    assert found == await every_result_of(harness.database, ada)
    assert [one.game for one in found] == list(range(len(table.games), 0, -1))
    assert [one.balance.games for one in doing_of(found)] == [len(table.games)]


async def test_what_bots_played_for_somebody_is_told_as_a_part_of_their_plays(harness: Harness) -> None:
    ada, ben, table_id = await table_of_two(harness)
    await harness.service.seat_bot(table_id, 1, ben, "random")
    async with harness.with_bots():
        while not (table := await harness.service.load(table_id)).is_over:
            if 0 in table.awaited() and table.state:
                text = table.state.action_to_string(0, table.state.legal_actions(0)[0])
                await harness.service.do(table_id, commands.Play(0, table.ply, (text,)))
            await asyncio.sleep(0.01)
    (hers,), (his,) = [await results_of(harness.database, person) for person in (ada, ben)]
    assert (hers.stood_in, his.stood_in) == (0, 1)
    assert not his.counts
    assert hers.others[0].name == "Ben"


def without_kinds(connection: Connection) -> None:
    """Keep positions to practise as a version did that named no kinds of decisions."""
    for row in connection.execute(select(PracticeRow)).all():
        here = (PracticeRow.table_id == row.table_id, PracticeRow.before == row.before, PracticeRow.seat == row.seat)
        content = re.sub(r',"kind":"[^"]*"', "", row.content)
        connection.execute(update(PracticeRow).where(*here).values(content=content))


async def test_results_of_older_games_are_noted_with_what_is_known_of_them(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    await harness.play_to_its_end(table_id)
    await explain(harness, table_id)
    known = await results_of(harness.database, ada)
    await forget_results(harness)
    positions = await harness.database.read(lambda connection: connection.scalars(select(PracticeRow.content)).all())
    assert positions and all('"kind":"' in one for one in positions)
    await harness.database.write(without_kinds)
    assert await practice_by_kind(harness.database, ada) == {}
    _, _, other = await table_of_two(harness)
    await harness.play_to_its_end(other)
    await forget_results(harness)
    for _ in range(2):  # the second time nothing is missing
        assert await OlderResults(harness.database, harness.service).once() > 0
        assert await results_of(harness.database, ada) == known
        assert await count(harness) == 4
        of_now = await harness.database.read(lambda connection: connection.scalars(select(PracticeRow.content)).all())
        assert sorted(of_now) == sorted(positions)
        assert await practice_by_kind(harness.database, ada)


async def test_a_match_of_which_only_the_first_game_is_older_has_the_results_of_both(harness: Harness) -> None:
    ada, _ben, table_id = await table_of_two(harness, MATCH)
    of_first = select(ResultRow).where(ResultRow.game == 1).order_by(ResultRow.seat)
    for game in (1, 2):
        while not (table := await harness.service.load(table_id)).is_game_over:
            seat, state = table.awaited()[0], table.state
            assert state
            played = state.action_to_string(seat, state.legal_actions(seat)[0])
            await harness.service.do(table_id, commands.Play(seat, table.ply, (played,)))
        if game == 1:
            known = await harness.database.read(lambda connection: connection.execute(of_first).all())
            await forget_results(harness)
            await harness.service.do(table_id, commands.BeginNext(ada))
    for _ in range(2):  # the second time nothing is missing
        assert await OlderResults(harness.database, harness.service).once() > 0
        assert [one.game for one in await results_of(harness.database, ada)] == [2, 1]
        assert await harness.database.read(lambda connection: connection.execute(of_first).all()) == known != []


async def test_a_position_whose_kind_is_known_stays_as_it_is_and_another_gets_its_own(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    await harness.play_to_its_end(table_id)
    await explain(harness, table_id)
    contents = select(PracticeRow.content).order_by(PracticeRow.before)
    first, *others = await harness.database.read(lambda connection: connection.scalars(contents).all())
    assert others
    named = re.sub('"kind":"[^"]*"', '"kind" : "of-its-own"', first)

    def keep(connection: Connection) -> None:
        without_kinds(connection)
        before = select(func.min(PracticeRow.before)).scalar_subquery()
        connection.execute(update(PracticeRow).where(PracticeRow.before == before).values(content=named))

    await harness.database.write(keep)
    await forget_results(harness)
    assert await OlderResults(harness.database, harness.service).once() > 0
    assert await harness.database.read(lambda connection: connection.scalars(contents).all()) == [named, *others]


async def test_results_go_with_their_table_and_stay_with_a_seat_that_moves(harness: Harness) -> None:
    ada, ben, table_id = await table_of_two(harness)
    await harness.play_to_its_end(table_id)
    zoe = await harness.person("Zoe")
    await harness.service.do(table_id, commands.TakeAlong(ben, zoe, "Zoe"))
    assert [one.table_id for one in await results_of(harness.database, zoe)] == [table_id]
    assert await results_of(harness.database, ben) == []
    await harness.database.write(partial(close, table_id=table_id))
    assert await results_of(harness.database, ada) == []
    assert await count(harness) == 0


async def test_a_table_of_a_game_that_is_gone_does_not_keep_the_others_from_being_noted(harness: Harness) -> None:
    tables = [(await table_of_two(harness))[2] for _ in range(2)]
    for table_id in tables:
        await harness.play_to_its_end(table_id)
    await forget_results(harness)
    gone = (
        update(TableRow)
        .where(TableRow.id == min(tables))
        .values(agreement='{"game":"gone","parameters":{},"seats":["person","person"]}')
    )
    await harness.database.write(lambda connection: connection.execute(gone))
    fresh = Harness(harness.database)  # which has no table in memory
    assert await OlderResults(harness.database, fresh.service).once() > 0
    noted = await harness.database.read(lambda connection: set(connection.scalars(select(ResultRow.table_id))))
    assert noted == {max(tables)}
