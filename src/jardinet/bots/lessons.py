"""Lessons: the game of each as it is prepared, and the opponent that plays it.

A lesson is a deal, what is played of it before the learner comes, and a course: what the coach advises from there on, and
what the opponent answers. All of it goes through the rules, with the deal's chance in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import Bot
from jardinet.bots.layer import Lesson
from jardinet.bots.levels import TEACHER, lesson_of
from jardinet.games import load_game
from jardinet.games.api import Action, Game, Move, State, let_chance_move
from jardinet.games.chance import ChanceSequence
from jardinet.play.deal import Sealed, nonces_from_seed

LEARNER, OPPONENT = 0, 1  # seats


def played(state: State, chance: ChanceSequence, texts: str) -> list[Move]:
    """Play the moves of a text such as `draw place-b3`, and chance's before, between and after them; returns all moves."""
    moves: list[Move] = [*let_chance_move(state, chance)]
    for text in texts.split():
        moves.append(state.string_to_move(text))
        state.apply(moves[-1])
        moves += let_chance_move(state, chance)
    return moves


class PreparedDecision(NamedTuple):
    """Decision of a learner: in which moment it falls, from 0, how many moves come before it, and the text of the best action."""

    moment: int
    before: int
    action: str


class PreparedCourse:
    """Course of a game's lesson, as long as everybody plays as it is prepared.

    Attributes:
        moves: from the first of the game to the last of the course.
        decisions: of the learner, in order.
        answers: of the opponent, by what it observes.
    """

    def __init__(self, game: Game, lesson: Lesson) -> None:
        """Play the lesson through; `game` has the parameters of lessons."""
        deal = Sealed.from_seed(lesson.seed).deal(nonces_from_seed(game.num_players(), lesson.seed))
        chance, state = deal.outcomes(game), game.new_initial_state()
        self.moves: list[Move] = played(state, chance, lesson.opening)
        self.decisions: list[PreparedDecision] = []
        self.answers: dict[bytes, Action] = {}
        for moment, texts in enumerate(lesson.course):
            for text in texts.split():
                self._note(moment, state, state.string_to_move(text))
                self.moves += played(state, chance, text)

    def _note(self, moment: int, state: State, move: Move) -> None:
        """Note what each seat is to choose in a position."""
        for seat, action in enumerate(move) if isinstance(move, tuple) else [(state.current_player(), move)]:
            if seat == LEARNER:
                self.decisions.append(PreparedDecision(moment, len(self.moves), state.action_to_string(seat, action)))
            else:
                self.answers[state.observation(seat).tobytes()] = action

    def reached(self, history: Sequence[Move]) -> int | None:
        """How many of the learner's decisions a game has behind it; None if it has left the course, or is past its end."""
        count = len(history)
        if count > len(self.moves) or list(history) != list(self.moves[:count]):
            return None
        return sum(one.before < count for one in self.decisions)


@lru_cache(maxsize=8)
def course_of(game: Game) -> PreparedCourse | None:
    """The course of the lesson of `game`; None if no lesson is prepared for it, or none with its parameters."""
    lesson = lesson_of(game.name)
    return PreparedCourse(game, lesson) if lesson and lesson.course and game == load_game(game.name) else None


class TeacherBot:
    """Opponent of a lesson: it plays the course as long as the learner does, and then like another bot."""

    name = TEACHER

    def __init__(self, game: Game, otherwise: Bot) -> None:
        """Play `game`, off the course as `otherwise` does."""
        course = course_of(game)
        self._answers = course.answers if course else {}
        self._otherwise = otherwise

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        actions = self._otherwise.act(observations, seats, generator)
        for one, seat in enumerate(seats):
            answer = self._answers.get(observations[one : one + 1].tobytes()) if seat == OPPONENT else None
            if answer is not None:
                actions[one] = answer
        return actions
