"""Review of a finished game: its analysis, its sure errors as positions, and the moments that are worth walking through."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from jardinet.analysis.ledger import analyse, check_over
from jardinet.analysis.model import Analysis
from jardinet.analysis.practice import Position, mistakes
from jardinet.analysis.turning_points import Kind, TurningPoint, turning_points
from jardinet.bots.levels import load_evaluator
from jardinet.games.api import Game, Move
from jardinet.play.record import Record, state_of

MOST_ERRORS = 3  # moments of a walk, beside the luckiest one


class Review(msgspec.Struct, frozen=True):
    """Review of a finished game.

    Attributes:
        analysis: luck and errors, turn by turn.
        errors: the positions in which seats erred, in order of play; see `mistakes`.
    """

    analysis: Analysis
    errors: list[Position]

    @property
    def can_be_told(self) -> bool:
        """Whether luck weighs more, for the seat it favoured most, than what stays unexplained for any; else nothing is claimed."""
        accounts = self.analysis.accounts
        return max(abs(one.unexplained) for one in accounts) <= max(one.luck + one.bids for one in accounts)


class ReviewMoment(NamedTuple):
    """Moment of a game.

    Attributes:
        turn: of the game, from 1.
        before: how many of its moves had been played.
        seat: the one that erred, or that was lucky.
        change: what that seat lost or gained by it, in shares of the victory.
        error: the position in which it erred; None: it was luck.
        luck: the swing; None: it was an error.
    """

    turn: int
    before: int
    seat: int
    change: float
    error: Position | None = None
    luck: TurningPoint | None = None

    @property
    def key(self) -> str:
        """Its key among all that a game may have, as an address carries it: `57-0`, or `57-0-luck`."""
        return f"{self.before}-{self.seat}{'-luck' if self.luck else ''}"


def review_of(record: Record) -> Review:
    """The review of a finished game; deterministic.

    Raises:
        ParameterError: the game has no evaluator.
        GameError: the game is not over, or the moves break its rules.
    """
    made = analyse(record.game, record.moves, played_for=record.played_for)
    return Review(made, mistakes(record.game, record.moves, made))


def check_reviewable(record: Record) -> None:
    """Check that a game can be reviewed, without doing it.

    Raises:
        ParameterError: the game has no evaluator.
        GameError: the game is not over, or the moves break its rules.
    """
    load_evaluator(record.game)
    check_over(state_of(record))


def moments_of(game: Game, moves: Sequence[Move], review: Review, seats: Collection[int]) -> list[ReviewMoment]:
    """The moments worth walking through, in order of play: the costliest errors of `seats`, and the luckiest one of anybody.

    Args:
        game: with its parameters.
        moves: all of it, chance included, as `State.history` lists it.
        review: of the same game.
        seats: whose errors are told, MOST_ERRORS at most.
    """
    own = sorted((one for one in review.errors if one.seat in seats), key=lambda one: -one.cost)[:MOST_ERRORS]
    return sorted([*map(_error, own), *_luckiest(game, moves, review)], key=lambda one: one.before)


def moment_of(game: Game, moves: Sequence[Move], review: Review, key: str) -> ReviewMoment | None:
    """The moment of a game by its key, whose ever it is; None if there is none. Arguments as in `moments_of`."""
    every = [*map(_error, review.errors), *_luckiest(game, moves, review)]
    return next((one for one in every if one.key == key), None)


def _error(position: Position) -> ReviewMoment:
    return ReviewMoment(position.turn, position.before, position.seat, -position.cost, error=position)


def _luckiest(game: Game, moves: Sequence[Move], review: Review) -> list[ReviewMoment]:
    """The greatest gain of a seat by luck; empty if none is worth telling."""
    lucky = [one for one in turning_points(review.analysis) if one.kind != Kind.ERROR and one.change > 0]
    if not lucky:
        return []
    most = max(lucky, key=lambda one: one.change)
    return [ReviewMoment(most.turn, _after_luck(game, moves, review, most), most.seat, most.change, luck=most)]


def _after_luck(game: Game, moves: Sequence[Move], review: Review, luck: TurningPoint) -> int:
    """How many moves had been played when a seat had been lucky: with chance's last move of the turn, or with the turn itself."""
    turns = review.analysis.turns
    begin, end = turns[luck.turn - 2].moves if luck.turn > 1 else 0, turns[luck.turn - 1].moves
    state, after = game.new_initial_state(), end
    for played, move in enumerate(moves[:end], 1):
        if state.is_chance_node() and played > begin and luck.kind == Kind.LUCK:
            after = played
        state.apply(move)
    return after
