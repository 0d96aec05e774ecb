"""Running study: plays the games that chapters ask for, once, and caches the results during the study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from jardinet.arena.spreading import Chunked, Part
from jardinet.arena.standings import standings_of
from jardinet.arena.tournament import Tournament, tournament
from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.study.figures import Figure
from jardinet.study.layer import STUDIES, StudyVariant
from jardinet.study.playing import Ledgers, Rows, SelfPlay, all_of

ANALYSED = 4  # one of so many games is analysed, which takes longer than playing it
LEAST_ANALYSED = 4

Tell = Callable[[str, int, int], None]  # what is played, how much is done, and the total


class Study:
    """Study with a seed and a size.

    Attributes:
        seed: of everything random.
        games: of each measurement.
    """

    def __init__(self, seed: int, games: int, workers: int | None, tell: Tell) -> None:
        """`workers`: how many processes play, None: one for each core; `tell` is called with the progress."""
        self.seed = seed
        self.games = games
        self._workers = workers
        self._tell = tell
        self._kept: dict[Any, Any] = {}

    def game(self, name: str, variant: StudyVariant | None = None, players: int | None = None) -> Game:
        """A game as it is usually played, or a variant of it."""
        agreed = dict((variant or STUDIES.of(name).variants[0]).parameters)
        return load_game(name, players=players, **agreed)

    def master(self, game: Game) -> Rows:
        """Games of master against itself; see `SelfPlay.play`."""
        work = SelfPlay(game.name, game.parameters, "master", self.games, self.seed)
        return self.part(work, np.concatenate, f"{game!r}: master")

    def ledgers(self, game: Game, level: str) -> Rows:
        """Games of a level against itself, analysed; see `Ledgers.play`."""
        games = max(LEAST_ANALYSED, self.games // ANALYSED)
        work = Ledgers(game.name, game.parameters, level, games, self.seed)
        return self.part(work, np.concatenate, f"{game!r}: {level}, explained")

    def against(self, game: Game, level: str, other: str) -> Figure:
        """The share of victories of a level against another, luck left out, each deal played from both seats.

        Raises:
            KeyboardInterrupt: it was interrupted.
        """
        key = ("against", game, level, other)
        if key not in self._kept:
            total = Tournament.of(game, [level, other], self.games, self.seed).games()
            what = f"{game!r}: {level} against {other}"
            self._tell(what, 0, total)
            outcome = tournament(
                game,
                [level, other],
                self.games,
                self.seed,
                adjusted=True,
                workers=self._workers,
                on_progress=lambda done: self._tell(what, done, total),
            )
            if outcome.is_interrupted:
                raise KeyboardInterrupt
            share = next(one.adjusted for one in standings_of(outcome) if one.bot == level)
            assert share is not None
            deals = len(np.unique(outcome.rows["deal"]))
            self._kept[key] = Figure(round(share.share, 6), round(share.low, 6), round(share.high, 6), deals)
        figure: Figure = self._kept[key]
        return figure

    def part(self, work: Chunked[Part], join: Callable[[list[Part]], Part], what: str) -> Part:
        """The joined results of all chunks of some work, in order; cached.

        Args:
            work: the chunks to play.
            join: joins the chunks' results.
            what: the name of the work, for progress messages.

        Raises:
            KeyboardInterrupt: it was interrupted.
        """
        key = (type(work), repr(work))
        if key not in self._kept:
            total = len(work.chunks())
            self._tell(what, 0, total)
            self._kept[key] = all_of(work, self._workers, join, lambda done: self._tell(what, done, total))
        part: Part = self._kept[key]
        return part
