"""Value of a position: alike for seats and crops however numbered, exact at the end, with the slopes it learns by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.bots.maudits_criquets.features import FEATURES
from jardinet.bots.maudits_criquets.value import ValueNet, from_arrays, learn, new_net, values_of
from jardinet.bots.weights import to_arrays
from jardinet.games.maudits_criquets.rules import CROPS
from jardinet.games.records import copy_of

NET = new_net(16, np.random.default_rng(1))


def values(net: ValueNet, records: NDArray[Any], players: int) -> NDArray[np.float64]:
    found = np.empty((len(records), players))
    values_of(records, *net, found)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shares_add_up_and_follow_the_seats(players: int) -> None:
    records, _ = positions(game_of(players=players), 100, players)
    shares = values(NET, records, players)
    assert shares.sum(1) == pytest.approx(np.ones(len(records)))
    turned = copy_of(records)
    for field in ("hand", "bid", "reserve", "tokens"):
        turned[field][:, :players] = np.roll(records[field][:, :players], 1, axis=1)
    assert values(NET, turned, players) == pytest.approx(np.roll(shares, 1, axis=1))


def test_crops_are_alike() -> None:
    records, _ = positions(game_of(), 100, 5)
    mixed = copy_of(records)
    order = [2, 0, 3, 1]
    for field in ("pile", "loot", "reserve"):
        mixed[field][..., :CROPS] = records[field][..., order]
    assert values(NET, mixed, 2) == pytest.approx(values(NET, records, 2))


def test_the_end_is_exact() -> None:
    game = game_of(players=3, copies=1, locusts=1)
    records = game.new_initial_state().observation().repeat(50)
    game.rules.rollouts(records, np.random.default_rng(6), np.empty(50, np.int64))
    assert values(NET, records, 3) * 1.5 - 0.5 == pytest.approx(game.returns_of(records))


def test_slopes_are_those_of_the_loss() -> None:
    records, _ = positions(game_of(players=3), 40, 7)
    generator = np.random.default_rng(8)
    net = ValueNet(*(generator.normal(0, 0.3, weights.shape) for weights in NET))  # in double precision
    targets = generator.dirichlet(np.ones(3), len(records))
    slopes = ValueNet(*map(np.zeros_like, net))
    learn(records, targets, *net, *slopes)

    def loss(changed: ValueNet) -> float:
        return learn(records, targets, *changed, *map(np.zeros_like, net))

    step = 1e-5
    for part, slope in zip(ValueNet._fields, slopes, strict=True):
        for place in np.argsort(-np.abs(slope.reshape(-1)))[[0, 1, 5, 10, 15]]:
            sides = []
            for sign in (1, -1):
                changed = ValueNet(*map(np.copy, net))
                getattr(changed, part).reshape(-1)[place] += sign * step
                sides.append(loss(changed))
            assert (sides[0] - sides[1]) / (2 * step) == pytest.approx(slope.reshape(-1)[place], rel=1e-4, abs=1e-9)


def test_weights_come_back_and_those_of_another_layout_are_refused() -> None:
    back = from_arrays(to_arrays(NET))
    assert all(np.abs(a - b).max() < 1e-3 for a, b in zip(back, NET, strict=True))
    with pytest.raises(ValueError, match=f"there are {FEATURES}"):
        from_arrays({**to_arrays(NET), "rows": np.zeros((FEATURES - 1, 16))})
    with pytest.raises(ValueError, match="at least 1"):
        new_net(0, np.random.default_rng(0))
