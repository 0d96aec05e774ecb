"""Who plays in a tournament, when they change their name, sign in, or are forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import update
from tests.kit.harness import Harness
from tests.kit.servers import SHORT

from jardinet.server.people.along import take_along
from jardinet.server.people.forgetting import forget
from jardinet.server.people.kept import export_of
from jardinet.server.storage.forgotten import SOMEBODY
from jardinet.server.storage.models import PersonRow
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tournaments.held import Timing, agreement_for
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.plan import TournamentPlan

pytestmark = pytest.mark.anyio


async def test_a_tournament_knows_its_people_as_they_are_called_now(harness: Harness) -> None:
    passed = timedelta()
    before = harness.database.now
    harness.database.now = lambda: before() + passed  # type: ignore[method-assign]
    parts = (harness.database, harness.service, Subscribers(), lambda _person: False, lambda _person: None, SHORT)
    tournaments = Tournaments(*parts)
    host, ada, ben, account = [await harness.person(name) for name in ("Host", "Ada", "Ben", "Ada L.")]
    agreement = agreement_for("lucky_numbers", "")
    opened = await tournaments.open(host, "Cup", TournamentPlan("lots", 2, 2), agreement, Timing())
    for one in (ada, ben):
        await tournaments.enter(opened.id, one)
    await take_along(harness.database, harness.service, ada, account, "Ada L.")
    await take_along(harness.database, harness.service, host, account, "Ada L.")
    renamed = update(PersonRow).where(PersonRow.id == ben).values(name="Benno")
    await harness.database.write(lambda connection: connection.execute(renamed))
    passed = timedelta(minutes=1)
    held = await tournaments.load(opened.id)
    assert (dict(held.names), held.host) == ({1: "Ada L.", 2: "Benno"}, account)
    assert await export_of(harness.database, harness.service, ben)
    await tournaments.forget(ben)
    await tournaments.forget(ben)  # a deletion that is asked for again
    await forget(harness.database, harness.service, ben)
    passed = timedelta(minutes=2)
    held = await tournaments.load(opened.id)
    assert (held.names[2], held.state.gone) == (SOMEBODY, frozenset({2}))
