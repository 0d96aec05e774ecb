"""Generators of chance side by side, one a game, so that what chance brings in one depends on no other.

NumPy's generators are slow to be switched between from Python. Here each is a row of the words that NumPy's SFC64
keeps in memory, all of them, one behind the other; a kernel lays a game's row into the memory of one generator,
lets chance move there, and takes the row back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Rules

WORDS = 5  # of an SFC64: a, b, c, the counter, and half a word that was drawn and not needed yet

Words = NDArray[np.uint64]


class Streams:
    """One generator for each of many games.

    Attributes:
        rows: shape (n, WORDS): where each generator is.
    """

    def __init__(self, rows: Words) -> None:
        """See `of_seeds`."""
        self.rows = rows
        self._generator, self._memory = _carrier(np.random.SFC64(0))

    @classmethod
    def of_seeds(cls, seeds: Sequence[int | np.random.SeedSequence]) -> Streams:
        """Generators as `numpy.random.Generator(numpy.random.SFC64(seed))` makes them."""
        rows = np.zeros((len(seeds), WORDS), np.uint64)  # at first no half word is kept
        for row, seed in zip(rows, seeds, strict=True):
            row[: WORDS - 1] = np.random.SFC64(seed).state["state"]["state"]
        return cls(rows)

    @classmethod
    def of_bytes(cls, rows: bytes) -> Streams:
        """Generators that go on from where others were: `rows` as bytes."""
        return cls(np.frombuffer(rows, np.uint64).reshape(-1, WORDS).copy())

    def reveal_all(self, rules: Rules, states: NDArray[Any]) -> None:
        """Let chance move in every game until none waits for it, each by its own generator."""
        rules.reveal_each(states, self._generator, self._memory, self.rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return Streams, (self.rows.copy(),)


def _carrier(bits: np.random.SFC64) -> tuple[np.random.Generator, Words]:
    """A generator and the very memory in which it keeps its words, which lives as long as the generator does."""
    generator = np.random.Generator(bits)
    words = ctypes.cast(bits.ctypes.state_address, ctypes.POINTER(ctypes.c_uint64))
    return generator, np.ctypeslib.as_array(words, (WORDS,))
