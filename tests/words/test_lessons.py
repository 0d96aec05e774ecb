"""Lessons: whoever follows the coach meets everything that it teaches, each thing once."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import jardinet
from jardinet.bots.api import choose
from jardinet.bots.levels import TEACHER, lesson_of, load_bot
from jardinet.games import registered_games
from jardinet.games.api import SIMULTANEOUS, State, let_chance_move
from jardinet.games.maudits_criquets.view import View
from jardinet.play.deal import Sealed, nonces_from_seed
from jardinet.words.coach import Advice, coach
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language

PREPARED = [name for name in registered_games() if lesson_of(name)]
PLAYS = {"cell-": "place-", "table-": "take-", "loot-": "pick-"}  # what one plays where the coach points


def lesson(name: str, code: str = "en", chance: int = 0) -> tuple[list[tuple[State, list[Advice]]], list[str]]:
    """A lesson played as the coach says: the learner's decisions with what was said, and the events of the game."""
    prepared = lesson_of(name)
    assert prepared
    game = jardinet.load_game(name)
    state, words = game.new_initial_state(), load_words(load_language(code), game, ["Ada", "Ben"], 0)
    deck = Sealed.from_seed(prepared.seed).deal(nonces_from_seed(2, prepared.seed)).outcomes(game)
    bots, random = [load_bot(level, game) for level in ("greedy", TEACHER)], np.random.default_rng(chance)
    decisions, events = [], []
    let_chance_move(state, deck)
    while not state.is_terminal():
        player, before = state.current_player(), state.clone()
        said = coach(words, state, 0)
        if player in (0, SIMULTANEOUS):
            decisions.append((state.clone(), said))
        if player == SIMULTANEOUS:
            state.apply(
                (_followed(before, said) or choose(bots[0], before, 0, random), choose(bots[1], before, 1, random))
            )
        elif player == 0:
            state.apply_action(_followed(before, said) or choose(bots[0], before, 0, random))
        else:
            state.apply_action(choose(bots[1], before, 1, random))
        let_chance_move(state, deck)
        for move in state.history()[len(before.history()) :]:
            events += [type(event).__name__ for event in before.events(move)]
            before.apply(move)
    return decisions, events


def view_of(state: State) -> View:
    view = state.view(0)
    assert isinstance(view, View)
    return view


def _followed(state: State, said: list[Advice]) -> int | None:
    """The action at which the coach points first, where it points at any."""
    legal = {state.action_to_string(0, action): action for action in state.legal_actions(0)}
    for point in (point for one in said for point in one.points):
        text = next((point.replace(place, play) for place, play in PLAYS.items() if point.startswith(place)), point)
        if text in legal:
            return legal[text]
    return None


@pytest.mark.parametrize("chance", range(3))
@pytest.mark.parametrize("name", PREPARED)
def test_each_thing_is_taught_once_whatever_the_bots_choose_by_chance(name: str, chance: int) -> None:
    decisions, _events = lesson(name, chance=chance)
    told = Counter(one.about for _state, said in decisions for one in said)
    assert set(told.values()) == {1}


@pytest.mark.parametrize("chance", range(3))
def test_the_prepared_deal_of_maudits_criquets_shows_all_that_is_special(chance: int) -> None:
    decisions, events = lesson("maudits_criquets", chance=chance)
    first = [one.about for state, said in decisions for one in said if view_of(state).round == 1]
    assert first[:10] == ["bid", "pick", "x", "invasion", "equal", "impasse", "ace", "harvest", "alone", "free"]
    assert first[-1] == "interim"
    assert events[: events.index("RoundOver")].count("Invasion") >= 1
    for state, said in decisions:
        for one in said:
            view = view_of(state)
            if one.about == "invasion":
                assert view.seats[1].reserve == []
            if one.about == "impasse":
                assert view.impasses == 1
                assert sum(stack.count for stack in view.loot) == 4
            if one.about == "alone":
                assert view.seats[1].hand.count("x") == 1
    assert "Majority" in events


def test_the_prepared_deal_of_lucky_numbers_shows_a_draw_a_take_and_an_exchange_in_this_order() -> None:
    decisions, _events = lesson("lucky_numbers")
    told = [one.about for _state, said in decisions[:20] for one in said]
    assert told == ["set-up", "draw", "place", "take", "exchange"]


@pytest.mark.parametrize("name", PREPARED)
@pytest.mark.parametrize("code", CODES)
def test_nothing_impossible_is_said_and_the_words_name_the_place(name: str, code: str) -> None:
    for state, said in lesson(name, code)[0]:
        legal = [state.action_to_string(0, action) for action in state.legal_actions(0)]
        for one in said:
            assert "{" not in one.text
            for point in one.points:
                kind, _, place = point.partition("-")
                if kind == "cell":
                    assert place in one.text
                    assert f"place-{place}" in legal or any(text.startswith("take-") for text in legal)
                if kind == "table":
                    assert f"take-{place}" in legal
                if kind == "bid":
                    assert point in legal
                    assert place.upper() in one.text
