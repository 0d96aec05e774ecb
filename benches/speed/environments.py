"""Rows of the games in the forms of other libraries, beside those libraries' own games, if they are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from benches.speed import peers
from benches.speed.loops import play_agents, play_in_parallel
from benches.speed.peers import NotInstalledError, library

from jardinet.arena.bench import VECTOR_GAMES, random_steps
from jardinet.arena.loops import play_states
from jardinet.arena.measuring import Measurement, Peer, Row, Work, compare_rates
from jardinet.envs.vector import VectorEnv
from jardinet.games import load_game, registered_games
from jardinet.games.api import Game

OWN_STEPS_GOAL = 0.8  # of the steps of our own vector environment


def form_rows() -> Iterator[Row]:
    """The rows of all games."""
    for name in registered_games():
        yield from rows_of(load_game(name))


def rows_of(game: Game) -> Iterator[Row]:
    """The rows of a game."""
    random = Random(1).random  # noqa: S311 - plays games, guards no secret

    def spiel() -> Work:
        pyspiel = library("pyspiel", "OpenSpiel")
        library("jardinet.envs.open_spiel", "OpenSpiel").register()
        registered = pyspiel.load_game(f"python_{game.name}")
        return lambda: play_states(registered, random)

    def learners() -> Work:
        own, gymnasium = library("jardinet.envs.gymnasium", "Gymnasium"), library("gymnasium", "Gymnasium")
        return random_steps(gymnasium.make_vec(own.env_id(game.name), VECTOR_GAMES))

    def agents() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").aec_env(game.name)
        return lambda: play_agents(env, random)

    def parallel() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").parallel_env(game.name)
        return lambda: play_in_parallel(env, random)

    def own(game: Game) -> Peer:
        return Peer(
            "VectorEnv of as many", random_steps(VectorEnv(game, VECTOR_GAMES, opponent="random")), OWN_STEPS_GOAL
        )

    vector = f"gymnasium.make_vec of {VECTOR_GAMES:,} games, one seat against random, one core"
    for name, unit, prepare, peer in (
        (f"OpenSpiel's python_{game.name}", "actions/s", spiel, peers.open_spiel_python_game),
        (vector, "actions/s", learners, peers.gymnasium_vector),
        ("the same, beside VectorEnv against random", "actions/s", learners, own),
        ("PettingZoo's agents, one after the other", "turns/s", agents, peers.pettingzoo_turns),
        ("PettingZoo's agents, all in one step", "turns/s", parallel, peers.pettingzoo_turns),
    ):
        yield _row(f"{game.name}: {name}", unit, prepare, lambda peer=peer: peer(game))  # type: ignore[misc]


def _row(name: str, unit: str, prepare: Callable[[], Work], peer: Callable[[], Peer]) -> Row:
    def measure() -> Measurement:
        try:
            work = prepare()
        except NotInstalledError as reason:
            return Measurement(name, None, unit, note=f"{reason}")
        return compare_rates(name, unit, work, peer())

    return Row(name, measure)
