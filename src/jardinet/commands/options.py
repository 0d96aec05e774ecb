"""Options that mean the same in every command, the language that it speaks, how it shows examples, and exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from jardinet.games import playable_games
from jardinet.words.language import Language, load_language, preferred_code

# Exit codes, as the README lists them.
DONE, FAILED, USAGE, BROKEN, INTERRUPTED = 0, 1, 2, 70, 130

LANGUAGE = load_language(preferred_code())  # what `--help` is written in: no option has been read by then
_ = LANGUAGE.gettext

Languages = Literal["en", "fr", "es", "de"]
Lang = Annotated[Languages | None, typer.Option(help=_("The language; else the one of the environment."))]
Plain = Annotated[bool, typer.Option("--plain", help=_("Plain lines, as a screen reader likes them."))]
RecordFile = Annotated[Path, typer.Argument(help=_("A record, as a game leaves it."))]
Seed = Annotated[int | None, typer.Option(min=0, help=_("Makes everything random repeatable."))]
Seats = Annotated[
    str | None,
    typer.Option(
        help=_("Who plays, by commas: names of people or of bots, such as random. Else you against the best bot.")
    ),
]

FIRST_GAME = next(iter(playable_games()), "GAME").replace("_", "-")


def language_of(lang: str | None) -> Language:
    """Language that `--lang` asks for; else the one of the environment."""
    return load_language(lang) if lang else LANGUAGE


def examples(*calls: str) -> str:
    """Epilog that shows how a command is called, a line each."""
    return "\b\n" + "\n".join([_("Examples:"), *(f"  jardinet {call}" for call in calls)])
