"""Seam for blocks: who is never to meet whom when people are paired."""

from __future__ import annotations

from sqlalchemy import Connection


def never_meet(connection: Connection, person: str) -> frozenset[str]:
    """The people whom somebody is never paired with: nobody, as long as nobody can block anybody."""
    return frozenset()
