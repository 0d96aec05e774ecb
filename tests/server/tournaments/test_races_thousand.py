"""Two processes, each with a database connection of its own, at one round of a tournament: it begins exactly once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from sqlalchemy import func, select
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

from jardinet.server.storage.database import Database
from jardinet.server.storage.models import TableRow
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tournaments.held import Timing, agreement_for
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.facts import RoundDrawn, TableCorrected, TournamentEnded
from jardinet.tournaments.plan import TournamentError, TournamentPlan

pytestmark = pytest.mark.anyio

RACES = 1000
ROUNDS = 20  # of a tournament, the most


@asynccontextmanager
async def process_at(url: str) -> AsyncIterator[tuple[Tournaments, Harness]]:
    """Tournaments as a process of its own has them."""
    async with Database.open(url) as database:
        harness = Harness(database)
        parts = (database, harness.service, Subscribers(), lambda _person: False, lambda _person: None)
        yield Tournaments(*parts, SHORT), harness


async def _tried(begin: Tournaments, tournament: str) -> None:
    try:
        await begin.begin_round(tournament)
    except TournamentError as error:
        assert error.code in ("tables-still-play", "no-round-left")


async def test_each_round_begins_exactly_once_with_each_of_its_tables(url: str) -> None:
    async with AsyncExitStack() as stack:
        two = [await stack.enter_async_context(process_at(url)) for _k in range(2)]
        (one, harness), (_other, _) = two
        host, *people = [await harness.person(name) for name in ("Host", "Ada", "Ben", "Cem", "Dan")]
        count = select(func.count()).select_from(TableRow)
        races = tables = 0
        while races < RACES:
            plan = TournamentPlan("lots", 2, min(ROUNDS, RACES - races), seed=races)
            opened = await one.open(host, "", plan, agreement_for("lucky_numbers", ""), Timing(by_itself=True, pause=0))
            for person in people:
                await one.enter(opened.id, person)
            for number in range(1, plan.rounds + 1):
                # Both begin it by hand, and both find that its time has come.
                await asyncio.gather(*(_tried(each, opened.id) for each, _ in two), *(each.once() for each, _ in two))
                states = [(await each.load(opened.id)).state for each, _ in two]
                assert [len(state.rounds) for state in states] == [number, number]
                assert states[0].rounds == states[1].rounds
                tables += 2
                races += 1
                assert await harness.database.read(lambda connection: connection.scalar(count)) == tables
                for table in (1, 2):
                    await one.tell(opened.id, TableCorrected(number, table, (1, 0)))
            facts = (await one.load(opened.id)).facts
            assert sum(isinstance(fact.fact, RoundDrawn) for fact in facts) == plan.rounds
            if not (await one.load(opened.id)).state.is_over:
                await one.tell(opened.id, TournamentEnded())
