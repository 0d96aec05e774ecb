"""Benchmark of Jardinet against its nearest peers, measured in one run on one machine.

Goals are ratios, the same for every game; absolute figures are only information. PARTS can be measured one by one, each
row by row; the server's are in jardinet.server.bench.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Literal

import numpy as np

from jardinet.arena import peers
from jardinet.arena.lockstep import begin
from jardinet.arena.measuring import Measurement, Peer, Row, Work, compare, compare_rates, rate
from jardinet.arena.peers import NotInstalled, library
from jardinet.arena.simulate import simulate
from jardinet.bots.levels import baselines_of
from jardinet.envs.vector import VectorEnv
from jardinet.games import default_game, load_game, registered_games
from jardinet.games.api import Game, State

# Goals, as ratios to the peer of the same run: minima, or maxima where less is better.
RANDOM_PLAY_GOAL = 5.0
PYTHON_LOOP_GOAL = 1.0
CLONE_GOAL, TENSOR_GOAL = 4.0, 3.0
SIMULATION_GOAL = 0.02
OWN_STEPS_GOAL = 0.8  # of the steps of our own vector environment
VECTOR_TENSOR_GOAL, GYMNASIUM_GOAL = 20.0, 40.0
OPEN_SPIEL_GOAL, AGENTS_GOAL, PARALLEL_GOAL = 4.0, 1.0, 1.0
LATER_START_GOAL, HELP_GOAL = 3.0, 3.0


def play_rows() -> Iterator[Row]:
    """Playing: compiled, from Python, and bots against each other."""
    for name in registered_games():
        game = load_game(name)
        yield _random_play(game)
        yield from _python_loops(game)
        yield from _calls(game)
        yield _simulation(game)


def env_rows() -> Iterator[Row]:
    """The games as environments: thousands at once, and in the forms of other libraries."""
    for name in registered_games():
        game = load_game(name)
        yield from _vector(game)
        yield from _environments(game)


def start_rows() -> Iterator[Row]:
    """The time until a command shows something."""
    with tempfile.TemporaryDirectory() as folder:
        yield _first_start(Path(folder))
        yield _later_start(Path(folder))
    yield _help()


PARTS: dict[str, Callable[[], Iterator[Row]]] = {"play": play_rows, "envs": env_rows, "start": start_rows}


# Playing -----------------------------------------------------------------------------------


def _random_play(game: Game) -> Row:
    name = f"{game.name}: compiled random play, one core"

    def measure() -> Measurement:
        states, generator = begin(game, 1), np.random.default_rng(1)
        return compare_rates(
            name,
            "actions/s",
            lambda: game.rules.play_random(states, 200, generator),
            peers.open_spiel_rollouts(game.name),
            RANDOM_PLAY_GOAL,
        )

    return Row(name, measure)


def _python_loops(game: Game) -> Iterator[Row]:
    """Whole games from Python, by the same loop that plays OpenSpiel's games through its binding."""
    random = Random(1).random  # noqa: S311 - plays games, guards no secret
    for loop, calls in (
        (peers.play_states_with_chances, "legal_actions, chance_outcomes and apply_action"),
        (peers.play_states, "legal_actions and apply_action"),
    ):
        name = f"{game.name}: whole games of {calls}, from Python"
        work, peer = partial(loop, game, random), partial(peers.open_spiel_loop, loop)
        yield Row(name, partial(_against, name, "actions/s", work, peer, PYTHON_LOOP_GOAL))


def _against(name: str, unit: str, work: Work, peer: Callable[[], Peer], goal: float) -> Measurement:
    return compare_rates(name, unit, work, peer(), goal)


def _calls(game: Game) -> Iterator[Row]:
    """The cost of calls on a State, in units of the cheapest one, over all positions of a game."""
    states = _positions(game)
    legal = [
        partial(state.legal_actions, 0) if state.is_simultaneous_node() else state.legal_actions for state in states
    ]
    for call, calls, goal in (
        ("clone", [state.clone for state in states], CLONE_GOAL),
        ("observation_tensor", [partial(state.observation_tensor, 0) for state in states], TENSOR_GOAL),
    ):
        name = f"{game.name}: {call} of a State"
        yield Row(
            name,
            partial(
                compare,
                name,
                "µs",
                partial(_microseconds, calls),
                "legal_actions there",
                partial(_microseconds, legal),
                goal=goal,
            ),
        )


def _positions(game: Game) -> list[State]:
    """The positions of one random game in order, without the last."""
    states: list[State] = []
    peers.play_states(game, Random(1).random, on_state=lambda state: states.append(state.clone()))  # noqa: S311
    return states


def _microseconds(calls: Sequence[Callable[[], object]]) -> float:
    def work() -> float:
        for call in calls:
            call()
        return len(calls)

    return 1e6 / rate(work)


def _simulation(game: Game) -> Row:
    level = baselines_of(game.name)[-1]  # not a level: the speed of levels depends on their nets
    name = f"{game.name}: simulate {','.join([level] * game.num_players())}, one core"

    def games_of(level: str) -> Work:
        def work() -> float:
            tally = simulate(game, [level] * game.num_players(), 500, 1, workers=1)
            if tally.is_interrupted:
                raise KeyboardInterrupt
            return tally.games

        return work

    peer = Peer("simulate with random instead", games_of("random"))
    return Row(name, partial(compare_rates, name, "games/s", games_of(level), peer, SIMULATION_GOAL))


# Environments --------------------------------------------------------------------------------


def _vector(game: Game) -> Iterator[Row]:
    """Both rows include random legal actions and masks; only the second includes observations.

    The first has no goal: its peer uses all cores.
    """
    beginning = f"{game.name}: VectorEnv of {peers.VECTOR_GAMES:,} games, random legal actions, masks, one core"

    def row(name: str, observations: Literal["tensor", "record"], peer: Callable[[], Peer], goal: float | None) -> Row:
        def work() -> Work:
            return _plays(VectorEnv(game, peers.VECTOR_GAMES, observations=observations))

        return Row(name, lambda: compare_rates(name, "actions/s", work(), peer(), goal))

    yield row(f"{beginning}, no tensors", "record", peers.pgx_steps, None)
    yield row(f"{beginning}, observation tensors", "tensor", peers.open_spiel_vector, VECTOR_TENSOR_GOAL)


def _plays(env: Any) -> Work:
    """Random legal actions in an environment of many games."""
    generator = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> float:
        for _ in range(peers.STEPS):
            env.step(env.sample_actions(generator))
        return float(peers.STEPS * env.num_envs)

    return work


def _environments(game: Game) -> Iterator[Row]:
    """The game in the forms of other libraries, if they are installed."""
    random = Random(1).random  # noqa: S311 - plays games, guards no secret

    def spiel() -> Work:
        pyspiel = library("pyspiel", "OpenSpiel")
        library("jardinet.envs.open_spiel", "OpenSpiel").register()
        registered = pyspiel.load_game(f"python_{game.name}")
        return lambda: peers.play_states(registered, random)

    def learners() -> Work:
        own, gymnasium = library("jardinet.envs.gymnasium", "Gymnasium"), library("gymnasium", "Gymnasium")
        return _plays(gymnasium.make_vec(own.env_id(game.name), peers.VECTOR_GAMES))

    def agents() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").aec_env(game.name)
        return lambda: peers.play_agents(env, random)

    def parallel() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").parallel_env(game.name)
        return lambda: peers.play_in_parallel(env, random)

    def row(name: str, unit: str, prepare: Callable[[], Work], peer: Callable[[], Peer], goal: float) -> Row:
        def measure() -> Measurement:
            try:
                work = prepare()
            except NotInstalled as reason:
                return Measurement(name, None, unit, goal=goal, note=f"{reason}")
            return compare_rates(name, unit, work, peer(), goal)

        return Row(name, measure)

    name = f"{game.name}: OpenSpiel's python_{game.name}"
    yield row(name, "actions/s", spiel, peers.open_spiel_python_game, OPEN_SPIEL_GOAL)
    name = f"{game.name}: gymnasium.make_vec of {peers.VECTOR_GAMES:,} games, one seat against random, one core"
    yield row(name, "actions/s", learners, partial(peers.gymnasium_vector, game.name), GYMNASIUM_GOAL)

    def own() -> Peer:
        return Peer("VectorEnv of as many", _plays(VectorEnv(game, peers.VECTOR_GAMES, opponent="random")))

    name = f"{game.name}: the same, beside VectorEnv against random"
    yield row(name, "actions/s", learners, own, OWN_STEPS_GOAL)
    name = f"{game.name}: PettingZoo's agents, one after the other"
    yield row(name, "turns/s", agents, peers.pettingzoo_turns, AGENTS_GOAL)
    name = f"{game.name}: PettingZoo's agents, all in one step"
    yield row(name, "turns/s", parallel, peers.pettingzoo_turns, PARALLEL_GOAL)


# Starting ----------------------------------------------------------------------------------


def _first_start(folder: Path) -> Row:
    name = "first start to the first prompt, nothing compiled"
    return Row(name, lambda: Measurement(name, _seconds_to_prompt(folder), "s"))


def _later_start(folder: Path) -> Row:
    name = "later starts to the first prompt"
    note = "SciPy is installed here, which Numba imports when it is: playing alone does without"

    def measure() -> Measurement:
        return compare(
            name,
            "s",
            lambda: _seconds_to_prompt(folder),
            'python -c "import numba"',
            lambda: seconds_of("-c", "import numba"),
            goal=LATER_START_GOAL,
            note=note if find_spec("scipy") else "",
        )

    return Row(name, measure)


def _seconds_to_prompt(folder: Path) -> float:
    """Seconds until `jardinet play` asks its first question, with Numba's cache in `folder`."""
    begun = time.perf_counter()
    call = ["-m", "jardinet", "play", default_game().replace("_", "-"), "--lang", "en"]
    record = folder / f"{time.time_ns()}.jdn"
    with subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *call, "--record", record],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # so that only we get Ctrl-C
    ) as child:
        assert child.stdout
        told = b""
        try:
            while b"you>" not in told:
                part = os.read(child.stdout.fileno(), 4096)
                if not part:
                    raise RuntimeError(f"jardinet play ended without a prompt: {told.decode()}")
                told += part
            return time.perf_counter() - begun
        finally:
            child.kill()


def _help() -> Row:
    name, code = "jardinet --help", "from jardinet.cli import main; main()"

    def measure() -> Measurement:
        return compare(
            name,
            "s",
            lambda: seconds_of("-c", code, "--help"),
            'python -c "import typer"',
            lambda: seconds_of("-c", "import typer"),
            goal=HELP_GOAL,
        )

    return Row(name, measure)


def seconds_of(*arguments: str) -> float:
    """Seconds that a new Python process takes with these arguments."""
    begun = time.perf_counter()
    subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, start_new_session=True
    )
    return time.perf_counter() - begun
