"""Games played at random through the State API alone, so that they may be of any game.

Every other move is the first legal one: in many games that brings the end nearer than chance does.
Test files here have this as their fixture `play_at_random`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from jardinet.games import load_game
from jardinet.games.api import NO_ACTION, Action, Game, Move, State
from jardinet.games.chance import ChanceSequence


def play_at_random(
    game: Game, seed: int, plies: int | None = None, deck: Sequence[Action] | ChanceSequence = ()
) -> State:
    """The state after so many moves (None: at the end); chance brings what is given, or anything where there is none."""
    generator, pile = random.Random(seed), iter(() if isinstance(deck, ChanceSequence) else deck)
    state = game.new_initial_state()
    while not state.is_terminal() and plies != len(state.history()):
        card = None
        if state.is_chance_node() and isinstance(deck, ChanceSequence):
            card = deck.next_outcome(state.legal_actions())
        elif state.is_chance_node():
            card = next(pile, None)
        state.apply(_some_move(state, generator, card))
    return state


def random_game(name: str, given: dict[str, Any], seed: int) -> Iterator[State]:
    """The same state before every move of a game, chance choosing all of them alike, and at its end."""
    rng, state = random.Random(seed), load_game(name, **given).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply(any_move(state, rng))
    yield state


def any_move(state: State, generator: random.Random) -> Move:
    """A legal move, all equally likely; where all move at once NO_ACTION for a seat with nothing to choose."""
    if not state.is_simultaneous_node():
        return generator.choice(state.legal_actions())
    hands = [state.legal_actions(seat) or [NO_ACTION] for seat in range(state.num_players())]
    return tuple(generator.choice(hand) for hand in hands)


def _some_move(state: State, generator: random.Random, card: Action | None) -> Move:
    if state.is_simultaneous_node():
        return any_move(state, generator)
    legal = state.legal_actions()
    return card if card is not None else legal[0] if generator.random() < 0.5 else generator.choice(legal)
