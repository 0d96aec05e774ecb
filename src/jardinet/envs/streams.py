"""Generators of chance for many games, one per game, so that chance in one does not depend on any other.

Switching between NumPy generators is slow in Python. Here each is a row of the words that NumPy's SFC64 keeps in
memory; a kernel copies a game's row into the memory of one generator, lets chance move there, and copies the row back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.api import Rules

WORDS = 5  # of an SFC64: a, b, c, the counter, and half a word that was drawn but not yet used

Words = NDArray[np.uint64]


class Streams:
    """One generator for each of many games.

    Attributes:
        rows: shape (n, WORDS): the state of each generator.
    """

    def __init__(self, rows: Words) -> None:
        """Make a generator for each seed; see `of_seeds`."""
        self.rows = rows
        self._generator, self._memory = _carrier(np.random.SFC64(0))

    @classmethod
    def of_seeds(cls, seeds: Sequence[int | np.random.SeedSequence]) -> Streams:
        """Generators as `numpy.random.Generator(numpy.random.SFC64(seed))` makes them."""
        rows = np.zeros((len(seeds), WORDS), np.uint64)  # at first there is no half word
        for row, seed in zip(rows, seeds, strict=True):
            row[: WORDS - 1] = np.random.SFC64(seed).state["state"]["state"]
        return cls(rows)

    @classmethod
    def of_bytes(cls, rows: bytes) -> Streams:
        """Generators that continue from the state of others: `rows` as bytes."""
        return cls(np.frombuffer(rows, np.uint64).reshape(-1, WORDS).copy())

    def reveal_all(self, rules: Rules, states: NDArray[Any]) -> None:
        """Let chance move in every game until none waits for it, each by its own generator."""
        rules.reveal_each(states, self._generator, self._memory, self.rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return Streams, (self.rows.copy(),)


def _carrier(bits: np.random.SFC64) -> tuple[np.random.Generator, Words]:
    """A generator and the memory of its words itself, which lives as long as the generator."""
    generator = np.random.Generator(bits)
    words = ctypes.cast(bits.ctypes.state_address, ctypes.POINTER(ctypes.c_uint64))
    return generator, np.ctypeslib.as_array(words, (WORDS,))
