"""Adam (D. Kingma and J. Ba, 2015), the optimizer of every game's net, and the averaged weights that the bots play with.

A net is a named tuple of arrays; each net's own module computes its gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Weights
from jardinet.games.compiled import compiled

N = TypeVar("N", bound=NamedTuple)

FIRST_MOMENT, SECOND_MOMENT, EPSILON = 0.9, 0.999, 1e-8  # as in the paper
RECENT = 8  # the greater, the shorter the mean: about 1/RECENT of all steps


class Adam(Generic[N]):
    """Learner of a net's weights by Adam, with their mean over the later steps.

    The bots play with the mean: it forgets steps older than a fraction of all so far (O. Shamir and T. Zhang,
    polynomial-decay averaging, 2013), so that the number of steps need not be known beforehand.

    Attributes:
        net: the weights that learn.
        mean: the mean of its weights.
    """

    def __init__(self, net: N) -> None:
        """Begin with a net, which every step changes."""
        self.net = net
        self.mean = deepcopy(net)
        self._gradient, self._first, self._second = (deepcopy(net) for _ in range(3))
        for moments in (self._first, self._second):
            _clear(moments)
        self._steps = 0

    def step(self, add_gradient: Callable[[N], float], rate: float) -> float:
        """Take one step; returns the loss from `add_gradient`.

        Args:
            add_gradient: adds the gradient of the loss to zeros shaped like the net; returns the loss.
            rate: about the largest change of a weight.
        """
        _clear(self._gradient)
        loss = add_gradient(self._gradient)
        self._steps += 1
        count = self._steps
        scale = rate * np.sqrt(1 - SECOND_MOMENT**count) / (1 - FIRST_MOMENT**count)
        recent = (RECENT + 1) / (count + RECENT)
        for arrays in zip(self.net, self._gradient, self._first, self._second, self.mean, strict=True):
            weights, slopes, first, second, mean = (array.reshape(-1) for array in arrays)
            adjust(weights, slopes, first, second, mean, np.float32(scale), np.float32(recent))
        return loss

    def begin_with(self, known: N) -> None:
        """Take the weights of a trained net, also for the mean."""
        for net in (self.net, self.mean):
            for array, weights in zip(net, known, strict=True):
                array[...] = weights

    def state(self) -> dict[str, NDArray[Any]]:
        """The whole state, as copies by name."""
        return {name: array.copy() for name, array in self._arrays()} | {"steps": np.array(self._steps)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """The inverse of `state`."""
        for name, array in self._arrays():
            array[...] = state[name]
        self._steps = int(state["steps"])

    def _arrays(self) -> Iterator[tuple[str, Weights]]:
        nets = {"net": self.net, "mean": self.mean, "first": self._first, "second": self._second}
        for name, net in nets.items():
            for part, array in net._asdict().items():
                yield f"{name}_{part}", array


def _clear(net: NamedTuple) -> None:
    for array in net:
        array[...] = 0


@compiled
def adjust(
    weights: Weights,
    gradient: Weights,
    first: Weights,
    second: Weights,
    mean: Weights,
    rate: np.float32,
    mean_weight: np.float32,
) -> None:
    """Do one step of Adam on flat weights, and move their mean one step towards them."""
    for k in range(len(weights)):
        slope = gradient[k]
        first[k] = np.float32(FIRST_MOMENT) * first[k] + np.float32(1 - FIRST_MOMENT) * slope
        second[k] = np.float32(SECOND_MOMENT) * second[k] + np.float32(1 - SECOND_MOMENT) * slope * slope
        weights[k] -= rate * first[k] / (np.sqrt(second[k]) + np.float32(EPSILON))
        mean[k] += mean_weight * (weights[k] - mean[k])
