"""The compact text of a turn: written, read back, and refused where it is not what would be written."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jardinet.games import load_game
from jardinet.games.api import State, TextError, Turn
from jardinet.games.parameters import GameError

TURN = "+corn +corn +locust 5/2 corn"  # the 2 takes the locust by itself


def test_a_turn_is_one_line_of_cards_bids_and_picks() -> None:
    """MC-2.1, MC-2.2, MC-2.6"""
    state = read("reveal-corn reveal-corn reveal-locust bid-5+bid-2 pick-corn reveal-corn")
    assert written(state) == [Turn(None, TURN), Turn(None, "+corn")]


def test_an_impasse_s_card_opens_the_next_line() -> None:
    """MC-3.1"""
    state = read("reveal-corn reveal-corn reveal-locust bid-x+bid-x reveal-broccoli bid-a+bid-2")
    assert [turn.text for turn in written(state)] == ["+corn +corn +locust x/x", "+broccoli a/2"]


@pytest.mark.parametrize("seed", range(6))
def test_turns_are_read_back_at_every_length(seed: int) -> None:
    """Of any variant, broken off anywhere."""
    whole = some_state(seed, 1000)
    game = whole.get_game()
    for length in range(len(whole.history()) + 1):
        moves = whole.history()[:length]
        again = game.new_initial_state()
        for turn in game.turns(moves):
            game.read_turn(again, turn.text)
        assert again.history() == moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "picks a kind, but nobody is to pick"),
        (" ", "picks a kind, but nobody is to pick"),
        ("corn", "picks a kind, but nobody is to pick"),
        ("+corn 5/2", "nobody bids now"),
        ("5/2", "nobody bids now"),
        ("+corn +corn +locust +corn", "no card is due"),
        ("+grass", "names no kind of card"),
        ("+Corn", "names no kind of card"),
        ("+", "names no kind of card"),
        ("++corn", "names no kind of card"),
        ("+corn\n", "names no kind of card"),
        ("+corn  +corn", "picks a kind, but nobody is to pick"),
        (" +corn", "picks a kind, but nobody is to pick"),
        ("+corn +corn +locust 5", "picks a kind, but nobody is to pick"),
        ("+corn +corn +locust 5/", "a bid that does not exist"),
        ("+corn +corn +locust 5/7", "a bid that does not exist"),
        ("+corn +corn +locust 5/X", "a bid that does not exist"),
        ("+corn +corn +locust 5/02", "a bid that does not exist"),
        ("+corn +corn +locust 5/2/1", "3 bids are given"),
        ("+corn +corn +locust 5/2 broccoli", "the loot has no cards of the kind broccoli"),
        ("+corn +corn +locust 5/2 wheat", "names no kind of card"),
        ("+corn +corn +locust 5/2 +corn", "no card is due"),
        ("+corn +corn +locust 5/2 corn locust", "picks a kind, but nobody is to pick"),
    ],
)
def test_what_is_no_turn_is_refused_with_the_reason(text: str, message: str) -> None:
    state = read("")
    with pytest.raises(GameError) as refused:
        state.get_game().read_turn(state, text)
    assert message in str(refused.value)


@pytest.mark.parametrize("text", [f"{TURN} +corn", f"{TURN} +corn +corn +corn 1/3", "+corn +corn +corn 1/1 +corn"])
def test_two_turns_in_one_line_are_refused(text: str) -> None:
    """Reading and writing are inverse: what is read is written the same."""
    state = read("")
    with pytest.raises(GameError):
        state.get_game().read_turn(state, text)


def test_a_bid_that_is_played_is_refused() -> None:
    """MC-2.2"""
    state = read("reveal-corn reveal-corn reveal-corn bid-a+bid-2")
    with pytest.raises(GameError, match="bid-a is not possible for seat 1"):
        state.get_game().read_turn(state, "+corn +corn +corn a/1")


@pytest.mark.parametrize("text", ["+corn", "1/2", "corn", ""])
def test_nothing_can_be_read_after_the_end(text: str) -> None:
    """MC-6.1"""
    state = some_state(3, 1000)
    assert state.is_terminal()
    with pytest.raises(GameError):
        state.get_game().read_turn(state, text)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.text("+/ 12ax", max_size=8))
def test_whatever_is_read_is_written_the_same(seed: int, text: str) -> None:
    """Any text is refused, or is the line that the game itself would write."""
    state = some_state(seed, seed % 60)
    if state.is_terminal() or state.current_player() >= 0:
        return
    lines = [turn.text for turn in written(state)]
    moves = len(state.history())
    try:
        state.get_game().read_turn(state, text)
    except GameError:
        return
    assert len(state.history()) > moves
    assert " ".join(turn.text for turn in written(state)) == " ".join([*lines, text])


def test_serialised_states_join_the_bids_of_a_turn_by_plus() -> None:
    """MC-2.2"""
    text = "reveal-corn reveal-corn reveal-locust bid-5+bid-2 pick-corn"
    assert read(text).serialize() == text
    for wrong in ("bid-5", "bid-5+bid-2+bid-1", "bid-5+pick-corn", "bid-5+"):
        with pytest.raises(GameError, match="action 4 of the state"):
            read(f"reveal-corn reveal-corn reveal-locust {wrong}")
    with pytest.raises(TextError, match="action 1 of the state"):
        read("bid-9")


def written(state: State) -> list[Turn]:
    return state.get_game().turns(state.history())


def read(text: str, **parameters: Any) -> State:
    return load_game("maudits_criquets", **parameters).deserialize_state(text)


def some_state(seed: int, length: int) -> State:
    """A state of a random game of any variant, after so many moves or at its end."""
    generator = np.random.default_rng(seed)
    state = read("", players=int(generator.integers(2, 5)), beginner=bool(seed % 2))
    for _ in range(length):
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            hands = [state.legal_actions(seat) for seat in range(state.num_players())]
            state.apply_actions([int(generator.choice(hand)) for hand in hands])
        else:
            state.apply_action(int(generator.choice(state.legal_actions())))
    return state
