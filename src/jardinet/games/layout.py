"""Layout of an observation tensor: each game's encoding.py states it once, as consecutive parts.

The size of the tensor is the sum of their lengths, docs/observations.md is written from them, and a test
changes every field of a record to check that exactly the parts that name it change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Part(NamedTuple):
    """A slice of a tensor.

    Attributes:
        name: unique in its layout; `hand[1]` is the hand of the next seat after one's own.
        length: how many numbers it has.
        scale: how a count becomes a number in 0..1; `one-hot`: 1 for the value that holds, else 0.
        meaning: an English sentence for readers of the table, without its full stop.
        fields: of the record, those that decide it.
    """

    name: str
    length: int
    scale: str
    meaning: str
    fields: tuple[str, ...]


def size_of(layout: Iterable[Part]) -> int:
    """The length of a tensor laid out so."""
    return sum(part.length for part in layout)


def slices_of(layout: Iterable[Part]) -> Iterator[tuple[Part, slice]]:
    """Every part with its slice of the tensor.

    >>> board = Part("board", 4, "number / 20", "cells", ("board",))
    >>> [where for _, where in slices_of((board, board._replace(name="hand")))]
    [slice(0, 4, None), slice(4, 8, None)]
    """
    at = 0
    for part in layout:
        yield part, slice(at, at + part.length)
        at += part.length
