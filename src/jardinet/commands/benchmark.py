"""`jardinet benchmark`: run a bot on frozen tasks, and compare the results of several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jardinet.commands.options import INTERRUPTED, Lang, Workers, _, examples, language_of, progress_of_games
from jardinet.commands.shell import App

app = App(
    no_args_is_help=True,
    help=_("Measure a bot by tasks that never change."),
    epilog=examples("benchmark tasks", "benchmark run my_bot.py:MyBot --output my-bot.json", "benchmark table *.json"),
)


@app.command(help=_("List the tasks."), epilog=examples("benchmark tasks", "benchmark tasks --json"))
def tasks(
    as_json: Annotated[bool, typer.Option("--json", help=_("Print the result as JSON."))] = False, lang: Lang = None
) -> None:
    """List the tasks of the benchmark."""
    from jardinet.arena.benchmark.suite import load_suite
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_tasks

    suite = load_suite()
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(suite)))
        return
    screen = Screen()
    screen.say_whole(suite.name)
    show_tasks(suite.tasks, screen, language_of(lang))


@app.command(
    help=_("Run the tasks with a bot; a file that was begun is continued."),
    epilog=examples(
        "benchmark run my_bot.py:MyBot --output my-bot.json",
        "benchmark run my_bot.py:MyBot --task '*-greedy' --deals 20 --output look.json",
    ),
)
def run(
    bot: Annotated[str, typer.Argument(metavar=_("BOT"), help=_("A level, FILE.py:CLASS or MODULE:CLASS."))],
    output: Annotated[Path, typer.Option(help=_("The file for the result."))],
    task: Annotated[
        list[str] | None,
        typer.Option(metavar=_("TASK"), help=_("Only these tasks; * stands for anything. Can be given several times.")),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(min=2, help=_("At most this many deals of each task, for a first look; otherwise all.")),
    ] = None,
    workers: Workers = None,
    lang: Lang = None,
) -> None:
    """Run tasks with a bot, and write its results to a file."""
    from jardinet.arena.benchmark.run import games_of, run_benchmark
    from jardinet.arena.benchmark.suite import load_suite

    chosen = load_suite().chosen(task or ())
    try:
        with progress_of_games(games_of(chosen, deals)) as on_progress:
            result = run_benchmark(
                bot, output, patterns=task or (), most_deals=deals, workers=workers, on_progress=on_progress
            )
    except KeyboardInterrupt:
        typer.echo(_("Interrupted: the same command continues from {path}.").format(path=output))
        raise typer.Exit(INTERRUPTED) from None
    from jardinet.terminal.screen import Screen
    from jardinet.terminal.tabular import show_results

    names = {one.name for one in chosen}
    show_results([one for one in result.tasks if one.task in names], Screen(), language_of(lang))


@app.command(
    help=_("Print results of several bots as a table in Markdown."), epilog=examples("benchmark table results/*.json")
)
def table(
    results: Annotated[
        list[Path], typer.Argument(metavar=_("RESULT…"), help=_("The files that “benchmark run” has written."))
    ],
) -> None:
    """Print the results of several bots as a Markdown table."""
    from jardinet.arena.benchmark.results import read_result, table_of

    typer.echo(table_of([read_result(path) for path in results]), nl=False)
