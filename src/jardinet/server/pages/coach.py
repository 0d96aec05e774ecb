"""Template context of the coach: what it says at the table of a lesson, and where it points."""

from __future__ import annotations

from jardinet.server.people.reader import Reader
from jardinet.server.tables.table import TableState
from jardinet.words.coach import Advice, coach
from jardinet.words.game_words import load_words


def advice(table: TableState, reader: Reader) -> list[Advice] | None:
    """What `parts/coach.html` shows as `coach` to the one who learns; None at any other table."""
    seats = table.seats_of(reader.person)
    if table.agreement.seed is None or table.state is None or not seats:
        return None
    words = load_words(reader.language, table.state.get_game(), [""] * len(table.seats), seats[0])
    return coach(words, table.state, seats[0])
