"""Games in a file of `jardinet arena --csv` as games of a ladder: the bots are rated as if they were people."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from pathlib import Path

from jardinet.games.parameters import GameError
from jardinet.ratings.ladder import FinishedSeat, LadderGame

_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
_APART = timedelta(days=1) / 4  # between two games: a pair has four a day at most, so that all of them count


def games_in(path: Path) -> list[LadderGame]:
    """The games in such a file, in order, each some hours after the one before.

    Raises:
        GameError: it is no such file; the message says in which line.
        OSError: it cannot be read.
    """
    with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
        rows = csv.DictReader(file)
        try:
            players = sum((name or "").startswith("bot") for name in rows.fieldnames or ())
            if players < 2:
                raise _no_arena_file(path, 1)
            return [_game(path, line, row, players) for line, row in enumerate(rows, 2)]
        except csv.Error:
            raise _no_arena_file(path, rows.line_num + 1) from None


def _game(path: Path, line: int, row: dict[str, str], players: int) -> LadderGame:
    try:
        seats = tuple(FinishedSeat(row[f"bot{seat}"], int(row[f"place{seat}"]), 1, 0) for seat in range(1, players + 1))
    except (KeyError, TypeError, ValueError):
        raise _no_arena_file(path, line) from None
    if not all(seat.person and seat.person.isprintable() and seat.place in range(1, players + 1) for seat in seats):
        raise _no_arena_file(path, line)
    return LadderGame(_BEGINNING + line * _APART, f"{line:09}", 1, 1, seats)


def _no_arena_file(path: Path, line: int) -> GameError:
    return GameError(
        "no-arena-file",
        "line {line} of {file} is none of a file that “jardinet arena --csv” writes.",
        line=line,
        file=path,
    )
