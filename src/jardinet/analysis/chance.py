"""Expectation over chance: the value of a position before chance moves, exact wherever that is possible."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.evaluation import Evaluator
from jardinet.games.api import CHANCE, TERMINAL, Game
from jardinet.games.records import joined, rows_of

MOST = 400  # different positions evaluated at most; three cards of five kinds give 35, a hand of eight tiles millions
SAMPLES = 100  # of chance's moves otherwise, each in one order per seat

Records = NDArray[Any]


def values_of(game: Game, evaluator: Evaluator, records: Records) -> NDArray[np.float64]:
    """The values for every seat of positions in which chance does not move: shape (n, players).

    Args:
        game: with its parameters.
        evaluator: judges positions of it.
        records: shape (n,), dtype `rules.STATE`; finished games have the value of their result.
    """
    players = game.num_players()
    values = np.empty((len(records), players))
    over = records["player"] == TERMINAL
    values[over] = game.shares_of(records[over])
    running = np.flatnonzero(~over)
    if len(running):
        positions = rows_of(records, running)
        seats = _choosing(game, positions)
        game.rules.hide(positions, seats)
        values[running] = evaluator.evaluate(positions, seats).values
    return values


def expectations(game: Game, evaluator: Evaluator, records: Records) -> NDArray[np.float64]:
    """The expected values for every seat of positions in which chance moves: shape (n, players).

    It is exact unless there are more than MOST possibilities, as for the hands of a set-up. Then it is the mean over
    fixed samples, each of them dealt to every seat once, as all orders of a deck are equally likely.

    Args:
        game: with its parameters.
        evaluator: judges positions of it.
        records: shape (n,), dtype `rules.STATE`.
    """
    expected = exact_expectations(game, evaluator, records)
    for k in np.flatnonzero(np.isnan(expected[:, 0])):
        expected[k] = values_of(game, evaluator, _sampled(game, rows_of(records, np.array([k])))).mean(0)
    return expected


def exact_expectations(game: Game, evaluator: Evaluator, records: Records) -> NDArray[np.float64]:
    """As `expectations`, but NaN if there are more than MOST possibilities."""
    reached = _Reached(records, np.arange(len(records)), np.ones(len(records)))
    expected = np.zeros((len(records), game.num_players()))
    while (reached.records["player"] == CHANCE).any():
        reached = _expanded(game, reached)
        too_many = np.bincount(reached.owners, minlength=len(records)) > MOST
        expected[too_many] = np.nan
        kept = np.flatnonzero(~too_many[reached.owners])
        reached = _Reached(rows_of(reached.records, kept), reached.owners[kept], reached.weights[kept])
    if len(reached.records):
        values = values_of(game, evaluator, reached.records)
        np.add.at(expected, reached.owners, reached.weights[:, None] * values)
    return expected


class _Reached(NamedTuple):
    """Positions that chance may lead to: for each, the index of its starting position and its probability from there."""

    records: Records
    owners: NDArray[np.int64]
    weights: NDArray[np.float64]


def _expanded(game: Game, reached: _Reached) -> _Reached:
    """The positions after one more move of chance; equal ones from the same start are merged."""
    parents, actions, weights = [], [], []
    for k in range(len(reached.records)):
        for action, chance in game.rules.chance_outcomes(reached.records, k) or [(-1, 1.0)]:
            parents.append(k)
            actions.append(action)
            weights.append(reached.weights[k] * chance)
    following, played = rows_of(reached.records, np.array(parents)), np.array(actions)
    moving = np.flatnonzero(played >= 0)
    game.rules.apply_all(following, moving, played[moving])
    owners = reached.owners[parents]
    keys = np.zeros(len(following), np.dtype([("owner", np.int64), ("key", game.rules.KEY)]))
    written = np.zeros(len(following), game.rules.KEY)
    game.rules.write_keys(following, written)
    keys["owner"], keys["key"] = owners, written
    _, first, place = np.unique(keys.view(f"V{keys.itemsize}"), return_index=True, return_inverse=True)
    likely = np.bincount(place.reshape(-1), np.array(weights), len(first)).astype(np.float64)
    return _Reached(rows_of(following, first), owners[first], likely)


def _sampled(game: Game, record: Records) -> Records:
    """A sample of positions that chance may lead to, all equally likely."""
    rules, generator = game.rules, np.random.default_rng(0)
    turns = game.num_players() if len(game.chance_sources()) == 1 else 1
    found = []
    for _ in range(SAMPLES):
        drawn, outcomes = rows_of(record, np.zeros(1, np.int64)), []
        while drawn["player"][0] == CHANCE:
            outcomes.append(rules.reveal(drawn, 0, generator))
            rules.apply(drawn, 0, outcomes[-1])
        for turn in range(turns):
            dealt, begin = rows_of(record, np.zeros(1, np.int64)), turn * len(outcomes) // turns
            for outcome in outcomes[begin:] + outcomes[:begin]:
                rules.apply(dealt, 0, outcome)
            found.append(dealt)
    return joined(found)


def _choosing(game: Game, records: Records) -> NDArray[np.int64]:
    """A seat that chooses in each position."""
    seats = records["player"].astype(np.int64)
    masks = np.empty((len(records), game.rules.NUM_WORDS), np.int64)
    for seat in reversed(range(game.num_players())):
        game.rules.legal_masks(records, np.full(len(records), seat), masks)
        seats = np.where(masks.any(1), seat, seats)
    return seats
