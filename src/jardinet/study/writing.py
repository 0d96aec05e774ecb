"""Writer of a study: a page, its plots and its figures for each chapter, and a first page that leads to them.

A folder holds `index.md`, `CHAPTER.md`, the plots beside it, and `figures.json` with every figure. A chapter is written
only when it is complete; a chapter in the folder with the same seed, number of games and nets is left unchanged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from jardinet.bots.weights import digest_of
from jardinet.games import entry_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.sentences import Either
from jardinet.play.files import save
from jardinet.study import first_player, lengths, luck, variants
from jardinet.study.chapters import Chapter, ChapterPage, wrapped
from jardinet.study.figures import Figure
from jardinet.study.layer import STUDIES, studied_games
from jardinet.study.study import Study, Tell

GAMES = 2000  # of each measurement, at full size
MINUTES = 30  # for everything on two cores at full size

FIGURES = "figures.json"
SCHEMA = 1  # of it; it rises when a field goes or changes its meaning


class Making(msgspec.Struct, frozen=True):
    """Settings of a chapter: all that its figures depend on.

    Attributes:
        seed: of everything random.
        games: of each measurement.
        nets: digest of the bots' nets.
    """

    seed: int
    games: int
    nets: str


class Told(msgspec.Struct, frozen=True):
    """Chapter that is written.

    Attributes:
        title: its heading.
        made: how.
        summary: its text on the first page.
        figures: by name.
    """

    title: str
    made: Making
    summary: list[str]
    figures: dict[str, Figure]


class Figures(msgspec.Struct):
    """All that `figures.json` holds: the chapters by name."""

    schema: int = SCHEMA
    chapters: dict[str, Told] = {}


_FIGURES = msgspec.json.Decoder(Figures)


def chapters() -> dict[str, Chapter]:
    """All chapters by name, in order: the common ones, then each game's own."""
    own = [chapter for game in studied_games() for chapter in STUDIES.of(game).chapters]
    return {one.name: one for one in (luck.CHAPTER, first_player.CHAPTER, variants.CHAPTER, lengths.CHAPTER, *own)}


def write_study(
    folder: Path, only: Sequence[str], seed: int, games: int, workers: int | None, tell: Tell
) -> tuple[list[str], list[str]]:
    """Write the chapters that do not exist yet.

    Ctrl-C ends it early: written chapters stay, and a later call continues with the others.

    Args:
        folder: of the study; it is created if needed.
        only: names of chapters; none: all.
        seed: of everything random, from 0; the same seed gives the same files, with any number of workers.
        games: of each measurement, at least 2.
        workers: how many processes; None: one for each core.
        tell: see `Study`.

    Returns:
        The names of the chapters that were written, and of those that existed already.

    Raises:
        ParameterError: there is no such chapter, or the numbers do not fit.
        GameError: the folder's content is no study.
        KeyboardInterrupt: it was interrupted.
        OSError: the folder cannot be written.
    """
    known = chapters()
    for name in only:
        if name not in known:
            raise ParameterError(
                "no-such-chapter",
                "there is no chapter {chapter!r}: choose {chapters}.",
                chapter=name,
                chapters=Either(list(known)),
            )
    if games < 2 or seed < 0:
        raise ParameterError(
            "study-size",
            "games={games}, seed={seed}: games must be at least 2, seed at least 0.",
            games=games,
            seed=seed,
        )
    folder.mkdir(parents=True, exist_ok=True)
    figures, study = read_figures(folder), Study(seed, games, workers, tell)
    making = Making(seed, games, _nets())
    written, kept = list[str](), list[str]()
    for name, chapter in known.items():
        if only and name not in only:
            continue
        told = figures.chapters.get(name)
        if told and told.made == making and (folder / f"{name}.md").exists():
            kept.append(name)
            continue
        page = ChapterPage(name, chapter.title)
        chapter.fill(study, page)
        _keep(folder, figures, page, Told(chapter.title, making, page.summary, page.figures))
        written.append(name)
    return written, kept


def read_figures(folder: Path) -> Figures:
    """The figures of a study in a folder, of no chapters where there is none; GameError: something else is there."""
    path = folder / FIGURES
    if not path.exists():
        return Figures()
    try:
        return _FIGURES.decode(path.read_bytes())
    except msgspec.DecodeError as error:
        raise GameError("no-study", "{path} was not written by a study: name another folder.", path=path) from error


def _keep(folder: Path, figures: Figures, page: ChapterPage, told: Told) -> None:
    """Write a chapter; its figures last, so that all that they refer to exists."""
    for path in folder.glob(f"{page.name}-*.svg"):
        if path.name not in page.plots:
            path.unlink()
    for name, svg in page.plots.items():
        save(folder / name, svg)
    made = f"Made by `jardinet study --only {page.name} --seed {told.made.seed} --games {told.made.games}`."
    page.say(
        made,
        f"Every figure is in [{FIGURES}]({FIGURES}), with its interval; [how they are made](index.md).",
    )
    save(folder / f"{page.name}.md", page.markdown())
    figures.chapters[page.name] = told
    figures.chapters = {name: figures.chapters[name] for name in chapters() if name in figures.chapters}
    save(folder / "index.md", index_of(figures))
    save(folder / FIGURES, msgspec.json.format(msgspec.json.encode(figures)).decode() + "\n")


def index_of(figures: Figures) -> str:
    """The first page of a study."""
    blocks = [
        "# The games, studied",
        wrapped(
            "What bots that play well tell of the games, each figure with its interval: what was played out lies in it with 95 % "
            "confidence, and what nets were asked for has the range of their answers. "
            "Bots are no people: what is said of `master` holds for players who play as it does, and nobody knows how far "
            "that is from the best."
        ),
    ]
    for name, told in figures.chapters.items():
        blocks.append(f"## [{told.title}]({name}.md)")
        blocks.append("\n".join(wrapped(f"- {line}", "  ") for line in told.summary))
    blocks += [
        "## How the figures are made",
        wrapped(
            f"These pages are made of {_sizes(figures)}; each says at its end by which command, and its tables how many games or "
            "deals are behind a figure."
        ),
        wrapped(
            f"`jardinet study` makes these pages from a seed: the same one gives the same files, byte for byte, however many "
            f"processes play. At its full size, {GAMES} games for each measurement, it takes two cores about {MINUTES} minutes; "
            f"Ctrl-C keeps what is finished, and a later call goes on. A chapter of the same seed, size and nets is kept; where the "
            f"program has changed, remove `{FIGURES}` first."
        ),
        wrapped(
            "Shares of games that do not depend on each other have Wilson's interval; where each deal is played from both seats "
            "a deal counts as one observation, and the interval is Student's. All other "
            "intervals are bootstrapped: deals are drawn anew with replacement, a thousand times, the games of a deal "
            "always together. What is reckoned instead of played has the range of the nets that were asked, which promises no share of "
            "cases, and 1 as its number of observations in the file of figures. No figure is corrected for how many there are, so one interval "
            "in twenty misses what it is about."
        ),
    ]
    return "\n\n".join(blocks) + "\n"


def _sizes(figures: Figures) -> str:
    """The sizes of the existing chapters."""
    sizes = sorted({(told.made.games, told.made.seed) for told in figures.chapters.values()})
    return " and of ".join(f"{games} games for each measurement, with seed {seed}" for games, seed in sizes)


def _nets() -> str:
    """Digest of the nets of all studied games."""
    digests = [digest_of(entry_of(game).bots.partition(":")[0]) for game in studied_games()]
    return hashlib.sha256("".join(digests).encode()).hexdigest()[:16]
