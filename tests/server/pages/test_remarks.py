from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, update
from tests.kit.harness import Harness
from tests.kit.pages import Site

from jardinet.server.pages.remarks import SHOWN, remarks_context
from jardinet.server.pages.render import render
from jardinet.server.people.reader import Reader
from jardinet.server.storage.models import RemarkRow, TableRow, now
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.decide import MOST_REMARKS, PAUSE
from jardinet.server.tables.errors import NotYoursError, TooManyRemarksError
from jardinet.server.tables.table import MOST_SHOWN
from jardinet.words.language import CODES, load_language
from jardinet.words.phrases import phrases

TWO = Agreement("lucky_numbers", {}, ["person", "person"])


async def wait(harness: Harness, how_long: timedelta = 2 * PAUSE) -> None:
    """Let everything have been said so long ago."""

    def job(connection: Connection) -> None:
        connection.execute(update(RemarkRow).values(said_at=now() - how_long))
        newer = TableRow.version + 1
        connection.execute(update(TableRow).values(version=newer, arranged=newer))

    await harness.database.write(job)


@pytest.mark.anyio
async def test_what_is_said_reaches_everybody_in_their_own_language(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    await harness.service.do(table_id, commands.Say(ada, "heart"))
    assert harness.changes[-1] == table_id
    table = await harness.service.load(table_id)
    for code in CODES:
        reader = Reader(ben, "Ben", load_language(code), "")
        context = remarks_context(table, reader, ["Ada", "–"], harness.database.now())
        told = phrases(reader.language)["heart"]._asdict()
        assert context["said"] == [{"number": 1, "seat": 0, "name": "Ada", "is_own": False, "is_shown": True, **told}]
        assert not context["may_speak"]
        shown = render("parts/remarks.html", reader, remarks=context, table=table)
        assert 'id="remark-1"' in shown
        assert "<form" not in shown


@pytest.mark.anyio
async def test_a_double_click_says_a_thing_once(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    for _ in range(2):
        await harness.service.do(table_id, commands.Say(ada, "hello"))
    assert [one.phrase for one in (await harness.service.load(table_id)).remarks] == ["hello"]
    await wait(harness)
    await harness.service.do(table_id, commands.Say(ada, "again"))
    assert [one.phrase for one in (await harness.service.load(table_id)).remarks] == ["hello", "again"]


@pytest.mark.anyio
async def test_the_latest_remark_of_each_seat_hangs_there_for_a_while(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    said = [(ada, "hello"), (ben, "thinking")]
    for person, phrase in said:
        await harness.service.do(table_id, commands.Say(person, phrase))
    await wait(harness)
    await harness.service.do(table_id, commands.Say(ada, "again"))
    table, reader = await harness.service.load(table_id), Reader(ben, "Ben", load_language("en"), "")

    def shown(at: datetime) -> list[tuple[int, bool]]:
        told = remarks_context(table, reader, ["Ada", "Ben"], at)["said"]
        return [(one["number"], one["is_own"]) for one in told if one["is_shown"]]

    assert shown(harness.database.now()) == [(2, True), (3, False)]
    assert shown(harness.database.now() + SHOWN) == []


def test_nothing_can_be_said_to_bots(site: Site) -> None:
    ada = site.visitor()
    for seat2, may_speak in (("person", True), ("greedy", False)):
        table = ada.set_table("lucky_numbers", name="Ada", seat2=seat2)
        assert ('id="speak"' in ada.get(table).text) is may_speak


@pytest.mark.anyio
async def test_nobody_talks_a_game_to_death_and_the_next_game_counts_anew(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    for _ in range(MOST_REMARKS):
        await harness.service.do(table_id, commands.Say(ada, "hello"))
        await wait(harness)
    with pytest.raises(TooManyRemarksError):
        await harness.service.do(table_id, commands.Say(ada, "hello"))
    assert len((await harness.service.load(table_id)).remarks) == MOST_SHOWN
    await wait(harness, timedelta(hours=1))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    await harness.service.do(table_id, commands.Say(ada, "good-luck"))
    assert (await harness.service.load(table_id)).remarks[-1].phrase == "good-luck"


@pytest.mark.anyio
async def test_whoever_does_not_sit_at_the_table_says_nothing_there(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", TWO)
    for person in (ben, None):
        with pytest.raises(NotYoursError):
            await harness.service.do(table_id, commands.Say(person, "hello"))
    assert (await harness.service.load(table_id)).remarks == ()


def test_only_phrases_can_be_said(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada")
    assert ada.post(f"{table}/remark", phrase="<b>hi</b>").status_code == 422
    assert ben.post(f"{table}/remark", phrase="hello").status_code == 403
    assert ada.post(f"{table}/remark", phrase="hello").url.path.rstrip("/") == table


def test_every_phrase_fits_its_place_in_the_database() -> None:
    assert all(len(key) <= 20 for key in phrases(load_language("en")))
