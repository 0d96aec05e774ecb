"""Training of a game's bot: the loop around its Trainer, with checkpoints, a learning curve and a card.

The files in its folder are called after the net: `NAME.npz`, the weights; `NAME.md`, the card with their origin and
strength; `NAME.svg`, the learning curve; and `NAME.checkpoint.npz`, from which the same call continues an earlier one.
The weights depend only on the game, the seed and the number of games.
"""

from __future__ import annotations

import hashlib
import io
import os
import platform
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from jardinet.arena.deals import Deals
from jardinet.arena.lockstep import play_chunk
from jardinet.arena.tally import share_interval
from jardinet.bots.api import Bot
from jardinet.bots.layer import BOTS
from jardinet.bots.levels import baselines_of, load_bot
from jardinet.bots.training import Arrays, Trainer, Training
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError
from jardinet.games.registry import entry_of
from jardinet.play.files import save, save_bytes
from jardinet.plots import Estimate, Interval, courses

CHUNK = 250  # games played at once in a measurement
FIRST_MEASURED = 1000  # training games before the first measurement of strength; then twice as many, …
CURVE_MEASURED = 400  # games of one such measurement
SECONDS_BETWEEN = 60  # checkpoints


class Strength(msgspec.Struct, frozen=True):
    """Share of victories of one learner among bots of another level, with rotating first seat.

    Attributes:
        against: the level of all others.
        games: how many were played.
        share: victories per game, one shared by k counting 1/k; 1/players means equal strength.
        low, high: the ends of its 95 % confidence interval (see `share_interval`).
    """

    against: str
    games: int
    share: float
    low: float
    high: float


class TrainingProgress(msgspec.Struct):
    """Course of a training so far: the part of a checkpoint beside the trainer's own state.

    Attributes:
        game: the game's name.
        parameters: of the game.
        seed: of everything random.
        seconds: how long it has taken, without measurements.
        core_seconds: the processor time, which does not depend on other load of the machine.
        games: games played after each step.
        measures: the results of each step, by name.
        strengths: by number of games, the strength after them.
    """

    game: str
    parameters: dict[str, bool | int | str]  # JSON distinguishes bool from int
    seed: int
    seconds: float = 0.0
    core_seconds: float = 0.0
    games: list[int] = []
    measures: dict[str, list[float]] = {}
    strengths: list[tuple[int, Strength]] = []

    def add(self, games: int, measured: dict[str, float], seconds: float, core_seconds: float) -> None:
        """Add the figures of one step of training to the progress."""
        self.games.append(games)
        self.seconds += seconds
        self.core_seconds += core_seconds
        for name, value in measured.items():
            self.measures.setdefault(name, []).append(value)


_PROGRESS = msgspec.json.Decoder(TrainingProgress)


class TrainingRun:
    """Training of one net in one folder; see the module.

    Attributes:
        trainer: the learner.
        progress: how far it has come.
    """

    def __init__(self, game: Game, seed: int, folder: Path) -> None:
        """Begin, or go on from the folder's checkpoint.

        Raises:
            ParameterError: the game has no training, the seed is negative, or the checkpoint is of another training.
            OSError: the folder cannot be made or read.
        """
        if seed < 0:
            raise ParameterError("negative-seed", "seed={seed} is not possible: it must be at least 0.", seed=seed)
        self.game = game
        self._training = training_of(game.name)
        self.trainer: Trainer = self._training.make(game, seed)
        self.progress = TrainingProgress(game.name, dict(game.parameters), seed)
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    def steps(self, games: int | None, minutes: float | None) -> Iterator[dict[str, float]]:
        """Learn, one step per iteration, until so many games have been played or so many minutes have passed.

        Both count from the very beginning, earlier calls included. A caller that stops earlier, also by Ctrl-C, calls
        `store` to keep all whole steps.

        Yields:
            the results of each step.
        """
        stored = time.monotonic()
        while not self._is_done(games, minutes):
            begun, core_begun = time.monotonic(), time.process_time()
            measured = self.trainer.step()
            spent = time.monotonic() - begun, time.process_time() - core_begun
            self.progress.add(self.trainer.games, measured, *spent)
            self._keep()
            self._measure_now_and_then()
            if time.monotonic() - stored > SECONDS_BETWEEN:
                self.store()
                stored = time.monotonic()
            yield measured

    def store(self) -> None:
        """Write the checkpoint as it was after the last whole step."""
        save_bytes(self.path(".checkpoint.npz"), _packed(self._kept))

    def finish(self, measured: int, command: str, tell: Callable[[float], None] = lambda _: None) -> Strength:
        """Write weights, card, and the curve, which ends with the strength on the card.

        Args:
            measured: how many games the strength on the card is measured with.
            command: that made all this, for the card.
            tell: is called with the part that is done, 0 to 1, if it takes long before the strength is measured.
        """
        self.store()
        begun = time.process_time()
        weights = self.trainer.final_weights(tell)
        spent = self.progress.core_seconds + time.process_time() - begun
        packed = _packed(weights)
        strength = self._strength(weights, measured, spawn=0)
        save_bytes(self.path(".npz"), packed)
        reached = self.trainer.games
        earlier = [one for one in self.progress.strengths if one[0] < reached]
        save(
            self.path(".svg"),
            curve(msgspec.structs.replace(self.progress, strengths=[*earlier, (reached, strength)])),
        )
        save(self.path(".md"), self._card(command, strength, packed, weights, spent))
        return strength

    def path(self, ending: str) -> Path:
        """One of the net's files."""
        return self._folder / f"{self.trainer.name}{ending}"

    def _is_done(self, games: int | None, minutes: float | None) -> bool:
        return (games is not None and self.trainer.games >= games) or (
            minutes is not None and self.progress.seconds >= 60 * minutes
        )

    def _keep(self) -> None:
        """Remember this moment for `store`, which an interrupt in the middle of a step may ask for."""
        about = np.frombuffer(msgspec.json.encode(self.progress), np.uint8)
        self._kept = {"about": about, **{f"trainer.{k}": v for k, v in self.trainer.state().items()}}

    def _resume(self) -> None:
        path = self.path(".checkpoint.npz")
        if path.exists():
            with np.load(path, allow_pickle=False) as arrays:
                stored = _PROGRESS.decode(arrays["about"].tobytes())
                mine = self.progress
                if (stored.game, stored.parameters, stored.seed) != (mine.game, mine.parameters, mine.seed):
                    raise ParameterError(
                        "other-training",
                        "{path} is from another training, with seed={seed} and {parameters}: name another folder, or "
                        "remove it.",
                        path=path,
                        seed=stored.seed,
                        parameters=stored.parameters,
                    )
                self.trainer.restore({k.removeprefix("trainer."): v for k, v in arrays.items() if k != "about"})
            self.progress = stored
        self._keep()

    def _measure_now_and_then(self) -> None:
        strengths = self.progress.strengths
        if self.trainer.games >= FIRST_MEASURED * 2 ** len(strengths):
            strengths.append((self.trainer.games, self._strength(self.trainer.weights(), CURVE_MEASURED, spawn=1)))

    def _strength(self, weights: Arrays, games: int, spawn: int) -> Strength:
        bot = self._training.bot(self.game, weights)
        return strength_of(self.game, bot, games, np.random.SeedSequence(self.progress.seed, spawn_key=(spawn,)))

    def _card(self, command: str, strength: Strength, packed: bytes, weights: Arrays, core_seconds: float) -> str:
        lines = {
            "game": f"`{self.game!r}`",
            "command": f"`{command}`",
            "seed": str(self.progress.seed),
            "games": f"{self.trainer.games:,}, with which and the seed the same weights come out again",
            "time": f"{core_seconds / 60:.1f} minutes of one core, measurements left out",
            "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
            f"NumPy {np.__version__}",
            "commit": commit_of_code(),
            "strength": f"{strength.share:.3f} of the victories ({strength.low:.3f} to {strength.high:.3f}, 95 %) as one "
            f"of {self.game.num_players()}, all others `{strength.against}`: {strength.games:,} games, beginning in turns",
            "weights": f"{sum(array.size for array in weights.values()):,} numbers, {len(packed):,} bytes, "
            f"SHA-256 `{hashlib.sha256(packed).hexdigest()}`",
        }
        table = "\n".join(f"| {name} | {text} |" for name, text in lines.items())
        return f"# {self.trainer.name}\n\n| | |\n|---|---|\n{table}\n\n![Learning curve]({self.path('.svg').name})\n"


def training_of(game_name: str) -> Training:
    """The training of a game's bot.

    Raises:
        ParameterError: there is no such game, or it has no training.
    """
    training = BOTS.of(game_name).training if entry_of(game_name).bots else None
    if training is None:
        raise ParameterError("nothing-learns", "{game} has no bot that learns.", game=entry_of(game_name).title)
    return training


def strength_of(game: Game, bot: Bot, games: int, seed: np.random.SeedSequence) -> Strength:
    """Measure a bot in seat 0 against the strongest baseline in all others, with rotating first seat.

    Args:
        game: the game that is played.
        bot: the bot to measure.
        games: how many, at least 1.
        seed: of everything random.
    """
    against = baselines_of(game.name)[-1]
    bots = [bot] + [load_bot(against, game)] * (game.num_players() - 1)
    players = game.num_players()
    wins = np.zeros(players, np.int64)
    deals = Deals(game, seed)
    for chunk, begin in enumerate(range(0, games, CHUNK)):
        firsts = np.arange(begin, min(begin + CHUNK, games)) % players
        wins += play_chunk(game, bots, firsts, deals.of_chunk(chunk)).seats[0].wins
    low, high = share_interval(wins.tolist(), games)
    return Strength(against, games, float((wins / np.arange(1, players + 1)).sum() / games), low, high)


def curve(progress: TrainingProgress) -> str:
    """Learning curve as SVG: strength with its intervals; below it, the first figure that each step reports."""
    parts: list[tuple[str, list[tuple[int, Interval]]]] = []
    if progress.strengths:
        shares = [(games, Estimate(one.share, one.low, one.high)) for games, one in progress.strengths]
        parts.append((f"share of the victories against {progress.strengths[0][1].against}", [*shares]))
    for name, values in list(progress.measures.items())[:1]:
        parts.append((name, [(games, Estimate(mean, mean, mean)) for games, mean in _thinned(progress.games, values)]))
    return courses(f"Learning curve of {progress.game}", "games", parts)


def _thinned(games: Sequence[int], values: Sequence[float]) -> list[tuple[int, float]]:
    """At most about 100 points, each the mean of equally many steps."""
    each = -(-len(games) // 100)
    return [
        (games[min(k + each, len(games)) - 1], float(np.mean(values[k : k + each]))) for k in range(0, len(games), each)
    ]


def _packed(arrays: Arrays) -> bytes:
    """The arrays as an npz file, the same bytes for the same arrays."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            one = io.BytesIO()
            np.lib.format.write_array(one, np.asarray(array, order="C"), allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), one.getvalue(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def commit_of_code() -> str:
    """The commit of the code, if it is in a Git checkout; with `-dirty` if the code (not the docs) differs."""
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        asked = [*git, "describe", "--always", "--abbrev=12"]
        commit = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
        compared = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ":/src", ":/benches"], check=False)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{commit}-dirty" if compared.returncode else commit
