"""Hints say what the strongest bot would do and why, in every language, and know no more than whoever asks."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from tests.sizes import cases

import jardinet
from jardinet.bots.api import choose
from jardinet.bots.levels import load_bot, load_evaluator, trust_of
from jardinet.games import playable_games
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, State
from jardinet.words.game_words import AnyWords, load_words
from jardinet.words.hints import hint
from jardinet.words.language import CODES, load_language


def words_of(state: State, code: str = "en") -> AnyWords:
    game = state.get_game()
    return load_words(load_language(code), game, ["ada", "ben", "cleo", "dan"][: game.num_players()], 0)


@pytest.mark.parametrize(("name", "code", "players"), cases(playable_games(), CODES, [2, 3, 4]))
def test_whoever_has_to_act_is_advised_at_every_turn(name: str, code: str, players: int) -> None:
    game, generator = jardinet.load_game(name, players=players), np.random.default_rng(1)
    state, bot, told = game.new_initial_state(), load_bot("random", game), 0
    words = words_of(state, code)
    while not state.is_terminal() and told < 15:
        player = state.current_player()
        if player == CHANCE:
            state.apply_action(int(generator.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        if 0 in state.acting_seats():
            lines, told = hint(words, state, 0).lines, told + 1
            assert lines and all(line.strip() and "{" not in line for line in lines)
        if player == SIMULTANEOUS:
            acting = state.acting_seats()
            seats = range(players)
            state.apply(tuple(choose(bot, state, k, generator) if k in acting else NO_ACTION for k in seats))
        else:
            state.apply_action(choose(bot, state, player, generator))
    assert told


def test_a_place_is_told_with_what_fits_there_and_what_another_would_cost() -> None:
    game = jardinet.load_game("lucky_numbers")
    state = game.new_initial_state()
    generator = np.random.default_rng(5)
    bot, seen = load_bot("skilled", game), set()
    while not state.is_terminal():
        player = state.current_player()
        if player == CHANCE:
            state.apply_action(int(generator.choice([outcome for outcome, _ in state.chance_outcomes()])))
            continue
        text = " ".join(hint(words_of(state), state, player).lines)
        observation = state.observation(player)
        values = load_evaluator(game).evaluate(observation, np.array([player])).action_values[0]
        trust = trust_of(game, observation)
        costs, best = np.nanmax(values) - values, int(np.nanargmax(values))
        if found := re.search(r"Place the (\d+) on (..)\. \2 takes (\d+) to (\d+), and (\d+) of the hidden", text):
            view: Any = state.view(player)
            low, high, count = (int(found[k]) for k in (3, 4, 5))
            assert view.tile == int(found[1])
            assert not trust.trusted(float(costs[state.string_to_action(player, f"place-{found[2]}")]))
            assert count == sum(view.unseen[low - 1 : high])
        if found := re.search(
            r"wins about (\d+) more games? in 100 than “(?:place the \d+ on (..)|(discard) the \d+)”", text
        ):
            other = state.string_to_action(player, f"place-{found[2]}" if found[2] else "discard")
            assert int(found[1]) == round(100 * trust.trusted(float(costs[other])))
        seen.add(text.partition(" ")[0])
        state.apply_action(best if generator.random() < 0.5 else choose(bot, state, player, generator))
    assert {"Place", "Draw", "Take"} <= seen


@pytest.mark.parametrize("loot", ["corn reveal-corn reveal-broccoli", "corn reveal-strawberry reveal-broccoli"])
def test_bids_are_told_as_the_mixture_that_nobody_can_read(loot: str) -> None:
    game = jardinet.load_game("maudits_criquets")
    state = game.deserialize_state(f"reveal-{loot}")
    mixture = load_evaluator(game).evaluate(state.observation(0), np.array([0])).mixtures[0]
    said = " ".join(hint(words_of(state), state, 0).lines).partition("turns, bid")[2]
    told = {bid[0].upper(): int(count) for bid, count in re.findall(r"\b([1-6]|ace|X) in (\d+)", said)}
    expected = {
        state.action_to_string(0, int(action)).removeprefix("bid-").upper(): 100 * mixture[action]
        for action in np.flatnonzero(mixture >= 0.05)
    }
    assert told.keys() == expected.keys() and len(told) > 1
    assert sum(told.values()) == 100
    left_out = 100 - sum(expected.values())
    assert all(abs(told[bid] - share) <= 1 + left_out for bid, share in expected.items())


def test_a_hint_is_the_same_whenever_it_is_asked_for_and_leaves_the_game_alone() -> None:
    game = jardinet.load_game("maudits_criquets")
    state = game.deserialize_state("reveal-corn reveal-corn reveal-locust")
    before = state.serialize()
    assert hint(words_of(state), state, 0) == hint(words_of(state), game.deserialize_state(before), 0)
    assert state.serialize() == before


def test_a_game_that_cannot_say_why_says_what() -> None:
    game = jardinet.load_game("fireflies")
    state = game.new_initial_state()
    while state.current_player() == CHANCE:
        state.apply_action(state.legal_actions()[0])
    (line,) = hint(words_of(state), state, state.acting_seats()[0]).lines
    assert line.startswith("Cautious would ")
