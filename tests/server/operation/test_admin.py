"""`jardinet admin` as it is called, on a database at which a server has been or runs."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import SystemRandom

import httpx
import pytest
from sqlalchemy import Connection, func, select, update
from tests.kit.forking import run
from tests.kit.harness import Harness
from tests.kit.servers import SHORT, process

from jardinet.server.bench import Visitor
from jardinet.server.operation.admin import REMOVED_AT_ONCE, idle_tables, prune, remove_unchanged
from jardinet.server.people.forgetting import forget
from jardinet.server.people.links import LinkOverError, person_of_link, use_link
from jardinet.server.people.tokens import make_token
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import Base, GameRow, PlyRow, TableRow, now
from jardinet.server.storage.tournament_models import TournamentFactRow, TournamentRow
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.decide import new_table
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.happenings import Subscribers
from jardinet.server.tables.lists import open_tables
from jardinet.server.tables.rows import write_table
from jardinet.server.tournaments.held import Timing, agreement_for
from jardinet.server.tournaments.tournaments import Tournaments
from jardinet.tournaments.plan import TournamentPlan

pytestmark = pytest.mark.anyio

ALONE = Agreement("lucky_numbers", {}, ["person", "random"], bot_pace="instant")
OPEN = Agreement("lucky_numbers", {}, ["person", "person"], is_listed=True)


async def admin(url: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(run, "admin", *arguments, JARDINET_DATABASE_URL=url, **environment)


async def told(url: str, *arguments: str) -> str:
    """What a command says that comes to its end."""
    done = await admin(url, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


async def age(database: Database, table_id: str, days: int) -> None:
    """Let everything at a table have happened so many days ago."""
    at = now() - timedelta(days=days)

    def job(connection: Connection) -> None:
        connection.execute(update(TableRow).where(TableRow.id == table_id).values(created_at=at))
        connection.execute(update(PlyRow).where(PlyRow.table_id == table_id).values(played_at=at))
        connection.execute(
            update(GameRow).where(GameRow.table_id == table_id, GameRow.begun_at.is_not(None)).values(begun_at=at)
        )

    await database.write(job)


async def rows(database: Database) -> dict[str, int]:
    """How many rows there are of everything but people."""
    counted = {table.name: select(func.count()).select_from(table) for table in Base.metadata.sorted_tables}
    found = await database.read(lambda at: {name: at.scalar(one) or 0 for name, one in counted.items()})
    return {name: count for name, count in found.items() if name != "people" and count}


async def test_list_tells_of_every_table_who_sits_there_and_how_far_it_is(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    waiting = await harness.service.open_table(ada, "Ada", OPEN)
    playing = await harness.service.open_table(ada, "Ada", ALONE)
    found = {one["id"]: one for one in json.loads(await told(url, "list", "--json"))}
    assert [found[one]["state"] for one in (waiting, playing)] == ["waiting", "playing"]
    assert found[waiting]["seats"][0] == {"person": ada, "name": "Ada", "level": None}
    assert (found[waiting]["plies"], found[waiting]["is_listed"]) == (0, True)
    assert found[playing]["plies"] > 0
    assert [one["id"] for one in json.loads(await told(url, "list", "--json", "--limit", "1"))] == [playing]
    line = next(line for line in (await told(url, "list", "--plain")).splitlines() if playing in line)
    assert "who: Ada, random; state: playing; age" in line


async def test_close_removes_a_table_for_whoever_had_it_in_memory_too(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    kept = await harness.service.open_table(ada, "Ada", OPEN)
    before = await rows(harness.database)
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    assert table_id in await told(url, "close", table_id)
    with pytest.raises(NoSuchTableError):
        await harness.service.do(table_id, commands.ComeBack(0, ada))
    with pytest.raises(NoSuchTableError):
        await harness.service.do(table_id, commands.Say(ada, "hello"))
    assert await rows(harness.database) == before
    assert (await harness.service.load(kept)).id == kept


async def test_a_rematch_outlives_the_table_before_it(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    first, second = [await harness.service.open_table(ada, "Ada", OPEN) for _ in range(2)]
    follow = update(TableRow).where(TableRow.id == second).values(before=first)
    await harness.database.write(lambda connection: connection.execute(follow))
    await told(url, "close", first)
    assert [one["id"] for one in json.loads(await told(url, "list", "--json"))] == [second]


@pytest.mark.parametrize("command", ["close", "unlist"])
async def test_a_table_that_there_is_not_is_a_sentence(command: str, url: str, harness: Harness) -> None:
    done = await admin(url, command, "nowhere")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "jardinet: there is no table “nowhere”.\n")


async def test_a_table_is_found_whose_id_looks_like_an_option(harness: Harness, url: str) -> None:
    at, random = now(), SystemRandom()
    table = new_table("-WiBHI--", await harness.person("Ada"), OPEN, at, random)
    await harness.database.write(lambda connection: write_table(connection, table, now()))
    await told(url, "unlist", table.id)
    await told(url, "close", table.id)
    with pytest.raises(NoSuchTableError):
        await harness.service.load(table.id)


async def test_a_table_that_is_unlisted_is_off_the_home_page_and_goes_on(url: str, harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", OPEN)
    assert [one.id for one in (await open_tables(harness.database)).entries] == [table_id]
    await told(url, "unlist", table_id)
    assert (await open_tables(harness.database)).entries == []
    table = await harness.service.do(
        table_id, commands.Sit(1, ben, "Ben")
    )  # decided upon what was in memory: it is found out
    assert table.game is not None


async def test_prune_removes_old_tables_of_guests_and_no_others(url: str, harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    await make_token(harness.database, ben, "bot")
    idle, played = [await harness.service.open_table(ada, "Ada", ALONE) for _ in range(2)]
    young = await harness.service.open_table(ada, "Ada", OPEN)
    account = await harness.service.open_table(ben, "Ben", ALONE)
    for one in (idle, played, account):
        await age(harness.database, one, 91)
    said = update(PlyRow).where(PlyRow.table_id == played).values(played_at=now())
    await harness.database.write(lambda connection: connection.execute(said))
    everything = await rows(harness.database)
    dry = await told(url, "prune", "--dry-run")
    assert await rows(harness.database) == everything
    assert re.findall(r"^\S{8}(?=  )", dry, re.MULTILINE) == [idle]
    assert "Tables that would be removed: 1." in dry
    assert "Tables that would be removed: 0." in await told(url, "prune", "--dry-run", "--days", "92")
    assert "Tables removed: 1." in await told(url, "prune")
    assert {one["id"] for one in json.loads(await told(url, "list", "--json"))} == {played, young, account}


async def test_tournaments_of_guests_go_when_nothing_has_happened_in_them_and_their_tables_are_gone(
    harness: Harness,
) -> None:
    parts = (harness.database, harness.service, Subscribers(), lambda _person: False, lambda _person: None, SHORT)
    tournaments = Tournaments(*parts)
    people = [await harness.person(name) for name in ("Ada", "Ben", "Cem")]
    await make_token(harness.database, people[2], "bot")
    opened = {}
    for kind, entrants in {"old": (0, 1), "young": (0, 1), "with tables": (0, 1), "of an account": (1, 2)}.items():
        plan, agreement = TournamentPlan("lots", 2, 2), agreement_for("lucky_numbers", "")
        opened[kind] = (await tournaments.open(people[0], "Cup", plan, agreement, Timing(by_itself=False))).id
        for one in entrants:
            await tournaments.enter(opened[kind], people[one])
        if kind != "with tables":
            continue
        held = await tournaments.begin_round(opened[kind])
        await age(harness.database, held.table_id_of(held.state.tables[0]), 10)
    at = now() - timedelta(days=91)
    for kind in opened.keys() - {"young"}:
        aged = update(TournamentRow).where(TournamentRow.id == opened[kind]).values(created_at=at)
        facts = update(TournamentFactRow).where(TournamentFactRow.tournament_id == opened[kind])
        await harness.database.write(lambda one, aged=aged: one.execute(aged))  # type: ignore[misc]
        await harness.database.write(lambda one, facts=facts: one.execute(facts.values(happened_at=at)))  # type: ignore[misc]
    assert [tables async for tables in prune(harness.database, timedelta(days=90))] == []
    left = await harness.database.read(lambda one: set(one.scalars(select(TournamentRow.id))))
    assert left == set(opened.values()) - {opened["old"]}
    assert (await rows(harness.database))["tournament_players"] == 6


async def test_tables_of_somebody_who_was_deleted_are_pruned_as_a_guest_s_are(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    for person in (ada, ben):
        await make_token(harness.database, person, "bot")
    own, shared = (
        await harness.service.open_table(ben, "Ben", ALONE),
        await harness.service.open_table(ada, "Ada", OPEN),
    )
    await harness.service.sit(shared, 1, ben, "Ben")
    for one in (own, shared):
        await age(harness.database, one, 91)
    while await forget(harness.database, harness.service, ben):
        pass
    await age(harness.database, own, 91)
    gone = [one.id async for tables in prune(harness.database, timedelta(days=90)) for one in tables]
    assert gone == [own]


async def test_a_table_at_which_somebody_plays_just_then_is_not_pruned(harness: Harness) -> None:
    ada = await harness.person("Ada")
    table_id = await harness.service.open_table(ada, "Ada", OPEN)
    await age(harness.database, table_id, 91)
    (found,) = [one async for one in idle_tables(harness.database, timedelta(days=90))]
    await harness.service.do(table_id, commands.Leave(0, ada))
    assert await harness.database.write(lambda connection: remove_unchanged(connection, found)) == []
    assert [one.id for tables in [t async for t in prune(harness.database, timedelta(days=90))] for one in tables] == [
        table_id
    ]


async def test_whoever_plays_waits_for_few_tables_that_are_pruned(harness: Harness) -> None:
    ada = await harness.person("Ada")
    for _ in range(REMOVED_AT_ONCE + 2):
        await age(harness.database, await harness.service.open_table(ada, "Ada", OPEN), 91)
    gone = [len(tables) async for tables in prune(harness.database, timedelta(days=90))]
    assert gone == [REMOVED_AT_ONCE, 2]


async def test_stats_counts_people_tables_and_moves(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    await make_token(harness.database, ada, "bot")
    table_id = await harness.service.open_table(ada, "Ada", ALONE)
    await harness.service.open_table(ada, "Ada", OPEN)
    plies = (await harness.service.load(table_id)).ply
    found = json.loads(await told(url, "stats", "--json"))
    size = found.pop("bytes")
    tables = {"lucky_numbers": {"waiting": 1, "playing": 1, "over": 0}}
    assert found == {"people": 1, "tokens": 1, "tables": tables, "plies": plies}
    assert 50_000 < size < 100_000_000
    assert "People: 1. Tokens: 1." in await told(url, "stats", "--plain")


async def test_a_running_server_finds_out_that_a_table_is_gone(url: str) -> None:
    with process(url) as (address, server), Visitor(address) as ada:
        path = await asyncio.to_thread(lambda: ada.set_table(seat2="random", setup="michael", first="1", name="Ada"))
        page = ada.get(path).text
        ply, play = (re.search(found, page) for found in (r'data-ply="(\d+)"', r'name="play" value="([^"]+)"'))
        assert ply
        assert play
        await told(url, "close", path.removeprefix("/t/"))
        with pytest.raises(httpx.HTTPStatusError, match="404"):
            ada.post_form(f"{path}/play", ply=ply[1], play=play[1])
        assert ada.get(path).status_code == 404
        server.terminate()
        assert "Traceback" not in server.communicate(timeout=60)[1]


async def test_a_database_that_is_not_there_is_a_sentence_and_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.sqlite3"
    done = await admin(f"sqlite:///{path}", "list")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"jardinet: there is no database {path}:")
    assert not path.exists()


async def test_a_database_that_does_not_answer_is_a_sentence() -> None:
    done = await admin("postgresql://ada:garden@127.0.0.1:1/nothing", "stats")
    assert done.returncode == 2
    assert done.stderr.startswith("jardinet: the database ")
    assert done.stderr.count("\n") == 1
    assert "garden" not in done.stderr


async def test_link_lets_somebody_in_who_has_lost_their_device(url: str, harness: Harness) -> None:
    ada = await harness.person("Ada")
    done = await admin(url, "link", ada, "--site", "https://garden.example/")
    assert done.returncode == 0
    assert "within ten minutes" in done.stderr
    found = re.fullmatch(r"https://garden\.example/go-on/([\w-]{32})\n", done.stdout)
    assert found
    at = harness.database.now()
    assert await harness.database.read(partial(person_of_link, key=found[1], at=at)) == (ada, "Ada")
    assert await harness.database.write(partial(use_link, key=found[1], at=at)) == ada
    with pytest.raises(LinkOverError):
        await harness.database.write(partial(use_link, key=found[1], at=at))
    refused = await admin(url, "link", "nobody")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "“nobody” is nobody" in refused.stderr


async def test_rerate_makes_all_ratings_again_and_says_of_how_many_games(url: str) -> None:
    assert await told(url, "rerate") == (
        "Lucky Numbers: ratings made again from 0 games.\nGrasshopper Poker: ratings made again from 0 games.\n"
    )
    assert await told(url, "rerate", "--game", "maudits-criquets") == (
        "Grasshopper Poker: ratings made again from 0 games.\n"
    )


async def test_rerate_from_an_arena_s_file_tells_ratings_and_needs_no_database(tmp_path: Path) -> None:
    file, nowhere = tmp_path / "games.csv", f"sqlite:///{tmp_path / 'none.sqlite3'}"
    file.write_text("bot1,place1,bot2,place2\n" + "ada,1,ben,2\n" * 9)
    lines = (await told(nowhere, "rerate", "--from", str(file), "--game", "lucky-numbers")).splitlines()
    assert [line.split("  ")[0] for line in lines] == ["ada", "ben"]
    assert lines[0].endswith("  9")
    for arguments, sentence in [
        (["--from", str(file)], "--from needs --game"),
        (["--from", str(tmp_path), "--game", "lucky-numbers"], "it is a folder"),
        (["--game", "chess"], "there is no game"),
    ]:
        refused = await admin(nowhere, "rerate", *arguments)
        assert refused.returncode in (1, 2)
        assert sentence in " ".join(refused.stderr.split())
        assert "Traceback" not in refused.stderr
