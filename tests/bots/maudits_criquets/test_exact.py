"""Exact judge: equilibria that nobody gains against, and best responses that gain what is known of small games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of

from jardinet.bots.exact import AllPositions, nash_conv, positions_of, strategies_of
from jardinet.bots.maudits_criquets.exact import solve
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.value import new_net
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.parameters import GameError

TINY = game_of(crops=1, copies=3, locusts=0, numbers=2, specials=False, loot=1)
SMALL = game_of(crops=2, copies=2, locusts=2, numbers=2, loot=2)  # with A and X, and picks
NET = new_net(8, np.random.default_rng(1))


@pytest.fixture(scope="module")
def positions() -> AllPositions:
    return positions_of(TINY)


class Fixed(MasterBot):
    """Bids its cards with given weights, whatever lies there."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(TINY, NET)
        self._weights = np.array(weights + [0.0] * (BIDS - len(weights)))

    def mixtures(self, observations: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        hands = observations["hand"][:, :2, None] >> np.arange(BIDS) & 1
        shares = hands * self._weights
        return shares / shares.sum(2, keepdims=True), np.full((len(observations), 2), 0.5)


def test_every_position_is_there_once_and_before_what_follows(positions: AllPositions) -> None:
    keys = np.zeros(len(positions.records), TINY.rules.KEY)
    TINY.rules.write_keys(positions.records, keys)
    assert len(np.unique(keys)) == len(keys)
    level = np.searchsorted(positions.levels, np.arange(len(keys)), "right")
    owners = np.repeat(np.arange(len(keys)), np.diff(positions.starts))
    assert (level[positions.after] > level[owners]).all()
    assert ((np.diff(positions.starts) == 0) == (positions.records["player"] == TERMINAL)).all()
    generator = np.random.default_rng(2)
    known = {key.tobytes() for key in keys}
    for _ in range(20):
        state = TINY.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == SIMULTANEOUS:
                state.apply_actions([int(generator.choice(state.legal_actions(seat))) for seat in (0, 1)])
            else:
                state.apply_action(int(generator.choice(state.legal_actions())))
            key = np.zeros(1, TINY.rules.KEY)
            TINY.rules.write_keys(state.observation(), key)
            assert key.tobytes() in known


def test_moves_are_those_that_the_game_allows() -> None:
    positions = positions_of(SMALL)
    for k in np.random.default_rng(3).permutation(len(positions.records))[:100]:
        state = SMALL.state_at(positions.records[k : k + 1])
        first, end = positions.starts[k : k + 2]
        actions = [tuple(action) for action in positions.actions[first:end].tolist()]
        if state.current_player() == CHANCE:
            assert [(a, p) for (a, _), p in zip(actions, positions.chances[first:end], strict=True)] == [
                (a, pytest.approx(p)) for a, p in state.chance_outcomes()
            ]
        elif state.current_player() == SIMULTANEOUS:
            assert actions == [(bid, answer) for bid in state.legal_actions(0) for answer in state.legal_actions(1)]
        else:
            assert actions == [(action, -1) for action in state.legal_actions()]


def test_nobody_gains_anything_against_the_exact_equilibrium() -> None:
    positions = positions_of(SMALL)
    values, strategies = solve(positions)
    assert nash_conv(strategies, positions) == pytest.approx(0, abs=1e-6)
    assert values[0] == pytest.approx(0, abs=1e-6)  # both begin alike
    assert len(np.unique(values.round(6))) > 20  # and not all that follows is even
    assert (np.abs(values) <= 1 + 1e-9).all()


def test_whoever_always_bids_the_same_is_read(positions: AllPositions) -> None:
    """Of the cards 1 and 2 the lower first: whoever answers 2 takes the first card, and the impasse that follows none."""
    predictable = nash_conv(strategies_of(Fixed([1.0, 1e-9]), positions), positions)
    mixed = nash_conv(strategies_of(Fixed([0.5, 0.5]), positions), positions)
    assert 0 <= mixed < predictable <= 2


def test_a_master_without_knowledge_can_be_beaten() -> None:
    positions = positions_of(SMALL)
    assert 0.1 < nash_conv(strategies_of(MasterBot(SMALL, NET), positions), positions) <= 2


def test_games_of_three_are_refused() -> None:
    with pytest.raises(GameError, match="3 players"):
        positions_of(game_of(players=3))
