"""Value of a position of Maudits Criquets: each seat's share of the victory, told by a small network.

A position is looked at from each seat in turn, with the same weights: what the seat holds beside what each of
the others holds, crop by crop, the crops being alike. So nothing depends on how seats and crops are numbered, and
one layout serves two, three and four players. A look is a sum of rows, one for each *feature* that is so, then what is
above 0 of it, weighted: a score. The softmax of the scores are the shares.

Positions are valued between two turns, before chance lays out cards: that expectation is learned. What the bid
cards in hand add to the sum is kept apart, so that dozens of bids that end alike share the rest of it.
No rule is known here; only fields of the record are read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.games.compiled import compiled
from jardinet.games.maudits_criquets.rules import BIDS, CROPS, KINDS, LOCUST, OVER, SEATS

# Features, one block behind the other. Counts beyond a block's range fall into its last place.
HELD = 3  # of a kind in reserve: 0, 1 or 2; three crops are harvested, three locusts an invasion
LEAD = 6  # a lead in tokens or crop cards counts from -6 to 6
LEADS = 2 * LEAD + 1
HANDS = BIDS + 1  # how many bid cards are left, 0 to 8
RESERVE = CROPS * (HELD - 1) + 1  # crop cards that a reserve can hold, 0 to 8

CROP_AND_LOOT = 0  # of a crop: mine, theirs, in the loot 0 to 3
CROP_AND_PILE = CROP_AND_LOOT + HELD * HELD * 4  # mine, theirs, in the pile (bucket)
TOKENS = CROP_AND_PILE + HELD * HELD * 6  # lead in tokens, cards in the pile (bucket)
MAJORITY = TOKENS + LEADS * 8  # lead in crop cards, turns left in this round
LOCUSTS = MAJORITY + LEADS * HANDS  # mine, theirs, in the loot 0 to 3
LOCUSTS_RISK = LOCUSTS + HELD * HELD * 4  # my locusts, my crop cards
LOCUSTS_AHEAD = LOCUSTS_RISK + HELD * RESERVE  # my locusts, locusts in the pile (bucket)
PILE = LOCUSTS_AHEAD + HELD * 8  # cards in the pile, by threes
LOOT = PILE + 23  # cards in the loot 0 to 6, whether an impasse went before
TURNS = LOOT + 7 * 2  # turns left in this round, how they are agreed: beginners or not, ties shared or not
HAND = TURNS + HANDS * 4  # of a bid card: whether it is in my hand, in theirs; beginners or not
FEATURES = HAND + BIDS * 4 * 2

MOST_ACTIVE = 2 * CROPS * (SEATS - 1) + 3 * (SEATS - 1) + 5 + BIDS * (SEATS - 1)

PILE_BUCKETS = np.array([0, 1, 2, 3, 3, 4, 4, 4, *[5] * 6], np.int64)  # of one crop, 0 to 13
TOKEN_BUCKETS = np.array([0, *[1] * 4, *[2] * 6, *[3] * 7, *[4] * 8, *[5] * 11, *[6] * 13, *[7] * 27], np.int64)
LOCUST_BUCKETS = np.array([0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 7, 7], np.int64)  # 0 to 14

Records = NDArray[Any]  # shape (n,), dtype rules.STATE
Floats = NDArray[Any]  # float32; the test of the slopes has float64


class Net(NamedTuple):
    """Weights of a value; H is the number of hidden units.

    Attributes:
        rows: float32, (FEATURES, H): what each feature adds.
        bias: float32, (H,).
        out: float32, (H,): what each hidden unit counts in a seat's score.
    """

    rows: Floats
    bias: Floats
    out: Floats


def new_net(hidden: int, generator: np.random.Generator) -> Net:
    """A net that knows nothing yet; raises ValueError where `hidden`, how many units it has, is not at least 1."""
    if hidden < 1:
        raise ValueError(f"{hidden} hidden units are not possible: it is at least 1.")
    rows = generator.normal(0, 0.15, (FEATURES, hidden)).astype(np.float32)
    out = generator.normal(0, 0.3 / np.sqrt(hidden), hidden).astype(np.float32)
    return Net(rows, np.zeros(hidden, np.float32), out)


def to_arrays(net: Net) -> dict[str, NDArray[np.float16]]:
    """The weights in half precision, by name."""
    return {name: weights.astype(np.float16) for name, weights in net._asdict().items()}


def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Net:
    """The inverse of `to_arrays`; raises ValueError where the weights are of another layout of features."""
    net = Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))
    if net.rows.shape != (FEATURES, len(net.out)):
        raise ValueError(f"these weights are for {len(net.rows)} features: there are {FEATURES}; train them anew.")
    return net


def side_by_side(nets: Sequence[Net]) -> Net:
    """One net whose scores are the mean of those of some nets."""
    rows, bias, out = (np.concatenate(parts, axis=-1) for parts in zip(*nets, strict=True))
    return Net(rows, bias, out / np.float32(len(nets)))


# Features --------------------------------------------------------------------------------------


@compiled
def _active(record: Any, seat: int, with_hands: bool, active: NDArray[np.int64]) -> int:
    """Fill `active` with the features that are so from a seat; returns how many. One can be there more than once."""
    players = int(record["players"])
    mine = record["reserve"][seat]
    locusts = min(int(mine[LOCUST]), HELD - 1)
    loot_locusts = min(int(record["loot"][LOCUST]), 3)
    crops = _crops(mine)
    pile = int(record["pile_size"])
    turns = _held(int(record["hand"][seat]))
    count = 0
    cards = 0
    for kind in range(KINDS):
        cards += int(record["loot"][kind])
    for other in range(players):
        if other == seat:
            continue
        theirs = record["reserve"][other]
        for crop in range(CROPS):
            pair = min(int(mine[crop]), HELD - 1) * HELD + min(int(theirs[crop]), HELD - 1)
            active[count] = CROP_AND_LOOT + pair * 4 + min(int(record["loot"][crop]), 3)
            active[count + 1] = CROP_AND_PILE + pair * 6 + PILE_BUCKETS[record["pile"][crop]]
            count += 2
        lead = max(-LEAD, min(LEAD, int(record["tokens"][seat]) - int(record["tokens"][other]))) + LEAD
        active[count] = TOKENS + lead * 8 + TOKEN_BUCKETS[pile]
        lead = max(-LEAD, min(LEAD, crops - _crops(theirs))) + LEAD
        active[count + 1] = MAJORITY + lead * HANDS + turns
        pair = locusts * HELD + min(int(theirs[LOCUST]), HELD - 1)
        active[count + 2] = LOCUSTS + pair * 4 + loot_locusts
        count += 3
    active[count] = LOCUSTS_RISK + locusts * RESERVE + min(crops, RESERVE - 1)
    active[count + 1] = LOCUSTS_AHEAD + locusts * 8 + LOCUST_BUCKETS[record["pile"][LOCUST]]
    active[count + 2] = PILE + (pile + 2) // 3
    active[count + 3] = LOOT + min(cards, 6) * 2 + (1 if record["impasses"] else 0)
    active[count + 4] = (
        TURNS + (turns * 2 + (1 if record["beginner"] else 0)) * 2 + (1 if record["shares_majority"] else 0)
    )
    count += 5
    if with_hands:
        for other in range(players):
            if other != seat:
                for card in range(BIDS):
                    active[count] = _hand_feature(record, seat, other, card)
                    count += 1
    return count


@compiled
def _hand_feature(record: Any, seat: int, other: int, card: int) -> int:
    """Which feature tells whose hands the card is in."""
    mine = (int(record["hand"][seat]) >> card) & 1
    theirs = (int(record["hand"][other]) >> card) & 1
    return HAND + ((card * 2 + mine) * 2 + theirs) * 2 + (1 if record["beginner"] else 0)


@compiled
def _crops(reserve: Any) -> int:
    count = 0
    for crop in range(CROPS):
        count += int(reserve[crop])
    return count


@compiled
def _held(hand: int) -> int:
    count = 0
    for card in range(BIDS):
        count += (hand >> card) & 1
    return count


# Looks and scores ------------------------------------------------------------------------------


@compiled
def _look(active: NDArray[np.int64], count: int, rows: Any, start: Any, look: Any) -> None:
    """Fill `look`, (H,), with `start` and the rows of the active features, added up."""
    look[:] = start
    for k in range(count):
        row = rows[active[k]]
        for unit in range(len(look)):
            look[unit] += row[unit]


@partial(compiled, sums_in_any_order=True)
def _score(look: Any, more: Any, out: Any) -> float:
    """The seat's score: what is above 0 of `look` + `more`, weighted by `out`."""
    score = out[0] - out[0]
    for unit in range(len(out)):
        excited = look[unit] + more[unit]
        score += excited * out[unit] if excited > 0 else out[unit] - out[unit]
    return float(score)


@compiled
def _softmax(scores: NDArray[np.float64]) -> None:
    """Scores become shares, which add up to 1."""
    most = scores.max()
    total = 0.0
    for seat in range(len(scores)):
        scores[seat] = np.exp(scores[seat] - most)
        total += scores[seat]
    for seat in range(len(scores)):
        scores[seat] /= total


@compiled
def _settled(record: Any, shares: NDArray[np.float64]) -> bool:
    """Whether the game is over; if so, fill in what each seat won of it."""
    if record["phase"] != OVER:
        return False
    winners = 0
    for seat in range(len(shares)):
        winners += (int(record["winners"]) >> seat) & 1
    for seat in range(len(shares)):
        shares[seat] = ((int(record["winners"]) >> seat) & 1) / winners
    return True


@compiled
def values_of(records: Records, rows: Any, bias: Any, out: Any, values: NDArray[np.float64]) -> None:
    """Fill `values`, (n, players), with each seat's share of the victory, 0 to 1; exact where the game is over."""
    players = values.shape[1]
    active = np.empty(MOST_ACTIVE, np.int64)
    look = np.empty(len(bias), np.float32)
    nothing = np.zeros(len(bias), np.float32)
    for k in range(len(records)):
        if _settled(records[k], values[k]):
            continue
        for seat in range(players):
            _look(active, _active(records[k], seat, True, active), rows, bias, look)
            values[k, seat] = _score(look, nothing, out)
        _softmax(values[k])


@compiled
def learn(
    records: Records,
    targets: NDArray[np.float64],
    rows: Any,
    bias: Any,
    out: Any,
    rows_slope: Any,
    bias_slope: Any,
    out_slope: Any,
) -> float:
    """Add to the slopes how the mean cross-entropy to `targets`, (n, players), changes with each weight; returns it.

    Games that are over are nothing to learn from: they count as none.
    """
    players = targets.shape[1]
    active = np.empty((players, MOST_ACTIVE), np.int64)
    counts = np.empty(players, np.int64)
    looks = np.empty((players, len(bias)), bias.dtype)
    nothing = np.zeros(len(bias), np.float32)
    slope = np.empty(len(bias), np.float32)
    shares = np.empty(players)
    loss = 0.0
    for k in range(len(records)):
        if _settled(records[k], shares):
            continue
        for seat in range(players):
            counts[seat] = _active(records[k], seat, True, active[seat])
            _look(active[seat], counts[seat], rows, bias, looks[seat])
            shares[seat] = _score(looks[seat], nothing, out)
        _softmax(shares)
        for seat in range(players):
            loss -= targets[k, seat] * np.log(max(shares[seat], 1e-12)) / len(records)
            error = np.float32((shares[seat] - targets[k, seat]) / len(records))
            for unit in range(len(bias)):
                is_on = looks[seat, unit] > 0
                out_slope[unit] += error * looks[seat, unit] if is_on else np.float32(0)
                slope[unit] = error * out[unit] if is_on else np.float32(0)
                bias_slope[unit] += slope[unit]
            for one in range(counts[seat]):
                row = rows_slope[active[seat, one]]
                for unit in range(len(bias)):
                    row[unit] += slope[unit]
    return loss


# A turn's bids ---------------------------------------------------------------------------------


@compiled
def look_at_ends(
    records: Records, rounds: NDArray[np.int64], rows: Any, bias: Any, looks: Any, values: NDArray[np.float64]
) -> None:
    """Look at how imagined turns ended, each from every seat.

    Args:
        records: the ends, shape (n,).
        rounds: shape (n,): how many rounds were over when the turn began; -1: the hands are those of the end anyhow.
        rows, bias: of a net.
        looks: shape (n, players, H), filled in; without the bid cards, but where a new round began.
        values: shape (n, players): exact where the game is over; NaN where bid cards are to be added, else -1.
    """
    players = values.shape[1]
    active = np.empty(MOST_ACTIVE, np.int64)
    for k in range(len(records)):
        if _settled(records[k], values[k]):
            continue
        is_whole = rounds[k] != records[k]["rounds"]
        for seat in range(players):
            _look(active, _active(records[k], seat, is_whole, active), rows, bias, looks[k, seat])
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
    """What each joint bid is worth to each seat in positions where all bid; see turns.py for what leads there.

    Args:
        records: the positions, shape (n,).
        kind_of: shape (2, BIDS ** players): which joint bids bring about the same, by whether beginners play.
        first_of: shape (n, kinds): the tree of each kind; -1: none, as no possible joint bid is of it.
        starts: shape (trees + 1,): where the nodes of each tree begin.
        nodes: shape (nodes, 3): the parent, a node of the same tree before it, or -1; who picks, -1 at an end; which end.
        looks, exact: of the ends, see `look_at_ends`.
        rows, out: of a net.
        worth: shape (n, BIDS ** players, players): filled in where the joint bid is possible.
    """
    players = worth.shape[2]
    pairs = np.zeros((players, players, BIDS, BIDS, len(out)), np.float32)
    hands = np.zeros((players + 1, len(out)), np.float32)
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
                        for unit in range(len(out)):
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
    """Fill `values`, (nodes, players), with what each node is worth if everybody picks what is best for them."""
    players = values.shape[1]
    hands = np.zeros((players + 1, len(out)), np.float32)
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
    """Fill `best`, (nodes, players): each node as good as the child that whoever picks likes best.

    `hands`, (players + 1, H), are what bid cards add to the looks; nothing, the last row, where they are in them.
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
                    best[node, seat] = _score(looks[end, seat], hands[players if is_whole else seat], out)
                _softmax(best[node])
        parent = nodes[node, 0] - first
        if nodes[node, 0] >= 0:
            mover = nodes[parent, 1]
            if best[node, mover] >= best[parent, mover]:
                for seat in range(players):
                    best[parent, seat] = best[node, seat]


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


@compiled
def _add_up_hands(record: Any, rows: Any, pairs: Any) -> None:
    """What the hands of a seat and another add to its look, once they have bid: `pairs`[seat, other, bid, other's]."""
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
                        row = rows[HAND + ((card * 2 + has) * 2 + have) * 2 + agreed]
                        for unit in range(units):
                            total[unit] += row[unit]


@compiled
def list_joint_bids(
    records: Records, kind_of: NDArray[np.int64], first_of: NDArray[np.int64], owners: Any, bids: NDArray[np.int64]
) -> int:
    """One possible joint bid of each kind in each position: the trees that are to be imagined; returns how many.

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
    """Every legal action where one seat moves: whose child each is, and the action; returns how many."""
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
