"""Games that the bench of ratings is measured by: tournaments of all levels, in parts that are kept as files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benches.bots.strength import tells_luck
from pyarrow import parquet

from jardinet import load_game
from jardinet.arena.export import write_parquet
from jardinet.arena.tournament import tournament
from jardinet.bots.levels import levels_of
from jardinet.games.api import Game
from jardinet.ratings.bradley_terry import ArenaGames

DEALS = 1_000_000  # more than a part has


class Contest(NamedTuple):
    """Games of all levels of a game, of one number of players.

    Attributes:
        game: its name.
        players: how many.
        parts: how many parts; each has a seed of its own, one above the one before.
        size: games of a part.
    """

    game: str
    players: int
    parts: int
    size: int = 600

    def loaded(self) -> Game:
        """The game."""
        return load_game(self.game, players=self.players)

    def seeds(self, first: int) -> list[int]:
        """A seed for each part."""
        return [first + part for part in range(self.parts)]


def games_of(
    contest: Contest, folder: Path, seed: int, workers: int | None = None, tell: Callable[[int], None] | None = None
) -> ArenaGames:
    """The games of a contest; parts that `folder` does not have yet are played, and stay there.

    Args:
        contest: what is played.
        folder: of the files.
        seed: of the first part.
        workers: processes; None: one for each core.
        tell: is told how many games are there, from time to time.

    Raises:
        KeyboardInterrupt: after Ctrl-C; finished parts stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    parts = []
    for number, own in enumerate(contest.seeds(seed)):
        path = folder / f"{contest.game}-{contest.players}-{own}.parquet"
        if not path.exists():
            _play(contest, own, path, workers, _from(number * contest.size, tell))
        parts.append(_read(path, contest, number))
        if tell:
            tell((number + 1) * contest.size)
    return _joined(parts)


def _play(contest: Contest, seed: int, path: Path, workers: int | None, tell: Callable[[int], None] | None) -> None:
    outcome = tournament(
        contest.loaded(),
        levels_of(contest.game),
        contest.size,
        seed,
        adjusted=tells_luck(contest.game, contest.players),
        workers=workers,
        on_progress=tell,
    )
    if outcome.is_interrupted:
        raise KeyboardInterrupt
    beside = path.with_suffix(".part")
    write_parquet(outcome, beside)
    beside.rename(path)


def _read(path: Path, contest: Contest, number: int) -> ArenaGames:
    table = parquet.read_table(path)
    names = np.array(levels_of(contest.game))
    order = np.argsort(names)

    def column(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
        return np.stack([table[f"{name}{seat + 1}"].to_numpy() for seat in range(contest.players)], 1)

    bots = order[np.searchsorted(names[order], column("bot").astype(str))]
    luck = column("luck").astype(np.float64) if "luck1" in table.column_names else None
    deals = table["deal"].to_numpy().astype(np.int64) + number * DEALS
    return ArenaGames(
        bots.astype(np.int64), column("place").astype(np.int64), column("share").astype(np.float64), luck, deals
    )


def _joined(parts: Sequence[ArenaGames]) -> ArenaGames:
    luck = [one.luck for one in parts if one.luck is not None]
    return ArenaGames(
        np.concatenate([one.bots for one in parts]),
        np.concatenate([one.places for one in parts]),
        np.concatenate([one.shares for one in parts]),
        np.concatenate(luck) if len(luck) == len(parts) else None,
        np.concatenate([one.deals for one in parts]),
    )


def _from(begun: int, tell: Callable[[int], None] | None) -> Callable[[int], None] | None:
    return None if tell is None else lambda done: tell(begun + done)
