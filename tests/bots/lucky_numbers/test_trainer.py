"""The trainer learns the same from the same seed, interrupted or not, and weighs what came as TD(lambda) does."""

from __future__ import annotations

import numpy as np
import pytest
from tests.sizes import few

import jardinet
from jardinet.bots.lucky_numbers import trainer as training
from jardinet.bots.lucky_numbers.trainer import LuckyNumbersTrainer, likeliest_factor
from jardinet.bots.training import Arrays


def trainer(seed: int = 1, players: int = 2) -> LuckyNumbersTrainer:
    return LuckyNumbersTrainer(
        jardinet.load_game("lucky_numbers", players=players), seed, hidden=8, games=(12, 6), watched=12
    )


def equal(some: Arrays, others: Arrays) -> bool:
    assert some.keys() == others.keys()
    return all(some[name].tobytes() == others[name].tobytes() for name in some)


def test_equal_seeds_give_equal_weights_interrupted_or_not() -> None:
    one, other = trainer(), trainer()
    measured = [one.step() for _ in range(3)]  # greedy's games, then its own
    assert [other.step() for _ in range(2)] == measured[:2]
    resumed = trainer()
    resumed.restore(other.state())
    assert resumed.step() == measured[2]
    assert equal(one.weights(), resumed.weights()) and equal(one.state(), resumed.state())
    assert one.games == resumed.games == 24


def test_another_seed_gives_other_weights() -> None:
    assert not equal(trainer(1).weights(), trainer(2).weights())


def test_what_is_stored_does_not_change_with_the_next_step() -> None:
    one = trainer()
    stored = one.state()
    kept = {name: array.copy() for name, array in stored.items()}
    one.step()
    assert equal(stored, kept) and not equal(one.state(), kept)


@pytest.mark.parametrize("players", [2, 4])
def test_positions_that_are_learned_from_are_worth_a_whole_victory(players: int) -> None:
    one = trainer(players=players)
    records, targets = one._play(6, one._choose, np.random.default_rng(1))
    assert len(records) == len(targets) > 100
    np.testing.assert_allclose(targets[:, :players].sum(1), 1, rtol=1e-4)
    assert (targets[:, :players] >= 0).all()
    assert set(records["bruno"].tolist()) == set(records["michael"].tolist()) == {False, True}


@pytest.mark.parametrize("factor", [0.6, 0.93, 1.0, 1.4])
def test_the_likeliest_factor_is_that_by_which_shares_came(factor: float) -> None:
    scores = np.random.default_rng(1).normal(0, 1.5, (500, 4))
    came = np.exp(factor * scores)
    came /= came.sum(1, keepdims=True)
    shifted = scores - 7 * np.arange(500)[:, None]  # a softmax does not mind
    assert likeliest_factor(shifted, came.astype(np.float32)) == pytest.approx(factor, abs=1e-5)


def test_a_net_of_four_is_settled_in_the_end_and_learns_on_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SETTLING", few(4, 2))
    one = trainer(players=4)
    one.step()
    before, weights, settled = one.state(), one.weights(), one.final_weights()
    assert equal(one.state(), before) and equal(one.weights(), weights) and equal(one.final_weights(), settled)
    assert equal(
        {name: weights[name] for name in ("table", "bias")}, {name: settled[name] for name in ("table", "bias")}
    )
    for name in ("out", "out_bias"):
        factors = settled[name][..., :4].astype(float) / weights[name][..., :4].astype(float)
        assert 0.5 <= factors.mean() <= 2 and factors.mean() != 1
        np.testing.assert_allclose(factors, factors.mean(), rtol=0.02)  # half precision
        assert (settled[name][..., 4:] == weights[name][..., 4:]).all(), "points stay"


def test_nets_of_two_and_three_are_shipped_as_they_have_learned() -> None:
    for players in (2, 3):
        one = trainer(players=players)
        one.step()
        assert equal(one.final_weights(), one.weights())
