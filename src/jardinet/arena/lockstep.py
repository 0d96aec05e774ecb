"""Lockstep play of many games in one array of records: each step asks every bot for all its decisions at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jardinet.arena.tally import Tally
from jardinet.bots.api import Bot, decisions, illegal
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, Game, Move, State
from jardinet.games.records import rows_of

Indices = NDArray[np.int64]
Reveal = Callable[[NDArray[Any]], None]  # lets chance move in every game until none waits for it

# The players' moves of some games by game number, filled during play; a joint move is a tuple.
Histories = dict[int, list[Move]]


class Seated(NamedTuple):
    """Bot at some seats of many games, with its generator."""

    bot: Bot
    generator: np.random.Generator


class PlayedGames(NamedTuple):
    """Games played to their end.

    Attributes:
        states: shape (n,), dtype `rules.STATE`: the final records.
        decisions: shape (n,): how many actions players chose in each, set-up included, chance not.
        turns: shape (n,): as in `Tally`.
    """

    states: NDArray[Any]
    decisions: Indices
    turns: Indices


def play_chunk(game: Game, bots: Sequence[Bot], firsts: Indices, generator: np.random.Generator) -> Tally:
    """Play games from start to end, each bot at its seat in all of them, and count the results.

    Args:
        game: the game that is played.
        bots: one for each seat; the same object at several seats is asked once for all of them.
        firsts: shape (n,): the seat that begins each of the n games; ignored if the game has no first seat.
        generator: supplies the game's chance; each bot gets a child of it (`Generator.spawn`), which does not tell what
            will be revealed.

    Raises:
        IllegalActionError: a bot broke the rules; the message says which.
        BotError: a bot failed.
    """
    different = list(dict.fromkeys(bots))
    seated = [Seated(bot, own) for bot, own in zip(different, generator.spawn(len(different)), strict=True)]
    seating = np.tile(np.array([different.index(bot) for bot in bots], np.int64), (len(firsts), 1))
    states = begin(game, len(firsts), firsts)
    played = play_games(game, seated, seating, states, lambda games: game.rules.reveal_all(games, generator))
    totals = int(played.decisions.sum()), int(played.turns.sum())
    return Tally.of(game, [bot.name for bot in bots], played.states, *totals)


def play_games(
    game: Game,
    seated: Sequence[Seated],
    seating: Indices,
    states: NDArray[Any],
    reveal: Reveal,
    histories: Histories | None = None,
) -> PlayedGames:
    """Play games from where they are to their end.

    Args:
        game: the game that is played.
        seated: the bots.
        seating: shape (n, players): which of `seated` plays each seat of each game.
        states: shape (n,), dtype `rules.STATE`: the games, changed in place.
        reveal: lets chance move.
        histories: collects the players' moves in the games whose numbers it has.

    Raises:
        IllegalActionError: a bot broke the rules; the message says which.
        BotError: a bot failed.
    """
    counts, turns = (np.zeros(len(states), np.int64) for _ in range(2))
    last_seats = np.full(len(states), TERMINAL, np.int64)
    table = _SideBySide(game, seated, seating, states, histories or {})
    while True:
        reveal(states)
        players = states["player"].astype(np.int64)
        alone, together = np.flatnonzero(players >= 0), np.flatnonzero(players == SIMULTANEOUS)
        if not len(alone) and not len(together):
            return PlayedGames(states, counts, turns)
        turns[alone] += players[alone] != last_seats[alone]
        turns[together] += 1
        last_seats[alone], last_seats[together] = players[alone], SIMULTANEOUS
        if len(alone):
            table.play_alone(alone)
            counts[alone] += 1
        if len(together):
            counts[together] += table.play_together(together)


def begin(game: Game, games: int, firsts: Indices | None = None) -> NDArray[Any]:
    """New games, one record each, with the game's parameters; `firsts`, shape (games,), are the seats that begin."""
    states = rows_of(game.new_initial_state().records, np.zeros(games, np.int64))
    if firsts is not None and "first" in game.parameters:
        states["first"] = firsts
    for i in range(len(states)):
        game.rules.start(states, i)
    return states


def followed(game: Game, moves: Sequence[Move], chance: np.random.Generator) -> State:
    """Replay a game from its players' moves (see `Histories`) with the same chance.

    Args:
        game: what was played.
        moves: only those of players, from the beginning to the end.
        chance: a generator as it was when the game began.
    """
    state, players = game.new_initial_state(), iter(moves)
    while not state.is_terminal():
        if state.current_player() == CHANCE:
            state.apply(game.rules.reveal(state.records, 0, chance))
        else:
            state.apply(next(players))
    return state


class _SideBySide(NamedTuple):
    """The games of one call of `play_games`; see there."""

    game: Game
    seated: Sequence[Seated]
    seating: Indices
    states: NDArray[Any]
    histories: Histories

    def play_alone(self, indices: Indices) -> None:
        """Play one action in each of these games, for the seat that moves there."""
        seats = self.states["player"][indices].astype(np.int64)
        actions = self._ask(self.states, indices, indices, seats)
        refused = self.game.rules.apply_all(self.states, indices, actions)
        if refused >= 0:
            raise self._illegal(int(indices[refused]), int(seats[refused]), int(actions[refused]))
        self._note(indices, actions)

    def play_together(self, indices: Indices) -> Indices:
        """Play one action of every seat that has a choice in each of these games; all are asked before any is played.

        Returns the number of actions in each, shape (n,).
        """
        players = self.seating.shape[1]
        seats, games = np.tile(np.arange(players), len(indices)), np.repeat(indices, players)
        observations = rows_of(self.states, games)
        masks = np.zeros((len(seats), self.game.rules.NUM_WORDS), np.int64)
        self.game.rules.legal_masks(observations, seats, masks)
        is_acting = masks.any(1)
        acting = np.flatnonzero(is_acting)
        chosen = np.full(len(seats), NO_ACTION, np.int64)
        chosen[acting] = self._ask(observations, acting, games[acting], seats[acting])
        actions = chosen.reshape(-1, players)
        refused = self.game.rules.apply_joint_all(self.states, indices, actions)
        if refused >= 0:
            for seat in acting[acting // players == refused] % players:
                if not self.game.rules.is_legal(self.states, indices[refused], seat, actions[refused, seat]):
                    raise self._illegal(int(indices[refused]), int(seat), int(actions[refused, seat]))
        self._note(indices, actions)
        asked: Indices = is_acting.reshape(-1, players).sum(1)
        return asked

    def _ask(self, records: NDArray[Any], places: Indices, games: Indices, seats: Indices) -> Indices:
        """The actions, shape (n,), of these seats of these games, whose records are `records[places]`."""
        actions = np.empty(len(seats), np.int64)
        who = self.seating[games, seats]
        for k, one in enumerate(self.seated):
            own = np.flatnonzero(who == k)
            if len(own):
                seen = rows_of(records, places[own])
                self.game.rules.hide(seen, seats[own])
                actions[own] = decisions(one.bot, seen, seats[own], one.generator)
        return actions

    def _note(self, indices: Indices, actions: Indices) -> None:
        for k, i in enumerate(indices if self.histories else ()):
            if i in self.histories:
                self.histories[int(i)].append(tuple(actions[k].tolist()) if actions.ndim > 1 else int(actions[k]))

    def _illegal(self, i: int, seat: int, action: int) -> Exception:
        return illegal(self.seated[self.seating[i, seat]].bot, self.game, seat, action)
