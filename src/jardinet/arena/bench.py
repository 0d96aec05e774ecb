"""Benchmark of Jardinet beside its nearest peers, measured in one run on one machine.

Absolute figures depend on the machine and on who else uses it; ratios much less. Each measurement
and its peer take turns, and the best of several rounds counts: noise only ever slows things down.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Literal

import msgspec
import numpy as np

from jardinet.arena import peers
from jardinet.arena.peers import NotInstalled, Peer, Work, library
from jardinet.arena.simulate import simulate
from jardinet.bots.levels import levels_of
from jardinet.envs.vector import VectorEnv
from jardinet.games import load_game, registered_games
from jardinet.games.api import Game

ROUNDS = 5
SECONDS = 0.4  # a measurement inside this process runs about so long

# What each game has promised; a game without a line here is measured all the same.
RANDOM_PLAY_GOALS = {"lucky_numbers": 10e6, "maudits_criquets": 5e6}
RANDOM_PLAY_RATIO_GOALS = {"lucky_numbers": 5.0}
PYTHON_LOOP_GOALS = {"lucky_numbers": 200e3}
SIMULATION_GOALS = {"lucky_numbers": 1000.0}
VECTOR_GOALS = {"lucky_numbers": 5e6}
OPEN_SPIEL_GOALS = {"lucky_numbers": 50e3}
AGENTS_GOALS = {"lucky_numbers": 20e3}
PARALLEL_GOALS = {"maudits_criquets": 20e3}
FIRST_START_GOAL, LATER_START_GOAL, HELP_GOAL = 10.0, 1.5, 0.5

LESS_IS_BETTER = ("s", "MB")  # units

Measurement = Callable[[], float]


class Figure(msgspec.Struct, frozen=True):
    """One measured speed and what it is compared with.

    Attributes:
        name: what was measured.
        value: the best of all rounds; None: it could not be measured here, see `note`.
        unit: of `value` and `peer_value`: one of LESS_IS_BETTER, or so many a second.
        goal: what `value` should reach, or stay below; None: nothing was promised.
        peer: what was measured beside it; None: it has no peer.
        peer_value: the peer's best; None also where the peer could not be measured: see `note`.
        ratio_goal: what `ratio()` should reach; None: nothing was promised.
        note: what a reader must know; empty for nothing.
    """

    name: str
    value: float | None
    unit: str
    goal: float | None = None
    peer: str | None = None
    peer_value: float | None = None
    ratio_goal: float | None = None
    note: str = ""

    def ratio(self) -> float | None:
        """`value` in units of the peer's; None without one."""
        return self.value / self.peer_value if self.value is not None and self.peer_value else None

    def is_met(self) -> bool:
        """Whether everything promised is kept, as far as it could be measured."""
        ratio = self.ratio()
        if self.ratio_goal is not None and ratio is not None and ratio < self.ratio_goal:
            return False
        if self.goal is None or self.value is None:
            return True
        return self.value <= self.goal if self.unit in LESS_IS_BETTER else self.value >= self.goal


def run_bench() -> list[Figure]:
    """Measure everything, two minutes or three; see `figures` to get them one by one."""
    return list(figures())


def figures() -> Iterator[Figure]:
    """Each figure as soon as it is measured."""
    for name in registered_games():
        game = load_game(name)
        yield _random_play(game)
        yield _python_loop(game)
        yield _simulation(game)
        yield from _vector(game)
        yield from _environments(game)
    yield from _starts()
    yield _help()


# Playing -----------------------------------------------------------------------------------


def _random_play(game: Game) -> Figure:
    states, generator = game.new_initial_state().observation(), np.random.default_rng(1)
    return _compared(
        f"{game.name}: compiled random play, one core",
        "actions/s",
        lambda: game.rules.play_random(states, 200, generator),
        peers.open_spiel_rollouts(game.name),
        RANDOM_PLAY_GOALS.get(game.name),
        RANDOM_PLAY_RATIO_GOALS.get(game.name),
    )


def _python_loop(game: Game) -> Figure:
    random = Random(1).random  # noqa: S311 - plays games, guards no secret
    return _compared(
        f"{game.name}: legal_actions + apply_action on one State, from Python",
        "actions/s",
        lambda: peers.play_states(game, random),
        peers.open_spiel_loop(),
        PYTHON_LOOP_GOALS.get(game.name),
    )


def _simulation(game: Game) -> Figure:
    level = levels_of(game.name)[-1]

    def games_of(level: str) -> Work:
        return lambda: simulate(game, [level] * game.num_players(), 500, 1, workers=1).games

    return _compared(
        f"{game.name}: simulate {','.join([level] * game.num_players())}, one core",
        "games/s",
        games_of(level),
        Peer("simulate with random instead", games_of("random")),
        SIMULATION_GOALS.get(game.name),
    )


# Environments --------------------------------------------------------------------------------


def _vector(game: Game) -> Iterator[Figure]:
    """Random legal actions and masks are always counted in; observations in the second only."""
    beginning = f"{game.name}: VectorEnv of {peers.VECTOR_GAMES:,} games, random legal actions, masks, one core"
    yield _compared(
        f"{beginning}, no tensors",
        "actions/s",
        _steps(game, "record"),
        peers.pgx_steps(),
        VECTOR_GOALS.get(game.name),
    )
    yield _compared(
        f"{beginning}, observation tensors",
        "actions/s",
        _steps(game, "tensor"),
        peers.open_spiel_vector(),
    )


def _steps(game: Game, observations: Literal["tensor", "record"]) -> Work:
    env, generator = VectorEnv(game, peers.VECTOR_GAMES, observations=observations), np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> float:
        for _ in range(peers.STEPS):
            env.step(env.sample_actions(generator))
        return peers.STEPS * env.num_envs

    return work


def _environments(game: Game) -> Iterator[Figure]:
    """The game as others' libraries know it, where these are installed."""
    random = Random(1).random  # noqa: S311 - plays games, guards no secret

    def spiel() -> Work:
        pyspiel = library("pyspiel", "OpenSpiel")
        library("jardinet.envs.open_spiel", "OpenSpiel").register()
        registered = pyspiel.load_game(f"python_{game.name}")
        return lambda: peers.play_states(registered, random)

    def agents() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").aec_env(game.name)
        return lambda: peers.play_agents(env, random)

    def parallel() -> Work:
        env = library("jardinet.envs.pettingzoo", "PettingZoo").parallel_env(game.name)
        return lambda: peers.play_in_parallel(env, random)

    name, goal = f"{game.name}: OpenSpiel's python_{game.name}", OPEN_SPIEL_GOALS.get(game.name)
    yield _if_installed(name, "actions/s", spiel, peers.open_spiel_python_game, goal)
    name, goal = f"{game.name}: PettingZoo's agents, one after the other", AGENTS_GOALS.get(game.name)
    yield _if_installed(name, "turns/s", agents, peers.pettingzoo_turns, goal)
    name, goal = f"{game.name}: PettingZoo's agents, all in one step", PARALLEL_GOALS.get(game.name)
    yield _if_installed(name, "turns/s", parallel, peers.pettingzoo_turns, goal)


def _if_installed(
    name: str, unit: str, prepare: Callable[[], Work], peer: Callable[[], Peer], goal: float | None
) -> Figure:
    try:
        work = prepare()
    except NotInstalled as reason:
        return Figure(name, None, unit, goal=goal, note=f"{reason}")
    return _compared(name, unit, work, peer(), goal)


# Starting ----------------------------------------------------------------------------------


def _starts() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        first = _seconds_to_prompt(Path(folder))
        yield Figure("first start to the first prompt, nothing compiled", first, "s", goal=FIRST_START_GOAL)
        later, peer = _best(
            lambda: _seconds_to_prompt(Path(folder)), lambda: _seconds(("-c", "import numba")), least=True
        )
    yield Figure(
        "later starts to the first prompt",
        later,
        "s",
        goal=LATER_START_GOAL,
        peer='python -c "import numba"',
        peer_value=peer,
        note="SciPy is installed here, which Numba imports when it is: playing alone does without"
        if find_spec("scipy")
        else "",
    )


def _seconds_to_prompt(folder: Path) -> float:
    """How long `jardinet play` takes to ask its first question, with Numba's cache in `folder`."""
    begun = time.perf_counter()
    call = ["-m", "jardinet", "play", registered_games()[0].replace("_", "-"), "--seats", "you,greedy", "--lang", "en"]
    record = folder / f"{time.time_ns()}.jdn"
    with subprocess.Popen(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *call, "--record", record],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout
        told = b""
        while b"you>" not in told:
            part = os.read(child.stdout.fileno(), 4096)
            if not part:
                raise RuntimeError(f"jardinet play ended without a prompt: {told.decode()}")
            told += part
        passed = time.perf_counter() - begun
        child.kill()
    return passed


def _help() -> Figure:
    value, peer = _best(
        lambda: _seconds(("-c", "from jardinet.cli import main; main()", "--help")),
        lambda: _seconds(("-c", "import typer")),
        least=True,
    )
    return Figure("jardinet --help", value, "s", goal=HELP_GOAL, peer='python -c "import typer"', peer_value=peer)


def _seconds(arguments: tuple[str, ...], **environment: str) -> float:
    """How long a fresh Python takes with these arguments."""
    begun = time.perf_counter()
    subprocess.run(  # noqa: S603 - our own interpreter and our own words
        [sys.executable, *arguments], env={**os.environ, **environment}, check=True, stdout=subprocess.DEVNULL
    )
    return time.perf_counter() - begun


# Measuring ---------------------------------------------------------------------------------


def _compared(
    name: str, unit: str, work: Work, peer: Peer, goal: float | None = None, ratio_goal: float | None = None
) -> Figure:
    """The rate of some work and of the peer's, both after a first time that compiles and fills caches."""
    theirs = peer.work
    for each in (work, theirs):
        if each is not None:
            each()
    value, peer_value = _best(lambda: _rate(work), None if theirs is None else lambda: _rate(theirs))
    return Figure(name, value, unit, goal, peer.name, peer_value, ratio_goal, peer.note)


def _rate(work: Work) -> float:
    """What `work` counts, a second: repeated for SECONDS."""
    begun = time.perf_counter()
    count = 0.0
    while (passed := time.perf_counter() - begun) < SECONDS:
        count += work()
    return count / passed


def _best(measure: Measurement, peer: Measurement | None, *, least: bool = False) -> tuple[float, float | None]:
    """The best of ROUNDS measurements of both, taking turns."""
    better = min if least else max
    rounds = [(measure(), peer() if peer else None) for _ in range(ROUNDS)]
    peers = [value for _, value in rounds if value is not None]
    return better(value for value, _ in rounds), better(peers) if peers else None
