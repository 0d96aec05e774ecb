"""Kernels of a game bound to one record: the few that a State calls for every move, as fast as Python can call them.

`compiled.bound` leaves out Numba's look at the types of every call; State gives them nothing but what they are bound to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import bound
from jardinet.games.kernels import Encoding, Rules


class StateKernels:
    """The kernels that `Rules` and `Encoding` tell of under the same names; each is loaded when it is first asked for."""

    def __init__(self, rules: Rules, encoding: Encoding, dimensions: int) -> None:
        """`dimensions`: of a tensor."""
        self._rules = rules
        self._encoding = encoding
        self._record = np.zeros(1, rules.STATE)
        self._tensor = np.zeros((1,) * dimensions, np.float32)

    @cached_property
    def step(self) -> Callable[[NDArray[Any], int, int], tuple[bool, int, int]]:
        """See Rules."""
        return bound(self._rules.step, self._record, 0, 0)

    @cached_property
    def step_joint(self) -> Callable[[NDArray[Any], int, NDArray[np.int64]], tuple[bool, int, int]]:
        """See Rules."""
        return bound(self._rules.step_joint, self._record, 0, np.zeros(1, np.int64))

    @cached_property
    def legal_word(self) -> Callable[[NDArray[Any], int, int, int], int]:
        """See Rules."""
        return bound(self._rules.legal_word, self._record, 0, 0, 0)

    @cached_property
    def chance_probabilities(self) -> Callable[[NDArray[Any], int, NDArray[np.float64]], None]:
        """See Rules."""
        return bound(self._rules.chance_probabilities, self._record, 0, np.zeros(1))

    @cached_property
    def write_keys(self) -> Callable[[NDArray[Any], NDArray[Any]], None]:
        """See Rules."""
        return bound(self._rules.write_keys, self._record, np.zeros(1, self._rules.KEY))

    @cached_property
    def encode(self) -> Callable[[NDArray[Any], int, int, NDArray[np.float32]], None]:
        """See Encoding."""
        return bound(self._encoding.encode, self._record, 0, 0, self._tensor)


state_kernels = cache(StateKernels)  # all games with the same rules share them
