"""Master plays every variant, sees no more than its seat, and knows what a position is worth."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.bots.lucky_numbers.positions import positions, rows

import jardinet
from jardinet.arena.lockstep import play_chunk
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.bots.lucky_numbers.master import shipped_net
from jardinet.bots.lucky_numbers.trainer import net_name
from jardinet.games.lucky_numbers.rules import DISCARD, PLACE, PLACING
from jardinet.games.records import rows_of

PLAYERS = (2, 3, 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_plays_whole_games_of_every_variant(players: int) -> None:
    for setup, bruno, utility in product(("standard", "michael"), (False, True), ("win", "points")):
        game = jardinet.load_game("lucky_numbers", players=players, setup=setup, bruno=bruno, utility=utility)
        bots = [load_bot("master", game), *[load_bot("random", game)] * (players - 1)]
        tally = play_chunk(game, bots, np.arange(12) % players, np.random.default_rng(2))
        assert tally.games == 12 and tally.seats[0].wins[0] > 8, (setup, bruno, utility)


def test_a_drawn_tile_is_discarded_rather_than_exchanged_for_its_like() -> None:
    game = jardinet.load_game("lucky_numbers", bruno=True)
    records = positions(game, 2000, 9)
    records = rows_of(records, np.flatnonzero((records["phase"] == PLACING) & ~records["taken"]))
    seats = records["player"].astype(np.int64)
    has_its_like = (records["board"][np.arange(len(seats)), seats] == records["tile"][:, None]).any(axis=1)
    actions = load_bot("master", game).act(records, seats, np.random.default_rng(0))
    assert (actions[has_its_like] == DISCARD).any()
    placed = np.flatnonzero(actions != DISCARD)
    assert (records["board"][placed, seats[placed], actions[placed] - PLACE] != records["tile"][placed]).all()


def test_choice_follows_from_the_observation_alone() -> None:
    """Nothing in it is random: the generator that it is given is not looked at."""
    game = jardinet.load_game("lucky_numbers", setup="michael")
    records = positions(game, 80, 8)
    records = rows_of(records, np.flatnonzero(records["player"] >= 0))
    seats, bot = records["player"].astype(np.int64), load_bot("master", game)
    generator = np.random.default_rng(1)
    before = generator.bit_generator.state
    together = bot.act(records, seats, generator)
    assert generator.bit_generator.state == before
    alone = [bot.act(records[i : i + 1], seats[i : i + 1], np.random.default_rng(i))[0] for i in range(len(records))]
    assert together.tolist() == alone


def test_choice_is_the_same_whatever_order_brought_the_same_position() -> None:
    game = jardinet.load_game("lucky_numbers")
    chosen = []
    for order in ((17, 9), (9, 17)):
        state = game.new_initial_state()
        texts = [f"reveal-{n}" for n in (3, 8, 13, 18, 2, 7, 12, 19)]
        texts += ["place-a1", "place-b2", "place-c3", "place-d4"] * 2
        for tile in order:
            texts += ["draw", f"reveal-{tile}", "discard"]
        for text in texts:
            state.apply_action(state.string_to_action(state.current_player(), text))
        chosen.append(choose(load_bot("master", game), state, 0, np.random.default_rng(0)))
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize("hand", [(13, 4, 20, 9), (5, 5, 5, 2), (20, 19, 2, 1)])
def test_sets_a_dealt_hand_up_in_rising_order(hand: tuple[int, ...]) -> None:
    state = jardinet.load_game("lucky_numbers", players=3).new_initial_state()
    for tile in (*hand, 8, 8, 8, 7, 7, 7, 6, 6):
        state.apply_action(tile)
    bot = load_bot("master", state.get_game())
    for _ in hand:
        state.apply_action(choose(bot, state, 0, np.random.default_rng(0)))
    assert state.observation()["board"][0, 0, ::5].tolist() == sorted(hand)


# What each net says of every seat's share of the victory where seat 0 is about to choose, its diagonal being the better one.
GOLDEN = {
    "2-players": (0.9221, 0.0779),
    "3-players": (0.8656, 0.0691, 0.0653),
    "4-players": (0.6862, 0.0787, 0.0746, 0.1605),
}


@pytest.mark.parametrize("players", PLAYERS)
def test_weights_give_golden_values(players: int) -> None:
    golden = GOLDEN[net_name(players)]
    state = jardinet.load_game("lucky_numbers", players=players).new_initial_state()
    for tile in (2, 8, 13, 19, *[1, 2, 3, 4, 17, 18, 19, 20, 5, 6, 15, 16][: 4 * players - 4]):
        state.apply_action(tile)
    for _ in range(players):
        for cell in ("a1", "b2", "c3", "d4"):
            state.apply_action(state.string_to_action(state.current_player(), f"place-{cell}"))
    found = rows(state.observation(), np.zeros(1, np.int64))
    values = shipped_net(players).values(found, found, np.zeros(1, np.int64), players)[0]
    np.testing.assert_allclose(values[:players], golden, atol=2e-4)
    assert values[0] == values[:players].max()
