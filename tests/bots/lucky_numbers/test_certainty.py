"""What is certain corrects the net: in endings of two, and nowhere else."""

from __future__ import annotations

import numpy as np
from tests.bots.lucky_numbers.positions import positions

from jardinet.bots.lucky_numbers.certainty import BY_THE_NET, MOST_FREE, Certainty
from jardinet.bots.lucky_numbers.endings import EndingSolver
from jardinet.bots.lucky_numbers.lookahead import Lookahead
from jardinet.bots.lucky_numbers.master import MasterBot, shipped_net
from jardinet.games import load_game
from jardinet.games.lucky_numbers.rules import CHOOSING, PLACING
from jardinet.games.records import rows_of


def test_values_of_endings_are_within_their_bounds_and_others_stay() -> None:
    game = load_game("lucky_numbers", side=2, numbers=9)
    records = positions(game, 60, seed=3)
    records = rows_of(records, np.flatnonzero((records["phase"] == CHOOSING) | (records["phase"] == PLACING)))
    net = shipped_net(2)
    before = Lookahead(game, net).worth_again(records)
    after = before.copy()
    Certainty(game).correct(records, after)
    corrected = 0
    for k, record in enumerate(records):
        free = record["free"][:2]
        if min(free) > 1 or sum(free) > MOST_FREE:
            assert int(record["pile_size"]) <= 2 or (after[k] == before[k])[~np.isnan(before[k])].all()
            continue
        found = EndingSolver(game, 1 << 10).solve(records[k : k + 1], positions=30, wants="best")
        own = after[k, :, found.seat]
        legal = ~np.isnan(own)
        assert (own[legal] >= found.bounds[legal, 0] - 2 * BY_THE_NET).all()
        assert (own[legal] <= found.bounds[legal, 1] + 2 * BY_THE_NET).all()
        np.testing.assert_allclose(own[legal] + after[k, legal, 1 - found.seat], 1, atol=1e-6)
        action = MasterBot(game, net).act(records[k : k + 1], np.array([found.seat]), np.random.default_rng(0))[0]
        assert not found.is_decided or found.bounds[action, 0] >= found.value[0] - 1e-9 or not found.is_exact
        corrected += 1
    assert corrected > 5


def test_games_that_cannot_be_solved_are_left_to_the_net() -> None:
    for parameters in ({"players": 3}, {"bruno": True}):
        game = load_game("lucky_numbers", **parameters)
        records = positions(game, 20, seed=3)
        records = rows_of(records, np.flatnonzero(records["phase"] == CHOOSING))
        before = Lookahead(game, shipped_net(game.num_players())).worth(records)
        after = before.copy()
        Certainty(game).correct(records, after)
        assert after.tobytes() == before.tobytes()
