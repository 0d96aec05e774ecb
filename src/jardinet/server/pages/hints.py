"""Hints on a table's page: who may ask what is best, and what is answered."""

from __future__ import annotations

from jardinet.server.boards.context import names_at
from jardinet.server.people.reader import Reader
from jardinet.server.tables.table import TableState
from jardinet.words.game_words import load_words
from jardinet.words.hints import hint


def asking_seat(table: TableState, reader: Reader) -> int | None:
    """The seat for which the reader may ask now; None if they may not. In a lesson the coach speaks."""
    seats, agreement = table.seats_of(reader.person), table.agreement
    seat = table.in_front(seats)
    if seat is None or seat not in table.acting() or table.seats[seat].level is not None:
        return None
    return seat if agreement.has_hints and agreement.seed is None else None


def hint_for(table: TableState, reader: Reader) -> tuple[str, tuple[str, ...]]:
    """What is best for the reader now, and why, and the actions meant; empty if they may not ask. It takes a bot's time."""
    seat = asking_seat(table, reader)
    if seat is None or table.state is None:
        return "", ()
    you = seat if len(table.seats_of(reader.person)) == 1 else None
    words = load_words(reader.language, table.state.get_game(), names_at(table, reader.language), you)
    advised = hint(words, table.state.clone(), seat)
    return " ".join(advised.lines), advised.plays
