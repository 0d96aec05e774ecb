"""Walk through a reviewed game, as its pages show it: the chances at a turn, their curve, and the moments as stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jardinet.analysis.review import Review, ReviewMoment, moments_of
from jardinet.server.pages.forms import table_url
from jardinet.server.pages.laid_board import LaidBoard
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.analysis import notes_of
from jardinet.words.game_words import AnyWords
from jardinet.words.practice import Verdict


class SeatChance(NamedTuple):
    """Chance of a seat to win: what the seat is called, its share of the victory from 0 to 1, and the share in words."""

    name: str
    share: float
    told: str


class Stop(NamedTuple):
    """Moment of the walk: its number from 1, the turn it is in, its address, and where it lies on the curve, 0 to 100."""

    number: int
    turn: int
    address: str
    x: float


class Walk(NamedTuple):
    """Walk through a game, for `replay.html`.

    Attributes:
        chances: by seat, at the turn that is shown.
        bands: of the curve, by seat: an SVG path in a square of 100, the first seat's lowest.
        stops: the moments of this reader, in order of play.
        notes: the luck of the turn, and what would have been better in it.
        verdict: the address of the sentence at its end, and of the figures.
    """

    chances: Sequence[SeatChance]
    bands: Sequence[str]
    stops: Sequence[Stop]
    notes: Sequence[str]
    verdict: str


@dataclass(frozen=True)
class ShownMoment:
    """Moment of a review on its page.

    Attributes:
        moment: see there.
        number, count: which of how many, from 1.
        laid: its board, to be played on if somebody erred.
        prompt: what the reader can do now, or the verdict on their answer.
        lines: what is to be told of it.
        told: the verdict on an answer; None: there was none.
        is_open: whether it can be answered on the board.
        problem: why an answer was not possible; empty: it was.
        answer, rule: the answer to a question of the reader's, and the clause that it goes by.
        address: of the moment.
        better: the address at which the better play is shown without an answer; empty: it is shown.
        shared: the same as others reach it.
        picture: the address of its board as an SVG.
        next: the address of what comes next in the walk.
        is_last: whether that is the verdict.
    """

    moment: ReviewMoment
    number: int
    count: int
    laid: LaidBoard
    prompt: str
    lines: Sequence[str]
    told: Verdict | None
    is_open: bool
    problem: str
    answer: str
    rule: str
    address: str
    better: str
    shared: str
    picture: str
    next: str
    is_last: bool


def walk_of(
    table: TableState,
    game: TableGame,
    review: Review,
    words: AnyWords,
    seats: Sequence[int],
    at: int,
    moment: ReviewMoment | None = None,
) -> Walk:
    """The walk of a reader.

    Args:
        table, game: what was played.
        review: of the game.
        words: of the game, in the reader's language.
        seats: the reader's own; none for a spectator.
        at: after how many turns the page shows the game.
        moment: the moment it shows instead.
    """
    shares = _shares_at(review, moment) if moment else [*values_of(review)[at]]
    names = [words.heading(seat) for seat in range(len(shares))]
    last, found = len(review.analysis.turns), moments_at(game, review, seats)
    return Walk(
        chances=[
            SeatChance(name, share, words.language.percent(share, is_rough=True))
            for name, share in zip(names, shares, strict=True)
        ],
        bands=[_band(values_of(review), seat) for seat in range(len(shares))],
        stops=[
            Stop(number, one.turn, moment_url(table.id, game.number, one), 100 * one.turn / last)
            for number, one in enumerate(found, 1)
        ],
        notes=notes_of(words, review.analysis, at) if at and not moment else [],
        verdict=f"{table_url(table.id)}/analysis/{game.number}",
    )


def moments_at(game: TableGame, review: Review, seats: Sequence[int]) -> list[ReviewMoment]:
    """The moments of a game of a table for a reader with these seats; a spectator's are those of all."""
    assert game.state
    loaded = game.state.get_game()
    return moments_of(loaded, [one.move for one in game.log], review, seats or range(loaded.num_players()))


def moment_url(table_id: str, game: int, moment: ReviewMoment) -> str:
    """The address of a moment of a game, which shows the same one to everybody."""
    return f"{table_url(table_id)}/review/{game}?at={moment.key}"


def values_of(review: Review) -> list[Sequence[float]]:
    """The shares of the victory before the first turn, and after each."""
    return [review.analysis.start, *(turn.values for turn in review.analysis.turns)]


def _shares_at(review: Review, moment: ReviewMoment) -> list[float]:
    """The shares at a moment: those of the turn before, and what chance has brought since; of a lucky turn, those it ended with."""
    turn = review.analysis.turns[moment.turn - 1]
    if moment.luck:
        return [*turn.values]
    changes = [one.change for one in turn.chances]
    shares = [
        min(1.0, max(0.0, sum(parts))) for parts in zip(values_of(review)[moment.turn - 1], *changes, strict=True)
    ]
    return [share / sum(shares) for share in shares]


def _band(values: Sequence[Sequence[float]], seat: int) -> str:
    """The outline of a seat's band: along its lower edge, and back along the upper one."""
    step = 100 / (len(values) - 1)
    lower = [f"{step * k:.1f} {100 * (1 - sum(shares[:seat])):.1f}" for k, shares in enumerate(values)]
    upper = [f"{step * k:.1f} {100 * (1 - sum(shares[: seat + 1])):.1f}" for k, shares in enumerate(values)]
    return f"M{'L'.join(lower)}L{'L'.join(reversed(upper))}Z"
