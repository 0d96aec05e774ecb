"""Rollouts of Maudits Criquets with two players: what an action brings is played on by the net's own mixtures, and weighed again.

As in Lucky Numbers what counts is by how much the net changes its mind on the way. How bids happen to meet is left out, as
the matrix knows what each pair of them is worth; the cards that come are the same for every action, so that their luck
mostly falls out of the difference between two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets import matrix
from jardinet.bots.maudits_criquets.master import ROUNDS, best_picks, solve
from jardinet.bots.maudits_criquets.turns import joint_of, worth_of_bids, worth_of_picks
from jardinet.bots.maudits_criquets.value import Net
from jardinet.games.api import SIMULTANEOUS, TERMINAL, Game
from jardinet.games.records import rows_of

TURNS = 2  # of a rollout, after the one that the action is of
PLAYERS = 2  # with more a turn takes twenty times as long, and its mixtures are a heuristic

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


def roll_out(
    game: Game, net: Net, record: NDArray[Any], seat: int, actions: Indices, count: int, generator: np.random.Generator
) -> Floats:
    """By how much the net changes its mind of each action on the way of each rollout.

    Args:
        game: with two players.
        net: plays and values.
        record: shape (1,), dtype rules.STATE: where the seat bids or picks.
        seat: whose actions they are.
        actions: shape (k,), legal.
        count: how many rollouts each gets.
        generator: supplies everything random.

    Returns:
        Shares of the victory, shape (count, k), to be added to what the net says that the actions are worth.
    """
    rules, kinds = game.rules, len(actions)
    states = rows_of(record, np.zeros(count * kinds, np.int64))
    played = np.tile(actions, count)
    seeds = np.repeat(generator.integers(1 << 62, size=count), kinds)
    cards = [np.random.Generator(np.random.SFC64(int(seed))) for seed in seeds]
    chances = np.repeat(generator.random((TURNS, PLAYERS, count)), kinds, axis=2)
    everyone = np.arange(len(states))
    if record["player"][0] == SIMULTANEOUS:
        worth = worth_of_bids(net, record)
        mixtures, _ = solve(worth, record, ROUNDS)
        bids = np.stack([_drawn(np.tile(mixtures[0, k], (len(states), 1)), chances[0, k]) for k in range(PLAYERS)], 1)
        bids[:, seat] = played
        rules.apply_joint_all(states, everyone, bids)
        said = worth[0, joint_of(bids), seat].astype(np.float64)
    else:
        _, known, picked = worth_of_picks(net, record)
        said = picked[np.argsort(known)[np.searchsorted(np.sort(known), played)], seat]
        rules.apply_all(states, everyone, played)
    changes = np.zeros(len(states))
    for turn in range(1, TURNS + 1):
        _pick(game, net, states)
        for k, state_cards in enumerate(cards):
            rules.reveal_all(states[k : k + 1], state_cards)
        over = states["player"] == TERMINAL
        came = game.shares_of(states[over])[:, seat]
        changes[over] += came - said[over]
        said[over] = came
        running = np.flatnonzero(~over)
        if not len(running):
            break
        records = rows_of(states, running)
        worth = worth_of_bids(net, records)
        mixtures, values = solve(worth, records, ROUNDS)
        changes[running] += values[:, seat] - said[running]
        if turn < TURNS:
            own = [np.ascontiguousarray(mixtures[:, k]) for k in range(PLAYERS)]
            bids = np.stack([_drawn(own[k], chances[turn, k, running]) for k in range(PLAYERS)], 1)
            rules.apply_joint_all(states, running, bids)
            said[running] = worth[np.arange(len(running)), joint_of(bids), seat]
    return changes.reshape(count, kinds)


def _drawn(mixtures: Floats, chances: Floats) -> Indices:
    bids = np.empty(len(mixtures), np.int64)
    matrix.draw(mixtures, np.ascontiguousarray(chances), bids)
    return bids


def _pick(game: Game, net: Net, states: NDArray[Any]) -> None:
    """Let everybody pick until nobody does."""
    while len(picking := np.flatnonzero(states["player"] >= 0)):
        game.rules.apply_all(states, picking, best_picks(net, rows_of(states, picking)))
