"""Lockstep play of many games in one array of records, each step asking every bot for all its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.tally import Tally
from jardinet.bots.api import Bot
from jardinet.games.api import NO_ACTION, SIMULTANEOUS, TERMINAL, Game, IllegalActionError
from jardinet.games.records import rows_of


def play_chunk(game: Game, bots: Sequence[Bot], firsts: NDArray[np.int64], generator: np.random.Generator) -> Tally:
    """Play games from start to end.

    Args:
        game: what is played.
        bots: one for each seat; the same object at several seats is asked once for all of them.
        firsts: shape (n,): the seat that begins each of the n games; of no effect where none begins.
        generator: supplies all chance, of the game and of the bots.

    Raises:
        IllegalActionError: a bot broke the rules; the message says which.
    """
    states = _begin(game, firsts)
    decisions = turns = 0
    last_seats = np.full(len(states), TERMINAL, np.int64)
    while True:
        game.rules.reveal_all(states, generator)
        players = states["player"].astype(np.int64)
        alone, together = np.flatnonzero(players >= 0), np.flatnonzero(players == SIMULTANEOUS)
        if not len(alone) and not len(together):
            return Tally.of(game, [bot.name for bot in bots], states, decisions, turns)
        turns += int(np.count_nonzero(players[alone] != last_seats[alone])) + len(together)
        last_seats[alone], last_seats[together] = players[alone], SIMULTANEOUS
        if len(alone):
            decisions += _play_alone(game, bots, states, alone, generator)
        if len(together):
            decisions += _play_together(game, bots, states, together, generator)


def _play_alone(
    game: Game, bots: Sequence[Bot], states: NDArray[Any], indices: NDArray[np.int64], generator: np.random.Generator
) -> int:
    """One action in each of these games, of the seat that moves there; how many that were."""
    seats = states["player"][indices].astype(np.int64)
    actions = _ask(bots, rows_of(states, indices), seats, generator)
    refused = game.rules.apply_all(states, indices, actions)
    if refused >= 0:
        raise _illegal(game, bots, int(seats[refused]), int(actions[refused]))
    return len(actions)


def _play_together(
    game: Game, bots: Sequence[Bot], states: NDArray[Any], indices: NDArray[np.int64], generator: np.random.Generator
) -> int:
    """One action of every seat that has one in each of these games, all asked before any is played; how many."""
    seats = np.tile(np.arange(len(bots)), len(indices))
    observations = rows_of(states, np.repeat(indices, len(bots)))
    masks = np.zeros((len(seats), game.rules.NUM_WORDS), np.int64)
    game.rules.legal_masks(observations, seats, masks)
    acting = np.flatnonzero(masks.any(1))
    chosen = np.full(len(seats), NO_ACTION, np.int64)
    chosen[acting] = _ask(bots, rows_of(observations, acting), seats[acting], generator)
    actions = chosen.reshape(-1, len(bots))
    refused = game.rules.apply_joint_all(states, indices, actions)
    if refused >= 0:
        for seat in acting[acting // len(bots) == refused] % len(bots):
            if not game.rules.is_legal(states, indices[refused], seat, actions[refused, seat]):
                raise _illegal(game, bots, int(seat), int(actions[refused, seat]))
    return len(acting)


def _illegal(game: Game, bots: Sequence[Bot], seat: int, action: int) -> IllegalActionError:
    text = game.texts_of(seat).get(action, action)
    return IllegalActionError(f"bot {bots[seat].name!r} played {text}, which is not legal there.")


def _begin(game: Game, firsts: NDArray[np.int64]) -> NDArray[Any]:
    """One record a game, about to begin: what was agreed is the same in all of them, but who begins."""
    agreed = game.new_initial_state().observation()
    states = rows_of(agreed, np.zeros(len(firsts), np.int64))
    if "first" in game.parameters:
        states["first"] = firsts
    for i in range(len(states)):
        game.rules.start(states, i)
    return states


def _ask(
    bots: Sequence[Bot], observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
) -> NDArray[np.int64]:
    """The action of each observation's acting seat, shape (n,)."""
    actions = np.empty(len(seats), np.int64)
    for bot in dict.fromkeys(bots):
        own = np.flatnonzero(np.array([other is bot for other in bots])[seats])
        if len(own):
            actions[own] = bot.act(rows_of(observations, own), seats[own], generator)
    return actions
