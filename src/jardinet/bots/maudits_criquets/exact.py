"""Exact judge of a master in a game of two cut down so far that every position can be visited.

All positions that can be reached are listed once, by the rules' own key of what decides the future, and the best response to
a frozen master is reckoned backwards from the ends. What both seats' best responders gain together is NashConv (Lanctot
et al., NeurIPS 2017); nobody can take more off the master, whatever they learn.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets.master import MasterBot
from jardinet.games.api import CHANCE, SIMULTANEOUS, TERMINAL, Game
from jardinet.games.maudits_criquets.rules import BIDS
from jardinet.games.parameters import GameError
from jardinet.games.records import bytes_of, rows_of

MOST = 1_000_000  # positions; more take gigabytes


class Positions(NamedTuple):
    """Every position of a game that can be reached, each before all that can follow it.

    Attributes:
        records: shape (n,), dtype rules.STATE.
        moves: of each, what follows: the action, or both seats' bids, how likely it is where chance moves, else 1, and
            the number of the position that it leads to.
    """

    records: NDArray[Any]
    moves: list[list[tuple[tuple[int, ...], float, int]]]


def positions_of(game: Game) -> Positions:
    """All positions of a game of two.

    Raises:
        GameError: it is played by more than two, or has more than MOST positions: cut it down.
    """
    if game.players != 2:
        raise GameError(f"{game!r} has {game.players} players: best responses are reckoned for two.")
    rules = game.rules
    generation = game.new_initial_state().observation()
    numbers: dict[bytes, int] = {_keys(game, generation)[0]: 0}
    found, moves = [generation], list[list[tuple[tuple[int, ...], float, int]]]()
    while len(generation):
        owners, actions, chances = _moves(game, generation)
        following = rows_of(generation, np.array(owners, np.int64))
        bids = np.array([k for k, action in enumerate(actions) if len(action) == 2], np.int64)
        others = np.array([k for k, action in enumerate(actions) if len(action) == 1], np.int64)
        if len(bids):
            rules.apply_joint_all(following, bids, np.array([actions[k] for k in bids], np.int64))
        if len(others):
            rules.apply_all(following, others, np.array([actions[k][0] for k in others], np.int64))
        first = len(moves)
        moves += [[] for _ in generation]
        new = []
        for k, key in enumerate(_keys(game, following)):
            if key not in numbers:
                numbers[key] = len(numbers)
                new.append(k)
            moves[first + owners[k]].append((actions[k], chances[k], numbers[key]))
        if len(numbers) > MOST:
            raise GameError(f"{game!r} has more than {MOST} positions: cut it down further.")
        generation = rows_of(following, np.array(new, np.int64))
        found.append(generation)
    return _sorted(np.concatenate(found), moves)


def nash_conv(bot: MasterBot, positions: Positions) -> float:
    """What best responders in both seats gain together against a master, in utility, 1 a victory and -1 a defeat.

    0 is an equilibrium. Half of it is what a master loses in the mean of both seats.

    Args:
        bot: for the game that the positions are of.
        positions: from `positions_of`.
    """
    records = positions.records
    mixtures = np.zeros((len(records), 2, BIDS))
    picks = np.full(len(records), -1)
    bidding = np.flatnonzero(records["player"] == SIMULTANEOUS)
    picking = np.flatnonzero(records["player"] >= 0)
    if len(bidding):
        mixtures[bidding] = bot.mixtures(rows_of(records, bidding))[0]
    if len(picking):
        observed = rows_of(records, picking)
        picks[picking] = bot.act(observed, observed["player"].astype(np.int64), np.random.default_rng(0))
    return float(sum(_best_response(positions, seat, mixtures[:, 1 - seat], picks) for seat in (0, 1)))


def _best_response(positions: Positions, seat: int, mixtures: NDArray[np.float64], picks: NDArray[np.int64]) -> float:
    """What the game is worth to a seat that answers best to the other's mixtures and picks."""
    players, winners = positions.records["player"].tolist(), positions.records["winners"].tolist()
    worth = [0.0] * len(players)
    for k in range(len(players) - 1, -1, -1):
        if players[k] == TERMINAL:
            worth[k] = float((winners[k] >> seat & 1) - (winners[k] >> (1 - seat) & 1))
        elif players[k] == CHANCE:
            worth[k] = sum(chance * worth[after] for _, chance, after in positions.moves[k])
        elif players[k] == SIMULTANEOUS:
            gains: dict[int, float] = {}
            for bids, _, after in positions.moves[k]:
                gains[bids[seat]] = gains.get(bids[seat], 0.0) + mixtures[k, bids[1 - seat]] * worth[after]
            worth[k] = max(gains.values())
        elif players[k] == seat:
            worth[k] = max(worth[after] for _, _, after in positions.moves[k])
        else:
            worth[k] = next(worth[after] for action, _, after in positions.moves[k] if action[0] == picks[k])
    return worth[0]


def _moves(game: Game, records: NDArray[Any]) -> tuple[list[int], list[tuple[int, ...]], list[float]]:
    """Every move in every position: whose it is, the action or both bids, and how likely it is."""
    owners, actions, chances = list[int](), list[tuple[int, ...]](), list[float]()
    for k, player in enumerate(records["player"].tolist()):
        if player == TERMINAL:
            continue
        if player == CHANCE:
            outcomes = [((action,), chance) for action, chance in game.rules.chance_outcomes(records, k)]
        elif player == SIMULTANEOUS:
            mine, theirs = (_bits(game.rules.legal_word(records, k, seat, 0)) for seat in (0, 1))
            outcomes = [((bid, answer), 1.0) for bid in mine for answer in theirs]  # type: ignore[misc]
        else:
            outcomes = [((action,), 1.0) for action in _bits(game.rules.legal_word(records, k, player, 0))]
        for action, chance in outcomes:
            owners.append(k)
            actions.append(action)
            chances.append(chance)
    return owners, actions, chances


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(int(mask).bit_length()) if mask >> bit & 1]


def _keys(game: Game, records: NDArray[Any]) -> list[bytes]:
    keys = np.zeros(len(records), game.rules.KEY)
    game.rules.write_keys(records, keys)
    return [row.tobytes() for row in bytes_of(keys)]


def _sorted(records: NDArray[Any], moves: list[list[tuple[tuple[int, ...], float, int]]]) -> Positions:
    """The positions in an order in which each stands before all that follow it (Kahn 1962)."""
    before = [0] * len(records)
    for following in moves:
        for _, _, after in following:
            before[after] += 1
    order = [0]
    for k in order:
        for _, _, after in moves[k]:
            before[after] -= 1
            if before[after] == 0:
                order.append(after)
    place = [0] * len(order)
    for number, k in enumerate(order):
        place[k] = number
    placed = [[(action, chance, place[after]) for action, chance, after in moves[k]] for k in order]
    return Positions(rows_of(records, np.array(order, np.int64)), placed)
