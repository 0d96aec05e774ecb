"""Value of a position of Maudits Criquets: each seat's share of the victory, by a small neural network.

The network is applied from each seat in turn, with the same weights. A look is a sum of rows, one for each active
feature (features.py): two numbers for each hidden unit, whose value is the product of their positive parts (ReLU). The
weighted sum of the units is a score; the softmax of the scores gives the shares. As products, units express the joint
value of several things, such as a card in one hand against a card in another, with fewer units than sums would need.
Positions are valued between two turns, before chance lays out cards: the net learns the expectation over these cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots import weights
from jardinet.bots.arrays import Weights
from jardinet.bots.maudits_criquets.features import FEATURES, MOST_ACTIVE, active_features
from jardinet.bots.training import Arrays
from jardinet.games.compiled import compiled
from jardinet.games.maudits_criquets.rules import OVER

Records = NDArray[Any]  # shape (n,), dtype rules.STATE


class ValueNet(NamedTuple):
    """Weights of a value; H is the number of hidden units.

    Attributes:
        rows: float32, (FEATURES, 2 * H): what each feature adds to the first factors of all units, then to the second
            factors.
        bias: float32, (2 * H,).
        out: float32, (H,): the weight of each hidden unit in a seat's score.
    """

    rows: Weights
    bias: Weights
    out: Weights


def new_net(hidden: int, generator: np.random.Generator) -> ValueNet:
    """An untrained net with `hidden` units; raises ValueError if that is not at least 1."""
    if hidden < 1:
        raise ValueError(f"{hidden} hidden units are not possible: it is at least 1.")
    rows = generator.normal(0, 0.15, (FEATURES, 2 * hidden)).astype(np.float32)
    out = generator.normal(0, 0.3 / np.sqrt(hidden), hidden).astype(np.float32)
    return ValueNet(rows, np.repeat(np.array([0, 1], np.float32), hidden), out)


def from_arrays(arrays: Arrays) -> ValueNet:
    """The net of stored weights; raises ValueError if they have another layout of features."""
    net = weights.from_arrays(ValueNet, arrays)
    if net.rows.shape != (FEATURES, 2 * len(net.out)):
        raise ValueError(f"these weights are for {len(net.rows)} features: there are {FEATURES}; train them anew.")
    return net


def side_by_side(nets: Sequence[ValueNet]) -> ValueNet:
    """One net whose scores are the means of the scores of several nets."""
    factors = [(*np.split(net.rows, 2, axis=1), *np.split(net.bias, 2), net.out) for net in nets]
    first, second, bias, other_bias, out = (np.concatenate(parts, axis=-1) for parts in zip(*factors, strict=True))
    return ValueNet(np.hstack([first, second]), np.hstack([bias, other_bias]), out / np.float32(len(nets)))


@compiled
def values_of(records: Records, rows: Any, bias: Any, out: Any, values: NDArray[np.float64]) -> None:
    """Fill `values`, (n, players), with each seat's share of the victory by a net, 0 to 1; exact if the game is over."""
    players = values.shape[1]
    active = np.empty(MOST_ACTIVE, np.int64)
    look = np.empty(len(bias), np.float32)
    nothing = np.zeros(len(bias), np.float32)
    for k in range(len(records)):
        if settled(records[k], values[k]):
            continue
        for seat in range(players):
            write_look(active, active_features(records[k], seat, True, active), rows, bias, look)
            values[k, seat] = score_of(look, nothing, out)
        softmax(values[k])


@compiled
def learn(
    records: Records,
    targets: NDArray[np.float64],
    rows: Any,
    bias: Any,
    out: Any,
    rows_slope: Any,
    bias_slope: Any,
    out_slope: Any,
) -> float:
    """Add the gradient of the mean cross-entropy to `targets`, (n, players), to the slopes; returns that mean.

    Finished games are left out.
    """
    players = targets.shape[1]
    active = np.empty((players, MOST_ACTIVE), np.int64)
    counts = np.empty(players, np.int64)
    looks = np.empty((players, len(bias)), bias.dtype)
    nothing = np.zeros(len(bias), np.float32)
    slope = np.empty(len(bias), bias.dtype)
    units = len(out)
    shares = np.empty(players)
    loss = 0.0
    for k in range(len(records)):
        if settled(records[k], shares):
            continue
        for seat in range(players):
            counts[seat] = active_features(records[k], seat, True, active[seat])
            write_look(active[seat], counts[seat], rows, bias, looks[seat])
            shares[seat] = score_of(looks[seat], nothing, out)
        softmax(shares)
        for seat in range(players):
            loss -= targets[k, seat] * np.log(max(shares[seat], 1e-12)) / len(records)
            error = np.float32((shares[seat] - targets[k, seat]) / len(records))
            for unit in range(units):
                first, second = looks[seat, unit], looks[seat, units + unit]
                is_on = first > 0 and second > 0
                out_slope[unit] += error * first * second if is_on else np.float32(0)
                slope[unit] = error * out[unit] * second if is_on else np.float32(0)
                slope[units + unit] = error * out[unit] * first if is_on else np.float32(0)
            for number in range(2 * units):
                bias_slope[number] += slope[number]
            for one in range(counts[seat]):
                row = rows_slope[active[seat, one]]
                for unit in range(len(bias)):
                    row[unit] += slope[unit]
    return loss


@compiled
def write_look(active: NDArray[np.int64], count: int, rows: Any, start: Any, look: Any) -> None:
    """Fill `look`, (2 * H,), with `start` and the rows of the active features, added up."""
    look[:] = start
    for k in range(count):
        row = rows[active[k]]
        for unit in range(len(look)):
            look[unit] += row[unit]


@partial(compiled, sums_in_any_order=True)
def score_of(look: Any, more: Any, out: Any) -> float:
    """The seat's score: the products of the positive parts of `look` + `more`, weighted by `out`."""
    units = len(out)
    zero = out[0] - out[0]
    score = zero
    for unit in range(units):
        score += max(look[unit] + more[unit], zero) * max(look[units + unit] + more[units + unit], zero) * out[unit]
    return float(score)


@compiled
def softmax(scores: NDArray[np.float64]) -> None:
    """Turn scores into shares, which add up to 1."""
    most = scores[0]  # `scores.max()` takes three times as long as all the rest
    for seat in range(1, len(scores)):
        most = max(most, scores[seat])
    total = 0.0
    for seat in range(len(scores)):
        scores[seat] = np.exp(scores[seat] - most)
        total += scores[seat]
    for seat in range(len(scores)):
        scores[seat] /= total


@compiled
def settled(record: Any, shares: NDArray[np.float64]) -> bool:
    """Whether the game is over; if so, fill in each seat's share of the victory: `Game.shares_of`, for kernels."""
    if record["phase"] != OVER:
        return False
    winners = 0
    for seat in range(len(shares)):
        winners += (int(record["winners"]) >> seat) & 1
    for seat in range(len(shares)):
        shares[seat] = ((int(record["winners"]) >> seat) & 1) / winners
    return True
