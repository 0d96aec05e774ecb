"""Network of one hidden layer over sparse one-hot slots, with which a game's bot values positions.

A position is a row of *slots*; each slot has inputs of its own and names the one that is 1. So the first layer is a sum
of rows of a table, and a position that differs from another in a few slots is valued by updating that sum: what chess
programs call an efficiently updatable neural network (NNUE; Y. Nasu, 2018).

Of the outputs, the first `shares` go through a softmax and are a distribution, such as each seat's chance to win; the
rest are plain. Nothing here depends on a game, and results do not depend on the other rows of a call, even in rounding.
"""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Weights
from jardinet.games.compiled import compiled

Rows = NDArray[np.int16]  # shape (n, slots): for each slot, the input that is 1


class Net(NamedTuple):
    """Weights of a network.

    Attributes:
        table: shape (inputs, hidden): what each input adds to the hidden layer.
        bias: shape (hidden,).
        out: shape (hidden, outputs).
        out_bias: shape (outputs,).
    """

    table: Weights
    bias: Weights
    out: Weights
    out_bias: Weights

    @classmethod
    def begun(cls, inputs: int, slots: int, hidden: int, outputs: int, generator: np.random.Generator) -> Self:
        """Initial weights: the sums of the hidden layer are of the order of 1, the outputs of 0."""
        table = generator.normal(0, 1 / np.sqrt(slots), (inputs, hidden))
        out = generator.normal(0, 0.1 / np.sqrt(hidden), (hidden, outputs))
        arrays = (table, np.zeros(hidden), out, np.zeros(outputs))
        return cls(*(array.astype(np.float32) for array in arrays))

    def values(self, rows: Rows, bases: Rows, base_of: NDArray[np.int64], shares: int) -> NDArray[np.float32]:
        """The outputs for each row, shape (n, outputs).

        Args:
            rows: shape (n, slots).
            bases: shape (k, slots): positions similar to the rows.
            base_of: shape (n,): the base from which each row is computed; equal numbers are adjacent.
            shares: how many outputs form a distribution.
        """
        values = np.empty((len(rows), len(self.out_bias)), self.table.dtype)
        evaluate(rows, bases, base_of, *self, shares, values)
        return values


@compiled
def evaluate(
    rows: Rows,
    bases: Rows,
    base_of: NDArray[np.int64],
    table: Weights,
    bias: Weights,
    out: Weights,
    out_bias: Weights,
    shares: int,
    values: Weights,
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
    targets: Weights,
    table: Weights,
    bias: Weights,
    out: Weights,
    out_bias: Weights,
    shares: int,
    table_gradient: Weights,
    bias_gradient: Weights,
    out_gradient: Weights,
    out_bias_gradient: Weights,
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
            error = values[o] - targets[i, o]  # also for the softmax: it is the gradient of its cross entropy
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
def _sum_up(row: NDArray[np.int16], table: Weights, bias: Weights, sums: Weights) -> None:
    sums[:] = bias
    for k in range(len(row)):
        slot = row[k]
        for h in range(len(sums)):
            sums[h] += table[slot, h]


@compiled
def _answer(hidden: Weights, out: Weights, out_bias: Weights, shares: int, values: Weights) -> None:
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
