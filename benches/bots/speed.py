"""Measures of speed: a decision, reading a net, a hint, analysing a game.

Seconds are those of the processor, of all threads together: what one core would take that did nothing else. Whatever is
compiled or cached at a first time is before the clock runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from benches.bots.measured import Measure, Measured, Run
from benches.hints import positions
from numpy.typing import NDArray

from jardinet import load_game
from jardinet.analysis.ledger import analyse
from jardinet.arena.lockstep import Seated, begin, play_games
from jardinet.arena.tournament import tournament
from jardinet.bots.api import Bot
from jardinet.bots.levels import load_bot
from jardinet.words.game_words import load_words
from jardinet.words.hints import hint
from jardinet.words.language import load_language

PLAYERS = 2
ANALYSED = ["casual", "skilled"]  # whose games are analysed: they err as people do, and errors take time


class TimedBot:
    """Bot that plays as another one does, and notes how long each call takes."""

    def __init__(self, bot: Bot, seconds: list[float]) -> None:
        """Note them in `seconds`."""
        self.name = bot.name
        self._bot = bot
        self._seconds = seconds

    def act(
        self, observations: NDArray[Any], seats: NDArray[np.int64], generator: np.random.Generator
    ) -> NDArray[np.int64]:
        """See `Bot.act`."""
        begun = time.process_time()
        actions = self._bot.act(observations, seats, generator)
        self._seconds.append(time.process_time() - begun)
        return actions


def decision(game: str) -> Measure:
    """How many milliseconds master takes for a decision, in games against itself."""

    def measure(run: Run) -> Measured:
        played, seconds = load_game(game, players=PLAYERS), list[float]()
        chance, *choices = np.random.default_rng(run.seed).spawn(1 + PLAYERS)
        for number in range(run.games + 1):
            # A bot for each seat: one for both would be asked for two bids at once.
            seated = [Seated(TimedBot(load_bot("master", played), seconds), own) for own in choices]
            states = begin(played, 1, np.array([number % PLAYERS]))
            play_games(played, seated, np.array([[0, 1]]), states, lambda all_: played.rules.reveal_all(all_, chance))
            if number == 0:
                seconds.clear()
            run.tell(number)
        return _times(seconds, 1000, run.games)

    return measure


def reading(read: Callable[[], object]) -> Measure:
    """How many milliseconds `read` takes, which reads a net from its file: it does so each time anew."""

    def measure(run: Run) -> Measured:
        return _times(_timed([read] * (run.games + 1), run), 1000)

    return measure


def analysing(game: str) -> Measure:
    """How many seconds the analysis of a game takes."""

    def measure(run: Run) -> Measured:
        played = load_game(game, players=PLAYERS)
        records = list(tournament(played, ANALYSED, run.games, run.seed, recorded=True, workers=1).records.values())
        calls = [partial(analyse, record.game, record.moves) for record in [records[0], *records[: run.games]]]
        return _times(_timed(calls, run), 1)

    return measure


def hinting(game: str) -> Measure:
    """How many milliseconds a hint takes, in games between levels that err as people do."""

    def measure(run: Run) -> Measured:
        played = load_game(game, players=PLAYERS)
        words = load_words(load_language("en"), played, ["ada", "ben"])
        asked = [*positions(played, run.games, run.seed)][: run.games]
        calls = [partial(hint, words, state, seat) for state, seat in [asked[0], *asked]]
        return _times(_timed(calls, run), 1000)

    return measure


def _timed(calls: Sequence[Callable[[], object]], run: Run) -> list[float]:
    """The seconds that each call takes but the first, which compiles and fills caches."""
    seconds = []
    for number, call in enumerate(calls):
        begun = time.process_time()
        call()
        seconds.append(time.process_time() - begun)
        run.tell(number)
    return seconds[1:]


def _times(seconds: Sequence[float], unit: float, games: int | None = None) -> Measured:
    """Median and slowest, in so many parts of a second."""
    count = len(seconds) if games is None else games
    return Measured(value=unit * median(seconds), slowest=unit * max(seconds), games=count)
