"""Benchmark of this installation: rows that `jardinet bench` measures one by one, part by part.

Each stands beside something that is here as well. Peers from other libraries come from outside (`Peers`): benches/speed
has them. The server's rows are in jardinet.server.bench.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Literal

import numpy as np

from jardinet.arena.lockstep import begin
from jardinet.arena.loops import play_states, play_states_with_chances
from jardinet.arena.measuring import Measurement, Peer, Row, Work, compare, compare_rates, rate
from jardinet.arena.simulate import simulate
from jardinet.bots.levels import baselines_of
from jardinet.envs.vector import VectorEnv
from jardinet.games import default_game, load_game, registered_games
from jardinet.games.api import Game, State

# Goals, as ratios to what is measured beside: minima, or maxima where less is better.
CLONE_GOAL, TENSOR_GOAL = 4.0, 3.0
SIMULATION_GOAL = 0.02
LATER_START_GOAL, HELP_GOAL = 3.0, 3.0

VECTOR_GAMES = 2048
STEPS = 100  # of a vector environment between two looks at the clock

PeerOf = Callable[[Game], Peer]


@dataclass(frozen=True)
class Peers:
    """Peers of rows, each made when its row is measured; None: the row is measured alone.

    Attributes:
        random_play: of compiled random play.
        chances, states: of whole games from Python, with chance outcomes asked for and without.
        records, tensors: of VectorEnv, which returns records, or observation tensors.
    """

    random_play: PeerOf | None = None
    chances: PeerOf | None = None
    states: PeerOf | None = None
    records: PeerOf | None = None
    tensors: PeerOf | None = None


ALONE = Peers()


def play_rows(peers: Peers = ALONE) -> Iterator[Row]:
    """Playing: compiled, from Python, and bots against each other."""
    for name in registered_games():
        game = load_game(name)
        yield _random_play(game, peers.random_play)
        yield from _python_loops(game, peers)
        yield from _calls(game)
        yield _simulation(game)


def env_rows(peers: Peers = ALONE) -> Iterator[Row]:
    """The games as environments, thousands at once."""
    for name in registered_games():
        game = load_game(name)
        yield from _vector(game, peers)


def start_rows() -> Iterator[Row]:
    """The time until a command shows something."""
    with tempfile.TemporaryDirectory() as folder:
        yield _first_start(Path(folder))
        yield _later_start(Path(folder))
    yield _help()


def _rates(name: str, unit: str, prepare: Callable[[], Work], game: Game, peer: PeerOf | None) -> Row:
    """Row of some work per second, prepared when it is measured."""

    return Row(name, lambda: compare_rates(name, unit, prepare(), peer(game) if peer else None))


# Playing -----------------------------------------------------------------------------------


def _random_play(game: Game, peer: PeerOf | None) -> Row:
    def prepare() -> Work:
        states, generator = begin(game, 1), np.random.default_rng(1)
        return lambda: game.rules.play_random(states, 200, generator)

    return _rates(f"{game.name}: compiled random play, one core", "actions/s", prepare, game, peer)


def _python_loops(game: Game, peers: Peers) -> Iterator[Row]:
    """Whole games from Python."""
    random = Random(1).random  # noqa: S311 - plays games, guards no secret
    for loop, calls, peer in (
        (play_states_with_chances, "legal_actions, chance_outcomes and apply_action", peers.chances),
        (play_states, "legal_actions and apply_action", peers.states),
    ):
        name, work = f"{game.name}: whole games of {calls}, from Python", partial(loop, game, random)
        yield _rates(name, "actions/s", lambda work=work: work, game, peer)  # type: ignore[misc]


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
    play_states(game, Random(1).random, on_state=lambda state: states.append(state.clone()))  # noqa: S311
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

    peer = Peer("simulate with random instead", games_of("random"), SIMULATION_GOAL)
    return _rates(name, "games/s", lambda: games_of(level), game, lambda _game: peer)


# Environments --------------------------------------------------------------------------------


def _vector(game: Game, peers: Peers) -> Iterator[Row]:
    """Two rows for VectorEnv with random legal actions and masks; only the second includes observation tensors."""
    beginning = f"{game.name}: VectorEnv of {VECTOR_GAMES:,} games, random legal actions, masks, one core"

    def row(name: str, observations: Literal["tensor", "record"], peer: PeerOf | None) -> Row:
        def prepare() -> Work:
            return random_steps(VectorEnv(game, VECTOR_GAMES, observations=observations))

        return _rates(f"{beginning}, {name}", "actions/s", prepare, game, peer)

    yield row("no tensors", "record", peers.records)
    yield row("observation tensors", "tensor", peers.tensors)


def random_steps(env: Any) -> Work:
    """Random legal actions in an environment of many games."""
    generator = np.random.default_rng(1)
    env.reset(seed=1)

    def work() -> float:
        for _ in range(STEPS):
            env.step(env.sample_actions(generator))
        return float(STEPS * env.num_envs)

    return work


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
