"""Blocks as tables see them: who does not meet whom, whichever of the two has blocked the other."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select, union_all

from jardinet.server.storage.forgotten import is_forgotten
from jardinet.server.storage.models import PersonRow
from jardinet.server.storage.profile_models import BlockRow


def blocked_with(connection: Connection, person: str) -> frozenset[str]:
    """The ids of everybody whom a person has blocked, or who has blocked them: seats and invitations of theirs do not meet."""
    by_them = select(BlockRow.blocked_id).where(BlockRow.person_id == person)
    them = select(BlockRow.person_id).where(BlockRow.blocked_id == person)
    return frozenset(connection.scalars(union_all(by_them, them)))


def not_together(connection: Connection, people: Collection[str]) -> frozenset[str]:
    """Those of some people who cannot play with the others once more: they were deleted, or do not meet one of them."""
    gone = select(PersonRow.id).where(PersonRow.id.in_(people), is_forgotten())
    pairs = select(BlockRow.person_id, BlockRow.blocked_id)
    apart = connection.execute(pairs.where(BlockRow.person_id.in_(people), BlockRow.blocked_id.in_(people)))
    return frozenset([*connection.scalars(gone), *(one for pair in apart for one in pair)])
