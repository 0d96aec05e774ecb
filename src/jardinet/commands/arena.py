"""`jardinet arena`: a tournament of bots on paired deals, on this machine or over a Ray cluster."""

from __future__ import annotations

from collections.abc import Sequence
from errno import ENOTDIR
from pathlib import Path
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
from jardinet.commands.per_game import add_game_commands, checked
from jardinet.commands.shell import App, RayCommand
from jardinet.extras import MissingExtraError
from jardinet.games import entry_of, registered_games

if TYPE_CHECKING:
    from jardinet.arena.ratings import Rating
    from jardinet.arena.standings import Standing
    from jardinet.arena.tournament import TournamentOutcome


def _examples_of(game: str) -> str:
    return examples(
        f"arena {game} --bots random,greedy,my_bot.py:MyBot --games 20000 --seed 1",
        f"arena {game} --bots random,greedy --players 3 --plot arena.svg --csv games.csv",
        f"arena {game} --games 3000 --adjusted --yardstick yardstick.json",
    )


app = App(
    no_args_is_help=True,
    help=_("Have bots play the same deals from every seat, and rank them."),
    epilog=_examples_of(FIRST_GAME),
)


def _arena_of_one(
    game: str,
    bots: Annotated[
        str | None,
        typer.Option(
            help=_("The bots, separated by commas: levels, FILE.py:CLASS or MODULE:CLASS. Otherwise all levels.")
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(help=_("How many play; otherwise as few as the game allows."))] = None,
    games: Annotated[
        int, typer.Option(min=1, help=_("How many games at least; every deal is played in all its rotations."))
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help=_("The same seed gives the same games."))] = 0,
    adjusted: Annotated[
        bool,
        typer.Option("--adjusted", help=_("Also give the shares adjusted for luck: fewer games then tell as much.")),
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False,
    csv: Annotated[Path | None, typer.Option(help=_("Write every game to this file, as CSV."))] = None,
    parquet: Annotated[Path | None, typer.Option(help=_("Write every game to this file, as Parquet."))] = None,
    plot: Annotated[Path | None, typer.Option(help=_("Plot the shares of victories to this file, as SVG."))] = None,
    records: Annotated[
        Path | None, typer.Option(help=_("Write the record of every game to this folder; 1,000 games at most."))
    ] = None,
    yardstick: Annotated[
        Path | None,
        typer.Option(
            help=_(
                "Measure the strengths of the levels by these games, and store them in this file; it keeps those with other numbers of players."
            )
        ),
    ] = None,
    lang: Lang = None,
    **parameters: Any,
) -> None:
    names = levels_of(game) if bots is None else [name.strip() for name in bots.split(",")]
    loaded = checked(game, players or entry_of(game).players[0], seed, parameters)
    from jardinet.arena.standings import standings_of
    from jardinet.arena.tournament import Tournament, tournament

    played = loaded()
    total = Tournament.of(played, names, games, seed, recorded=records is not None, adjusted=adjusted).games()
    _check_can_be_written(parquet, [path.parent for path in (csv, parquet, plot, yardstick) if path], records)
    if yardstick:
        _check_yardstick(yardstick, game, names)
    with progress_of_games(total) as on_progress:
        outcome = tournament(
            played,
            names,
            games,
            seed,
            recorded=records is not None,
            adjusted=adjusted,
            workers=workers,
            spread=None if ray is None else over_cluster(ray),
            on_progress=on_progress,
        )
    standings = standings_of(outcome)
    try:  # files first: the reader of a pipe may close it early, as `head` does
        _write(outcome, standings, csv, parquet, plot, records)
        if yardstick and len(outcome.rows):
            _write_yardstick(outcome, seed, yardstick)
    finally:
        _print(outcome, standings, as_json=as_json, lang=lang)
    if outcome.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_can_be_written(parquet: Path | None, folders: Sequence[Path], records: Path | None) -> None:
    """Raise, before hours of play, the errors that writing the results would meet: no pyarrow, a missing folder."""
    if parquet:
        from jardinet.extras import extra

        with extra("study"):
            import pyarrow  # noqa: F401
    if records:
        records.mkdir(parents=True, exist_ok=True)
    for folder in folders:
        if not folder.is_dir():
            raise NotADirectoryError(ENOTDIR, "", str(folder))


def _check_yardstick(path: Path, game: str, names: Sequence[str]) -> None:
    """Raise, before hours of play, the errors that measuring a yardstick would meet."""
    from jardinet.ratings.bradley_terry import check_levels
    from jardinet.ratings.yardstick import read_yardstick

    check_levels(game, names)
    read_yardstick(path, game)


def _print(outcome: TournamentOutcome, standings: Sequence[Standing], *, as_json: bool, lang: str | None) -> None:
    try:
        ratings, missing = _ratings_of(outcome), None
    except MissingExtraError as error:
        ratings, missing = {}, error
    if as_json:
        typer.echo(_json_of(outcome, standings, ratings))
        return
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_standings

    screen, language = Screen(), language_of(lang)
    show_standings(outcome, standings, ratings, language, screen)
    if missing:
        sentence = language.gettext('Ratings need {library}: pip install "jardinet[{extra}]" adds it.')
        screen.say(sentence.format(library=missing.library, extra=missing.extra))


def _ratings_of(outcome: TournamentOutcome) -> dict[str, Rating]:
    from jardinet.arena.ratings import ratings_of

    return {rating.bot: rating for rating in ratings_of(outcome)}


def _json_of(outcome: TournamentOutcome, standings: Sequence[Standing], ratings: dict[str, Rating]) -> str:
    import msgspec
    import numpy as np

    rows = outcome.rows
    told = {
        "game": repr(outcome.game),
        "games": len(rows),
        "deals": len(np.unique(rows["deal"])),
        "lineups": [[outcome.bots[bot] for bot in lineup[0]] for lineup in outcome.lineups],
        "standings": standings,
        "ratings": list(ratings.values()) or None,
        "mean_turns": float(rows["turns"].mean()) if len(rows) else 0.0,
        "mean_decisions": float(rows["decisions"].mean()) if len(rows) else 0.0,
        "ends": {name: int((rows["end"] == end).sum()) for end, name in outcome.game.ends.items()},
        "is_interrupted": outcome.is_interrupted,
    }
    return msgspec.json.format(msgspec.json.encode(told)).decode()


def _write(
    outcome: TournamentOutcome,
    standings: Sequence[Standing],
    csv: Path | None,
    parquet: Path | None,
    plot: Path | None,
    records: Path | None,
) -> None:
    from jardinet.arena.export import write_csv, write_parquet
    from jardinet.arena.standings import plot_of
    from jardinet.play.files import save
    from jardinet.play.record_format import write

    if csv:
        write_csv(outcome, csv)
    if parquet:
        write_parquet(outcome, parquet)
    if plot:
        save(plot, plot_of(standings, repr(outcome.game), outcome.game.num_players()))
    if records:
        for (deal, rotation), record in outcome.records.items():
            save(records / f"deal-{deal:04}-{rotation}.jdn", write(record))


def _write_yardstick(outcome: TournamentOutcome, seed: int, path: Path) -> None:
    from jardinet.play.files import save
    from jardinet.ratings.bradley_terry import sizing_of
    from jardinet.ratings.yardstick import read_yardstick, text_of

    save(path, text_of(read_yardstick(path, outcome.game.name).with_sizing(sizing_of(outcome, seed))))


add_game_commands(app, registered_games(), _arena_of_one, _examples_of, RayCommand)
