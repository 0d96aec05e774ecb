"""Kernels of a game bound to one record: the few that a State calls for every move, as fast as Python can call them.

`compiled.bind` skips Numba's check of the types at every call; State only passes the types that they are bound to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import ParamSpec, TypeVar

import numpy as np

from jardinet.games.compiled import bind
from jardinet.games.kernels import Encoding, Rules

P = ParamSpec("P")
R = TypeVar("R")


class StateKernels:
    """The kernels that `Rules` and `Encoding` describe, under the same names; each is loaded when it is first called.

    Attributes:
        players: how many actions a joint move has.
        actions: NUM_ACTIONS.
        words: NUM_WORDS.
        every_action: the mask in which every action is legal.
        tensor_shape: see `Game.observation_tensor_shape`.
    """

    def __init__(self, rules: Rules, encoding: Encoding, players: int, tensor_shape: tuple[int, ...]) -> None:
        """Load nothing yet."""
        self.players = players
        self.actions = rules.NUM_ACTIONS
        self.words = rules.NUM_WORDS
        self.every_action = (1 << rules.NUM_ACTIONS) - 1
        self.tensor_shape = tensor_shape
        record = np.zeros(1, rules.STATE)
        tensor = np.zeros(tensor_shape, np.float32)
        self.step = self._later("step", rules.step, record, 0, 0)
        self.step_joint = self._later("step_joint", rules.step_joint, record, 0, (0,) * players)
        self.legal_word = self._later("legal_word", rules.legal_word, record, 0, 0, 0)
        self.chance_outcomes = self._later("chance_outcomes", rules.chance_outcomes, record, 0)
        self.write_keys = self._later("write_keys", rules.write_keys, record, np.zeros(1, rules.KEY))
        self.encode = self._later("encode", encoding.encode, record, 0, 0, tensor)

    def _later(self, name: str, kernel: Callable[P, R], *arguments: object) -> Callable[P, R]:
        """A placeholder for attribute `name`: its first call puts the kernel there, bound to the types of `arguments`."""

        def first(*args: P.args, **kwargs: P.kwargs) -> R:
            bind(kernel, arguments, partial(setattr, self, name))
            answer: R = getattr(self, name)(*args, **kwargs)
            return answer

        return first


state_kernels = cache(StateKernels)  # all games with the same rules, seats and shape of a tensor share them
