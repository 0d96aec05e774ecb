"""Imagined turns of Maudits Criquets, for many positions at once: the value of every joint bid and every pick.

The effects of bids and picks come from the game's own kernels, applied to copies of the records. Joint bids are not
played one by one: they are sorted once into kinds of equal effect, in a position where everybody has all cards and
three kinds lie in the loot (`_kinds_of_bids`), and in every position one of each kind is played.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.bots.arrays import Indices
from jardinet.bots.maudits_criquets import turn_kernels
from jardinet.bots.maudits_criquets.value import Records, ValueNet
from jardinet.games import load_game
from jardinet.games.kernels import CHANCE, SIMULTANEOUS
from jardinet.games.maudits_criquets.rules import BIDS, CROPS, KINDS, PICK, RULES
from jardinet.games.records import bytes_of, records_in, rows_of

MOST = 256  # positions imagined at once, so that a thousand games of four do not need gigabytes


def bidding_and_picking(records: Records) -> tuple[list[Indices], list[Indices]]:
    """The indices of the positions in which all bid, and of those in which one seat picks, rising, in parts of at most MOST."""
    is_bidding = records["player"] == SIMULTANEOUS
    bidding, picking = np.flatnonzero(is_bidding), np.flatnonzero(~is_bidding)
    return _parts(bidding), _parts(picking)


def distinct(records: Records) -> tuple[Indices, Indices]:
    """The indices of distinct positions, and which of them each position equals: before a bid all seats of a game see the same.

    Returns:
        Shape (k,), rising; and shape (n,), from 0 to k - 1.
    """
    numbers: dict[bytes, int] = {}
    number_of = np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in bytes_of(records)], np.int64)
    return np.unique(number_of, return_index=True)[1], number_of


def joint_of(bids: Indices) -> Indices:
    """The numbers of joint bids, shape (n,), as `worth_of_bids` counts them; `bids`, shape (n, players)."""
    numbers: Indices = bids @ BIDS ** np.arange(bids.shape[1])
    return numbers


class _Trees(NamedTuple):
    """Trees of all picks, one for each starting position, down to the nodes in which no seat picks any more.

    Attributes:
        starts: shape (trees + 1,): where the nodes of each begin.
        nodes: shape (nodes, 3): see `turn_kernels.values_of_bids`.
        actions: shape (nodes,): the pick that leads to a node; -1 where its tree begins.
        ends: shape (ends,): the positions at the ends.
        roots: shape (ends,): the tree of each.
    """

    starts: NDArray[np.int64]
    nodes: NDArray[np.int64]
    actions: NDArray[np.int64]
    ends: Records
    roots: NDArray[np.int64]


def worth_of_bids(net: ValueNet, records: Records) -> NDArray[np.float32]:
    """The value of every joint bid for every seat, if all pick well after it.

    Args:
        net: values the positions that follow.
        records: positions in which all bid, of games with equally many players; shape (n,), at least one.

    Returns:
        Shares of the victory, 0 to 1: shape (n, BIDS ** players, players), joint bids as sum(bid[s] * BIDS ** s); zeros
        for bids that are not possible.
    """
    players = int(records[0]["players"])
    kind_of, kinds = _kinds_of_bids(players)
    first_of = np.empty((len(records), kinds), np.int64)
    owners = np.empty(len(records) * kinds, np.int64)
    bids = np.empty((len(records) * kinds, players), np.int64)
    count = turn_kernels.list_joint_bids(records, kind_of, first_of, owners, bids)
    begun = rows_of(records, owners[:count])
    RULES.apply_joint_all(begun, np.arange(count), bids[:count])
    trees = _grow(begun)
    rounds = records["rounds"][owners[:count]].astype(np.int64)[trees.roots]
    looks, exact = _look(net, trees, rounds, players)
    worth = np.zeros((len(records), BIDS**players, players), np.float32)
    turn_kernels.values_of_bids(
        records, kind_of, first_of, trees.starts, trees.nodes, looks, exact, net.rows, net.out, worth
    )
    return worth


def worth_of_picks(net: ValueNet, records: Records) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """The value of every pick of the seat that moves for every seat, if all later picks are good.

    Args:
        net: values the positions that follow.
        records: positions in which one seat picks, of games with equally many players; shape (n,), at least one.

    Returns:
        The index of each pick's position, rising; its action; its values, shares of the victory, shape (picks,
        players).
    """
    players = int(records[0]["players"])
    trees = _grow(records)
    looks, exact = _look(net, trees, np.full(len(trees.ends), -1), players)
    values = np.empty((len(trees.nodes), players))
    turn_kernels.values_of_picks(trees.starts, trees.nodes, looks, exact, net.out, values)
    roots = trees.starts[:-1]
    tree_of = np.repeat(np.arange(len(roots)), np.diff(trees.starts))
    picks = np.flatnonzero(trees.nodes[:, 0] == roots[tree_of])
    return tree_of[picks], trees.actions[picks], values[picks]


def _parts(indices: Indices) -> list[Indices]:
    return [indices[begin : begin + MOST] for begin in range(0, len(indices), MOST)]


def _grow(begun: Records) -> _Trees:
    """A tree for each position: all picks of all seats that still take, down to where nobody picks; grown by generations."""
    generation, tree_of, parent, action = begun, np.arange(len(begun)), np.full(len(begun), -1), np.full(len(begun), -1)
    trees, parents, actions, movers, ends = [], [], [], [], []
    grown = 0
    while True:
        picking = generation["player"] >= 0
        trees.append(tree_of)
        parents.append(parent)
        actions.append(action)
        movers.append(np.where(picking, generation["player"], -1).astype(np.int64))
        ends.append(bytes_of(generation)[~picking])
        if not picking.any():
            break
        room = len(generation) * KINDS
        parent, action = np.empty(room, np.int64), np.empty(room, np.int64)
        count = turn_kernels.list_picks(generation, parent, action)
        tree_of, parent, action = tree_of[parent[:count]], parent[:count], action[:count]
        following = rows_of(generation, parent)
        RULES.apply_all(following, np.arange(count), action)
        parent, grown = parent + grown, grown + len(generation)
        generation = following
    tree, mover, older, by = (np.concatenate(each) for each in (trees, movers, parents, actions))
    order = np.argsort(tree, kind="stable")  # sorted by tree, and within each a parent before its children
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    end = np.where(mover < 0, np.cumsum(mover < 0) - 1, -1)
    nodes = np.stack([np.where(older < 0, -1, place[older]), mover, end], 1)[order]
    starts = np.searchsorted(tree[order], np.arange(len(begun) + 1))
    return _Trees(starts, nodes, by[order], records_in(np.concatenate(ends), begun.dtype), tree[mover < 0])


def _look(
    net: ValueNet, trees: _Trees, rounds: NDArray[np.int64], players: int
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The looks of the ends from every seat: see `turn_kernels.look_at_ends`."""
    looks = np.empty((len(trees.ends), players, len(net.bias)), np.float32)
    exact = np.empty((len(trees.ends), players))
    turn_kernels.look_at_ends(trees.ends, rounds, net.rows, net.bias, looks, exact)
    return looks, exact


@cache
def _kinds_of_bids(players: int) -> tuple[NDArray[np.int64], int]:
    """The kind of each joint bid, equal for bids with equal effects in every position; and the number of kinds.

    Shape (2, BIDS ** players), by whether beginners play. Two joint bids are of one kind if they lead to the same
    position from one with every card in hand and one card of each of three kinds in the loot: as many stacks as numbers
    can tell apart.
    """
    joints = np.arange(BIDS**players)
    bids = np.stack([joints // BIDS**seat % BIDS for seat in range(players)], 1)
    numbers, most = [], 0
    for beginner in (False, True):
        state = load_game("maudits_criquets", players=players, beginner=beginner).new_initial_state()
        for kind in range(CROPS):
            if state.current_player() == CHANCE:
                state.apply_action(PICK + kind)
        records = rows_of(state.records, np.zeros(len(joints), np.int64))
        RULES.apply_joint_all(records, joints, bids)
        keys = np.zeros(len(joints), RULES.KEY)
        RULES.write_keys(records, keys)
        keys["hand"] = 0
        found, number = np.unique(bytes_of(keys), axis=0, return_inverse=True)
        numbers.append(number.reshape(-1))
        most = max(most, len(found))
    return np.stack(numbers).astype(np.int64), most
