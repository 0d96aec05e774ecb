"""Template context of the coach: what it says at the table of a lesson."""

from __future__ import annotations

from jardinet.server.people.reader import Reader
from jardinet.server.tables.table import TableState
from jardinet.words.coach import coach
from jardinet.words.game_words import load_words


def coach_lines(table: TableState, reader: Reader) -> list[str]:
    """What `parts/coach.html` shows as `coach` to the one who learns; nothing at any other table."""
    seats = table.seats_of(reader.person)
    if table.agreement.seed is None or table.state is None or not seats:
        return []
    words = load_words(reader.language, table.state.get_game(), [""] * len(table.seats), seats[0])
    return coach(words, table.state.view(seats[0]))
