"""Runner of benchmark tasks: one after another, each written down as soon as it is finished."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import msgspec
import numpy as np

from jardinet.arena.benchmark.results import Result, TaskResult, read_result
from jardinet.arena.benchmark.suite import NAME, PlayTask, Task, load_suite
from jardinet.arena.standings import share_of
from jardinet.arena.tally import mean_interval
from jardinet.arena.tournament import TournamentOutcome, tournament
from jardinet.bots.levels import digest_of_nets, load_judge
from jardinet.bots.own import bot_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.play.files import save_bytes

FEWEST = 2  # deals: a single one has no measurable scatter


def run_benchmark(
    bot: str,
    output: Path,
    *,
    patterns: Sequence[str] = (),
    most_deals: int | None = None,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Result:
    """Run the tasks that a bot has not finished yet.

    Ctrl-C loses only the current task; another call with the same arguments continues.

    Args:
        bot: as `bots.own.bot_of` takes it.
        output: the result's file; an existing one is continued.
        patterns: which tasks, see `Suite.chosen`; others that are finished already stay.
        most_deals: cut every task to so many deals, at least FEWEST; None: no.
        workers: as in `arena.simulate.simulate`.
        on_progress: called with the number of games finished, of those that `games_of` counts.

    Raises:
        ParameterError: there is no such bot or task.
        GameError: the file is no result, or one of another bot, cut, version or nets.
        BotError, IllegalActionError: the bot failed; what was finished before is written.
        OSError: the file cannot be written.
        KeyboardInterrupt: Ctrl-C.
    """
    tasks = load_suite().chosen(patterns)
    result = _begun(bot, output, most_deals, tasks)
    finished = {one.task for one in result.tasks}
    done = games_of([task for task in tasks if task.name in finished], most_deals)
    for task in tasks:
        if task.name in finished | set(result.left_out):
            continue
        begin = time.perf_counter()
        if isinstance(task, PlayTask):
            deals = _deals(task, most_deals)
            outcome = tournament(
                task.loaded(),
                [bot, task.opponent],
                deals * task.players(),
                task.seed,
                is_one_among=True,
                workers=workers,
                on_progress=on_progress and _behind(done, on_progress),
            )
            if outcome.is_interrupted:
                raise KeyboardInterrupt
            value, low, high = measured(outcome, task.metric)
            result.tasks.append(
                TaskResult(task.name, value, low, high, deals, len(outcome.rows), time.perf_counter() - begin)
            )
            done += len(outcome.rows)
        elif callable(getattr(player := bot_of(bot, task.loaded()), "policy", None)):
            value = load_judge(task.loaded()).exploitability(player)
            result.tasks.append(TaskResult(task.name, value, None, None, 0, 0, time.perf_counter() - begin))
        else:
            result.left_out.append(task.name)
        _write(result, output)
    return result


def games_of(tasks: Sequence[Task], most_deals: int | None) -> int:
    """The total number of games of the tasks."""
    return sum(_deals(task, most_deals) * task.players() for task in tasks if isinstance(task, PlayTask))


def measured(outcome: TournamentOutcome, metric: str) -> tuple[float, float, float]:
    """The first bot's value by a metric (`PlayTask`), with the ends of its interval.

    Games of one deal depend on each other: a deal, with its mean, counts as one observation.
    """
    if metric == "share":
        share = share_of(outcome, 0)
        return share.share, share.low, share.high
    rows, players = outcome.rows, outcome.game.num_players()
    own = (rows["points"] * (rows["bot"] == 0)).sum(1)
    ahead = own - (rows["points"].sum(1) - own) / (players - 1)
    _, deals = np.unique(rows["deal"], return_inverse=True)
    means = np.bincount(deals, ahead) / np.bincount(deals)
    return float(means.mean()), *mean_interval(means)


def _behind(done: int, on_progress: Callable[[int], None]) -> Callable[[int], None]:
    """A callback for the games of one task, after `done` games of earlier tasks."""
    return lambda games: on_progress(done + games)


def _deals(task: PlayTask, most_deals: int | None) -> int:
    return min(task.deals, most_deals or task.deals)


def _begun(bot: str, output: Path, most_deals: int | None, tasks: Sequence[Task]) -> Result:
    """The result in the file, or a new empty one, which is written at once to check that the file can be."""
    if most_deals is not None and most_deals < FEWEST:
        raise ParameterError(
            "too-few-deals", "deals={deals} is too few: at least {fewest}.", deals=most_deals, fewest=FEWEST
        )
    nets = {game: digest_of_nets(game) for game in sorted({task.game for task in load_suite().tasks})}
    begun = Result(NAME, bot, version("jardinet"), nets, most_deals, [], [])
    if not output.exists():
        bot_of(bot, tasks[0].loaded())
        _write(begun, output)
        return begun
    there = read_result(output)
    if msgspec.structs.replace(there, tasks=[], left_out=[]) != begun:
        raise GameError(
            "result-of-another",
            "{file} is a result of {bot!r} with Jardinet {version}, other nets or another number of deals: name another "
            "file.",
            file=output,
            bot=there.bot,
            version=there.jardinet,
        )
    return there


def _write(result: Result, output: Path) -> None:
    order = {task.name: place for place, task in enumerate(load_suite().tasks)}
    result.tasks.sort(key=lambda one: order[one.task])
    save_bytes(output, msgspec.json.format(msgspec.json.encode(result)) + b"\n")
