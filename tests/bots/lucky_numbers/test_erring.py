"""The levels below master lay a dealt hand as the coach teaches it, however much they err afterwards."""

from __future__ import annotations

import numpy as np
import pytest

import jardinet
from jardinet.arena.lockstep import begin
from jardinet.bots.levels import levels_of, load_bot
from jardinet.games.lucky_numbers.rules import SETUP_PLACING

OPENINGS = 120
DIAGONAL = [0, 5, 10, 15]


@pytest.mark.parametrize("level", levels_of("lucky_numbers"))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_lays_its_dealt_hand_in_rising_order(level: str, players: int) -> None:
    game, generator = jardinet.load_game("lucky_numbers", players=players), np.random.default_rng(1)
    states = begin(game, OPENINGS, np.arange(OPENINGS) % players)
    game.rules.reveal_all(states, generator)
    bot = load_bot(level, game)
    while (states["phase"] == SETUP_PLACING).all():
        seats = states["player"].astype(np.int64)
        observations = states.copy()
        game.rules.hide(observations, seats)
        game.rules.apply_all(states, np.arange(OPENINGS), bot.act(observations, seats, generator))
    laid = states["board"][:, :players][..., DIAGONAL].astype(np.int64)
    assert (np.diff(laid) >= 0).all()


def test_where_each_tile_is_laid_as_it_is_drawn_a_level_errs_as_it_does_later() -> None:
    game, generator = jardinet.load_game("lucky_numbers", setup="michael"), np.random.default_rng(1)
    states = begin(game, OPENINGS)
    game.rules.reveal_all(states, generator)
    seats = np.zeros(OPENINGS, np.int64)
    chosen = [load_bot(level, game).act(states, seats, generator) for level in ("novice", "master")]
    assert (chosen[0] != chosen[1]).any()


def test_a_level_tells_of_a_dealt_hand_the_policy_that_it_plays() -> None:
    game = jardinet.load_game("lucky_numbers")
    states = begin(game, 1)
    game.rules.reveal_all(states, np.random.default_rng(1))
    policy = load_bot("novice", game).policy(states, np.zeros(1, np.int64))  # type: ignore[attr-defined]
    assert policy.max() == policy.sum() == 1
