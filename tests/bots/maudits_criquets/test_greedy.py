"""Greedy takes harvests, keeps clear of invasions, cannot be read, and beats random."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import jardinet
from jardinet.arena.simulate import simulate
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot
from jardinet.games.api import SIMULTANEOUS, State
from jardinet.games.maudits_criquets.rules import ACE, BIDS, X


def play(state: State, *words: str) -> None:
    """Each word lays a card out (`+corn`), bids for all (`6/5`) or picks (`corn`), as in a record."""
    for word in words:
        state.get_game().read_turn(state, word)


def greedy(state: State) -> str:
    player = state.current_player()
    bot = load_bot("greedy", state.get_game())
    return state.action_to_string(player, choose(bot, state, player, np.random.default_rng(0)))


def bids(state: State, seat: int, count: int = 4000) -> NDArray[np.float64]:
    """How often greedy bids each card in one position, as shares; shape (BIDS,)."""
    bot = load_bot("greedy", state.get_game())
    drawn = bot.act(np.repeat(state.observation(), count), np.full(count, seat), np.random.default_rng(1))
    return np.bincount(drawn, minlength=BIDS) / count


def entropy(shares: NDArray[np.float64]) -> float:
    """In bits: 0 for a bid that is always the same, 3 for eight equally likely cards."""
    present = shares[shares > 0]
    return float(-(present * np.log2(present)).sum())


def with_loot(*loot: str, **parameters: int | str) -> State:
    state = jardinet.load_game("maudits_criquets", **parameters).new_initial_state()
    play(state, *(f"+{kind}" for kind in loot))
    return state


# Picks ---------------------------------------------------------------------------------------


def test_takes_a_harvest() -> None:
    state = with_loot("corn", "broccoli", "broccoli")
    play(state, "6/5", "corn", "+corn", "+corn", "+locust", "5/4")  # MC-4.3: with these there are three
    assert greedy(state) == "pick-corn"


def test_a_pair_is_worth_more_than_a_single_card() -> None:
    state = with_loot("corn", "broccoli", "broccoli")
    play(state, "6/5")
    assert greedy(state) == "pick-broccoli"


def test_leaves_locusts_to_others() -> None:
    state = with_loot("locust", "locust", "corn")
    play(state, "6/5")
    assert greedy(state) == "pick-corn"


def test_avoids_an_invasion_when_it_can_pick_something_else() -> None:
    state = with_loot("corn", "corn", "locust")
    play(state, "1/x")  # seat 0 must take all (MC-2.7)
    play(state, "+locust", "+locust", "+broccoli", "6/5")  # two more would be an invasion (MC-4.2)
    assert greedy(state) == "pick-broccoli"


def test_a_locust_more_is_no_danger_yet_but_unwelcome() -> None:
    state = with_loot("corn", "locust", "broccoli")
    play(state, "6/5", "corn", "locust", "+strawberry", "+locust", "5/4")
    assert greedy(state) != "pick-locust"


def test_denies_the_next_player_a_harvest_where_kinds_are_worth_the_same_to_itself() -> None:
    state = with_loot("strawberry", "strawberry", "broccoli")
    play(state, "1/2", "strawberry", "+strawberry", "+corn", "+blackberry", "6/5")
    assert greedy(state) == "pick-strawberry"


# Bids ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "loot", [("corn", "corn", "corn"), ("locust", "locust", "locust"), ("corn", "broccoli", "locust")]
)
def test_bids_cannot_be_read(players: int, loot: tuple[str, ...]) -> None:
    shares = bids(with_loot(*loot, players=players), seat=0)
    assert entropy(shares) > 0.9
    assert shares.max() < 0.85 and (shares > 0).all()


def test_bids_higher_for_a_loot_that_is_worth_more() -> None:
    cards = np.arange(ACE) + 1
    dear, cheap = (bids(with_loot(*loot, players=3), 0) for loot in (("corn",) * 3, ("locust",) * 3))
    dear_numbers, cheap_numbers = (float(s[:ACE] @ cards / s[:ACE].sum()) for s in (dear, cheap))
    assert dear_numbers > cheap_numbers + 1
    assert dear[ACE] > 2 * cheap[ACE]


def test_bids_low_or_passes_when_there_are_only_locusts() -> None:
    state = with_loot("corn", "broccoli", "strawberry", players=3, beginner=True)
    play(state, "4/3/2", "corn", "broccoli", "+locust", "+locust", "+locust")  # everybody has something to lose
    shares = bids(state, 0)
    assert shares[0] + shares[1] + shares[X] > 0.75  # MC-7.1: X beats nothing, it lets you pass
    assert shares[X] > 2 * bids(with_loot("corn", "corn", "corn", players=3, beginner=True), 0)[X]


def test_x_is_for_beating_an_a_that_others_still_hold() -> None:
    held = with_loot("corn", "corn", "corn")
    played = with_loot("broccoli", "strawberry", "corn")
    play(played, "5/a", "+corn", "+corn", "+corn")  # MC-2.4; the loot is the same again
    assert bids(held, 0)[X] > bids(played, 0)[X]


def test_the_last_card_is_bid_without_a_choice() -> None:
    state = with_loot("corn", "broccoli", "strawberry", numbers=1, specials=False)
    assert bids(state, 1)[0] == 1


def test_bids_follow_from_the_generator_alone() -> None:
    state = with_loot("corn", "broccoli", "locust", players=4)
    bot = load_bot("greedy", state.get_game())
    records, seats = np.repeat(state.observation(), 400), np.arange(400) % 4
    one, again, other = (bot.act(records, seats, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert (one == again).all() and (one != other).any()


# Whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.68), (4, 0.45)])
def test_beats_random(players: int, least: float) -> None:
    game = jardinet.load_game("maudits_criquets", players=players)
    seats = simulate(game, ["greedy"] + ["random"] * (players - 1), 500, 1, workers=1).results()
    assert seats[0].share > least


@pytest.mark.parametrize(
    "parameters",
    [
        {"players": 2, "crops": 1, "copies": 3, "locusts": 0, "numbers": 2, "specials": False, "loot": 1},
        {"players": 4, "crops": 2, "copies": 4, "locusts": 3, "numbers": 2, "loot": 2},
        {"players": 3, "crops": 1, "copies": 1, "locusts": 14, "numbers": 1},
    ],
)
def test_plays_games_cut_down_for_science(parameters: dict[str, Any]) -> None:
    game = jardinet.load_game("maudits_criquets", **parameters)
    tally = simulate(game, ["greedy"] * game.num_players(), 100, 1, workers=1)
    assert tally.games == 100 and tally.decisions > 0


def test_all_seats_are_alike() -> None:
    game = jardinet.load_game("maudits_criquets", players=4)
    seats = simulate(game, ["greedy"] * 4, 500, 1, workers=1).results()
    assert all(abs(seat.share - 0.25) < 0.08 for seat in seats)


def test_a_bid_is_asked_for_where_all_move_at_once() -> None:
    assert with_loot("corn", "corn", "locust").current_player() == SIMULTANEOUS
