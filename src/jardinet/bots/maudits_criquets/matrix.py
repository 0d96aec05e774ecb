"""Equilibria of one turn's bids: exactly for two players' matrix, by regret matching for three and four players.

No game is known here: the caller passes the value of each pair, or each tuple, of bids.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.kernels import count_bits

# A matrix is scaled to 1..2 before it is solved. Then:
ALIKE = 1e-5  # bids that differ by less everywhere count as one: a pivot on their difference would be one on rounding errors
TINY = 1e-12  # anything smaller counts as 0
PATIENCE = 50  # pivots by the steepest column, which is fast; after that Bland's, which never comes back to a basis
ENOUGH = 200  # pivots; eight bids need about ten


def solve_zero_sum(matrix: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Equilibrium of a finite two-player zero-sum game, by the simplex method.

    Args:
        matrix: shape (rows, columns), each at least 1, finite: the payoffs of the row player, who maximizes.

    Returns:
        The row player's mixture, shape (rows,); the column player's, shape (columns,); the game's value.

    Raises:
        ValueError: the matrix is empty, or has an entry that is no finite number.

    >>> rows, columns, value = solve_zero_sum(np.array([[2.0, -1.0], [-1.0, 1.0]]))
    >>> [round(float(share), 3) for share in (*rows, *columns, value)]
    [0.4, 0.6, 0.4, 0.6, 0.2]
    """
    matrix = np.ascontiguousarray(matrix, np.float64)
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise ValueError(f"a matrix game is an array of finite numbers, rows and columns; this one is {matrix!r}.")
    rows, columns = np.zeros(matrix.shape[0]), np.zeros(matrix.shape[1])
    value = _solve(matrix, rows, columns, np.empty((matrix.shape[0] + 1, sum(matrix.shape) + 1)))
    return rows, columns, value


@compiled
def solve_bids(
    worth: NDArray[np.float32],
    hands: NDArray[np.int64],
    mixtures: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Solve the bids of two players exactly, in each of n positions.

    Args:
        worth: shape (n, bids ** 2, 2): the value of bids i and j, at index i + bids * j, for each seat; the sum of both
            is the same everywhere.
        hands: shape (n, 2): bit b: bid b is possible; at least one.
        mixtures: shape (n, 2, bids): filled with how likely each bid is.
        values: shape (n, 2): filled with the value of the turn for each seat.
    """
    bids = mixtures.shape[2]
    table = np.empty((bids + 1, 2 * bids + 1))
    for k in range(len(worth)):
        mine = _bits(hands[k, 0], bids)
        theirs = _bits(hands[k, 1], bids)
        matrix = np.empty((len(mine), len(theirs)))
        for i in range(len(mine)):
            for j in range(len(theirs)):
                matrix[i, j] = worth[k, mine[i] + bids * theirs[j], 0]
        rows = np.zeros(len(mine))
        columns = np.zeros(len(theirs))
        value = _solve(matrix, rows, columns, table)
        mixtures[k] = 0.0
        for i in range(len(mine)):
            mixtures[k, 0, mine[i]] = rows[i]
        for j in range(len(theirs)):
            mixtures[k, 1, theirs[j]] = columns[j]
        first = worth[k, mine[0] + bids * theirs[0]]
        total = float(first[0]) + float(first[1])
        values[k, 0] = value
        values[k, 1] = total - value


@compiled
def match_regrets(
    worth: NDArray[np.float32],
    hands: NDArray[np.int64],
    rounds: int,
    mixtures: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Mix the bids of any number of players in n positions by regret matching+ (Tammelin, arXiv:1407.5042, 2014).

    The seats learn in turn, and later mixtures have more weight in the average. For two players the averages approach
    an equilibrium; for more they are a heuristic with little regret for every seat.

    Args:
        worth: shape (n, bids ** players, players): the value of the joint bid sum(bid[s] * bids ** s) for each seat.
        hands: shape (n, players): bit b: bid b is possible; at least one.
        rounds: how often each seat learns, at least 1.
        mixtures: shape (n, players, bids): filled with how likely each bid is.
        values: shape (n, players): filled with the value of the turn for each seat if all bid so.
    """
    players = hands.shape[1]
    bids = mixtures.shape[2]
    regret = np.empty((players, bids))
    current = np.empty((players, bids))
    gain = np.empty(bids)
    room = np.empty((bids**players, 2))
    for k in range(len(worth)):
        regret[:] = 0.0
        mixtures[k] = 0.0
        for seat in range(players):
            _even(hands[k, seat], current[seat])
        for one in range(rounds):
            for seat in range(players):
                _gains(worth[k], hands[k, seat], current, seat, room, gain)
                mean = 0.0
                for bid in range(bids):
                    mean += current[seat, bid] * gain[bid]
                total = 0.0
                for bid in range(bids):
                    if (hands[k, seat] >> bid) & 1:
                        regret[seat, bid] = max(0.0, regret[seat, bid] + gain[bid] - mean)
                        total += regret[seat, bid]
                if total > 0:
                    for bid in range(bids):
                        current[seat, bid] = regret[seat, bid] / total
                else:
                    _even(hands[k, seat], current[seat])
                for bid in range(bids):
                    mixtures[k, seat, bid] += (one + 1) * current[seat, bid]
        for seat in range(players):
            mixtures[k, seat] /= mixtures[k, seat].sum()
        for seat in range(players):
            _gains(worth[k], hands[k, seat], mixtures[k], seat, room, gain)
            values[k, seat] = (mixtures[k, seat] * gain).sum()


@compiled
def draw(mixtures: NDArray[np.float64], chances: NDArray[np.float64], bids: NDArray[np.int64]) -> None:
    """Fill `bids`, (n,), with a bid drawn from each mixture, (n, bids), by the uniform numbers `chances`, (n,), 0 to 1."""
    for k in range(len(bids)):
        rest = chances[k]
        for bid in range(mixtures.shape[1]):
            if mixtures[k, bid] > 0:
                bids[k] = bid
                if rest < mixtures[k, bid]:
                    break
                rest -= mixtures[k, bid]


# The simplex method ----------------------------------------------------------------------------


@compiled
def _solve(
    matrix: NDArray[np.float64], rows: NDArray[np.float64], columns: NDArray[np.float64], table: NDArray[np.float64]
) -> float:
    """Fill in both mixtures and return the value; `table` is scratch space, at least (m + 1, m + n + 1).

    The result is checked to be an equilibrium. If rounding errors have spoilt it (once in ten thousand matrices made to
    be difficult, hardly ever in a game), it is solved again with more bids taken as alike.
    """
    least = matrix.min()
    span = matrix.max() - least
    if span <= 0:
        span = 1.0
    alike = ALIKE
    while True:
        value = _try(matrix, least, span, alike, rows, columns, table)
        gain = 0.0  # of the better of both best responses
        for i in range(matrix.shape[0]):
            gain = max(gain, (matrix[i] * columns).sum() - value)
        for j in range(matrix.shape[1]):
            gain = max(gain, value - (matrix[:, j] * rows).sum())
        if gain <= 2 * alike * span:  # never true if an entry is NaN
            return value
        if alike > 1:
            return np.nan
        alike *= 10


@compiled
def _try(
    matrix: NDArray[np.float64],
    least: float,
    span: float,
    alike: float,
    rows: NDArray[np.float64],
    columns: NDArray[np.float64],
    table: NDArray[np.float64],
) -> float:
    """The simplex method on the bids that are not alike.

    With all entries above 0, the y >= 0 of the largest sum with matrix @ y <= 1 is the column player's mixture times 1
    / value, and the dual prices of the rows are the row player's (Dantzig 1951). It begins at y = 0.
    """
    kept_rows = _different(matrix, span * alike)
    kept_columns = _different(matrix.T, span * alike)
    m, n = len(kept_rows), len(kept_columns)
    last = m + n
    for i in range(m):
        for j in range(n):
            table[i, j] = (matrix[kept_rows[i], kept_columns[j]] - least) / span + 1.0
    _begin(table, m, n)
    basis = np.arange(n, n + m)
    for pivots in range(ENOUGH):
        entering = _entering(table, m, last, pivots >= PATIENCE)
        if entering < 0:
            break
        leaving = _leaving(table, m, last, entering, basis, pivots >= PATIENCE)
        if leaving < 0:
            break
        _pivot(table, m, last, leaving, entering)
        basis[leaving] = entering
    value = 1.0 / table[m, last]
    rows[:] = 0.0
    columns[:] = 0.0
    for i in range(m):
        rows[kept_rows[i]] = max(0.0, table[m, n + i])
        if basis[i] < n:
            columns[kept_columns[basis[i]]] = max(0.0, table[i, last])
    rows /= rows.sum()
    columns /= columns.sum()
    return float((value - 1.0) * span + least)


@compiled
def _different(matrix: NDArray[np.float64], least: float) -> NDArray[np.int64]:
    """The rows that differ by `least` or more, in some place, from every row kept before."""
    kept = np.empty(matrix.shape[0], np.int64)
    count = 0
    for i in range(matrix.shape[0]):
        is_new = True
        for k in range(count):
            most = 0.0
            for j in range(matrix.shape[1]):
                most = max(most, abs(matrix[i, j] - matrix[kept[k], j]))
            if most < least:
                is_new = False
                break
        if is_new:
            kept[count] = i
            count += 1
    return kept[:count]


@compiled
def _begin(table: NDArray[np.float64], m: int, n: int) -> None:
    """Complete a table with the matrix in its first m rows and n columns: the slack variables are the first basis."""
    for i in range(m):
        for j in range(m):
            table[i, n + j] = 1.0 if i == j else 0.0
        table[i, m + n] = 1.0
    for j in range(m + n + 1):
        table[m, j] = -1.0 if j < n else 0.0


@compiled
def _entering(table: NDArray[np.float64], m: int, last: int, is_by_number: bool) -> int:
    """The column with the steepest growth of the sum, or by Bland's rule the first with any; -1: none."""
    entering = -1
    steepest = -TINY
    for j in range(last):
        if table[m, j] < steepest:
            entering = j
            if is_by_number:
                break
            steepest = table[m, j]
    return entering


@compiled
def _leaving(
    table: NDArray[np.float64], m: int, last: int, entering: int, basis: NDArray[np.int64], is_by_number: bool
) -> int:
    """The row that reaches 0 first as the entering column grows; of equal rows the largest pivot, or Bland's choice."""
    least = np.inf
    for i in range(m):
        if table[i, entering] > TINY:
            least = min(least, max(0.0, table[i, last]) / table[i, entering])
    leaving = -1
    for i in range(m):
        if table[i, entering] > TINY and max(0.0, table[i, last]) / table[i, entering] <= least + 1e-12:
            if leaving < 0:
                leaving = i
            elif is_by_number:
                if basis[i] < basis[leaving]:
                    leaving = i
            elif table[i, entering] > table[leaving, entering]:
                leaving = i
    return leaving


@compiled
def _pivot(table: NDArray[np.float64], m: int, last: int, leaving: int, entering: int) -> None:
    scale = 1.0 / table[leaving, entering]
    for j in range(last + 1):
        table[leaving, j] *= scale
    for i in range(m + 1):
        factor = table[i, entering]
        if i != leaving and factor != 0.0:
            for j in range(last + 1):
                table[i, j] -= factor * table[leaving, j]


# Joint bids ------------------------------------------------------------------------------------


@compiled
def _bits(mask: int, bids: int) -> NDArray[np.int64]:
    """The numbers of the bits of `mask` that are set, rising."""
    numbers = np.empty(count_bits(mask), np.int64)
    count = 0
    for bid in range(bids):
        if (mask >> bid) & 1:
            numbers[count] = bid
            count += 1
    return numbers


@compiled
def _even(mask: int, mixture: NDArray[np.float64]) -> None:
    count = count_bits(mask)
    for bid in range(len(mixture)):
        mixture[bid] = ((mask >> bid) & 1) / count


@compiled
def _gains(
    worth: NDArray[np.float32],
    hand: int,
    mixtures: NDArray[np.float64],
    seat: int,
    room: NDArray[np.float64],
    gain: NDArray[np.float64],
) -> None:
    """Fill in the value of each bid of `seat` for it against the others' mixtures; `room`: scratch, (bids ** players, 2).

    Only bids that the others make at all are visited: after a few rounds these are few.
    """
    players, bids = mixtures.shape
    room[0, 0] = 0.0  # the number of the others' joint bid
    room[0, 1] = 1.0  # and its probability
    begin, end = 0, 1
    place = 1
    own = 1
    for other in range(players):
        if other == seat:
            own = place
        else:
            following = end
            for k in range(begin, end):
                for bid in range(bids):
                    if mixtures[other, bid] > 0:
                        room[following, 0] = room[k, 0] + bid * place
                        room[following, 1] = room[k, 1] * mixtures[other, bid]
                        following += 1
            begin, end = end, following
        place *= bids
    for bid in range(bids):
        gain[bid] = 0.0
        if (hand >> bid) & 1:
            for k in range(begin, end):
                gain[bid] += room[k, 1] * worth[int(room[k, 0]) + bid * own, seat]
