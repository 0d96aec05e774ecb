"""The net's gradient is its loss's slope, valuing by differences is valuing anew, and Adam goes on from what it stored."""

from __future__ import annotations

import numpy as np

from jardinet.bots.adam import Adam
from jardinet.bots.sparse_net import Net, Rows, add_gradient
from jardinet.bots.weights import from_arrays, to_arrays

SLOTS, INPUTS, SHARES = 5, 40, 3


def some_net(seed: int = 1) -> Net:
    generator = np.random.default_rng(seed)
    net = Net.begun(INPUTS, SLOTS, 7, SHARES + 2, generator)
    return Net(*(array + generator.normal(0, 0.2, array.shape).astype(np.float32) for array in net))


def zeros_like(net: Net) -> Net:
    return Net(*map(np.zeros_like, net))


def some_rows(count: int, seed: int = 2) -> Rows:
    each = INPUTS // SLOTS
    return (np.random.default_rng(seed).integers(each, size=(count, SLOTS)) + each * np.arange(SLOTS)).astype(np.int16)


def some_targets(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    generator = np.random.default_rng(3)
    return np.hstack([generator.dirichlet(np.ones(SHARES), count), generator.random((count, 2))]).astype(np.float32)


def test_gradient_is_the_slope_of_the_loss() -> None:
    net, rows, targets = some_net(), some_rows(12), some_targets(12)
    gradient = zeros_like(net)
    add_gradient(rows, targets, *net, SHARES, *gradient)
    unused, step = zeros_like(net), np.float32(2**-9)  # single precision: no smaller one
    for weights, slopes in zip(net, gradient, strict=True):
        flat = weights.reshape(-1)
        found = np.empty(flat.shape)
        for k in range(len(flat)):
            losses = []
            for change in (step, -2 * step):
                flat[k] += change
                losses.append(add_gradient(rows, targets, *net, SHARES, *unused))
            flat[k] += step
            found[k] = (losses[0] - losses[1]) / (2 * step)
        assert np.abs(slopes).max() > 0.02
        np.testing.assert_allclose(slopes.reshape(-1), found, atol=5e-4)


def test_values_are_a_distribution_and_what_numpy_makes_of_the_weights() -> None:
    net, rows = some_net(), some_rows(20)
    values = net.values(rows, rows, np.arange(20), SHARES)
    hidden = np.maximum(net.table[rows].sum(1) + net.bias, 0)
    expected = hidden @ net.out + net.out_bias
    shares = np.exp(expected[:, :SHARES])
    np.testing.assert_allclose(values[:, :SHARES], shares / shares.sum(1, keepdims=True), rtol=1e-4)
    np.testing.assert_allclose(values[:, SHARES:], expected[:, SHARES:], rtol=1e-4, atol=1e-5)


def test_values_by_the_difference_from_a_base_are_the_values() -> None:
    net, rows, bases = some_net(), some_rows(30), some_rows(3, seed=9)
    base_of = np.repeat(np.arange(3), 10)
    anew = net.values(rows, rows, np.arange(30), SHARES)
    np.testing.assert_allclose(net.values(rows, bases, base_of, SHARES), anew, rtol=1e-4, atol=1e-5)


def test_a_value_does_not_depend_on_what_is_valued_beside_it() -> None:
    net, rows, bases = some_net(), some_rows(30), some_rows(3, seed=9)
    together = net.values(rows, bases, np.repeat(np.arange(3), 10), SHARES)
    alone = net.values(rows[25:26], bases[2:], np.zeros(1, np.int64), SHARES)
    assert together[25].tobytes() == alone[0].tobytes()


def learn(learner: Adam[Net], steps: int) -> list[float]:
    """The losses before some steps on the same positions."""
    rows, targets = some_rows(40), some_targets(40)
    return [
        learner.step(lambda gradient: add_gradient(rows, targets, *learner.net, SHARES, *gradient), 0.01)
        for _ in range(steps)
    ]


def test_adam_learns_and_goes_on_from_what_it_stored() -> None:
    learners = [Adam(some_net()) for _ in range(2)]
    losses = learn(learners[0], 60)
    assert losses[-1] < losses[0] - 0.1
    learn(learners[1], 30)
    resumed = Adam(some_net(seed=8))
    resumed.restore(learners[1].state())
    learn(resumed, 30)
    for name, array in learners[0].state().items():
        assert resumed.state()[name].tobytes() == array.tobytes(), name


def test_adam_begins_with_what_another_net_knows_and_leaves_that_alone() -> None:
    learner, known = Adam(some_net()), some_net(seed=8)
    before = [array.copy() for array in known]
    learner.begin_with(known)
    for net in (learner.net, learner.mean, known):
        assert all((array == other).all() for array, other in zip(net, before, strict=True))
    learn(learner, 1)
    assert all((array == other).all() for array, other in zip(known, before, strict=True))
    assert not (learner.net.table == known.table).all()


def test_a_net_is_stored_in_half_precision() -> None:
    net = some_net()
    again = from_arrays(Net, to_arrays(net))
    for array, other in zip(net, again, strict=True):
        assert other.dtype == np.float32
        np.testing.assert_allclose(array, other, rtol=1e-3, atol=1e-4)
