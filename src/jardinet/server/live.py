"""WebSocket handler of live pages: one connection a table and reader, with the page anew after every change.

Messages between processes say only that a table has changed; each reader's page is rendered from the table as it
stands. A message lost costs nothing but a moment: whoever connects again gets the page anew.
"""

from __future__ import annotations

from typing import Any

from litestar import WebSocket, websocket
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from jardinet.server.pages.table_context import table_fragment
from jardinet.server.people.reader import reader_of
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService

NO_SUCH_TABLE = 4404  # a code of our own: do not come back


def channel_of(table_id: str) -> str:
    """The channel that tells of a table's changes."""
    return f"table:{table_id}"


@websocket("/t/{table_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any],
    service: NamedDependency[TableService],
    channels: NamedDependency[ChannelsPlugin],
    table_id: FromPath[str],
) -> None:
    """Send the table as it stands, and again whenever it changes."""
    await socket.accept()
    reader, base_url = reader_of(socket), _base_url(socket)
    try:
        async with channels.start_subscription([channel_of(table_id)]) as changes:
            await socket.send_text(await table_fragment(service, table_id, reader, base_url))
            async with changes.run_in_background(_sender(socket, service, table_id, reader, base_url)):
                while True:
                    await socket.receive_text()
    except NoSuchTableError:
        await socket.close(NO_SUCH_TABLE)
    except WebSocketDisconnect:
        pass


def _sender(socket: WebSocket[Any, Any, Any], service: TableService, table_id: str, reader: Any, base_url: str) -> Any:
    async def send(_change: bytes) -> None:
        await socket.send_text(await table_fragment(service, table_id, reader, base_url))

    return send


def _base_url(socket: WebSocket[Any, Any, Any]) -> str:
    """The site's address as the reader's browser knows it."""
    return str(socket.base_url).replace("ws", "http", 1)
