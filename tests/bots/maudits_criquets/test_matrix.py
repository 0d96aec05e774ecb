"""Equilibria of bids: exact for two, as HiGHS finds them; for more, what nobody regrets much."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import linprog

from jardinet.bots.maudits_criquets.matrix import draw, match_regrets, solve_bids, solve_zero_sum
from jardinet.games.maudits_criquets.rules import BIDS


def value_by_highs(matrix: NDArray[np.float64]) -> float:
    """The value for the row player: the most that a mixture of rows gets in the worst column."""
    rows, columns = matrix.shape
    found = linprog(
        np.r_[np.zeros(rows), -1],
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0][None],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return -float(found.fun)


def matrices() -> list[NDArray[np.float64]]:
    """Of every shape: any entries, few different ones, equal rows and columns, all equal, and values almost alike."""
    generator = np.random.default_rng(1)
    found = [np.zeros((8, 8)), np.ones((1, 1)), np.full((3, 5), -2.5), np.eye(8), np.eye(8) - 1]
    for _ in range(40):
        shape = generator.integers(1, 9, 2)
        found.append(generator.random(shape))
        found.append(generator.integers(0, 2, shape).astype(float))
        found.append(generator.integers(0, 3, shape).astype(float)[:, generator.integers(0, shape[1], shape[1])])
        found.append(0.5 + 1e-3 * generator.integers(0, 4, shape))
    return found


def test_simplex_agrees_with_highs_on_random_and_degenerate_matrices() -> None:
    for matrix in matrices():
        rows, columns, value = solve_zero_sum(matrix)
        assert value == pytest.approx(value_by_highs(matrix), abs=1e-9)
        for mixture in (rows, columns):
            assert mixture.min() >= 0 and mixture.sum() == pytest.approx(1)
        # Nobody gains by any answer: that alone proves an equilibrium.
        assert (rows @ matrix).min() == pytest.approx(value, abs=1e-9)
        assert (matrix @ columns).max() == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("matrix", [np.zeros((0, 3)), np.zeros(3), np.array([[np.nan]]), np.array([[np.inf, 1]])])
def test_what_is_no_matrix_is_refused(matrix: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match="finite numbers"):
        solve_zero_sum(matrix)


def test_only_cards_in_hand_are_bid() -> None:
    generator = np.random.default_rng(2)
    first = generator.random((50, BIDS**2)).astype(np.float32)
    worth = np.stack([first, 1 - first], 2)
    hands = generator.integers(1, 1 << BIDS, (50, 2))
    mixtures, values = np.empty((50, 2, BIDS)), np.empty((50, 2))
    solve_bids(worth, hands, mixtures, values)
    learned, means = np.empty_like(mixtures), np.empty_like(values)
    match_regrets(worth, hands, 1000, learned, means)
    for found in (mixtures, learned):
        assert not found[(hands[:, :, None] >> np.arange(BIDS) & 1) == 0].any()
        assert found.sum(2) == pytest.approx(np.ones((50, 2)))
    for k in range(50):
        mine, theirs = ([bid for bid in range(BIDS) if hands[k, seat] >> bid & 1] for seat in (0, 1))
        matrix = worth[k, :, 0].reshape(BIDS, BIDS).T[np.ix_(mine, theirs)].astype(float)
        assert values[k, 0] == pytest.approx(value_by_highs(matrix), abs=1e-6)
    assert values.sum(1) == pytest.approx(np.ones(50))
    assert np.abs(means - values).max() < 2e-3  # regret matching comes to the same


@pytest.mark.parametrize("players", [3, 4])
def test_nobody_regrets_much_what_regret_matching_settles_on(players: int) -> None:
    generator = np.random.default_rng(3)
    worth = generator.random((2, BIDS**players, players)).astype(np.float32)
    hands = np.full((2, players), 0b1011)
    mixtures, values = np.empty((2, players, BIDS)), np.empty((2, players))
    match_regrets(worth, hands, 500, mixtures, values)
    bids = np.arange(BIDS**players)[:, None] // BIDS ** np.arange(players) % BIDS
    for k in range(2):
        shares = np.stack([mixtures[k, seat, bids[:, seat]] for seat in range(players)])
        assert (shares.prod(0) @ worth[k]) == pytest.approx(values[k], abs=1e-6)
        for seat in range(players):
            others = np.delete(shares, seat, 0).prod(0)
            best = max((others * worth[k, :, seat])[bids[:, seat] == bid].sum() for bid in (0, 1, 3))
            assert best - values[k, seat] < 0.05


def test_bids_are_drawn_as_often_as_the_mixture_says() -> None:
    mixture = np.array([0.0, 0.5, 0.0, 0.2, 0.3, 0, 0, 0])
    bids = np.empty(20_000, np.int64)
    draw(np.tile(mixture, (len(bids), 1)), np.random.default_rng(4).random(len(bids)), bids)
    shares = np.bincount(bids, minlength=BIDS) / len(bids)
    assert not shares[mixture == 0].any()
    assert np.abs(shares - mixture).max() < 0.015  # four standard deviations
