"""The levels below master err as they should: softly, never in nonsense, and each less than the one below it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.bots.test_levels import positions_where_players_move
from tests.sizes import WHOLE, few

import jardinet
from jardinet.arena.standings import standings_of
from jardinet.arena.tournament import tournament
from jardinet.bots.evaluation import Evaluation, Evaluator
from jardinet.bots.levels import levels_of, load_bot, load_evaluator
from jardinet.bots.quantal import NONSENSE, SLIP, QuantalBot
from jardinet.games.records import rows_of

GAMES = ["lucky_numbers", "maudits_criquets"]


def valued(name: str, count: int, seed: int) -> tuple[NDArray[Any], NDArray[np.int64], Evaluator, NDArray[np.float64]]:
    """Positions of a game where players move, whose turn it is, an evaluator, and what it says every action is worth."""
    game = jardinet.load_game(name)
    records, seats = positions_where_players_move(game, count, seed)
    evaluator = load_evaluator(game)
    return records, seats, evaluator, evaluator.evaluate(records, seats).action_values


@pytest.mark.parametrize("name", GAMES)
def test_every_level_loses_less_by_its_errors_than_the_one_below(name: str) -> None:
    game = jardinet.load_game(name)
    records, seats = positions_where_players_move(game, 1500, 1)
    values = load_evaluator(game).evaluate(records, seats).action_values
    lost = []
    for level in levels_of(name):
        actions = load_bot(level, game).act(records, seats, np.random.default_rng(1))
        lost.append((np.nanmax(values, axis=1) - values[np.arange(len(seats)), actions]).mean())
    assert all(weaker > stronger + 0.001 for weaker, stronger in pairwise(lost))


@pytest.mark.parametrize("name", GAMES)
def test_nonsense_is_never_played_however_hot_it_is(name: str) -> None:
    records, seats, evaluator, values = valued(name, 1500, 2)
    costs = np.nanmax(values, axis=1, keepdims=True) - values
    for temperature in (0.01, 1.0):
        actions = QuantalBot("hot", evaluator, temperature).act(records, seats, np.random.default_rng(2))
        lost = costs[np.arange(len(seats)), actions]
        assert (lost <= NONSENSE * np.nanmax(costs, axis=1) + SLIP * temperature).all()


class _OfOne:
    """Evaluator of positions that are all alike: it looks at the first one alone."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.values_together = evaluator.values_together

    def evaluate(self, observations: NDArray[Any], seats: NDArray[np.int64]) -> Evaluation:
        found = self._evaluator.evaluate(observations[:1], seats[:1])
        arrays = (np.repeat(one, len(seats), axis=0) for one in (found.worth, found.mixtures, found.values))
        return Evaluation(seats, *arrays)


@pytest.mark.parametrize("name", GAMES)
def test_a_play_that_costs_a_temperature_more_is_e_times_less_likely(name: str) -> None:
    records, seats, evaluator, values = valued(name, 400, 3)
    temperature, tries = 0.1, 20_000
    one = int(np.argmax((np.nanmax(values, axis=1, keepdims=True) - values < temperature / 2).sum(axis=1)))
    costs = np.nanmax(values[one]) - values[one]
    is_sensible = costs <= NONSENSE * np.nanmax(costs) + SLIP * temperature
    weights = np.where(is_sensible, np.exp(-costs / temperature), 0)
    bot = QuantalBot("warm", _OfOne(evaluator), temperature)
    copies, seat = rows_of(records, np.full(tries, one)), np.full(tries, seats[one])
    counts = np.bincount(bot.act(copies, seat, np.random.default_rng(3)), minlength=len(costs))
    shares = weights / weights.sum()
    assert (shares > 0).sum() >= 3
    assert (abs(counts / tries - shares) <= 5 * np.sqrt(shares * (1 - shares) / tries)).all()


@pytest.mark.parametrize("name", [pytest.param("lucky_numbers", marks=WHOLE), "maudits_criquets"])
def test_every_level_beats_the_one_below_by_as_much_as_is_promised(name: str) -> None:
    game = jardinet.load_game(name)
    for weaker, stronger in pairwise(levels_of(name)):
        outcome = tournament(game, [weaker, stronger], few(1000, 300), seed=1, workers=1)
        (share,) = (one.share for one in standings_of(outcome) if one.bot == stronger)
        assert share.high > 0.6 and share.low < 0.75
        assert share.share > 0.5


@pytest.mark.parametrize("name", GAMES)
def test_what_a_level_says_of_its_choice_is_a_distribution_over_what_is_legal(name: str) -> None:
    records, seats, evaluator, values = valued(name, 300, 5)
    policy = QuantalBot("warm", evaluator, 0.1).policy(records, seats)
    assert policy.sum(axis=1) == pytest.approx(np.ones(len(seats)))
    assert (policy[np.isnan(values)] == 0).all()
    likeliest = values[np.arange(len(seats)), policy.argmax(axis=1)]
    assert likeliest == pytest.approx(np.nanmax(values, axis=1), abs=1e-9)
