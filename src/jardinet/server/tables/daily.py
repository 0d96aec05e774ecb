"""Deal of the day, as tables know it: whose day it is, when its secret may be told, and who may see a table until then.

A day is a date in UTC. It is over everywhere when the date has ended in the last time zone, UTC-12 (decision 40).
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from hashlib import sha256

from jardinet.bots.levels import levels_of
from jardinet.games.api import State
from jardinet.play.deal import Sealed
from jardinet.server.tables.agreement import HOST, PERSON, PERSONAL, Agreement
from jardinet.server.tables.table import TableState


def day_at(at: datetime) -> date:
    """The day whose deal is that of the day at a time."""
    return at.astimezone(UTC).date()


def begins_at(day: date) -> datetime:
    """When the deal of a day can be begun from."""
    return datetime.combine(day, time(), UTC)


def daily_agreement(game: str, day: date) -> Agreement:
    """What is agreed for the deal of a day: one person, who begins where somebody does, against the strongest bot.

    >>> daily_agreement("lucky_numbers", date(2026, 11, 29)).seats
    ['person', 'master']
    """
    return Agreement(game, {}, [PERSON, levels_of(game)[-1]], first=HOST, bot_pace=PERSONAL, day=day)


def bot_seed(sealed: Sealed, state: State, seat: int) -> int:
    """The seed of a bot's decision at a deal of the day: it follows from the secret and from what was played, alike for everybody."""
    said = "\n".join(["jardinet bot of the day v1", sealed.secret.hex(), str(seat), state.serialize()])
    return int.from_bytes(sha256(said.encode()).digest())


def is_hidden_from(table: TableState, person: str | None, at: datetime) -> bool:
    """Whether a table is kept from somebody, as it would tell them the deck of a deal of the day that is not over everywhere."""
    return not table.agreement.is_told(at) and not table.seats_of(person)
