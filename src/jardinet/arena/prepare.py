"""Warm-up of compiled code: a game's rules and bots, before anybody waits for them, or from Numba's cache.

`python -m jardinet.arena.prepare` does it for every game.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np
from rich.console import Console

from jardinet.arena.simulate import simulate
from jardinet.bots.api import Bot, choose
from jardinet.bots.levels import bots_of, levels_of, load_bot
from jardinet.games import load_game, registered_games
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, Game, Move, State
from jardinet.games.parameters import ParameterError

SENTENCE = "Getting the rules ready (once, about a minute)"


def prepare(game_name: str) -> None:
    """Have every kernel at hand that playing, bots and simulations use, by playing a little of everything.

    Raises:
        ParameterError: there is no such game.
    """
    usual = load_game(game_name)
    for bot in bots_of(game_name):
        simulate(usual, [bot] * usual.num_players(), 2, 0, workers=1)
    generator = np.random.default_rng(0)
    usual.rules.play_random(usual.new_initial_state().observation(), 1, generator)
    _play_as_people_do(_with_everything(usual), generator)


def _with_everything(game: Game) -> Game:
    """The game with every variant that can be switched on, in the order they are declared, unless it contradicts."""
    for parameter in game.declared:
        if parameter.kind is bool:
            with suppress(ParameterError):
                game = game.with_parameters(**{parameter.name: True})
    return game


def _play_as_people_do(game: Game, generator: np.random.Generator) -> None:
    """One game of the last level against itself on a State, with all that a face asks of it."""
    bot = load_bot(levels_of(game.name)[-1], game)
    state = game.new_initial_state()
    while not state.is_terminal():
        move = _next_move(bot, state, generator)
        state.view(max(state.current_player(), 0))
        state.events(move)
        state.apply(move)


def _next_move(bot: Bot, state: State, generator: np.random.Generator) -> Move:
    player = state.current_player()
    if player == CHANCE:
        return int(generator.choice([outcome for outcome, _ in state.chance_outcomes()]))
    if player == SIMULTANEOUS:
        acting = state.acting_seats()
        return tuple(
            choose(bot, state, seat, generator) if seat in acting else NO_ACTION for seat in range(state.num_players())
        )
    return choose(bot, state, player, generator)


def _main() -> None:
    console = Console()
    if not console.is_terminal:
        console.print(SENTENCE)
    with console.status(SENTENCE):
        for name in registered_games():
            prepare(name)


if __name__ == "__main__":
    _main()
