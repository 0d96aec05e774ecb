"""Reviews of many recorded games: over the processes of this machine, or over a cluster, always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from jardinet.analysis.review import Review, review_of
from jardinet.arena.spreading import Spread, spread_over
from jardinet.play.record import Record
from jardinet.play.record_format import read, write

FEW = 8  # games: fewer are reviewed sooner than processes start


class Reviewing(msgspec.Struct, frozen=True):
    """Records to be reviewed, as plain data for other processes.

    Attributes:
        game: the name of the first one's.
        records: their texts (docs/record.md), a game each.
        bots: none, for `spread_over`.
    """

    game: str
    records: list[str]
    bots: tuple[str, ...] = ()

    def chunks(self) -> range:
        """A chunk is a game."""
        return range(len(self.records))

    def play(self, chunk: int) -> tuple[int, Review]:
        """Review a game; returns its place among the records too."""
        (record,) = read(self.records[chunk])
        return chunk, review_of(record)


def reviews_of(
    records: Sequence[Record], workers: int | None = None, spread: Spread | None = None
) -> Iterator[tuple[int, Review]]:
    """Yield each record's place and its review, in any order.

    Args:
        records: of finished games that can be judged, see `check_reviewable`; at least one.
        workers: how many processes; None: one for each core, or one alone for fewer than FEW games.
        spread: another way to spread them, see `spread_over`.

    Raises:
        ParameterError: workers and another way are both given.
    """
    if workers is None and spread is None and len(records) < FEW:
        workers = 1
    return spread_over(Reviewing(records[0].game.name, [write(one) for one in records]), workers, spread)
