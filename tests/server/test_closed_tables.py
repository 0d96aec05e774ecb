"""Tables that are closed beside a running server: whoever looks on is told, however few messages there are."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.kit.servers import process
from tests.kit.waiting import PATIENCE
from tests.server.operation.test_admin import told
from websockets.exceptions import ConnectionClosed

from jardinet.server.bench import Visitor
from jardinet.server.live import NO_SUCH_TABLE

pytestmark = pytest.mark.anyio


async def test_whoever_looks_at_a_table_that_is_closed_is_told_and_others_go_on(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    await asyncio.to_thread(_close_while_open, url)


def _close_while_open(url: str) -> None:
    with process(url) as (address, server), Visitor(address) as ada, Visitor(address) as ben:
        table, other = (ada.set_table(seat2="person", name="Ada") for _ in range(2))
        stream = f"{address}/api/bot/game/stream/{table.rpartition('/')[2]}"
        with (
            ada.listen(table) as first,
            ben.listen(table) as second,
            ben.listen(other) as kept,
            httpx.stream("GET", stream, timeout=PATIENCE) as answer,
        ):
            asyncio.run(told(url, "close", table.removeprefix("/t/")))
            lines = [line for line in answer.iter_lines() if line]
            assert msgspec.json.decode(lines[-1]) == {
                "type": "gameClosed",
                "error": "this table was closed.",
                "code": "table-closed",
            }
            for live in (first, second):
                with pytest.raises(ConnectionClosed) as closed:
                    while True:
                        live.recv(timeout=PATIENCE)
                assert closed.value.rcvd
                assert closed.value.rcvd.code == NO_SUCH_TABLE
            ada.post_form(f"{other}/remark", phrase="hello")
            assert "Hello!" in str(kept.recv(timeout=PATIENCE))
        assert ada.get(table).status_code == 404
        server.terminate()
        assert "Traceback" not in server.communicate(timeout=PATIENCE)[1]
