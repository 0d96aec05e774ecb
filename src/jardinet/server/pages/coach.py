"""Template context of the coach: what it says at the table of a lesson, and what it points at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jardinet.bots.levels import first_opponent
from jardinet.server.people.reader import Reader
from jardinet.server.tables.table import TableState
from jardinet.words.coach import Advice, coach, tried
from jardinet.words.game_words import AnyWords, load_words


class Coaching(NamedTuple):
    """What `parts/coach.html` shows as `coach`.

    Attributes:
        advice: what the coach says; empty: nothing. On a lesson's prepared course it is one thought at a time.
        next: the value of `read` in the page's address once this advice has been read.
        opponent: the level that a real game is played against.
    """

    advice: Sequence[Advice]
    next: str
    opponent: str

    @property
    def plays(self) -> tuple[str, ...]:
        """The texts of the actions that the coach points at."""
        return tuple(play for one in self.advice for play in one.plays)


def coaching(table: TableState, reader: Reader, read: str = "", said: Advice | None = None) -> Coaching | None:
    """The coach at the table of a lesson, to the one who learns; None at any other table.

    Args:
        table: as it stands.
        reader: who looks at it.
        read: how much of it they have read at this ply, as `Coaching.next` told it; empty for nothing.
        said: what there is to say instead, to what they have just tried.
    """
    words = _words(table, reader)
    if words is None or table.state is None:
        return None
    ply, _, count = read.partition(".")
    known = int(count) if ply == str(table.ply) and count in ("1", "2") else 0
    advice = [said] if said else coach(words, table.state, table.seats_of(reader.person)[0], known)
    return Coaching(advice, f"{table.ply}.{known + 1}", first_opponent(table.agreement.game))


def advice_on(table: TableState, reader: Reader, texts: Sequence[str]) -> Advice | None:
    """The coach's answer to a play that the current moment does not teach, so it is not played; None: it may be."""
    words = _words(table, reader)
    if words is None or table.state is None or not texts:
        return None
    return tried(words, table.state, table.seats_of(reader.person)[0], texts)


def _words(table: TableState, reader: Reader) -> AnyWords | None:
    """The words of a lesson's table, to the one who learns there; None for anybody else and at any other table."""
    seats = table.seats_of(reader.person)
    if table.agreement.seed is None or table.state is None or not seats:
        return None
    return load_words(reader.language, table.state.get_game(), [""] * len(table.seats), seats[0])
