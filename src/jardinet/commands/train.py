"""`jardinet train`: train a game's bot by self-play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jardinet.commands.options import FIRST_GAME, INTERRUPTED, _, examples
from jardinet.commands.per_game import add_game_commands, checked
from jardinet.commands.shell import App
from jardinet.games import entry_of, registered_games


def _examples_of(game: str) -> str:
    return examples(
        f"train {game} --players 2 --seed 1 --minutes 30 --output nets",
        f"train {game} --players 2 --seed 1 --games 20000 --output nets",
    )


app = App(
    no_args_is_help=True,
    help=_("Have a bot learn a game by playing against itself."),
    epilog=_examples_of(FIRST_GAME),
)


def _train_one(
    game: str,
    players: Annotated[int | None, typer.Option(help=_("How many play; otherwise as few as the game allows."))] = None,
    seed: Annotated[
        int, typer.Option(min=0, help=_("The same seed and the same number of games give the same net."))
    ] = 0,
    games: Annotated[int | None, typer.Option(min=1, help=_("Stop after this many games."))] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help=_("Stop after this many minutes of learning; otherwise after 30."))
    ] = None,
    output: Annotated[
        Path, typer.Option(help=_("The folder for the net; training that was begun there is continued."))
    ] = Path("nets"),
    measured: Annotated[int, typer.Option(min=1, help=_("How many games measure the strength it has reached."))] = 4000,
    **parameters: Any,
) -> None:
    loaded = checked(game, players or entry_of(game).players[0], seed, parameters)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from jardinet.arena.training import TrainingRun

    course = TrainingRun(loaded(), seed, output)
    if games is None and minutes is None:
        minutes = 30.0
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.fields[told]}"))
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task(course.trainer.name, total=games or (minutes or 0) * 60, told="")
        try:
            for step in course.steps(games, minutes):
                told = ", ".join(f"{name} {value:.4g}" for name, value in step.items())
                done = course.trainer.games if games else course.progress.seconds
                progress.update(task, completed=done, told=told)
            ending = progress.add_task(_("Last steps"), total=1, told="")
            command = _command(course.game.name, course.trainer.games, seed, course.game.parameters)
            strength = course.finish(measured, command, lambda part: progress.update(ending, completed=part))
        except KeyboardInterrupt:
            course.store()
            typer.echo(
                _("Interrupted: the same command continues from {path}.").format(path=course.path(".checkpoint.npz"))
            )
            raise typer.Exit(INTERRUPTED) from None
    sentence = _("{path}: learned from {games} games, {share} of the victories against {level}.")
    typer.echo(
        sentence.format(
            path=course.path(".npz"),
            games=course.trainer.games,
            share=f"{strength.share:.3f} ({strength.low:.3f}–{strength.high:.3f})",
            level=strength.against,
        )
    )


def _command(game: str, games: int, seed: int, parameters: Any) -> str:
    """The command line that trains the same net on any machine."""
    usual = entry_of(game).settle({"players": parameters["players"]})
    changed = [p for p in entry_of(game).parameters if p.is_rule and parameters[p.name] != usual[p.name]]
    options = " ".join(
        f"--{p.name.replace('_', '-')}" + ("" if p.kind is bool else f" {parameters[p.name]}") for p in changed
    )
    command = f"jardinet train {game.replace('_', '-')} --players {parameters['players']} --seed {seed} --games {games}"
    return f"{command} {options}".rstrip()


add_game_commands(app, registered_games(), _train_one, _examples_of)
