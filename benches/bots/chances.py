"""Measure of how right a master is about its chances: see benches/calibration.py."""

from __future__ import annotations

from benches.bots.measured import Goal, Measure, Measured, Run
from benches.bots.strength import tells_luck
from benches.calibration import Tenth, calibration

from jardinet import load_game

GOAL = Goal(most=0.015)  # by how much an expectation may be off, in the mean of its tenth


def calibrated(game: str, players: int) -> Measure:
    """By how much the worst tenth of master's expectations is off."""

    def measure(run: Run) -> Measured:
        adjusted = tells_luck(game, players)
        tenths = calibration(load_game(game, players=players), run.games, run.seed, run.tell, adjusted=adjusted)
        return worst_of([one for one in tenths if one.positions], run.games)

    return measure


def worst_of(tenths: list[Tenth], games: int) -> Measured:
    """The tenth that is off by most; before all others one that surely misses the goal."""
    found = [off(one, games) for one in tenths]
    worst = max(found, key=lambda one: (GOAL.verdict(one) == "missed", one.value))
    return Measured(value=worst.value, low=worst.low, high=worst.high, games=games, tenths=tuple(tenths))


def off(tenth: Tenth, games: int) -> Measured:
    """By how much the expectations of a tenth are off, whether too high or too low."""
    low, high = tenth.low - tenth.expected, tenth.high - tenth.expected
    least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    return Measured(value=abs(tenth.came - tenth.expected), low=least, high=max(abs(low), abs(high)), games=games)
