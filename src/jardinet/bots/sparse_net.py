"""Network of one hidden layer over sparse one-hot slots: what a game's bot learns to value positions with.

A position is a row of *slots*, each of which names the one input that is 1 among those it has to itself. So the first
layer is a sum of rows of a table, and a position that differs from another in a few slots is valued by the difference:
what chess programs call an efficiently updatable network (Y. Nasu, 2018).

Of the outputs, the first `shares` go through a softmax and are a distribution, such as each seat's chance to win; the
rest are plain. Everything here is of no game, and rounds alike whatever else is valued in the same call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled

Rows = NDArray[np.int16]  # shape (n, slots): the input that is 1, of each slot
Floats = NDArray[Any]  # float32; the gradient's test has float64

# Adam (D. Kingma and J. Ba, 2015), with its authors' constants.
FIRST_MOMENT, SECOND_MOMENT, EPSILON = 0.9, 0.999, 1e-8


@dataclass(frozen=True, eq=False)
class Net:
    """Weights of a network.

    Attributes:
        table: shape (inputs, hidden): what each input adds to the hidden layer.
        bias: shape (hidden,).
        out: shape (hidden, outputs).
        out_bias: shape (outputs,).
    """

    table: Floats
    bias: Floats
    out: Floats
    out_bias: Floats

    @classmethod
    def begun(cls, inputs: int, slots: int, hidden: int, outputs: int, generator: np.random.Generator) -> Self:
        """Weights to begin with: the hidden layer's sums and the outputs are of the order of 1 and 0."""
        table = generator.normal(0, 1 / np.sqrt(slots), (inputs, hidden))
        out = generator.normal(0, 0.1 / np.sqrt(hidden), (hidden, outputs))
        arrays = (table, np.zeros(hidden), out, np.zeros(outputs))
        return cls(*(array.astype(np.float32) for array in arrays))

    @classmethod
    def of(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """From `arrays()`, float16 or not."""
        names = ("table", "bias", "out", "out_bias")
        return cls(*(np.ascontiguousarray(arrays[name], np.float32) for name in names))

    @classmethod
    def zeros_like(cls, other: Net) -> Self:
        """All weights 0: room for a gradient, or for its moments."""
        return cls(*(np.zeros_like(array) for array in other.parts()))

    def parts(self) -> tuple[Floats, Floats, Floats, Floats]:
        """The arrays themselves, in the order in which kernels take them."""
        return self.table, self.bias, self.out, self.out_bias

    def arrays(self, prefix: str = "") -> dict[str, Floats]:
        """Copies of the arrays by name."""
        names = ("table", "bias", "out", "out_bias")
        return {prefix + name: array.copy() for name, array in zip(names, self.parts(), strict=True)}

    def values(self, rows: Rows, bases: Rows, base_of: NDArray[np.int64], shares: int) -> NDArray[np.float32]:
        """The outputs for each row, shape (n, outputs).

        Args:
            rows: shape (n, slots).
            bases: shape (k, slots): positions that the rows are like.
            base_of: shape (n,): which of them each row is reckoned from; equal ones stand side by side.
            shares: how many outputs are a distribution.
        """
        values = np.empty((len(rows), len(self.out_bias)), self.table.dtype)
        evaluate(rows, bases, base_of, *self.parts(), shares, values)
        return values


class Adam:
    """Learner of a network's weights by Adam, with their mean over the later steps.

    The mean is what plays: it forgets what is older than a fraction of all steps so far (O. Shamir and T. Zhang,
    polynomial-decay averaging, 2013), so that it needs no plan of how many steps there will be.
    """

    RECENT = 8  # the greater, the shorter the mean: about 1/RECENT of all steps

    def __init__(self, net: Net) -> None:
        """`net` is changed by every step."""
        self.net = net
        self.mean = Net.of(net.arrays())
        self._gradient, self._first, self._second = (Net.zeros_like(net) for _ in range(3))
        self._steps = 0

    def step(self, rows: Rows, targets: NDArray[np.float32], shares: int, rate: float) -> float:
        """Learn from some positions; returns their mean loss before.

        Args:
            rows: shape (n, slots).
            targets: shape (n, outputs): what the outputs should have been.
            shares: how many outputs are a distribution.
            rate: about how far a weight goes at most.
        """
        for array in self._gradient.parts():
            array[:] = 0
        loss = add_gradient(rows, targets, *self.net.parts(), shares, *self._gradient.parts())
        self._steps += 1
        count = self._steps
        scale = rate * np.sqrt(1 - SECOND_MOMENT**count) / (1 - FIRST_MOMENT**count)
        recent = (self.RECENT + 1) / (count + self.RECENT)
        parts = (net.parts() for net in (self.net, self._gradient, self._first, self._second, self.mean))
        for arrays in zip(*parts, strict=True):
            weights, slopes, first, second, mean = (array.reshape(-1) for array in arrays)
            adjust(weights, slopes, first, second, mean, np.float32(scale), np.float32(recent))
        return loss

    def state(self) -> dict[str, NDArray[Any]]:
        """All there is to know, as copies by name."""
        named = {"net_": self.net, "mean_": self.mean, "first_": self._first, "second_": self._second}
        arrays = {name: array for prefix, net in named.items() for name, array in net.arrays(prefix).items()}
        return arrays | {"steps": np.array(self._steps)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """The inverse of `state`."""
        named = {"net_": self.net, "mean_": self.mean, "first_": self._first, "second_": self._second}
        for prefix, net in named.items():
            for name, array in zip(net.arrays(), net.parts(), strict=True):
                array[:] = state[prefix + name]
        self._steps = int(state["steps"])


@compiled
def evaluate(
    rows: Rows,
    bases: Rows,
    base_of: NDArray[np.int64],
    table: Floats,
    bias: Floats,
    out: Floats,
    out_bias: Floats,
    shares: int,
    values: Floats,
) -> None:
    """Fill `values`, (n, outputs), as `Net.values` says."""
    hidden = np.empty_like(bias)
    base_sums = np.empty_like(bias)
    known = -1
    for i in range(len(rows)):
        base = base_of[i]
        if base != known:
            known = base
            _sum_up(bases[base], table, bias, base_sums)
        hidden[:] = base_sums
        for k in range(rows.shape[1]):
            new = rows[i, k]
            old = bases[base, k]
            if new != old:
                for h in range(len(hidden)):
                    hidden[h] += table[new, h] - table[old, h]
        _answer(hidden, out, out_bias, shares, values[i])


@compiled
def add_gradient(
    rows: Rows,
    targets: Floats,
    table: Floats,
    bias: Floats,
    out: Floats,
    out_bias: Floats,
    shares: int,
    table_gradient: Floats,
    bias_gradient: Floats,
    out_gradient: Floats,
    out_bias_gradient: Floats,
) -> float:
    """Add the gradient of the mean loss to arrays shaped like the weights; returns the loss.

    The loss of a position is the cross entropy of its distribution, and half the squared error of each plain output.
    """
    n = len(rows)
    hidden = np.empty_like(bias)
    back = np.empty_like(bias)
    values = np.empty_like(out_bias)
    loss = 0.0
    for i in range(n):
        _sum_up(rows[i], table, bias, hidden)
        _answer(hidden, out, out_bias, shares, values)
        back[:] = 0
        for o in range(len(values)):
            error = values[o] - targets[i, o]  # of a softmax too: that is what the cross entropy's gradient comes to
            if o < shares:
                if targets[i, o] > 0:
                    loss -= targets[i, o] * np.log(max(values[o], 1e-12))
            else:
                loss += 0.5 * error * error
            error /= n
            out_bias_gradient[o] += error
            for h in range(len(hidden)):
                out_gradient[h, o] += error * max(hidden[h], 0)
                back[h] += error * out[h, o]
        for h in range(len(hidden)):
            if hidden[h] <= 0:
                back[h] = 0
        bias_gradient += back
        for k in range(rows.shape[1]):
            row = rows[i, k]
            for h in range(len(hidden)):
                table_gradient[row, h] += back[h]
    return loss / n


@compiled
def adjust(
    weights: Floats,
    gradient: Floats,
    first: Floats,
    second: Floats,
    mean: Floats,
    rate: np.float32,
    mean_weight: np.float32,
) -> None:
    """One step of Adam on weights that lie in a row, and one of their mean towards them."""
    for k in range(len(weights)):
        slope = gradient[k]
        first[k] = np.float32(FIRST_MOMENT) * first[k] + np.float32(1 - FIRST_MOMENT) * slope
        second[k] = np.float32(SECOND_MOMENT) * second[k] + np.float32(1 - SECOND_MOMENT) * slope * slope
        weights[k] -= rate * first[k] / (np.sqrt(second[k]) + np.float32(EPSILON))
        mean[k] += mean_weight * (weights[k] - mean[k])


@compiled
def _sum_up(row: NDArray[np.int16], table: Floats, bias: Floats, sums: Floats) -> None:
    sums[:] = bias
    for k in range(len(row)):
        slot = row[k]
        for h in range(len(sums)):
            sums[h] += table[slot, h]


@compiled
def _answer(hidden: Floats, out: Floats, out_bias: Floats, shares: int, values: Floats) -> None:
    values[:] = out_bias
    for h in range(len(hidden)):
        if hidden[h] > 0:
            for o in range(len(values)):
                values[o] += hidden[h] * out[h, o]
    if shares == 0:
        return
    greatest = values[:shares].max()
    total = values[0] - values[0]
    for o in range(shares):
        values[o] = np.exp(values[o] - greatest)
        total += values[o]
    for o in range(shares):
        values[o] /= total
