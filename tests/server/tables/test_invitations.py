from __future__ import annotations

import pytest
from tests.kit.harness import Harness

from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.errors import NoSuchTableError, NotYoursError, StaleError
from jardinet.server.tables.invitations import open_to
from jardinet.server.tables.table import Offer

pytestmark = pytest.mark.anyio

THREE = Agreement("lucky_numbers", {}, ["person", "person", "person"])


async def opened(harness: Harness) -> tuple[str, str, str]:
    """Ada's table, Ada and Ben."""
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    return await harness.service.open_table(ada, "Ada", THREE), ada, ben


async def test_whoever_is_invited_sits_down_where_they_were_invited_last(harness: Harness) -> None:
    table_id, ada, ben = await opened(harness)
    for seat in (1, 2):
        await harness.service.invite(table_id, seat, ada, ben)
    [invited] = await open_to(harness.database, ben)
    assert (invited.table_id, invited.seat, invited.host_name) == (table_id, 2, "Ada")
    assert (await harness.service.load(table_id)).offers == [Offer(2, ben, "Ben")]
    await harness.service.do(table_id, commands.Accept(ben, "Ben"))
    table = await harness.service.load(table_id)
    assert (table.seats_of(ben), table.offers) == ([2], [])
    with pytest.raises(NoSuchTableError):
        await harness.service.do(table_id, commands.Accept(ben, "Ben"))


async def test_host_and_guest_end_an_invitation_and_nobody_else_does(harness: Harness) -> None:
    table_id, ada, ben = await opened(harness)
    for person in (ada, ben):
        await harness.service.invite(table_id, 1, ada, ben)
        with pytest.raises(NotYoursError):
            await harness.service.do(table_id, commands.Uninvite(ben, await harness.person("Eve")))
        assert len((await harness.service.load(table_id)).offers) == 1
        await harness.service.do(table_id, commands.Uninvite(ben, person))
        assert harness.changes[-1] == table_id
        assert (await harness.service.load(table_id)).offers == []
        assert await open_to(harness.database, ben) == []
        await harness.service.do(table_id, commands.Uninvite(ben, person))  # nothing happens where there is none


async def test_a_seat_that_is_taken_is_offered_to_nobody(harness: Harness) -> None:
    table_id, ada, ben = await opened(harness)
    await harness.service.invite(table_id, 1, ada, ben)
    await harness.service.seat_bot(table_id, 1, ada, "random")
    assert (await harness.service.load(table_id)).offers == []
    with pytest.raises(NoSuchTableError):
        await harness.service.do(table_id, commands.Accept(ben, "Ben"))
    with pytest.raises(StaleError):
        await harness.service.invite(table_id, 1, ada, ben)


@pytest.mark.parametrize("guest", ["nobody", "", "a\0b"])
async def test_whom_nobody_knows_cannot_be_invited(harness: Harness, guest: str) -> None:
    table_id, ada, ben = await opened(harness)
    with pytest.raises(NoSuchTableError):
        await harness.service.invite(table_id, 1, ada, guest)
    with pytest.raises(NotYoursError):
        await harness.service.invite(table_id, 1, ben, guest)
    with pytest.raises(NoSuchTableError):
        await harness.service.do("a\0b", commands.Uninvite(guest, ada))
