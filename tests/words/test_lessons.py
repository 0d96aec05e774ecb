"""Lessons: whoever does what the coach says meets six moments in each game, and every play in them is the best."""

from __future__ import annotations

import re

import numpy as np
import pytest

import jardinet
from jardinet.bots.api import choose
from jardinet.bots.lessons import LEARNER, OPPONENT, PreparedCourse, course_of, played
from jardinet.bots.levels import TEACHER, lesson_of, load_bot, load_evaluator
from jardinet.games import registered_games
from jardinet.games.api import Game, State, let_chance_move
from jardinet.play.deal import Sealed, nonces_from_seed
from jardinet.words.coach import CHOICE, MORE, Advice, coach, tried
from jardinet.words.game_words import AnyWords, load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.layer import WORDS

PREPARED = [name for name in registered_games() if lesson_of(name)]
MOMENTS = 6
GOOD = 0.005  # shares of the victory: what the best play in a moment may be better than the one advised
SHOWN = {  # what happens in each moment
    "lucky_numbers": ["Placed", "Took", "Placed", "Placed", "Discarded", "Placed"],
    "maudits_criquets": ["Took", "Invasion", "Impasse", "Harvest", "TakesAll", "Harvest"],
}
LONGEST = 165  # letters of a thought: more than that is not one


def words_of(game: Game, code: str = "en") -> AnyWords:
    return load_words(load_language(code), game, ["Ada", "Ben"], LEARNER)


def course(name: str) -> PreparedCourse:
    found = course_of(jardinet.load_game(name))
    assert found
    return found


def decisions(name: str) -> list[tuple[State, str]]:
    """The learner's decisions on the course: the positions, and what is advised there."""
    known = {one.before: one.action for one in course(name).decisions}
    state, found = jardinet.load_game(name).new_initial_state(), []
    for number, move in enumerate(course(name).moves):
        if number in known:
            found.append((state.clone(), known[number]))
        state.apply(move)
    return found


def followed(name: str, code: str = "en", chance: int = 0) -> tuple[list[Advice], State]:
    """A lesson played against its bot as the coach says: all that it says, and how it stands after the course."""
    lesson = lesson_of(name)
    assert lesson
    game = jardinet.load_game(name)
    state, words, bot = game.new_initial_state(), words_of(game, code), load_bot(TEACHER, game)
    deck = Sealed.from_seed(lesson.seed).deal(nonces_from_seed(2, lesson.seed)).outcomes(game)
    played(state, deck, lesson.opening)
    said, random, read = list[Advice](), np.random.default_rng(chance), 0
    while True:
        one = coach(words, state, LEARNER, read)[0]
        said.append(one)
        if one.follows == CHOICE:
            return said, state
        if one.follows == MORE:
            read = 1
        elif state.current_player() == OPPONENT:
            state.apply_action(choose(bot, state, OPPONENT, random))
        elif state.is_simultaneous_node():
            bid = choose(bot, state, OPPONENT, random)
            state.apply((state.string_to_action(LEARNER, one.plays[0]), bid))
        else:
            state.apply_action(state.string_to_action(LEARNER, one.plays[0]))
            read = 0
        if state.is_simultaneous_node() or one.follows != MORE:
            read = read if one.follows == MORE else 0
        let_chance_move(state, deck)


@pytest.mark.parametrize("chance", range(3))
@pytest.mark.parametrize("name", PREPARED)
def test_whoever_follows_the_coach_meets_all_moments_in_order(name: str, chance: int) -> None:
    said, after = followed(name, chance=chance)
    titles = list(dict.fromkeys(one.title for one in said if one.title))
    assert [title.partition(":")[0] for title in titles] == [f"{k} of {MOMENTS}" for k in range(1, MOMENTS + 1)]
    assert sum(one.follows == MORE for one in said) == MOMENTS + 1  # the welcome, and why of each
    assert after.history() == course(name).moves
    assert not after.is_terminal()
    assert not coach(words_of(after.get_game()), after, LEARNER, 2)  # who plays on is left in peace


@pytest.mark.parametrize("name", PREPARED)
def test_each_moment_shows_what_it_is_about(name: str) -> None:
    state, ends = jardinet.load_game(name).new_initial_state(), [one.before for one in course(name).decisions]
    moments = [one.moment for one in course(name).decisions]
    happened = [list[str]() for _ in range(MOMENTS)]
    for number, move in enumerate(course(name).moves):
        if number >= ends[0]:
            moment = moments[sum(end <= number for end in ends) - 1]
            happened[moment] += [type(event).__name__ for event in state.events(move)]
        state.apply(move)
    for shown, events in zip(SHOWN[name], happened, strict=True):
        assert shown in events


@pytest.mark.parametrize("name", PREPARED)
def test_no_play_is_better_than_the_one_advised(name: str) -> None:
    evaluator = load_evaluator(jardinet.load_game(name))
    for state, advised in decisions(name):
        if state.is_simultaneous_node():
            continue  # the coach tells what the other bid will be, which no evaluator knows
        found = evaluator.evaluate(state.observation(LEARNER), np.array([LEARNER])).action_values[0]
        assert np.nanmax(found) - found[state.string_to_action(LEARNER, advised)] <= GOOD, advised


@pytest.mark.parametrize("name", PREPARED)
@pytest.mark.parametrize("code", CODES)
def test_what_is_said_names_what_is_to_be_played_and_is_one_thought(name: str, code: str) -> None:
    said, _after = followed(name, code)
    for one in said:
        assert "{" not in one.text
        assert len(one.text) <= LONGEST, one.text
        for play in one.plays:
            verb, _dash, what = play.partition("-")
            if verb in ("place", "take"):
                assert what in re.findall(r"\w+", one.text)
            if verb == "bid":
                assert what.upper() in re.findall(r"\w+", one.text)


@pytest.mark.parametrize("name", PREPARED)
@pytest.mark.parametrize("code", CODES)
def test_whatever_else_is_tried_is_answered_and_nothing_else_is_said_to_be_legal(name: str, code: str) -> None:
    words = words_of(jardinet.load_game(name), code)
    for state, advised in decisions(name):
        assert tried(words, state, LEARNER, [advised]) is None
        for action in state.legal_actions(LEARNER):
            if (text := state.action_to_string(LEARNER, action)) != advised:
                answer = tried(words, state, LEARNER, [text])
                assert answer
                assert answer.plays[0] == advised
                assert answer.text != coach(words, state, LEARNER, 1)[0].text


@pytest.mark.parametrize("name", PREPARED)
def test_off_the_course_the_bot_plays_on_and_the_coach_praises_at_the_end(name: str) -> None:
    game, random = jardinet.load_game(name), np.random.default_rng(5)
    bots, words = [load_bot("greedy", game), load_bot(TEACHER, game)], words_of(game)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.choice(state.legal_actions())))
        elif state.is_simultaneous_node():
            assert tried(words, state, LEARNER, ["bid-1"]) is None
            state.apply(tuple(choose(bot, state, seat, random) for seat, bot in enumerate(bots)))
        else:
            seat = state.current_player()
            state.apply_action(choose(bots[seat], state, seat, random))
    praise, told = coach(words, state, LEARNER)
    assert praise.text.startswith(("What you did well:", "Well done:"))
    assert told.text.startswith("That was a whole game.")


def test_a_lesson_has_as_many_moments_in_words_as_are_prepared() -> None:
    for name in PREPARED:
        lesson, teach = lesson_of(name), WORDS.of(name).lesson
        assert lesson and teach
        assert len(lesson.course) == len(teach(words_of(jardinet.load_game(name))).moments) == MOMENTS
