"""Exact judge of bots in a two-player game cut down so far that every position can be visited.

All reachable positions are listed once, by the rules' own key. Backward induction then gives the value of each in an
equilibrium, and its value for a best response to a fixed bot. The total gain of both seats' best responses is NashConv
(Lanctot et al., NeurIPS 2017); no opponent can win more against that bot. Where both choose at once the game brings what
solves that, a `SolveTogether`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.api import Bot, policies
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Game
from jardinet.games.parameters import GameError
from jardinet.games.records import bytes_of, rows_of

MOST_POSITIONS = 1_000_000  # more would take gigabytes


# Solves positions, shape (n,), in which both choose at once. It is told the position of each joint move, rising, the
# moves, shape (k, 2), and what each brings the first seat; it returns that seat's value in each position, and an
# equilibrium, shape (n, 2, the actions that can be chosen at once).
SolveTogether = Callable[
    [NDArray[Any], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
    tuple[NDArray[np.float64], NDArray[np.float64]],
]


class ExactJudge:
    """Judge of a cut-down game: see `Judge`."""

    def __init__(self, game: Game, solve_together: SolveTogether | None = None) -> None:
        """List all positions of `game`; raises GameError as `positions_of`. `solve_together`: if both choose at once somewhere."""
        self._positions = positions_of(game)
        self._solve_together = solve_together
        self.positions = len(self._positions.records)

    def value(self) -> float:
        """The value of the game for the first seat in equilibrium; see `Judge.value`."""
        return float(solve(self._positions, self._solve_together)[0][0])

    def exploitability(self, bot: Bot) -> float:
        """What a best response wins against a bot on average, half of NashConv; see `Judge.exploitability`."""
        return nash_conv(strategies_of(bot, self._positions), self._positions) / 2


class AllPositions(NamedTuple):
    """All reachable positions of a game, each before all that can follow it.

    Attributes:
        game: the game.
        records: shape (n,), dtype rules.STATE.
        levels: rising, from 0 to n: between two of them no position follows another.
        starts: shape (n + 1,): where the moves of each position begin.
        actions: shape (moves, 2): the action, and -1; or both seats' bids.
        chances: shape (moves,): its probability if chance moves, else 1.
        after: shape (moves,): the number of the position that it leads to.
    """

    game: Game
    records: NDArray[Any]
    levels: NDArray[np.int64]
    starts: NDArray[np.int64]
    actions: NDArray[np.int64]
    chances: NDArray[np.float64]
    after: NDArray[np.int64]


class Strategies(NamedTuple):
    """The mixed strategies of both seats in every position.

    Attributes:
        mixtures: shape (n, 2, rules.NUM_ACTIONS): the probability of each seat's actions; zeros where it has nothing to
            choose.
    """

    mixtures: NDArray[np.float64]


def positions_of(game: Game) -> AllPositions:
    """All reachable positions of a game for two players.

    Raises:
        GameError: it has more than two players, or more than MOST_POSITIONS positions: cut it down.
    """
    if game.players != 2:
        raise GameError(
            "best-responses-of-two",
            "{game!r} has {players} players: best responses are reckoned for two.",
            game=game,
            players=game.players,
        )
    rules = game.rules
    generation = game.new_initial_state().observation()
    numbers = {_keys(game, generation)[0].tobytes(): 0}
    records, owners, actions, chances, after = [generation], [], [], [], []
    first = 0
    while len(generation):
        owner, action, chance = _moves(game, generation)
        following = rows_of(generation, owner)
        bids, others = np.flatnonzero(action[:, 1] >= 0), np.flatnonzero(action[:, 1] < 0)
        rules.apply_joint_all(following, bids, action[bids])
        rules.apply_all(following, others, action[others, 0].copy())
        different, one_of, which = np.unique(_keys(game, following), return_index=True, return_inverse=True)
        known = len(numbers)
        number = np.array([numbers.setdefault(key.tobytes(), len(numbers)) for key in different], np.int64)
        if len(numbers) > MOST_POSITIONS:
            raise GameError(
                "too-many-positions",
                "{game!r} has more than {most} positions: cut it down further.",
                game=game,
                most=MOST_POSITIONS,
            )
        owners.append(owner + first)
        actions.append(action)
        chances.append(chance)
        after.append(number[which.reshape(-1)])
        first += len(generation)
        generation = rows_of(following, one_of[number >= known])
        records.append(generation)
    return _sorted(game, *(np.concatenate(each) for each in (records, owners, actions, chances, after)))


def solve(
    positions: AllPositions, solve_together: SolveTogether | None = None
) -> tuple[NDArray[np.float64], Strategies]:
    """The value of every position for the first seat in an equilibrium, shape (n,); and that equilibrium.

    1 is a victory and -1 a defeat.
    """
    records, worth, actions = positions.records, _ends(positions), positions.game.rules.NUM_ACTIONS
    mixtures = np.zeros((len(records), 2, actions))
    for begin, end in _backwards(positions):
        first, last = positions.starts[begin], positions.starts[end]
        owner, action = _owners(positions, begin, end), positions.actions[first:last]
        gains = positions.chances[first:last] * worth[positions.after[first:last]]
        player = records["player"][begin:end]
        worth[begin:end] += np.bincount(owner, np.where(player[owner] == CHANCE, gains, 0), end - begin)
        bidding = np.flatnonzero(player == SIMULTANEOUS)
        if len(bidding):
            assert solve_together, "a game in which both choose at once says how that is solved"
            bids = np.flatnonzero(player[owner] == SIMULTANEOUS)
            which, states = np.searchsorted(bidding, owner[bids]), rows_of(records, begin + bidding)
            values, found = solve_together(states, which, action[bids], gains[bids])
            worth[begin + bidding], mixtures[begin + bidding, :, : found.shape[2]] = values, found
        for seat, sign in ((0, 1), (1, -1)):
            own = np.flatnonzero(player[owner] == seat)
            best = own[np.lexsort((sign * gains[own], owner[own]))]  # the last of each position is its best
            worth[begin + owner[best]] = gains[best]
            mixtures[begin + owner[best], seat] = np.arange(actions) == action[best, :1]
    return worth, Strategies(mixtures)


def strategies_of(bot: Bot, positions: AllPositions) -> Strategies:
    """The strategies of a bot in all positions of the game that it plays.

    Raises:
        BotError: it has no policy (`PolicyBot`), or an invalid one.
    """
    records, actions = positions.records, positions.game.rules.NUM_ACTIONS
    mixtures = np.zeros((len(records), 2, actions))
    for seat in (0, 1):
        acting = np.flatnonzero((records["player"] == SIMULTANEOUS) | (records["player"] == seat))
        observed, seats = rows_of(records, acting), np.full(len(acting), seat)
        legal = np.empty((len(acting), actions), np.int8)
        positions.game.rules.legal_table(observed, seats, legal)
        mixtures[acting, seat] = policies(bot, observed, seats, legal)
    return Strategies(mixtures)


def nash_conv(strategies: Strategies, positions: AllPositions) -> float:
    """NashConv: the total gain of best responses in both seats, in utility, 1 a victory and -1 a defeat.

    0 is an equilibrium. Half of it is a bot's exploitability, its mean loss over both seats.
    """
    return float(sum(_best_response(positions, seat, strategies) for seat in (0, 1)))


def _best_response(positions: AllPositions, seat: int, strategies: Strategies) -> float:
    """The value of the game for a seat that plays the best response to the other's strategy."""
    player, worth = positions.records["player"], _ends(positions) * (1 - 2 * seat)
    actions = positions.game.rules.NUM_ACTIONS
    for begin, end in _backwards(positions):
        first, last = positions.starts[begin], positions.starts[end]
        owner, action = _owners(positions, begin, end), positions.actions[first:last]
        moves = player[begin + owner]
        likely = positions.chances[first:last].copy()
        picks, bids = np.flatnonzero(moves == 1 - seat), np.flatnonzero(moves == SIMULTANEOUS)
        likely[picks] = strategies.mixtures[begin + owner[picks], 1 - seat, action[picks, 0]]
        likely[bids] = strategies.mixtures[begin + owner[bids], 1 - seat, action[bids, 1 - seat]]
        chosen = np.zeros(len(owner), np.int64)  # the options of the seat itself
        chosen[bids] = action[bids, seat]
        chosen[moves == seat] = action[moves == seat, 0]
        options, which = np.unique(owner * actions + chosen, return_inverse=True)
        gains = np.bincount(which.reshape(-1), likely * worth[positions.after[first:last]])
        best = np.full(end - begin, -np.inf)
        np.maximum.at(best, options // actions, gains)
        worth[begin:end] = np.where(player[begin:end] == TERMINAL, worth[begin:end], best)
    return float(worth[0])


def _ends(positions: AllPositions) -> NDArray[np.float64]:
    """The value of each position for the first seat if the game is over; else 0."""
    return positions.game.returns_of(positions.records)[:, 0].copy()


def _backwards(positions: AllPositions) -> list[tuple[int, int]]:
    """The beginning and end of each level, the last level first."""
    return list(zip(positions.levels[-2::-1].tolist(), positions.levels[:0:-1].tolist(), strict=True))


def _owners(positions: AllPositions, begin: int, end: int) -> NDArray[np.int64]:
    """The position of each move of a level, from 0 at its beginning."""
    return np.repeat(np.arange(end - begin), np.diff(positions.starts[begin : end + 1]))


def _moves(game: Game, records: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Every move in every position: the position's number, rising; the actions; the probability."""
    player = records["player"]
    alone, together = np.flatnonzero(player >= CHANCE), np.flatnonzero(player == SIMULTANEOUS)
    owner, action = np.nonzero(_legal(game, rows_of(records, alone), player[alone].astype(np.int64)))
    chances = np.ones(len(owner))
    chances[player[alone[owner]] == CHANCE] = [
        chance for k in alone[player[alone] == CHANCE] for _, chance in game.rules.chance_outcomes(records, k)
    ]
    mine, theirs = (_legal(game, rows_of(records, together), np.full(len(together), seat)) for seat in (0, 1))
    bidder, bid, answer = np.nonzero(mine[:, :, None] & theirs[:, None])
    owners = np.concatenate([alone[owner], together[bidder]])
    actions = np.concatenate([np.stack([action, np.full_like(action, -1)], 1), np.stack([bid, answer], 1)])
    order = np.argsort(owners, kind="stable")
    return owners[order], actions[order], np.concatenate([chances, np.ones(len(bidder))])[order]


def _legal(game: Game, records: NDArray[Any], players: NDArray[np.int64]) -> NDArray[np.int8]:
    table = np.empty((len(records), game.rules.NUM_ACTIONS), np.int8)
    game.rules.legal_table(records, players, table)
    return table


def _keys(game: Game, records: NDArray[Any]) -> NDArray[Any]:
    """The key of each position, as one value of bytes; shape (n,)."""
    keys = np.zeros(len(records), game.rules.KEY)
    game.rules.write_keys(records, keys)
    return bytes_of(keys).view(f"V{keys.itemsize}").reshape(-1)


def _sorted(
    game: Game,
    records: NDArray[Any],
    owners: NDArray[np.int64],
    actions: NDArray[np.int64],
    chances: NDArray[np.float64],
    after: NDArray[np.int64],
) -> AllPositions:
    """The positions sorted by how many moves can follow at most, falling; the start has the most."""
    height, before = np.zeros(len(records), np.int64), np.full(len(records), -1)
    while (height != before).any():
        before = height.copy()
        np.maximum.at(height, owners, before[after] + 1)
    order = np.argsort(-height, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    levels = np.flatnonzero(np.diff(height[order], prepend=-1, append=-1))
    moves = np.argsort(place[owners], kind="stable")
    starts = np.searchsorted(place[owners][moves], np.arange(len(order) + 1))
    return AllPositions(
        game, rows_of(records, order), levels, starts, actions[moves], chances[moves], place[after][moves]
    )
