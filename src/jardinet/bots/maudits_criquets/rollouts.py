"""Rollouts of Maudits Criquets: actions are played on by the net's own mixtures and valued again.

As in Lucky Numbers, a rollout adds up how much the net's value changes on the way. The luck of how bids meet is left
out, as the matrix knows the value of each pair of bids; the cards that come are the same for every action, so that
their luck mostly cancels out between two actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Floats, Indices
from jardinet.bots.maudits_criquets import matrix
from jardinet.bots.maudits_criquets.master import ROUNDS, best_picks, solve
from jardinet.bots.maudits_criquets.turns import MOST, joint_of, worth_of_bids, worth_of_picks
from jardinet.bots.maudits_criquets.value import ValueNet
from jardinet.games.api import SIMULTANEOUS, TERMINAL, Game
from jardinet.games.maudits_criquets.rules import NUM_ACTIONS
from jardinet.games.records import rows_of

TURNS = 2  # of a rollout, after the turn of the action
PLAYERS = 2  # where some turns are rolled out: with more players one takes twenty times as long


def roll_out(
    game: Game,
    net: ValueNet,
    record: NDArray[Any],
    seat: int,
    actions: Indices,
    count: int,
    generator: np.random.Generator,
    turns: float = TURNS,
) -> Floats:
    """The correction of each action's value by each rollout.

    Args:
        game: with its parameters.
        net: plays and values.
        record: shape (1,), dtype rules.STATE: the seat bids or picks.
        seat: the seat that plays the actions.
        actions: shape (k,), legal.
        count: how many rollouts each action gets.
        generator: supplies everything random.
        turns: of each rollout, after the turn of the action; infinite: to the end of the game.

    Returns:
        Shares of the victory, shape (count, k), to be added to the net's values of the actions.
    """
    kinds = len(actions)
    states = rows_of(record, np.zeros(count * kinds, np.int64))
    seeds = np.repeat(generator.integers(1 << 62, size=count), kinds)
    cards = [np.random.Generator(np.random.SFC64(int(seed))) for seed in seeds]
    played, chances = np.tile(actions, count), _chances(game, count, kinds, generator)
    if record["player"][0] == SIMULTANEOUS:
        said = _bid_first(game, net, states, seat, played, chances)
    else:
        said = _pick_first(game, net, states, seat, played)
    changes, turn = np.zeros(len(states)), 0
    while turn < turns:
        turn += 1
        _end_turn(game, net, states, cards)
        over = states["player"] == TERMINAL
        came = game.shares_of(states[over])[:, seat]
        changes[over] += came - said[over]
        said[over] = came
        running = np.flatnonzero(~over)
        if not len(running):
            break
        chances = _chances(game, count, kinds, generator)
        for begin in range(0, len(running), MOST):
            part = running[begin : begin + MOST]
            records = rows_of(states, part)
            worth = worth_of_bids(net, records)
            mixtures, values = solve(worth, records, ROUNDS)
            changes[part] += values[:, seat] - said[part]
            if turn < turns:
                bids = _drawn(mixtures, chances[:, part])
                game.rules.apply_joint_all(states, part, bids)
                said[part] = worth[np.arange(len(part)), joint_of(bids), seat]
    return changes.reshape(count, kinds)


def _chances(game: Game, count: int, kinds: int, generator: np.random.Generator) -> Floats:
    """Uniform numbers by which seats draw bids, the same for every kind of action: shape (players, count * kinds)."""
    return np.repeat(generator.random((game.num_players(), count)), kinds, axis=1)


def _bid_first(game: Game, net: ValueNet, states: NDArray[Any], seat: int, played: Indices, chances: Floats) -> Floats:
    """Let the seat bid `played` in equal states, the others by their mixtures; returns the net's value of each."""
    worth = worth_of_bids(net, states[:1])
    mixtures, _ = solve(worth, states[:1], ROUNDS)
    bids = _drawn(np.repeat(mixtures, len(states), axis=0), chances)
    bids[:, seat] = played
    game.rules.apply_joint_all(states, np.arange(len(states)), bids)
    said: Floats = worth[0, joint_of(bids), seat].astype(np.float64)
    return said


def _pick_first(game: Game, net: ValueNet, states: NDArray[Any], seat: int, played: Indices) -> Floats:
    """Let the seat pick `played` in equal states; returns the net's value of each."""
    _, picks, worth = worth_of_picks(net, states[:1])
    game.rules.apply_all(states, np.arange(len(states)), played)
    said = np.empty(NUM_ACTIONS)
    said[picks] = worth[:, seat]
    return said[played]


def _end_turn(game: Game, net: ValueNet, states: NDArray[Any], cards: Sequence[np.random.Generator]) -> None:
    """Play all picks, then lay out the cards of the next turn, in each state by its own generator."""
    while len(picking := np.flatnonzero(states["player"] >= 0)):
        game.rules.apply_all(states, picking, best_picks(net, rows_of(states, picking)))
    for one, its_cards in enumerate(cards):
        game.rules.reveal_all(states[one : one + 1], its_cards)


def _drawn(mixtures: Floats, chances: Floats) -> Indices:
    """Bids, shape (n, players), drawn from the mixtures, (n, players, BIDS), by `chances`, (players, n), 0 to 1."""
    bids = np.empty(chances.shape, np.int64)
    for seat in range(len(bids)):
        matrix.draw(np.ascontiguousarray(mixtures[:, seat]), np.ascontiguousarray(chances[seat]), bids[seat])
    return np.ascontiguousarray(bids.T)
