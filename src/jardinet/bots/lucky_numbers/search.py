"""Search of Lucky Numbers: rollouts re-evaluate the best candidates as long as the effort lasts.

A rollout plays on for some turns by one-ply lookahead for all seats, on tiles drawn at random from the hidden ones, the
same for every candidate. It adds up how much the net's value changes at each play: from the value right after the play
to the value after the next seat's lookahead. The effect of a drawn tile is left out, as the lookahead knows its mean.
So the luck of a rollout is removed, like in the variance reduction of GNU Backgammon's rollouts, and some dozen
rollouts tell as much as hundreds of results would.
"""

from __future__ import annotations

from math import isnan
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Floats, Indices
from jardinet.bots.layer import Effort
from jardinet.bots.lucky_numbers.lookahead import Lookahead
from jardinet.bots.sparse_net import Net
from jardinet.games.api import CHANCE, Game
from jardinet.games.lucky_numbers.rules import CHOOSING, DISCARD, OVER, PLACING
from jardinet.games.records import rows_of

CANDIDATES = 3  # at most, that are rolled out
MARGIN = 0.04  # of the victory: an action whose value is that much below the best is no candidate
TURNS = 5  # of a rollout
DRAWS = 6  # tiles by which a draw is valued in a rollout
PASSES = 8  # in which the rollouts are shared among the candidates that are left
DOUBT = 2.0  # a candidate that many standard errors behind is dropped
SCATTER = 0.05  # prior standard deviation of the difference between two candidates in a rollout
SCATTERS = 4  # rollouts that this prior counts as
TRUST = 8.0  # rollouts of a candidate that weigh as much as the lookahead alone
LEAST_PACE = 500.0  # rollouts a second: assumed until the pace is measured, and the least after a slow moment


class SearchBot:
    """Master that searches: see the module. Set-ups are placed by the lookahead alone.

    Attributes:
        name: what it is called.
    """

    def __init__(self, game: Game, net: Net, effort: Effort, name: str) -> None:
        """Play `game`, a Lucky Numbers, by a net for its number of players; `effort`: what a decision takes at most."""
        self.name = name
        self._lookahead = Lookahead(game, net)
        self._effort = effort
        self._pace = LEAST_PACE

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """Choose one legal action in each of n positions; see `Bot.act`.

        One position after the other, each with the whole effort.
        """
        decided = [self._decide(rows_of(observations, np.array([k])), generator) for k in range(len(seats))]
        return np.array(decided, np.int64)

    def _decide(self, record: NDArray[Any], generator: np.random.Generator) -> int:
        begun, spent = perf_counter(), 0
        contest = self.contest(record)
        while len(contest.left) > 1:
            orders = self._orders(len(contest.left), spent, perf_counter() - begun)
            if not orders:
                break
            before, rollouts = perf_counter(), orders * len(contest.left)
            tiles = tiles_of(record[0]["pile"], orders, TURNS, generator)
            changes = roll_out(self._lookahead, record, contest.actions(), contest.expected(), tiles, generator)
            contest.add(changes)
            spent += rollouts
            pace = rollouts / (perf_counter() - before)
            self._pace = max(LEAST_PACE, 0.7 * self._pace + 0.3 * pace)
        return contest.best()

    def contest(self, record: NDArray[Any]) -> Race:
        """The candidates worth rollouts; of actions with equal values only one, a discard first."""
        if record["phase"][0] not in (CHOOSING, PLACING):
            return Race(self._lookahead.choose(record)[0].tolist(), [0.0])
        values = self._lookahead.worth_again(record)[0, :, record["player"][0]].tolist()
        legal = [action for action, value in enumerate(values) if not isnan(value)]
        actions: list[int] = []
        for action in sorted(legal, key=lambda action: (-values[action], action != DISCARD)):
            is_near = not actions or values[action] > values[actions[0]] - MARGIN
            if is_near and len(actions) < CANDIDATES and values[action] not in [values[other] for other in actions]:
                actions.append(action)
        return Race(actions, [values[action] for action in actions])

    def _orders(self, candidates: int, spent: int, seconds: float) -> int:
        """How many orders of tiles the next pass plays for each of some candidates; 0: the effort is spent."""
        if self._effort.rollouts is not None:
            whole, left = float(self._effort.rollouts), float(self._effort.rollouts - spent)
        else:
            assert self._effort.seconds is not None
            whole, left = self._pace * self._effort.seconds, self._pace * (self._effort.seconds - seconds)
        return max(0, int(min(max(1, whole / PASSES / candidates), left / candidates)))


class Race:
    """Race of candidates for one decision: the expected value of each, corrected by rollouts.

    Attributes:
        left: the indices of those still in it, rising.
    """

    def __init__(self, actions: list[int], expected: list[float]) -> None:
        """`actions`: the candidates, the best first; `expected`: the mover's share of the victory after each."""
        self.left = np.arange(len(actions))
        self._actions, self._expected = np.array(actions), np.array(expected)
        self._changes = np.zeros((0, len(actions)))

    def actions(self) -> Indices:
        """The actions of the candidates that are left."""
        return self._actions[self.left]

    def expected(self) -> Floats:
        """The expected values of the candidates that are left."""
        return self._expected[self.left]

    def add(self, changes: Floats) -> None:
        """Add rollouts, shape (n, candidates left), and drop candidates that are clearly behind."""
        rows = np.zeros((len(changes), len(self._actions)))
        rows[:, self.left] = changes
        self._changes = np.concatenate([self._changes, rows])
        count, leader = len(self._changes), self._leader()
        ahead = self._changes[:, [leader]] - self._changes[:, self.left]
        squares = ((ahead - ahead.mean(0)) ** 2).sum(0) + SCATTERS * SCATTER**2
        error = np.sqrt(squares / (count - 1 + SCATTERS) / count)
        is_behind = self._expected[leader] - self.expected() + ahead.mean(0) > DOUBT * error
        self.left = self.left[~is_behind | (self.left == leader)]

    def best(self) -> int:
        """The action to play."""
        return int(self._actions[self._leader()])

    def _leader(self) -> int:
        """The best of the candidates left: few rollouts count little against the lookahead."""
        count = len(self._changes)
        changes = self._changes[:, self.left].sum(0) / (count + TRUST)
        return int(self.left[np.argmax(self.expected() + changes)])


def tiles_of(pile: NDArray[np.int8], orders: int, tiles: int, generator: np.random.Generator) -> Indices:
    """Random orders in which hidden tiles may be drawn, the first ones of all orders spread evenly over the pile.

    Args:
        pile: how many of each number are hidden, from 0 on.
        orders: how many.
        tiles: how many tiles of each order are returned; fewer if there are fewer.
        generator: supplies everything random.

    Returns:
        shape (orders, tiles): numbers.
    """
    hidden = np.repeat(np.arange(len(pile)), pile)
    if not len(hidden):
        return np.zeros((orders, 0), np.int64)
    ranks = generator.random((orders, len(hidden)))
    first = ((generator.permutation(orders) + generator.random()) * len(hidden) / orders).astype(np.int64)
    ranks[np.arange(orders), first] = -1.0
    chosen: Indices = hidden[np.argsort(ranks, axis=1)[:, :tiles]]
    return chosen


def roll_out(
    lookahead: Lookahead,
    record: NDArray[Any],
    actions: Indices,
    expected: Floats,
    tiles: Indices,
    generator: np.random.Generator,
    turns: float = TURNS,
) -> Floats:
    """The correction of each action's value by a rollout on each order of tiles: see the module.

    Args:
        lookahead: plays and values.
        record: shape (1,), dtype STATE: a seat chooses or places a tile.
        actions: shape (k,), legal.
        expected: shape (k,): the mover's share of the victory after each, by the two-ply lookahead.
        tiles: shape (orders, tiles): the tiles that are drawn, one for each turn or as many as there are.
        generator: supplies the rest of what is random.
        turns: of each rollout; infinite: to the end of the game.

    Returns:
        Shares of the victory, shape (orders, k).
    """
    rules, mover = lookahead.game.rules, int(record["player"][0])
    orders, candidates = len(tiles), len(actions)
    games = orders * candidates
    states = rows_of(record, np.zeros(games, np.int64))
    rules.apply_all(states, np.arange(games), np.tile(actions, orders))
    at_once = lookahead.worth(record)[0, actions, mover].astype(np.float64)  # a rollout's changes start here
    held = np.tile(at_once, orders)
    changes, drawn = np.zeros(games), np.zeros(games, np.int64)
    turn = 0
    while turn < turns and (states["phase"] != OVER).any():
        turn += 1
        revealing = np.flatnonzero(states["player"] == CHANCE)
        rules.apply_all(states, revealing, tiles[revealing // candidates, drawn[revealing]])
        drawn[revealing] += 1
        placing = np.flatnonzero(states["phase"] == PLACING)
        played, outlook = lookahead.choose(rows_of(states, placing))
        rules.apply_all(states, placing, played)
        held[placing] = outlook[:, mover]
        choosing = np.flatnonzero(states["phase"] != OVER)
        played, outlook = lookahead.choose(rows_of(states, choosing), DRAWS, generator.random(len(choosing)))
        changes[choosing] += outlook[:, mover] - held[choosing]
        held[choosing] = outlook[:, mover]
        if turn < turns:
            rules.apply_all(states, choosing, played)
    changed: Floats = changes.reshape(orders, candidates) + at_once - expected
    return changed
