"""Practice of people: which positions each of them has to practise, and how far they have come with them.

Adding what an analysis finds is idempotent; a person has `practice.MOST` positions at most, and those of a table are deleted
with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, select, tuple_, update

from jardinet.analysis.practice import Position, Progress, kept
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import insert_into
from jardinet.server.storage.models import PracticeRow

_POSITION = msgspec.json.Decoder(Position)
_KEY = (PracticeRow.table_id, PracticeRow.game, PracticeRow.before, PracticeRow.seat)


class PositionKey(NamedTuple):
    """Key of a position among those of a person: where it was played, and how many moves of that game had been."""

    table_id: str
    game: int
    before: int
    seat: int

    @property
    def text(self) -> str:
        """As an address or a form carries it."""
        return ".".join(map(str, self))


def add(connection: Connection, table_id: str, game: int, found: Mapping[str, Sequence[Position]]) -> None:
    """Add the positions found in a game, by person; existing ones stay as they are, and those beyond the limit are dropped."""
    for person, positions in found.items():
        if not positions:
            continue
        rows = [
            {
                "person_id": person,
                "table_id": table_id,
                "game": game,
                "before": one.before,
                "seat": one.seat,
                "cost": one.cost,
                "content": msgspec.json.encode(one).decode(),
            }
            for one in positions
        ]
        connection.execute(insert_into(connection, PracticeRow).on_conflict_do_nothing(), rows)
        progress = _progress(connection, person)
        surplus = progress.keys() - set(kept(progress))
        if surplus:
            own = delete(PracticeRow).where(PracticeRow.person_id == person)
            connection.execute(own.where(tuple_(*_KEY).in_([tuple(key) for key in surplus])))


def note_kinds(connection: Connection, table_id: str, game: int, kinds: Mapping[tuple[int, int], str]) -> None:
    """Note the kinds of decisions in the positions of a game that an older version has found.

    Args:
        connection: to the database.
        table_id, game: where they were played.
        kinds: by the number of moves before, and the seat.
    """
    here = (PracticeRow.table_id == table_id, PracticeRow.game == game)
    for row in connection.execute(select(PracticeRow.person_id, *_KEY, PracticeRow.content).where(*here)).all():
        position = _POSITION.decode(row.content)
        if not position.kind and (kind := kinds.get((position.before, position.seat))):
            content = msgspec.json.encode(msgspec.structs.replace(position, kind=kind)).decode()
            its = (PracticeRow.person_id == row.person_id, _is(PositionKey(*row[1:5])))
            connection.execute(update(PracticeRow).where(*its).values(content=content))


async def progress_of(database: Database, person: str) -> Mapping[PositionKey, Progress]:
    """All positions of a person, and how far they have come with each.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    return await database.read(lambda connection: _progress(connection, person))


async def position_of(database: Database, person: str, key: PositionKey) -> Position | None:
    """A position of a person; None if they have none of that key.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    found = select(PracticeRow.content).where(PracticeRow.person_id == person, _is(key))
    content = await database.read(lambda connection: connection.scalar(found))
    return None if content is None else _POSITION.decode(content)


async def practisers_of(database: Database, table_id: str, game: int) -> frozenset[str]:
    """The people who have positions of a game that they have not yet answered rightly.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    own = (PracticeRow.table_id == table_id, PracticeRow.game == game, PracticeRow.is_right.is_(False))
    found = select(PracticeRow.person_id).where(*own).distinct()
    return await database.read(lambda connection: frozenset(connection.scalars(found)))


async def note_answer(database: Database, person: str, key: PositionKey, tries: int, *, is_right: bool) -> None:
    """Note an answer to a position that had been answered `tries` times; one that is sent twice counts once.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    seen = (PracticeRow.person_id == person, _is(key), PracticeRow.tries == tries)
    noted = update(PracticeRow).where(*seen).values(tries=tries + 1, is_right=is_right)
    await database.write(lambda connection: connection.execute(noted))


def _progress(connection: Connection, person: str) -> dict[PositionKey, Progress]:
    own = select(*_KEY, PracticeRow.cost, PracticeRow.tries, PracticeRow.is_right)
    rows = connection.execute(own.where(PracticeRow.person_id == person).order_by(*_KEY))
    return {PositionKey(*row[:4]): Progress(*row[4:]) for row in rows}


def _is(key: PositionKey) -> ColumnElement[bool]:
    return tuple_(*_KEY) == tuple_(*key)
