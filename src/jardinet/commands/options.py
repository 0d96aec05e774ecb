"""What all commands share: common options, the language, examples in helps, and exit codes."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jardinet.games import playable_games
from jardinet.games.registry import all_games, no_such_game
from jardinet.words.language import CODES, Language, load_language, preferred_code

if TYPE_CHECKING:
    from jardinet.arena.spreading import Spread

# Exit codes, as the README lists them.
DONE, FAILED, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 70, 130


def _asked_for(words: Sequence[str]) -> str | None:
    """The language of the last `--lang` among the words of a call, before or after the command; None without one that we speak.

    >>> _asked_for(["--lang", "fr", "rules", "--lang", "de"]), _asked_for(["rules", "--lang=it"])
    ('de', None)
    """
    found = re.findall(rf"(?<!\S)--lang[ =]({'|'.join(CODES)})(?!\S)", " ".join(words))
    return found[-1] if found else None


# The language of helps and errors, which may be needed before any option has been parsed.
LANGUAGE = load_language(_asked_for(sys.argv[1:]) or preferred_code())
_ = LANGUAGE.gettext

Lang = Annotated[
    str | None,
    typer.Option(
        metavar=f"[{'|'.join(CODES)}]",
        autocompletion=lambda: list(CODES),
        help=_("The language; otherwise that of the environment."),
    ),
]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain lines, for screen readers."))]
RecordFile = Annotated[Path, typer.Argument(metavar=_("RECORD"), help=_("The record of a game."))]
RecordFiles = Annotated[list[Path], typer.Argument(metavar=_("RECORD"), help=_("The records of games."))]
Seed = Annotated[int | None, typer.Option(min=0, help=_("Makes everything random repeatable."))]
Seats = Annotated[
    str | None,
    typer.Option(
        help=_(
            "Who plays, separated by commas: names of people, or of bots, which are novice, casual, skilled, expert and "
            "master. Otherwise you against casual."
        )
    ),
]
Workers = Annotated[int | None, typer.Option(min=1, help=_("How many processes; otherwise one for each core."))]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar=_("[ADDRESS]"),
        help=_("Spread the games over the Ray cluster at this address; without an address, over one of this machine."),
    ),
]  # of a RayCommand (shell.py)

FIRST_GAME = next(iter(playable_games()), _("GAME")).replace("_", "-")


def game_of(typed: str) -> str:
    """The name of a game (`lucky_numbers`) from how it was typed (`lucky-numbers`); a ParameterError lists the known games."""
    name = typed.replace("-", "_")
    if name not in all_games():
        raise no_such_game(typed, [known.replace("_", "-") for known in playable_games()])
    return name


def language_of(lang: str | None) -> Language:
    """The language that `--lang` asks for, or else that of the environment."""
    return load_language(lang) if lang else LANGUAGE


def examples(*calls: str) -> str:
    """Epilog of a help with examples of calls, one in each line."""
    return "\b\n" + "\n".join([_("Examples:"), *(f"  jardinet {call}" for call in calls)])


def over_cluster(address: str) -> Spread:
    """Function that spreads games over the Ray cluster that `--ray` names."""
    from jardinet.arena.cluster import spread

    return partial(spread, address=address)


@contextmanager
def progress_of_games(total: int, what: str = "") -> Iterator[Callable[[int], None]]:
    """Progress bar of played games, or of `what`: gives a function to call with the number done; shows a bar only in a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what or _("games"), total=total)
        yield lambda done: progress.update(task, completed=done)
