"""`jardinet simulate`: let bots play each other by the thousand, on this machine or over a Ray cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jardinet.bots.levels import levels_of
from jardinet.commands.options import (
    FIRST_GAME,
    INTERRUPTED,
    Lang,
    Ray,
    Workers,
    _,
    examples,
    language_of,
    over_cluster,
    progress_of_games,
)
from jardinet.commands.per_game import add_game_commands, checked, seats_of
from jardinet.commands.shell import App, RayCommand
from jardinet.games import registered_games

if TYPE_CHECKING:
    from jardinet.arena.tally import Tally
    from jardinet.games.api import Game


def _examples_of(game: str) -> str:
    return examples(
        f"simulate {game} --games 100000 --seed 1",
        f"simulate {game} --seats random,random --json",
        f"simulate {game} --games 10000000 --ray 10.1.2.3:6379",
    )


app = App(
    no_args_is_help=True,
    help=_("Have bots play each other by the thousand."),
    epilog=_examples_of(FIRST_GAME),
)


def _simulate_one(
    game: str,
    seats: Annotated[
        str | None,
        typer.Option(
            help=_("The bots, separated by commas: levels or FILE.py:CLASS. Otherwise the best one against random.")
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help=_("How many games."))] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same games."))] = 0,
    workers: Workers = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
    lang: Lang = None,
    **parameters: Any,
) -> None:
    levels = seats_of(game, seats, levels_of(game)[-1], "random")
    loaded = checked(game, len(levels), seed, parameters)
    from jardinet.arena.simulate import simulate

    with progress_of_games(games) as on_progress:
        played = loaded()
        tally = simulate(
            played,
            levels,
            games,
            seed,
            rotate_first=parameters.get("first") is None,
            workers=workers,
            spread=None if ray is None else over_cluster(ray),
            on_progress=on_progress,
        )
    _print_tally(tally, played, as_json=as_json, lang=lang)


def _print_tally(tally: Tally, game: Game, *, as_json: bool, lang: str | None) -> None:
    if as_json:
        import msgspec

        told = {
            "game": repr(game),
            "games": tally.games,
            "seats": tally.results(),
            "mean_turns": tally.mean_turns(),
            "mean_decisions": tally.mean_decisions(),
            "ends": tally.ends,
            "is_interrupted": tally.is_interrupted,
        }
        typer.echo(msgspec.json.format(msgspec.json.encode(told)))
    else:
        from jardinet.terminal.screen import Screen
        from jardinet.terminal.tabular import show_tally
        from jardinet.words.game_words import load_words

        words = load_words(language_of(lang), game, [result.level for result in tally.seats])
        show_tally(tally, words, Screen())
    if tally.is_interrupted:
        raise typer.Exit(INTERRUPTED)


add_game_commands(app, registered_games(), _simulate_one, _examples_of, RayCommand)
