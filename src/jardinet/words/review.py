"""Moments of a review in words."""

from __future__ import annotations

from collections.abc import Sequence

from jardinet.analysis.model import Analysis
from jardinet.analysis.practice import Position
from jardinet.analysis.turning_points import TurningPoint
from jardinet.games.api import State
from jardinet.words.analysis import swing_told
from jardinet.words.game_words import AnyWords
from jardinet.words.practice import games_fewer, in_game, played_told


def error_told(words: AnyWords, state: State, position: Position, *, is_own: bool) -> str:
    """What was played in a position, and its cost.

    Args:
        words: of the game; "you" is whoever answers in the seat's place.
        state: the position, with all moves before it.
        position: the same with its judgement.
        is_own: whether the reader played it.
    """
    if is_own:
        return in_game(words, state, position)
    count = games_fewer(position.cost)
    told = words.language.ngettext(
        "{name} chose “{action}” here, which wins about {count} game fewer in 100.",
        "{name} chose “{action}” here, which wins about {count} games fewer in 100.",
        count,
    )
    return told.format(name=words.names[position.seat], action=played_told(words, state, position), count=count)


def luck_told(words: AnyWords, analysis: Analysis, told: Sequence[str], luck: TurningPoint) -> list[str]:
    """What happened in a lucky turn, and what it was worth; `told`: all turns of the game in words."""
    return [told[luck.turn - 1], swing_told(words, analysis, luck)]
