"""Deals by their numbers: what each seed and number bring must stay what it is, or every published figure is another one."""

from __future__ import annotations

import numpy as np
import pytest

from jardinet.arena.deals import BOTS, DECKS, SEATS, Deals
from jardinet.arena.lockstep import begin
from jardinet.envs.streams import Streams
from jardinet.games import load_game, registered_games
from jardinet.games.api import NO_ACTION, Move


def drawn(generator: np.random.Generator) -> list[int]:
    return [int(number) for number in generator.integers(0, 2**62, 5)]


def sequence(*key: int) -> np.random.SeedSequence:
    return np.random.SeedSequence(7, spawn_key=key)


@pytest.mark.parametrize("name", registered_games())
def test_a_deck_follows_from_the_seed_and_the_deal_s_number_alone(name: str) -> None:
    game = load_game(name)
    states, expected = begin(game, 4), begin(game, 4)
    Deals(game, 7).reveal([5, 3, 5, 900])(states)
    Streams.of_seeds([sequence(DECKS, deal) for deal in (5, 3, 5, 900)]).reveal_all(game.rules, expected)
    assert states.tobytes() == expected.tobytes()
    assert states[0].tobytes() == states[2].tobytes()


def test_generators_follow_from_the_seed_what_they_are_for_and_their_key() -> None:
    deals = Deals(load_game("lucky_numbers"), 7)
    assert drawn(deals.generator(BOTS, 2, 1)) == drawn(np.random.default_rng(sequence(1, 2, 1)))
    assert drawn(deals.generator(SEATS, 500, 0)) == drawn(np.random.default_rng(sequence(2, 500, 0)))
    assert drawn(deals.of_chunk(3)) == drawn(np.random.default_rng(sequence(3)))


def test_chunks_of_a_sequence_are_the_children_that_it_spawns() -> None:
    deals = Deals(load_game("lucky_numbers"), sequence(1))
    for chunk, child in enumerate(sequence(1).spawn(3)):
        assert drawn(deals.of_chunk(chunk)) == drawn(np.random.default_rng(child))


@pytest.mark.parametrize("name", registered_games())
def test_a_game_is_followed_with_the_cards_it_was_played_with(name: str) -> None:
    game = load_game(name)
    deals, states = Deals(game, 7), begin(load_game(name), 1)
    reveal, moves = deals.reveal([4]), list[Move]()
    for _ in range(400):
        reveal(states)
        state = game.state_at(states)
        if state.is_terminal():
            break
        if state.is_simultaneous_node():
            moves.append(tuple((state.legal_actions(seat) or [NO_ACTION])[-1] for seat in range(game.players)))
            game.rules.apply_joint_all(states, np.zeros(1, np.int64), np.array([moves[-1]]))
        else:
            moves.append(state.legal_actions()[0])
            game.rules.apply_all(states, np.zeros(1, np.int64), np.array([moves[-1]]))
    assert state.is_terminal()
    assert deals.followed(4, moves).records.tobytes() == states.tobytes()
