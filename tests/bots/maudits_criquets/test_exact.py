"""Exact best responses: what they gain is known in small games, and nobody gains less by knowing more."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of

from jardinet.bots.maudits_criquets.exact import Positions, nash_conv, positions_of
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.value import new_net
from jardinet.games.api import SIMULTANEOUS, TERMINAL
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.parameters import GameError

TINY = game_of(crops=1, copies=3, locusts=0, numbers=2, specials=False, loot=1)
NET = new_net(8, np.random.default_rng(1))


@pytest.fixture(scope="module")
def positions() -> Positions:
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


def test_every_position_is_there_once_and_before_what_follows(positions: Positions) -> None:
    keys = np.zeros(len(positions.records), TINY.rules.KEY)
    TINY.rules.write_keys(positions.records, keys)
    assert len(np.unique(keys)) == len(keys)
    for k, moves in enumerate(positions.moves):
        assert all(after > k for _, _, after in moves)
        assert bool(moves) == (positions.records["player"][k] != TERMINAL)
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


def test_whoever_always_bids_the_same_is_read(positions: Positions) -> None:
    """Of the cards 1 and 2 the lower first: whoever answers 2 takes the first card, and the impasse that follows none."""
    predictable = nash_conv(Fixed([1.0, 1e-9]), positions)
    mixed = nash_conv(Fixed([0.5, 0.5]), positions)
    assert 0 <= mixed < predictable <= 2


def test_a_master_without_knowledge_can_be_beaten(positions: Positions) -> None:
    assert 0 <= nash_conv(MasterBot(TINY, NET), positions) <= 2


def test_games_of_three_are_refused() -> None:
    with pytest.raises(GameError, match="3 players"):
        positions_of(game_of(players=3))
