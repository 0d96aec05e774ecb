"""Result of a bot in the benchmark: a JSON file of what was run and how, and a table of several results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from jardinet.arena.benchmark.suite import NAME, PlayTask, Task, load_suite
from jardinet.games.parameters import GameError


class TaskResult(msgspec.Struct, frozen=True):
    """Result of one task.

    Attributes:
        task: its name.
        value: by the task's metric: a share of victories, points a game, or exploitability.
        low, high: the ends of the 95 % confidence interval; None for exploitability, which is exact.
        deals, games: how many were played; 0 for tasks without play.
        seconds: how long it took on the machine that ran it.
    """

    task: str
    value: float
    low: float | None
    high: float | None
    deals: int
    games: int
    seconds: float


class Result(msgspec.Struct):
    """Result of a bot.

    Attributes:
        benchmark: the name of the suite.
        bot: as it was named.
        jardinet: the version.
        nets: by game, the SHA-256 of the nets with which its levels played; results with other nets had other
            opponents.
        most_deals: to how many deals tasks were cut; None: they were not.
        tasks: those that are finished.
        left_out: those that the bot could not do, since it has no policy.
    """

    benchmark: str
    bot: str
    jardinet: str
    nets: dict[str, str]
    most_deals: int | None
    tasks: list[TaskResult]
    left_out: list[str]


_RESULT = msgspec.json.Decoder(Result)


def read_result(path: Path) -> Result:
    """The result in a file.

    Raises:
        GameError: it holds no result, or one of another suite.
        OSError: it cannot be read.
    """
    try:
        result = _RESULT.decode(path.read_bytes())
    except msgspec.DecodeError:
        raise GameError(
            "no-result", "{file} is not a result of a benchmark, as “jardinet benchmark run” writes it.", file=path
        ) from None
    if result.benchmark != NAME:
        raise GameError(
            "result-of-another-suite",
            "{file} is a result of {suite}, but this is {here}.",
            file=path,
            suite=result.benchmark,
            here=NAME,
        )
    return result


def table_of(results: Sequence[Result]) -> str:
    """The results as a table in Markdown: a line for each task that one of them has, a column for each bot.

    Below it are the differences between them: versions, and nets of the opponents.
    """
    found = [{one.task: one for one in result.tasks} for result in results]
    rows = [
        [_heading(task), *(_cell(task, of.get(task.name)) for of in found)]
        for task in load_suite().tasks
        if any(task.name in of for of in found)
    ]
    headings = ["", *(f"`{name_of(result)}`" for result in results)]
    lines = [headings, ["---"] * len(headings), *rows]
    table = "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)
    return f"{table}\n\n{_made_by(results)}\n"


def name_of(result: Result) -> str:
    """The name of a bot in the table: a level unchanged, a class without the folders of its file."""
    return Path(result.bot).name


def _heading(task: Task) -> str:
    if isinstance(task, PlayTask):
        unit = {"share": "share of victories", "points": "points a game"}[task.metric]
        return f"`{task.name}`, {unit}"
    return f"`{task.name}`, exploitability"


def _cell(task: Task, result: TaskResult | None) -> str:
    if result is None:
        return "–"
    if result.low is None or result.high is None or not isinstance(task, PlayTask):
        return without_nought(result.value, 4)
    told = f"{without_nought(result.value, 3)} ({without_nought(result.low, 3)} to {without_nought(result.high, 3)})"
    return told if result.deals == task.deals else f"{told}, {result.deals} deals"


def without_nought(value: float, digits: int) -> str:
    """A number with so many decimals, without the leading zero between -1 and 1, as in all tables of these pages.

    >>> without_nought(-0.5, 2), without_nought(11.1, 1)
    ('-.50', '11.1')
    """
    return f"{value:.{digits}f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.{digits}f}"


def _made_by(results: Sequence[Result]) -> str:
    """The versions and nets of the results; equal ones are named together."""
    alike: dict[tuple[str, tuple[tuple[str, str], ...]], list[str]] = {}
    for result in results:
        alike.setdefault((result.jardinet, tuple(sorted(result.nets.items()))), []).append(f"`{name_of(result)}`")
    told = [
        f"{', '.join(bots)}: Jardinet {version}"
        + "".join(f"; nets of `{game}` {digest[:12]}" for game, digest in nets)
        + "."
        for (version, nets), bots in alike.items()
    ]
    return f"*{NAME}, 95 %. {' '.join(told)}*"
