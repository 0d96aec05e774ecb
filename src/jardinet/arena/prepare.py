"""Warm-up of compiled code: compiles a game's rules and bots, or loads them from Numba's cache, before they are needed.

`python -m jardinet.arena.prepare` does it for every game, `python -m jardinet.arena.prepare GAME --tell` for one and
prints its progress, a line per second, for `preparation.py`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Thread
from time import sleep

import numpy as np
from rich.console import Console

from jardinet import streams
from jardinet.analysis.ledger import analyse
from jardinet.arena.lockstep import begin
from jardinet.arena.prepared import is_prepared, note_prepared, preparing_alone
from jardinet.arena.simulate import simulate
from jardinet.bots.api import Bot, choose
from jardinet.bots.levels import bots_of, can_be_evaluated, levels_of, load_bot
from jardinet.games import entry_of, load_game, registered_games
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, Game, Move, State
from jardinet.games.compiled import progress
from jardinet.games.parameters import ParameterError

SENTENCE = "Getting the rules ready (once, about a minute)"
TELLING = 1.0  # seconds between two lines
NICENESS = 10


def prepare(game_name: str) -> None:
    """Compile or load every kernel that playing, bots, simulations and analyses use, by doing a little of everything.

    Raises:
        ParameterError: there is no such game.
    """
    usual = load_game(game_name)
    generator = np.random.default_rng(0)
    for players in entry_of(game_name).players:  # what every page needs first
        _play_as_people_do(usual.with_parameters(players=players), "random", generator)
    for bot in bots_of(game_name):
        simulate(usual, [bot] * usual.num_players(), 2, 0, workers=1)
    usual.rules.play_random(begin(usual, 1), 1, generator)
    everything = _with_everything(usual)
    played = _play_as_people_do(everything, levels_of(game_name)[-1], generator)
    if can_be_evaluated(game_name):
        analyse(everything, played)
    note_prepared(game_name)


def _with_everything(game: Game) -> Game:
    """The game with every variant that can be switched on, in the order they are declared, unless it contradicts."""
    for parameter in game.declared:
        if parameter.kind is bool:
            with suppress(ParameterError):
                game = game.with_parameters(**{parameter.name: True})
    return game


def _play_as_people_do(game: Game, bot_name: str, generator: np.random.Generator) -> list[Move]:
    """Play one game of a bot against itself on a State, with all calls that faces make; returns its moves."""
    bot = load_bot(bot_name, game)
    state = game.new_initial_state()
    while not state.is_terminal():
        move = _next_move(bot, state, generator)
        state.view(max(state.current_player(), 0))
        state.events(move)
        state.apply(move)
    return state.history()


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


def _main(arguments: list[str]) -> None:
    names = [name for name in arguments if not name.startswith("-")] or registered_games()
    if "--tell" in arguments:
        _give_way()
        _end_with_parent()
        _tell_progress(names)
        _prepare_alone(names)
        return
    streams.print_everything()
    console = Console()
    if not console.is_terminal:
        console.print(SENTENCE)
    with console.status(SENTENCE):
        _prepare_alone(names)


def _prepare_alone(names: list[str]) -> None:
    """Prepare games that are not prepared yet; if another process is preparing one, wait for it."""
    for name in names:
        with preparing_alone(name):
            if not is_prepared(name):
                prepare(name)


def _give_way() -> None:
    """Lower the priority of this process below everything that people wait for."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def _end_with_parent() -> None:
    """End as soon as the other end of our input is closed: the parent process is gone."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _tell_progress(names: list[str]) -> None:
    """Print `READY OF` repeatedly: the number of kernels with machine code, and about how many there will be."""
    for name in names:
        for bot in bots_of(name):
            load_bot(bot, load_game(name))  # so that all kernels are known

    def tell() -> None:
        while True:
            sleep(TELLING)
            os.write(
                sys.stdout.fileno(), "{} {}\n".format(*progress()).encode()
            )  # holds no lock of Python when it ends

    Thread(target=tell, daemon=True).start()


if __name__ == "__main__":
    _main(sys.argv[1:])
