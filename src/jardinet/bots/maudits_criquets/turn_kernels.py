"""The compiled part of turns.py: the turns to imagine, and their values by the positions at their ends.

The part of a look that comes from bid cards in hand is kept apart, so that dozens of bids that end alike share the
rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.maudits_criquets.features import MOST_ACTIVE, active_features, hand_feature
from jardinet.bots.maudits_criquets.value import Records, score_of, settled, softmax, write_look
from jardinet.games.compiled import compiled
from jardinet.games.maudits_criquets.rules import BIDS


@compiled
def list_joint_bids(
    records: Records, kind_of: NDArray[np.int64], first_of: NDArray[np.int64], owners: Any, bids: NDArray[np.int64]
) -> int:
    """List one possible joint bid of each kind in each position: the trees to imagine; returns how many.

    Args:
        records, kind_of, first_of: see `values_of_bids`; `first_of` is filled in.
        owners: shape (n * kinds,): filled with the position of each tree.
        bids: shape (n * kinds, players): filled with its bids.
    """
    players = bids.shape[1]
    own = np.empty(players, np.int64)
    trees = 0
    for k in range(len(records)):
        first_of[k] = -1
        for joint in range(BIDS**players):
            if not _is_possible(records[k], joint, own):
                continue
            kind = kind_of[1 if records[k]["beginner"] else 0, joint]
            if first_of[k, kind] < 0:
                first_of[k, kind] = trees
                owners[trees] = k
                bids[trees] = own
                trees += 1
    return trees


@compiled
def list_picks(records: Records, parents: NDArray[np.int64], picks: NDArray[np.int64]) -> int:
    """List every legal action where one seat moves: its parent node, and the action; returns how many."""
    count = 0
    for k in range(len(records)):
        if records[k]["player"] < 0:
            continue
        legal = int(records[k]["legal"])
        action = 0
        while legal:
            if legal & 1:
                parents[count] = k
                picks[count] = action
                count += 1
            legal >>= 1
            action += 1
    return count


@compiled
def look_at_ends(
    records: Records, rounds: NDArray[np.int64], rows: Any, bias: Any, looks: Any, values: NDArray[np.float64]
) -> None:
    """Compute the looks of the ends of imagined turns, from every seat.

    Args:
        records: the ends, shape (n,).
        rounds: shape (n,): how many rounds were over when the turn began; -1: the hands at the end are used in any
            case.
        rows, bias: of a net.
        looks: shape (n, players, 2 * H), filled in; without the bid cards, unless a new round began.
        values: shape (n, players): exact if the game is over; NaN if bid cards are to be added, else -1.
    """
    players = values.shape[1]
    active = np.empty(MOST_ACTIVE, np.int64)
    for k in range(len(records)):
        if settled(records[k], values[k]):
            continue
        is_whole = rounds[k] != records[k]["rounds"]
        for seat in range(players):
            write_look(active, active_features(records[k], seat, is_whole, active), rows, bias, looks[k, seat])
        values[k] = -1.0 if is_whole else np.nan


@compiled
def values_of_bids(
    records: Records,
    kind_of: NDArray[np.int64],
    first_of: NDArray[np.int64],
    starts: NDArray[np.int64],
    nodes: NDArray[np.int64],
    looks: Any,
    exact: NDArray[np.float64],
    rows: Any,
    out: Any,
    worth: NDArray[np.float32],
) -> None:
    """Fill in the value of each joint bid for each seat in positions where all bid; see turns.py.

    Args:
        records: the positions, shape (n,).
        kind_of: shape (2, BIDS ** players): the kind of each joint bid (equal kinds have equal effects), by whether
            beginners play.
        first_of: shape (n, kinds): the tree of each kind; -1: none, as no possible joint bid is of it.
        starts: shape (trees + 1,): where the nodes of each tree begin.
        nodes: shape (nodes, 3): the parent, an earlier node of the same tree, or -1; the seat that picks, -1 at an end;
            which end.
        looks, exact: of the ends, see `look_at_ends`.
        rows, out: of a net.
        worth: shape (n, BIDS ** players, players): filled in for each possible joint bid.
    """
    players = worth.shape[2]
    pairs = np.zeros((players, players, BIDS, BIDS, 2 * len(out)), np.float32)
    hands = np.zeros((players + 1, 2 * len(out)), np.float32)
    bids = np.empty(players, np.int64)
    longest = 0
    for tree in range(len(starts) - 1):
        longest = max(longest, starts[tree + 1] - starts[tree])
    best = np.empty((longest, players))
    for k in range(len(records)):
        record = records[k]
        _add_up_hands(record, rows, pairs)
        for joint in range(BIDS**players):
            if not _is_possible(record, joint, bids):
                continue
            for seat in range(players):
                hands[seat] = np.float32(0)
                for other in range(players):
                    if other != seat:
                        more = pairs[seat, other, bids[seat], bids[other]]
                        for unit in range(2 * len(out)):
                            hands[seat, unit] += more[unit]
            tree = first_of[k, kind_of[1 if record["beginner"] else 0, joint]]
            _value_of_tree(nodes[starts[tree] : starts[tree + 1]], starts[tree], looks, exact, hands, out, best)
            for seat in range(players):
                worth[k, joint, seat] = best[0, seat]


@compiled
def values_of_picks(
    starts: NDArray[np.int64],
    nodes: NDArray[np.int64],
    looks: Any,
    exact: NDArray[np.float64],
    out: Any,
    values: NDArray[np.float64],
) -> None:
    """Fill `values`, (nodes, players), with the value of each node if every seat makes its best picks."""
    players = values.shape[1]
    hands = np.zeros((players + 1, 2 * len(out)), np.float32)
    for tree in range(len(starts) - 1):
        first, end = starts[tree], starts[tree + 1]
        _value_of_tree(nodes[first:end], first, looks, exact, hands, out, values[first:end])


@compiled
def _value_of_tree(
    nodes: NDArray[np.int64],
    first: int,
    looks: Any,
    exact: NDArray[np.float64],
    hands: Any,
    out: Any,
    best: NDArray[np.float64],
) -> None:
    """Fill `best`, (nodes, players): each node gets the values of the child that is best for the seat that picks.

    `hands`, (players + 1, 2 * H), are the parts of the looks that bid cards add; the last row is zeros, for looks that
    contain them already.
    """
    players = best.shape[1]
    for node in range(len(nodes)):
        best[node] = -1.0
    for back in range(len(nodes)):
        node = len(nodes) - 1 - back
        if nodes[node, 1] < 0:
            end = nodes[node, 2]
            for seat in range(players):
                best[node, seat] = exact[end, seat]
            if not exact[end, 0] >= 0:
                is_whole = exact[end, 0] == -1.0
                for seat in range(players):
                    best[node, seat] = score_of(looks[end, seat], hands[players if is_whole else seat], out)
                softmax(best[node])
        parent = nodes[node, 0] - first
        if nodes[node, 0] >= 0:
            mover = nodes[parent, 1]
            if best[node, mover] >= best[parent, mover]:
                for seat in range(players):
                    best[parent, seat] = best[node, seat]


@compiled
def _add_up_hands(record: Any, rows: Any, pairs: Any) -> None:
    """Fill in what the hands of two seats add to a seat's look after their bids: `pairs`[seat, other, bid, other's bid]."""
    players = pairs.shape[0]
    agreed = 1 if record["beginner"] else 0
    units = pairs.shape[4]
    for seat in range(players):
        for other in range(players):
            if other == seat:
                continue
            hand = int(record["hand"][seat])
            theirs = int(record["hand"][other])
            for bid in range(BIDS):
                for answer in range(BIDS):
                    if not (hand >> bid) & 1 or not (theirs >> answer) & 1:
                        continue
                    total = pairs[seat, other, bid, answer]
                    total[:] = np.float32(0)
                    for card in range(BIDS):
                        has = 1 if (hand >> card) & 1 and card != bid else 0
                        have = 1 if (theirs >> card) & 1 and card != answer else 0
                        row = rows[hand_feature(card, has, have, agreed)]
                        for unit in range(units):
                            total[unit] += row[unit]


@compiled
def _is_possible(record: Any, joint: int, bids: NDArray[np.int64]) -> bool:
    """Whether all have the cards of joint bid sum(bid[s] * BIDS ** s) in hand; fills in each seat's."""
    rest = joint
    for seat in range(len(bids)):
        bids[seat] = rest % BIDS
        rest //= BIDS
        if not (int(record["hand"][seat]) >> bids[seat]) & 1:
            return False
    return True
