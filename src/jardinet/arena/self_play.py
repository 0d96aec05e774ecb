"""Maker of data sets of self-play: bots of all levels play the configurations of each game's layer, and every game is kept.

The games follow from the seed and the number of games. A shard is a chunk of games that one process plays; it is
written whole and only then entered in the manifest, so that an interrupted data set can be continued. dataset.py reads
it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from jardinet.arena.dataset import FORMAT, MANIFEST, SHARDS, DatasetError, Manifest, Shard, is_whole, manifest_in
from jardinet.arena.deals import BOTS, SEATS, Deals
from jardinet.arena.lockstep import Histories, Seated, begin, play_games
from jardinet.arena.spreading import check_games, spread_over
from jardinet.bots.api import Bot
from jardinet.bots.levels import self_play_of
from jardinet.bots.own import bot_of
from jardinet.extras import extra
from jardinet.games import load_game
from jardinet.games.moves import flat
from jardinet.games.sentences import Every
from jardinet.play.files import save_bytes

CHUNK = 500  # games of a shard: a minute's work at most, except with four players

COLUMNS = {
    "number": "int64: the game's own number in the data set, from 0",
    "game": "string: what is played",
    "parameters": "string: what was agreed, as JSON",
    "bots": "list of string: who played, in seat order",
    "moves": "list of int16: every action in its order, chance included; where all move at once one of each seat, -1 for"
    " a seat that has nothing to choose",
    "returns": "list of float64: what the game was worth to each seat",
    "points": "list of int32: match points of each seat",
    "ending": "string: how it ended",
}


def make_dataset(
    folder: Path | str,
    game_names: Sequence[str],
    games: int,
    seed: int,
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Manifest:
    """Make a data set, or what is missing of it.

    Ctrl-C ends it early; finished shards stay, and another call with the same arguments continues.

    Args:
        folder: for the data set; it is created.
        game_names: at least one, each once; equally many games of each.
        games: how many, of all together, at least 1.
        seed: a whole number from 0; the same arguments give the same files, with any number of workers.
        workers: how many processes; None: one for each core.
        on_progress: called after every shard, and at the beginning, with the number of games that are there.

    Returns:
        The manifest; complete unless Ctrl-C came.

    Raises:
        ParameterError: the numbers do not fit, or a game has no self-play.
        DatasetError: the folder has another data set, or one that another version began.
        MissingExtraError: pyarrow is not installed.
        OSError: it cannot be written.
    """
    manifest, plan = planned(game_names, games, seed)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    there = manifest_in(folder)
    if there and msgspec.structs.replace(there, shards=[]) != manifest:
        raise DatasetError(
            "dataset-of-another",
            "{folder} has another data set: “{command}”, by {versions}. Name another folder.",
            folder=folder,
            command=there.command,
            versions=Every([there.format, *(f"{name} {number}" for name, number in there.versions.items())]),
        )
    (folder / SHARDS).mkdir(exist_ok=True)
    shards = {shard.file: shard for shard in (there.shards if there else []) if is_whole(folder, shard)}
    work = SelfPlayWork(seed, [shard for shard in plan if shard.file not in shards])

    def note() -> None:
        manifest.shards[:] = sorted(shards.values(), key=lambda shard: shard.first)
        save_bytes(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")
        if on_progress:
            on_progress(sum(shard.games for shard in shards.values()))

    try:
        note()
        for shard, content in spread_over(work, workers, None) if work.plan else ():
            save_bytes(folder / shard.file, content)
            shards[shard.file] = msgspec.structs.replace(shard, sha256=sha256(content).hexdigest())
            note()
    except KeyboardInterrupt:
        return manifest
    return manifest


def planned(game_names: Sequence[str], games: int, seed: int) -> tuple[Manifest, list[Shard]]:
    """The plan of a data set: its manifest, still without shards, and all shards in the order in which they are made.

    Every configuration is spread evenly over the whole, so that an interrupted data set is mixed too.

    Raises:
        ParameterError: see `make_dataset`.
    """
    check_games(games, seed)
    shares = [row.share / len(game_names) for name in game_names for row in self_play_of(name)]
    rows = [(name, row) for name in game_names for row in self_play_of(name)]
    bounds = np.rint(np.cumsum([0.0, *shares]) * games).astype(int).tolist()
    chunks: list[tuple[float, int, int]] = []  # how far the whole is when it is made, the row, and how many games
    for k, count in enumerate(np.diff(bounds).tolist()):
        sizes = [CHUNK] * (count // CHUNK) + [count % CHUNK] * (count % CHUNK > 0)
        chunks.extend(((j + 0.5) / len(sizes), k, size) for j, size in enumerate(sizes))
    plan, first = [], 0
    for place, (_, k, size) in enumerate(sorted(chunks)):
        name, row = rows[k]
        parameters = load_game(name, **row.parameters).parameters
        plan.append(Shard(f"{SHARDS}/shard-{place:04}.parquet", name, {**parameters}, dict(row.bots), first, size))
        first += size
    command = (
        f"jardinet dataset {' '.join(name.replace('_', '-') for name in game_names)} --games {games} --seed {seed}"
    )
    versions = {name: version(name) for name in ("jardinet", "numpy", "pyarrow")}
    return Manifest(FORMAT, command, seed, games, versions, COLUMNS, []), plan


class SelfPlayWork(msgspec.Struct, frozen=True):
    """Shards that are still to be played, as plain data for other processes."""

    seed: int
    plan: list[Shard]

    @property
    def game(self) -> str:
        """The game of the first shard."""
        return self.plan[0].game

    @property
    def bots(self) -> Sequence[str | Bot]:
        """The bots, only by names, which can be sent to any process."""
        return ()

    def chunks(self) -> range:
        """The places of the shards in the plan."""
        return range(len(self.plan))

    def play(self, chunk: int) -> tuple[Shard, bytes]:
        """Play one shard; returns it with its file."""
        shard = self.plan[chunk]
        game = load_game(shard.game, **shard.parameters)
        names, weights = zip(*shard.bots.items(), strict=True)
        dealt = Deals(game, self.seed)
        seating = dealt.generator(SEATS, shard.first, 0).choice(
            len(names), (shard.games, game.num_players()), p=np.array(weights) / sum(weights)
        )
        numbers = range(shard.first, shard.first + shard.games)
        histories = Histories((i, []) for i in range(shard.games))
        seated = [Seated(bot_of(name, game), dealt.generator(BOTS, shard.first, k)) for k, name in enumerate(names)]
        states = begin(game, shard.games)
        play_games(game, seated, seating, states, dealt.reveal(numbers), histories)
        ended = [dealt.followed(number, histories[i]) for i, number in enumerate(numbers)]
        content = _parquet(
            {
                "number": list(numbers),
                "game": [shard.game] * shard.games,
                "parameters": [json.dumps(shard.parameters)] * shard.games,
                "bots": [[names[bot] for bot in bots] for bots in seating.tolist()],
                "moves": [flat(state.history()) for state in ended],
                "returns": game.returns_of(states).tolist(),
                "points": game.match_points_of(states).tolist(),
                "ending": [game.ends[end] for end in states["end"].tolist()],
            }
        )
        return shard, content


def _parquet(columns: dict[str, list[Any]]) -> bytes:
    with extra("study"):
        import pyarrow as arrow
        from pyarrow import parquet
    schema = arrow.schema(
        {
            "number": arrow.int64(),
            "game": arrow.string(),
            "parameters": arrow.string(),
            "bots": arrow.list_(arrow.string()),
            "moves": arrow.list_(arrow.int16()),
            "returns": arrow.list_(arrow.float64()),
            "points": arrow.list_(arrow.int32()),
            "ending": arrow.string(),
        }
    )
    file = BytesIO()
    parquet.write_table(arrow.table(columns, schema), file, compression="zstd")
    return file.getvalue()
