"""Remarks at a table: preset phrases, few enough not to disturb anybody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from jardinet.server.storage.models import GameRow, RemarkRow, now
from jardinet.server.tables.errors import TooManyRemarksError
from jardinet.server.tables.table import Remark
from jardinet.words.language import gettext_noop

PAUSE = timedelta(seconds=2)  # between two remarks of one person: a double click says a thing once
MOST_A_GAME = 30
MOST_SHOWN = 4


async def latest(connection: AsyncConnection, table_id: str) -> list[Remark]:
    """The last remarks at a table, MOST_SHOWN at most, the latest last."""
    rows = await connection.execute(
        select(RemarkRow.id, RemarkRow.seat, RemarkRow.phrase)
        .where(RemarkRow.table_id == table_id)
        .order_by(RemarkRow.id.desc())
        .limit(MOST_SHOWN)
    )
    return [Remark(*row) for row in rows][::-1]


async def add(connection: AsyncConnection, table_id: str, seats: Sequence[int], phrase: str) -> None:
    """Let the person at these seats say something; nothing happens within PAUSE of their last remark.

    Raises:
        TooManyRemarksError: they have said MOST_A_GAME things since the last game began.
    """
    own = (RemarkRow.table_id == table_id, RemarkRow.seat.in_(seats))
    last: datetime | None = await connection.scalar(select(func.max(RemarkRow.said_at)).where(*own))
    if last is not None and now() - last < PAUSE:
        return
    begun = await connection.scalar(select(func.max(GameRow.begun_at)).where(GameRow.table_id == table_id))
    since = own if begun is None else (*own, RemarkRow.said_at >= begun)
    if (await connection.scalar(select(func.count()).select_from(RemarkRow).where(*since)) or 0) >= MOST_A_GAME:
        raise TooManyRemarksError(gettext_noop("you have said a lot in this game: say more in the next one."))
    row = {"table_id": table_id, "seat": seats[0], "phrase": phrase, "said_at": now()}
    await connection.execute(insert(RemarkRow).values(row))
