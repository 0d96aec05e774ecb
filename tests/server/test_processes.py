"""Several processes of one server: whoever plays at one of them is seen at the others, and plays only once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, text
from tests.kit.databases import empty_postgresql
from tests.kit.servers import SHORT, process, waits_for
from tests.kit.stores import RedisProcess, postgresql_url, redis_port
from tests.kit.waiting import PATIENCE, until
from tests.sizes import WHOLE

from jardinet.server.bench import Visitor
from jardinet.server.serve import HOST, _listen

TOKEN = re.compile(r"(jardinet_[\w-]{43})")
PLAY, PLY = re.compile(r'name="play" value="([^"]+)"'), re.compile(r'data-ply="(\d+)"')

pytestmark = pytest.mark.anyio


@WHOLE
async def test_a_play_at_one_process_is_seen_live_at_the_other_and_played_once() -> None:
    with empty_postgresql() as database:
        await asyncio.to_thread(_play_at_two, database)


def _play_at_two(database: str) -> None:
    with ExitStack() as stack:
        ada, ben = (
            stack.enter_context(
                Visitor(
                    stack.enter_context(process(database, JARDINET_REDIS_URL=f"redis://127.0.0.1:{redis_port()}"))[0]
                )
            )
            for _ in range(2)
        )
        table = ada.set_table(seat2="person", setup="michael", first="1", name="Ada")
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        again = stack.enter_context(Visitor(str(ben.base_url)))
        again.cookies = ada.cookies  # Ada's second tab, at the other process
        page = ada.get(table).text
        play, ply = _found(PLAY, page), _found(PLY, page)
        with ben.listen(table) as live, ThreadPoolExecutor() as both:
            clicks = [both.submit(tab.post_form, f"{table}/play", ply=ply, play=play) for tab in (ada, again)]
            pages = [click.result().text for click in clicks]
            seen = str(live.recv(timeout=60))
        assert int(_found(PLY, seen)) == int(ply) + 2  # the placement, and the tile that Ben draws
        assert {_found(PLY, page) for page in pages} == {_found(PLY, seen)}


async def test_pages_go_on_when_redis_has_been_away_and_a_stop_waits_for_nobody() -> None:
    with empty_postgresql() as database:
        await asyncio.to_thread(_without_redis, database)


def _without_redis(database: str) -> None:
    redis = RedisProcess()
    redis.start()
    with ExitStack() as stack:
        stack.callback(redis.kill)
        servers = [stack.enter_context(process(database, JARDINET_REDIS_URL=redis.url)) for _ in range(2)]
        ada, ben = (stack.enter_context(Visitor(address)) for address, _ in servers)
        table = ada.set_table(seat2="person", setup="michael", first="1", name="Ada")
        ben.post_form(f"{table}/sit", name="Ben", seat="1")
        with ada.listen(table) as hers, ben.listen(table) as his:
            redis.kill()
            page = ada.get(table).text
            ada.post_form(f"{table}/play", ply=_found(PLY, page), play=_found(PLAY, page))
            ply = _found(PLY, ada.get(table).text)
            while _found(PLY, str(hers.recv(timeout=60))) != ply:
                pass
            redis.start()
            while _found(PLY, str(his.recv(timeout=60))) != ply:
                pass
            for _, server in servers:
                waits_for(server, "Redis is back.")
            redis.kill()
            for _, server in servers:
                server.terminate()
            for _, server in servers:
                told = server.communicate(timeout=60)[1]
                assert "Traceback" not in told


async def test_bots_go_on_by_themselves_when_the_database_has_been_away() -> None:
    with empty_postgresql() as database, process(database) as (address, server), Visitor(address) as host:
        tables = [host.set_table(seat1="greedy", seat2="greedy", bot_pace="calm") for _ in range(3)]
        async with away(database):
            answer = await asyncio.to_thread(host.get, tables[0])
            assert answer.status_code == 503
            assert "The database is not answering" in answer.text
            await asyncio.to_thread(waits_for, server, "the database does not answer")
        plies = [int(_found(PLY, host.get(table).text)) for table in tables]
        for table, ply in zip(tables, plies, strict=True):

            def goes_on(table: str = table, ply: int = ply) -> bool:
                return int(_found(PLY, host.get(table).text)) > ply

            await asyncio.to_thread(until, goes_on, "the table goes on")
        server.terminate()
        assert "Traceback" not in server.communicate(timeout=60)[1]


@WHOLE
async def test_streams_go_on_by_themselves_when_the_database_has_been_away() -> None:
    with (
        empty_postgresql() as database,
        process(database) as (address, server),
        Visitor(address) as host,
        ExitStack() as stack,
    ):
        table = host.set_table(seat1="greedy", seat2="greedy", bot_pace="calm")
        found = TOKEN.search(host.post_form("/account/tokens", label="a test").text)
        assert found
        lines = []
        for path in (f"/api/bot/game/stream/{table.rpartition('/')[2]}", "/api/stream/event"):
            headers = {"Authorization": f"Bearer {found[1]}"}
            lines.append(
                stack.enter_context(httpx.stream("GET", address + path, headers=headers, timeout=PATIENCE)).iter_lines()
            )
            next(lines[-1])
        async with away(database):
            await asyncio.sleep(SHORT.keep_alive + 0.2)  # longer than they ask nothing
        for said in lines:
            for _ in range(2):
                await asyncio.to_thread(next, said)
        server.terminate()
        assert "Traceback" not in server.communicate(timeout=60)[1]


@asynccontextmanager
async def away(database: str) -> AsyncIterator[None]:
    """Cut all connections to a database, and refuse new ones."""
    name = database.rpartition("/")[2]
    engine = create_engine(postgresql_url(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        cut = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
        connection.execute(cut, {"name": name})
        yield
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    engine.dispose()


def test_two_servers_that_start_at_the_same_moment_get_two_ports() -> None:
    with _listen(HOST, None) as one, _listen(HOST, None) as other:
        assert one.getsockname() != other.getsockname()


@WHOLE
def test_a_server_that_is_stopped_while_bots_play_stops_quietly_and_they_go_on_later(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with process(database) as (address, server), Visitor(address) as host:
        tables = [host.set_table(seat1="greedy", seat2="random", bot_pace="instant") for _ in range(8)]
        server.terminate()
        assert server.communicate(timeout=60)[1] == ""
    with process(database) as (address, _server), Visitor(address) as host:
        for table in tables:
            until(lambda t=table: "/replay/" in host.get(t).text, "its game ends")  # type: ignore[misc]


@WHOLE
def test_a_token_that_is_revoked_at_one_process_ends_its_stream_at_another(tmp_path: Path) -> None:
    """Without a Redis nobody tells the other process: it looks by itself."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with process(database) as (address, _), process(database) as (other, _), Visitor(address) as ada:
        ada.post_form("/account", name="Ada")
        token = _found(TOKEN, ada.post_form("/account/tokens", label="bot").text)
        number = _found(re.compile(r'name="token" value="(\d+)"'), ada.get("/account/tokens").text)
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", f"{other}/api/stream/event", headers=headers, timeout=60) as stream:
            lines = stream.iter_lines()
            next(lines)
            ada.post_form("/account/tokens/revoke", token=number)
            assert len(list(lines)) <= 2  # it may not have looked yet when it next says that nothing has happened


def _found(pattern: re.Pattern[str], page: str) -> str:
    match = pattern.search(page)
    assert match
    return match[1]
