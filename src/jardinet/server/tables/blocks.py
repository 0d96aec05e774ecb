"""Blocks as tables see them: who does not meet whom, whichever of the two has blocked the other."""

from __future__ import annotations

from sqlalchemy import Connection, select, union_all

from jardinet.server.storage.profile_models import BlockRow


def blocked_with(connection: Connection, person: str) -> frozenset[str]:
    """The ids of everybody whom a person has blocked, or who has blocked them: seats and invitations of theirs do not meet."""
    by_them = select(BlockRow.blocked_id).where(BlockRow.person_id == person)
    them = select(BlockRow.person_id).where(BlockRow.blocked_id == person)
    return frozenset(connection.scalars(union_all(by_them, them)))
