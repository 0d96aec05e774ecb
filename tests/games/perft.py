"""Perft of any game: how many sequences of moves lead so many moves on, chance's outcomes among them."""

from __future__ import annotations

import itertools

from jardinet.games.api import Move, State


def perft(state: State, depth: int) -> int:
    """So many; all seats' actions of a joint move together are one move."""
    possible = moves(state)
    if depth == 1:
        return len(possible)
    count = 0
    for move in possible:
        after = state.clone()
        after.apply(move)
        count += perft(after, depth - 1)
    return count


def moves(state: State) -> list[Move]:
    if not state.is_simultaneous_node():
        return list(state.legal_actions())
    return list(itertools.product(*(state.legal_actions(seat) for seat in range(state.num_players()))))
