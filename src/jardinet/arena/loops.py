"""Loops that play whole games by OpenSpiel's interface, which is ours too: the same ones for our games and for those of peers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jardinet.games.api import NO_ACTION

Chance = Callable[[], float]  # a number from 0 up to 1


def play_states(game: Any, random: Chance, on_state: Callable[[Any], object] | None = None) -> int:
    """Play one random game by OpenSpiel's API, which is ours too; returns its number of actions, each seat's counted.

    `on_state` gets every position except the last.
    """
    state = game.new_initial_state()
    count = 0
    while True:
        if on_state and not state.is_terminal():
            on_state(state)
        if legal := state.legal_actions():  # empty where all move at once, and when the game is over
            state.apply_action(legal[int(random() * len(legal))])
            count += 1
        elif state.is_terminal():
            return count
        else:
            count += _play_together(state, random)


def play_states_with_chances(game: Any, random: Chance) -> int:
    """As `play_states`, with every outcome's probability asked for, as a search does.

    Outcomes are drawn uniformly: drawing by probability is not part of the measurement.
    """
    state = game.new_initial_state()
    count = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(random() * len(outcomes))][0])
            count += 1
        elif legal := state.legal_actions():
            state.apply_action(legal[int(random() * len(legal))])
            count += 1
        else:
            count += _play_together(state, random)
    return count


def _play_together(state: Any, random: Chance) -> int:
    """Play a joint move of the seats that have something to choose; returns how many these are."""
    hands = [state.legal_actions(seat) for seat in range(state.num_players())]
    state.apply_actions([hand[int(random() * len(hand))] if hand else NO_ACTION for hand in hands])
    return sum(map(bool, hands))
