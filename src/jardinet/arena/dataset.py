"""Data set of self-play on disk, and its loader: whole games, and every position in which a seat chose.

A folder has a manifest of its contents and a subfolder of shards, which other libraries can read as a whole: Parquet
files with one row per game. A game is stored as the list of its moves, chance included; positions are not stored but
replayed, all games of a shard at once. self_play.py makes such folders; docs/dataset.md describes the columns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.extras import extra
from jardinet.games import load_game
from jardinet.games.api import CHANCE, NO_ACTION, SIMULTANEOUS, TERMINAL, Game, Move
from jardinet.games.parameters import GameError
from jardinet.games.records import joined, rows_of
from jardinet.games.sentences import Either
from jardinet.play.record import Record

FORMAT = "jardinet-dataset-2"
ENDING = {
    "jardinet-dataset-1": "end",
    FORMAT: "ending",
}  # the formats that can be read, and their column of how a game ended
MANIFEST = "manifest.json"
SHARDS = "games"  # contains nothing else: libraries that read folders fail on files that are not Parquet

Indices = NDArray[np.int64]


class DatasetError(GameError):
    """A folder holds no data set, another one, or a damaged one; the message names the file."""


class Shard(msgspec.Struct, frozen=True):
    """Shard of a data set: a Parquet file of games with the same parameters.

    Attributes:
        file: its path in the folder, with slashes.
        game: its name.
        parameters: all of the game's parameters.
        bots: a weight by name: the bot at each seat was drawn with these weights.
        first: the number of its first game; the others follow.
        games: how many it has.
        sha256: of the file, in hexadecimal; empty in a plan.
    """

    file: str
    game: str
    parameters: dict[str, bool | int | str]
    bots: dict[str, int]
    first: int
    games: int
    sha256: str = ""


class Manifest(msgspec.Struct, frozen=True):
    """Description of a data set: manifest.json.

    Attributes:
        format: one of ENDING.
        command: that makes the same data set.
        seed: of all chance, of decks and of bots.
        games: how many games were asked for.
        versions: by name, of all software that decides the bytes.
        columns: what each column of a shard holds.
        shards: the finished ones, by the number of their first game.
    """

    format: str
    command: str
    seed: int
    games: int
    versions: dict[str, str]
    columns: dict[str, str]
    shards: list[Shard]

    @property
    def is_complete(self) -> bool:
        """Whether every game that was asked for is there."""
        return sum(shard.games for shard in self.shards) == self.games


_MANIFEST = msgspec.json.Decoder(Manifest)


@dataclass(frozen=True)
class PlayedGame:
    """Game of a data set.

    Attributes:
        number: from 0, unique in the data set.
        game: what was played.
        bots: who played, in seat order.
        moves: everything played, chance included, as `State.history` lists it.
        returns: of each seat, as `State.returns`.
        points: match points of each seat.
        end: one of `Game.ends`: how it ended.
    """

    number: int
    game: Game
    bots: tuple[str, ...]
    moves: tuple[Move, ...]
    returns: tuple[float, ...]
    points: tuple[int, ...]
    end: str

    def record(self) -> Record:
        """The game as a record, to be written and replayed (docs/record.md)."""
        return Record(self.game, self.bots, self.moves)


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions in which a seat chose, game by game and each game from its beginning.

    Where all move at once every seat that has something to choose has a row, with the same record.

    Attributes:
        game: what was played.
        observations: shape (n,), dtype `rules.STATE`: the seat's observation (docs/observations.md).
        seats: shape (n,): the seats that chose.
        actions: shape (n,): what it chose.
        results: shape (n,): the final return of that seat, -1 to 1 unless the utility is points.
        bots: shape (n,): the name of the bot at that seat.
        numbers: shape (n,): of the game, rising.
    """

    game: Game
    observations: NDArray[Any]
    seats: Indices
    actions: Indices
    results: NDArray[np.float64]
    bots: NDArray[Any]
    numbers: Indices

    def __len__(self) -> int:
        return len(self.seats)

    def tensors(self) -> NDArray[np.float32]:
        """`State.observation_tensor` of each for its seat: float32 in 0..1, shape (n, size)."""
        tensors = np.empty((len(self), *self.game.observation_tensor_shape()), np.float32)
        self.game.encoding.encode_all(self.observations, self.seats, tensors)
        return tensors

    def legal_actions_mask(self) -> NDArray[np.int8]:
        """The legal actions of the seat as 0 and 1: int8, shape (n, num_distinct_actions)."""
        table = np.empty((len(self), self.game.num_distinct_actions()), np.int8)
        self.game.rules.legal_table(self.observations, self.seats, table)
        return table


class Dataset:
    """Data set in a folder: see `load_dataset`.

    Attributes:
        folder: where it is.
        manifest: what it is.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        """Open the data set in a folder; see `load_dataset`."""
        self.folder = folder
        self.manifest = manifest

    def __len__(self) -> int:
        return sum(shard.games for shard in self.manifest.shards)

    def shards(self, game: str | None = None, **parameters: int | str) -> list[Shard]:
        """The shards of a game (None: of any game) that have these `parameters`."""
        return [
            shard
            for shard in self.manifest.shards
            if game in (None, shard.game) and parameters.items() <= shard.parameters.items()
        ]

    def games(self, game: str | None = None, **parameters: int | str) -> Iterator[PlayedGame]:
        """The games of `shards`, one by one; raises DatasetError if a shard is damaged."""
        for shard in self.shards(game, **parameters):
            yield from self._rows(shard).games()

    def positions(self, game: str | None = None, **parameters: int | str) -> Iterator[Positions]:
        """The positions in the shards of `shards`, one shard at a time; raises DatasetError if one is damaged."""
        for shard in self.shards(game, **parameters):
            yield self._rows(shard).positions()

    def _rows(self, shard: Shard) -> _Rows:
        return _Rows(self.folder / shard.file, shard, ENDING[self.manifest.format])


def load_dataset(folder: Path | str, *, verify: bool = False) -> Dataset:
    """The data set in a folder, possibly unfinished; games are read when they are asked for.

    Args:
        folder: made by `jardinet dataset`, of this version or one before.
        verify: whether to compare the SHA-256 of every shard with the manifest now.

    Raises:
        DatasetError: there is none, its format is not known, or a shard has changed since it was made.
        OSError: a file cannot be read.
    """
    manifest = manifest_in(Path(folder))
    if manifest is None:
        raise DatasetError("no-dataset", "{folder} holds no data set: {file} is missing.", folder=folder, file=MANIFEST)
    if verify:
        for shard in manifest.shards:
            if not is_whole(Path(folder), shard):
                raise _damaged(Path(folder) / shard.file)
    return Dataset(Path(folder), manifest)


def manifest_in(folder: Path) -> Manifest | None:
    """The manifest of a folder; None if it has none. Raises DatasetError if the file is no manifest of ours."""
    try:
        content = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        return None
    try:
        manifest = _MANIFEST.decode(content)
    except msgspec.DecodeError:
        manifest = None
    if manifest is None or manifest.format not in ENDING:
        raise DatasetError(
            "dataset-format",
            "{file} is not a manifest of the form {format}.",
            file=folder / MANIFEST,
            format=Either(list(ENDING)),
        )
    return manifest


def is_whole(folder: Path, shard: Shard) -> bool:
    """Whether a shard exists and has not changed since it was made."""
    path = folder / shard.file
    return path.is_file() and sha256(path.read_bytes()).hexdigest() == shard.sha256


class _Step(NamedTuple):
    """One step of the replay of many games: whose move it is in each, and the action that follows.

    Attributes:
        states: shape (games,), dtype `rules.STATE`: changed by the next step.
        alone, actions: the games in which chance or one seat moves, and its actions.
        together, joint: the games in which all move at once, and the actions of each seat, shape (k, players).
    """

    states: NDArray[Any]
    alone: Indices
    actions: Indices
    together: Indices
    joint: Indices


class _Rows:
    """Games of a shard, as columns read from its file."""

    def __init__(self, path: Path, shard: Shard, ending: str) -> None:
        """`ending` is the column of how a game ended. Raises DatasetError if the file is not what the manifest says."""
        self._path = path
        self._game = load_game(shard.game, **shard.parameters)
        self._columns = _read(path)
        self._ending = ending
        moves = self._columns["moves"]
        self._flat = np.array([action for game in moves for action in game], np.int64)
        self._ends = np.cumsum([len(game) for game in moves])
        self._at = self._ends - [len(game) for game in moves]
        if self._columns["number"] != list(range(shard.first, shard.first + shard.games)):
            raise _damaged(path)

    def games(self) -> Iterator[PlayedGame]:
        histories: list[list[Move]] = [[] for _ in self._ends]
        for step in self._replay():
            for i, action in zip(step.alone.tolist(), step.actions.tolist(), strict=True):
                histories[i].append(action)
            for i, actions in zip(step.together.tolist(), step.joint.tolist(), strict=True):
                histories[i].append(tuple(actions))
        columns = self._columns
        for i, moves in enumerate(histories):
            yield PlayedGame(
                columns["number"][i],
                self._game,
                tuple(columns["bots"][i]),
                tuple(moves),
                tuple(columns["returns"][i]),
                tuple(columns["points"][i]),
                columns[self._ending][i],
            )

    def positions(self) -> Positions:
        records, games, seats, actions = [], [], [], []
        for step in self._replay():
            chosen = step.states["player"][step.alone] != CHANCE
            acting, of_seat = np.nonzero(step.joint != NO_ACTION)
            who = np.concatenate([step.alone[chosen], step.together[acting]])
            records.append(rows_of(step.states, who))
            games.append(who)
            seats.append(np.concatenate([step.states["player"][step.alone[chosen]].astype(np.int64), of_seat]))
            actions.append(np.concatenate([step.actions[chosen], step.joint[acting, of_seat]]))
        order = np.argsort(np.concatenate(games), kind="stable")
        of_game, seat = np.concatenate(games)[order], np.concatenate(seats)[order]
        return Positions(
            self._game,
            rows_of(joined(records), order),
            seat,
            np.concatenate(actions)[order],
            np.array(self._columns["returns"])[of_game, seat],
            np.array(self._columns["bots"], np.str_)[of_game, seat],
            np.array(self._columns["number"])[of_game],
        )

    def _replay(self) -> Iterator[_Step]:
        """Replay all games at once, from their beginning to their end."""
        game, players, at = self._game, self._game.num_players(), self._at.copy()
        start = game.new_initial_state().records
        states = rows_of(start, np.zeros(len(at), np.int64))
        while (states["player"] != TERMINAL).any():
            alone = np.flatnonzero(states["player"] >= CHANCE)
            together = np.flatnonzero(states["player"] == SIMULTANEOUS)
            if (at[alone] >= self._ends[alone]).any() or (at[together] + players > self._ends[together]).any():
                raise _damaged(self._path)
            actions, joint = self._flat[at[alone]], self._flat[at[together, None] + np.arange(players)]
            yield _Step(states, alone, actions, together, joint)
            at[alone] += 1
            at[together] += players
            refused = game.rules.apply_all(states, alone, actions)
            if refused >= 0 or game.rules.apply_joint_all(states, together, joint) >= 0:
                raise _damaged(self._path)
        if (at != self._ends).any():
            raise _damaged(self._path)


def _read(path: Path) -> dict[str, list[Any]]:
    with extra("study"):
        import pyarrow as arrow
        from pyarrow import parquet
    content = BytesIO(path.read_bytes())
    try:
        columns: dict[str, list[Any]] = parquet.ParquetFile(content).read().to_pydict()
    except (arrow.ArrowException, OSError):
        raise _damaged(path) from None
    return columns


def _damaged(path: Path) -> DatasetError:
    return DatasetError(
        "dataset-damaged",
        "{file} is damaged: it has changed since it was made. The command that made it plays it again.",
        file=path,
    )
