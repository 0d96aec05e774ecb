"""Commands that exist once for each game, such as `jardinet play lucky-numbers`, with the options that the game declares.

Groups such as `jardinet play` and `jardinet simulate` are made of them. A game's options are read and checked here too.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from jardinet.commands.options import LANGUAGE, _
from jardinet.commands.shell import App, Command
from jardinet.games import entry_of
from jardinet.games.parameters import GameError, Parameter

if TYPE_CHECKING:
    from jardinet.games.api import Game

First = Annotated[str | None, typer.Option(metavar=_("SEAT"), help=_("The seat that begins: 1, 2, …, or random."))]


def add_game_commands(
    group: App,
    games: Iterable[str],
    run: Callable[..., None],
    examples: Callable[[str], str],
    kind: type[Command] = Command,
) -> None:
    """Add one command to `group` for each of `games`, which calls `run`, with an option for each parameter of the game.

    `examples` gives the epilog of a command, from the name of its game as it is typed.
    """
    common = [
        p for p in inspect.signature(run, eval_str=True).parameters.values() if p.name not in ("game", "parameters")
    ]
    for name in games:
        entry = entry_of(name)
        own = [_option(name, p) for p in entry.parameters if p.name == "first" or (p.is_rule and p.name != "players")]

        def command(_name: str = name, _run: Callable[..., None] = run, **options: Any) -> None:
            _run(_name, **options)

        command.__signature__ = inspect.Signature([*common, *own])  # type: ignore[attr-defined]
        command.__annotations__ = {}
        typed = name.replace("_", "-")
        group.command(typed, cls=kind, help=entry.title, epilog=examples(typed))(command)


def _option(game: str, parameter: Parameter) -> inspect.Parameter:
    """The command's parameter for an option (`--stall-limit INTEGER`), from the game's declaration; seats are counted from 1."""
    if parameter.name == "first":
        return inspect.Parameter("first", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=First)
    kind: Any = parameter.kind
    if kind is str:
        kind = Literal[tuple(parameter.allowed)]
    flag = "--" + parameter.name.replace("_", "-")
    if parameter.default is True:
        flag += f"/--no-{flag[2:]}"
    annotation = Annotated[
        kind | None, typer.Option(flag, help=LANGUAGE.of_game(game).gettext(parameter.summary), show_default=False)
    ]
    return inspect.Parameter(parameter.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def seats_of(game: str, given: str | None, first: str, others: str) -> list[str]:
    """The name for each seat, from a list with commas; without one, `first`, and `others` up to the fewest players."""
    if given is None:
        return [first] + [others] * (entry_of(game).players[0] - 1)
    return [name.strip() for name in given.split(",")]


def checked(game: str, players: int, seed: int | None, parameters: dict[str, Any]) -> Callable[[], Game]:
    """Check the options before anything heavy is imported; returns a function that loads the game."""
    given = {"players": players, **parameters}
    if given.get("first") is not None:
        given["first"] = _first(given["first"], players, seed)
    entry_of(game).settle(given)  # in it, None stands for an option that was not given

    def load() -> Game:
        from jardinet.games import load_game

        return load_game(game, **given)

    return load


def _first(first: str, players: int, seed: int | None) -> int:
    """The seat, from 0, that begins, from `--first`: a chosen one, or one drawn by chance (LN-2.6)."""
    if first == "random":
        chance = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a seed was asked for
        return chance.randrange(players)
    if not (first.isdecimal() and 1 <= int(first) <= players):
        raise GameError(
            "seat-that-begins",
            "--first {first} is not possible: name a seat from 1 to {players}, or random.",
            first=first,
            players=players,
        )
    return int(first) - 1
