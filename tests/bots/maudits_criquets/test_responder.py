"""Responder: it learns from its own games against a master that stays as it is, and comes to beat one that can be read."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bots.maudits_criquets.positions import game_of, positions

from jardinet.arena.lockstep import play_chunk
from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.bots.maudits_criquets.reader import answers_to
from jardinet.bots.maudits_criquets.responder import Responder
from jardinet.bots.maudits_criquets.value import new_net

SMALL = game_of(crops=2, copies=4, locusts=2)
NET = new_net(8, np.random.default_rng(1))
MASTER = MasterBot(SMALL, NET)


def test_a_responder_takes_more_the_longer_it_has_learned() -> None:
    learner = Responder(SMALL, 2, MASTER, games_a_step=64)
    for _ in range(12):
        learner.step()
    wins = 0.0
    for seat in (0, 1):
        seats = [learner.reader() if each == seat else MASTER for each in range(2)]
        tally = play_chunk(SMALL, seats, np.zeros(200, np.int64), np.random.default_rng(seat))
        wins += sum(count / k for k, count in enumerate(tally.seats[seat].wins, 1))
    assert wins / 400 > 0.7


@pytest.mark.parametrize("players", [2, 3])
def test_it_begins_with_what_a_net_knows_and_leaves_that_net_alone(players: int) -> None:
    game, known = SMALL.with_parameters(players=players), [weights.copy() for weights in NET]
    learner = Responder(game, 3, MasterBot(game, NET), NET, games_a_step=8)
    records, _ = positions(game, 10, 4)
    seats = np.arange(len(records)) % players
    before = learner.reader().act(records, seats, np.random.default_rng(0))
    assert before.tolist() == answers_to(MasterBot(game, NET), NET, records, seats)[0].tolist()
    for _ in range(2):
        learner.step()
    assert all((weights == before).all() for weights, before in zip(NET, known, strict=True))
    assert any((now != then).any() for now, then in zip(learner.state().values(), known, strict=False))


def test_interrupted_or_not_it_learns_the_same() -> None:
    whole, again = (Responder(SMALL, 5, MASTER, NET, games_a_step=8) for _ in range(2))
    for _ in range(2):
        whole.step()
    again.step()
    resumed = Responder(SMALL, 5, MASTER, games_a_step=8, hidden=8)
    resumed.restore(again.state())
    resumed.step()
    first, second = whole.state(), resumed.state()
    assert all((first[name] == second[name]).all() for name in first)
