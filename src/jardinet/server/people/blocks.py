"""Blocks: whom somebody does not want to meet. Neither of the two sits down where the other is, nor invites them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from jardinet.games.parameters import GameError
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import PersonRow
from jardinet.server.storage.profile_models import BlockRow
from jardinet.server.tables.blocks import blocked_with

__all__ = ["Block", "BlockError", "block", "blocked_with", "blocks_of", "take_blocks_along", "unblock"]

MOST_BLOCKED = 500  # by one person


class BlockError(GameError):
    """Somebody cannot be blocked; the message says why."""


@dataclass(frozen=True)
class Block:
    """Block in the list of whoever has blocked somebody.

    Attributes:
        id: of the block, by which it is undone.
        blocked: whose id is blocked.
        name: what they are called now.
    """

    id: int
    blocked: str
    name: str
    made_at: datetime


def blocks_of(connection: Connection, person: str) -> list[Block]:
    """Whom a person has blocked, the latest first."""
    columns = BlockRow.id, BlockRow.blocked_id, PersonRow.name, BlockRow.made_at
    found = select(*columns).join(PersonRow, PersonRow.id == BlockRow.blocked_id).where(BlockRow.person_id == person)
    return [Block(*row) for row in connection.execute(found.order_by(BlockRow.id.desc()))]


def block(connection: Connection, person: str, other: str, at: datetime) -> None:
    """Let a person not meet another one from now on; nothing happens if they have blocked them already, or that person is gone.

    Raises:
        BlockError: they are the same, or the person has blocked MOST_BLOCKED.
    """
    if person == other:
        raise BlockError("block-self", "you cannot block yourself.")
    count = connection.scalar(select(func.count()).select_from(BlockRow).where(BlockRow.person_id == person)) or 0
    if count >= MOST_BLOCKED:
        raise BlockError(
            "too-many-blocked", "you have blocked {count} people already: unblock somebody first.", count=MOST_BLOCKED
        )
    if connection.scalar(select(PersonRow.id).where(PersonRow.id == other, is_forgotten())) is not None:
        return
    row = {"person_id": person, "blocked_id": other, "made_at": at}
    connection.execute(insert_into(connection, BlockRow).on_conflict_do_nothing(), row)


def unblock(connection: Connection, person: str, block_id: int) -> None:
    """Undo a block of a person's; nothing happens if they have none of that number."""
    connection.execute(delete(BlockRow).where(BlockRow.person_id == person, BlockRow.id == block_id))


def take_blocks_along(connection: Connection, guest: str, person: str) -> None:
    """Let a person have the blocks of the guest that they were, and be blocked by whoever has blocked that guest."""
    for own, other in ((BlockRow.person_id, BlockRow.blocked_id), (BlockRow.blocked_id, BlockRow.person_id)):
        known = select(other).where(own == person)
        doubled = own == guest, other.in_([*connection.scalars(known), person])
        connection.execute(delete(BlockRow).where(*doubled))
        connection.execute(update(BlockRow).where(own == guest).values({own.key: person}))
