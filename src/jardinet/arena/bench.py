"""How fast Jardinet is, beside its nearest peers, measured in one run on one machine.

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
from typing import Any

import msgspec
import numpy as np

from jardinet.arena.simulate import simulate
from jardinet.bots.levels import levels_of
from jardinet.games import load_game, registered_games
from jardinet.games.api import Game

ROUNDS = 5
SECONDS = 0.4  # a measurement inside this process runs about so long
ROLLOUTS = 500

# What each game has promised; a game without a line here is measured all the same.
RANDOM_PLAY_GOALS = {"lucky_numbers": 10e6, "maudits_criquets": 5e6}
RANDOM_PLAY_RATIO_GOALS = {"lucky_numbers": 5.0}
PYTHON_LOOP_GOALS = {"lucky_numbers": 200e3}
SIMULATION_GOALS = {"lucky_numbers": 1000.0}
FIRST_START_GOAL, LATER_START_GOAL, HELP_GOAL = 10.0, 1.5, 0.5

Measurement = Callable[[], float]


class Figure(msgspec.Struct, frozen=True):
    """One measured speed and what it is compared with.

    Attributes:
        name: what was measured.
        value: the best of all rounds.
        unit: of `value` and `peer_value`: `s`, where less is better, or so many a second.
        goal: what `value` should reach, or stay below; None: nothing was promised.
        peer: what was measured beside it; None: it has no peer.
        peer_value: the peer's best; None also where the peer could not be measured: see `note`.
        ratio_goal: what `ratio()` should reach; None: nothing was promised.
        note: what a reader must know; empty for nothing.
    """

    name: str
    value: float
    unit: str
    goal: float | None = None
    peer: str | None = None
    peer_value: float | None = None
    ratio_goal: float | None = None
    note: str = ""

    def ratio(self) -> float | None:
        """`value` in units of the peer's; None without one."""
        return self.value / self.peer_value if self.peer_value else None

    def is_met(self) -> bool:
        """Whether everything promised is kept, as far as it could be measured."""
        ratio = self.ratio()
        if self.ratio_goal is not None and ratio is not None and ratio < self.ratio_goal:
            return False
        if self.goal is None:
            return True
        return self.value <= self.goal if self.unit == "s" else self.value >= self.goal


def run_bench() -> list[Figure]:
    """Measure everything, a minute or two; see `figures` to get them one by one."""
    return list(figures())


def figures() -> Iterator[Figure]:
    """Each figure as soon as it is measured."""
    for name in registered_games():
        game = load_game(name)
        yield _random_play(game)
        yield _python_loop(game)
        yield _simulation(game)
    yield from _starts()
    yield _help()


# Playing -----------------------------------------------------------------------------------


def _random_play(game: Game) -> Figure:
    states, generator = game.new_initial_state().observation(), np.random.default_rng(1)
    game.rules.play_random(states, 1, generator)

    def actions_a_second() -> float:
        return _rate(lambda: game.rules.play_random(states, 200, generator))

    peer, note = _open_spiel_rollouts()
    value, peer_value = _best(actions_a_second, peer)
    return Figure(
        f"{game.name}: compiled random play, one core",
        value,
        "actions/s",
        goal=RANDOM_PLAY_GOALS.get(game.name),
        peer=f"OpenSpiel connect_four, MCTSBot with 1 simulation of {ROLLOUTS} random rollouts",
        peer_value=peer_value,
        ratio_goal=RANDOM_PLAY_RATIO_GOALS.get(game.name),
        note=note,
    )


def _open_spiel_rollouts() -> tuple[Measurement | None, str]:
    """Moves a second of OpenSpiel's C++ rollouts, or why they cannot be measured."""
    spiel, note = _open_spiel()
    if spiel is None:
        return None, note
    connect_four = spiel.load_game("connect_four")
    evaluator = spiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = spiel.MCTSBot(connect_four, evaluator, 2.0, 1, 1, False, 1, False)
    moves = _mean_moves(connect_four, 1000)
    beginning = connect_four.new_initial_state()

    def moves_a_second() -> float:
        def rollouts() -> int:
            bot.step(beginning)
            return ROLLOUTS

        return _rate(rollouts) * moves

    return moves_a_second, f"a random connect_four game has {moves:.1f} moves on average, over 1,000 games"


def _mean_moves(spiel_game: Any, games: int) -> float:
    random = Random(1).random  # noqa: S311 - plays games, guards no secret
    return sum(_play_in_python(spiel_game, random) for _ in range(games)) / games


def _python_loop(game: Game) -> Figure:
    random = Random(1).random  # noqa: S311 - plays games, guards no secret
    spiel, note = _open_spiel()
    peer: Measurement | None = None
    if spiel is not None:
        connect_four = spiel.load_game("connect_four")

        def peer() -> float:
            return _rate(lambda: _play_in_python(connect_four, random))

    value, peer_value = _best(lambda: _rate(lambda: _play_in_python(game, random)), peer)
    return Figure(
        f"{game.name}: legal_actions + apply_action on one State, from Python",
        value,
        "actions/s",
        goal=PYTHON_LOOP_GOALS.get(game.name),
        peer="the same loop on OpenSpiel's connect_four",
        peer_value=peer_value,
        note=note,
    )


def _play_in_python(game: Any, random: Callable[[], float]) -> int:
    """One random game in OpenSpiel's words, which are ours too; how many actions it had, each seat's counted."""
    state = game.new_initial_state()
    count = 0
    while True:
        while legal := state.legal_actions():  # none where all move at once, and when the game is over
            state.apply_action(legal[int(random() * len(legal))])
            count += 1
        if state.is_terminal():
            return count
        hands = [state.legal_actions(seat) for seat in range(state.num_players())]
        state.apply_actions([hand[int(random() * len(hand))] for hand in hands])
        count += len(hands)


def _simulation(game: Game) -> Figure:
    level = levels_of(game.name)[-1]

    def games_a_second(level: str) -> Measurement:
        simulate(game, [level] * game.num_players(), 1, 0, workers=1)

        def play() -> int:
            return simulate(game, [level] * game.num_players(), 500, 1, workers=1).games

        return lambda: _rate(play)

    value, peer_value = _best(games_a_second(level), games_a_second("random"))
    return Figure(
        f"{game.name}: simulate {','.join([level] * game.num_players())}, one core",
        value,
        "games/s",
        goal=SIMULATION_GOALS.get(game.name),
        peer="simulate with random instead",
        peer_value=peer_value,
    )


def _open_spiel() -> tuple[Any, str]:
    try:
        import pyspiel
    except ImportError:
        return None, "OpenSpiel is not installed here, so there is nothing to compare with"
    return pyspiel, ""


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


def _rate(work: Callable[[], int]) -> float:
    """What `work` counts, a second: repeated for SECONDS."""
    begun = time.perf_counter()
    count = 0
    while (passed := time.perf_counter() - begun) < SECONDS:
        count += work()
    return count / passed


def _best(measure: Measurement, peer: Measurement | None, *, least: bool = False) -> tuple[float, float | None]:
    """The best of ROUNDS measurements of both, taking turns."""
    better = min if least else max
    rounds = [(measure(), peer() if peer else None) for _ in range(ROUNDS)]
    peers = [value for _, value in rounds if value is not None]
    return better(value for value, _ in rounds), better(peers) if peers else None
