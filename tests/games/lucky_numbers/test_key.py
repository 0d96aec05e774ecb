"""What decides the future of a game of Lucky Numbers, and what does not any more."""

from __future__ import annotations

import numpy as np

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.games.lucky_numbers import rules

SETUP = [
    f"{play}-{what}"
    for tile, cell in ((1, "a1"), (20, "d4"), (9, "b2"), (8, "b2"), (13, "c3"), (14, "c3"), (18, "d4"), (2, "a1"))
    for play, what in (("reveal", tile), ("place", cell))
]


def played(*texts: str, bruno: bool = False) -> State:
    state = load_game("lucky_numbers", setup="michael", bruno=bruno).new_initial_state()
    for text in (*SETUP, *texts):
        state.apply(state.string_to_move(text))
    return state


def test_where_a_tile_came_from_counts_only_while_it_is_placed() -> None:
    """Two tiles are drawn and discarded in either order."""
    one = played("draw", "reveal-5", "discard", "draw", "reveal-6", "discard")
    other = played("draw", "reveal-6", "discard", "draw", "reveal-5", "discard")
    assert one.key() == other.key()
    assert one == other
    assert one.history() != other.history()
    for state in (one, other):
        state.apply(state.string_to_move("take-5"))
    assert one == other
    assert one != played("draw", "reveal-6", "discard", "draw", "reveal-5")


def test_a_taken_tile_is_another_position_than_the_same_drawn() -> None:
    """It must be placed (LN-3.2), and counts towards the stall (LN-5.3)."""
    taken = played("draw", "reveal-5", "discard", "take-5")
    record = taken.observation()
    record["taken"] = False
    assert taken.get_game().state_at(record).key() != taken.key()
    taken.apply(taken.string_to_move("place-b1"))
    record = taken.observation()
    record["taken"] = not record["taken"][0]  # placed: nobody asks any more
    assert taken.get_game().state_at(record).key() == taken.key()
    record["takes_in_a_row"] += 1
    assert taken.get_game().state_at(record).key() != taken.key()


def test_who_began_counts_while_the_diagonals_are_filled() -> None:
    game = load_game("lucky_numbers", setup="standard")
    dealing, playing = game.new_initial_state(), played()
    for state, counts in ((dealing, True), (playing, False)):
        record = state.observation()
        record["first"] = 1
        assert (state.get_game().state_at(record).key() != state.key()) == counts


def test_what_is_derived_is_left_out_and_replays_of_the_turn_are_not() -> None:
    state = played("draw", "reveal-5", bruno=True)
    record = state.observation()
    record["row_accepts"] = 0
    record["legal"] = 0
    record["dealt"] = 5
    assert state.get_game().state_at(record).key() == state.key()
    record["earned"][0, 3] = 1 << 7
    assert state.get_game().state_at(record).key() != state.key()
    assert len(state.key()) == rules.KEY.itemsize < rules.STATE.itemsize / 3


def test_a_random_game_has_no_position_twice() -> None:
    """A turn draws or takes, so that nothing comes back before the stall is nearer."""
    generator = np.random.default_rng(1)
    state = played()
    seen = {state.key()}
    while not state.is_terminal():
        state.apply_action(int(generator.choice(state.legal_actions())))
        seen.add(state.key())
    assert len(seen) == len(state.history()) - len(SETUP) + 1
