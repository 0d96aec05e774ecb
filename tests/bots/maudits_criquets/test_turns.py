"""Imagined turns come to what the game itself makes of them, bid by bid and pick by pick."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.bots.maudits_criquets.turns import worth_of_bids, worth_of_picks
from jardinet.bots.maudits_criquets.value import new_net, values_of
from jardinet.games.api import State
from jardinet.games.maudits_criquets.rules import BIDS

NET = new_net(8, np.random.default_rng(1))
VARIANTS: list[dict[str, int | str | bool]] = [
    {"players": 2},
    {"players": 2, "beginner": True, "majority_tie": "none"},
    {"players": 2, "loot": 1, "locusts": 2, "copies": 2},
    {"players": 2, "specials": False, "numbers": 3, "loot": 2, "crops": 2, "copies": 3, "locusts": 2},
    {"players": 3},
    {"players": 3, "beginner": True, "numbers": 2},
    {"players": 4},
    {"players": 4, "beginner": True, "crops": 1, "locusts": 0},
]


def worth(state: State) -> NDArray[np.float64]:
    """What a position is worth to each seat, if whoever picks does what is best by the net; by the game's State alone."""
    player = state.current_player()
    if player >= 0:
        return max((worth(after(state, pick)) for pick in state.legal_actions()), key=lambda shares: shares[player])
    shares = np.empty((1, state.num_players()))
    values_of(state.observation(), *NET, shares)
    return shares.reshape(-1)


def after(state: State, *actions: int) -> State:
    following = state.clone()
    if len(actions) > 1:
        following.apply_actions(actions)
    else:
        following.apply_action(*actions)
    return following


@pytest.mark.parametrize("parameters", VARIANTS, ids=str)
def test_every_bid_is_worth_what_the_game_makes_of_it(parameters: dict[str, int | str | bool]) -> None:
    game = game_of(**parameters)
    records, _ = positions(game, 40, 2)
    found = worth_of_bids(NET, records)
    generator = np.random.default_rng(3)
    for k in range(len(records)):
        state = game.state_at(records[k : k + 1])
        for _ in range(8 if game.players > 2 else 16):
            bids = [int(generator.choice(state.legal_actions(seat))) for seat in range(game.players)]
            joint = sum(bid * BIDS**seat for seat, bid in enumerate(bids))
            assert found[k, joint] == pytest.approx(worth(after(state, *bids)), abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pick_is_worth_what_the_game_makes_of_it(players: int) -> None:
    game = game_of(players=players)
    _, records = positions(game, 40, 4)
    owners, picks, values = worth_of_picks(NET, records)
    assert np.unique(owners).tolist() == list(range(len(records)))
    for k in range(len(records)):
        state = game.state_at(records[k : k + 1])
        assert sorted(picks[owners == k].tolist()) == state.legal_actions()
    for owner, pick, value in zip(owners, picks, values, strict=True):
        assert value == pytest.approx(worth(after(game.state_at(records[owner : owner + 1]), int(pick))), abs=1e-5)
