"""The benchmark: tasks that stay as they are, results that are the same for everybody, and runs that go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
import write_benchmark
from typer.testing import CliRunner

import jardinet
from jardinet.arena.benchmark.results import Result, TaskResult, read_result, table_of
from jardinet.arena.benchmark.run import measured, run_benchmark
from jardinet.arena.benchmark.suite import NAME, ExploitTask, PlayTask, load_suite
from jardinet.arena.tally import mean_interval
from jardinet.arena.tournament import tournament
from jardinet.bots.levels import baselines_of, levels_of, load_bot, load_judge
from jardinet.commands import benchmark as command
from jardinet.games.parameters import GameError, ParameterError

FROZEN = {"jardinet-bench-v1": "100edb8ec74a04fa67492a63c87b4002cccf1d766170f2300377ec2ad35c9382"}
TASKS = load_suite().tasks
SOME = ["maudits-criquets-greedy", "maudits-criquets-3-players-greedy", "maudits-criquets-cut-tiny"]


def ran(bot: str, output: Path, **options: Any) -> Result:
    return run_benchmark(bot, output, **{"patterns": SOME, "most_deals": 4, "workers": 1, **options})


def timeless(result: Result) -> Result:
    """All but how long it took."""
    return msgspec.structs.replace(result, tasks=[msgspec.structs.replace(task, seconds=0.0) for task in result.tasks])


def test_the_tasks_are_what_they_were_when_they_were_published() -> None:
    content = (files("jardinet.arena.benchmark") / f"{NAME}.json").read_bytes()
    assert sha256(content).hexdigest() == FROZEN[NAME], "a change of tasks is another suite, under another name"
    assert load_suite().name == NAME


# Parameters that are younger than the suite, as it had them when it was frozen: the whole game.
WHOLE = {"lucky_numbers": {"side": 4, "numbers": 20}}


def test_every_task_can_be_played_and_says_all_that_is_agreed() -> None:
    assert len({task.name for task in TASKS}) == len(TASKS)
    for task in TASKS:
        agreed = task.loaded().parameters
        assert agreed == WHOLE.get(task.game, {}) | task.parameters
        if isinstance(task, PlayTask):
            assert task.opponent in (*levels_of(task.game), *baselines_of(task.game))


def test_the_smallest_cut_down_is_worth_what_its_task_says() -> None:
    task = min((task for task in TASKS if isinstance(task, ExploitTask)), key=lambda task: task.positions)
    judge = load_judge(task.loaded())
    assert judge.positions == task.positions
    assert judge.value() == pytest.approx(task.value, abs=1e-9)
    assert judge.exploitability(load_bot("random", task.loaded())) == pytest.approx(task.random, abs=1e-6)


def test_a_result_depends_on_the_bot_alone(tmp_path: Path) -> None:
    one = ran("random", tmp_path / "one.json")
    assert timeless(one) == timeless(ran("random", tmp_path / "two.json", workers=2))
    assert read_result(tmp_path / "one.json") == one
    assert [task.task for task in one.tasks] == SOME
    two, three, cut = one.tasks
    assert (two.deals, two.games, three.games) == (4, 8, 12)
    assert two.low is not None and two.high is not None and two.low <= two.value <= two.high
    assert (cut.low, cut.high, cut.games) == (None, None, 0)


def test_the_bot_has_one_seat_in_every_game_and_each_equally_often() -> None:
    outcome = tournament(
        jardinet.load_game("maudits_criquets", players=3), ["random", "greedy"], 12, 1, is_one_among=True, workers=1
    )
    assert ((outcome.rows["bot"] == 0).sum(1) == 1).all()
    assert (outcome.rows["bot"] == 0).sum(0).tolist() == [4, 4, 4]


def test_a_bot_is_as_strong_as_itself(tmp_path: Path) -> None:
    result = ran("master", tmp_path / "it.json", patterns=["lucky-numbers-master", "lucky-numbers-points-master"])
    assert [task.value for task in result.tasks] == [0.5, 0.0]


def test_points_are_those_ahead_of_the_others_a_deal_counting_once() -> None:
    game = jardinet.load_game("lucky_numbers", players=3)
    outcome = tournament(game, ["greedy", "random"], 12, 1, is_one_among=True, workers=1)
    ahead: dict[int, list[float]] = {}
    for row in outcome.rows:
        seat = row["bot"].tolist().index(0)
        others = np.delete(row["points"], seat)
        ahead.setdefault(int(row["deal"]), []).append(float(row["points"][seat] - others.mean()))
    means = np.array([np.mean(of_deal) for of_deal in ahead.values()])
    assert measured(outcome, "points") == pytest.approx((means.mean(), *mean_interval(means)))


def test_the_interval_of_a_mean_covers_it_as_often_as_it_says() -> None:
    generator = np.random.default_rng(1)
    covered = [low <= 1 <= high for low, high in (mean_interval(generator.exponential(size=40)) for _ in range(2000))]
    assert 0.92 < np.mean(covered) < 0.96  # of a skewed distribution a little less than of a normal one


def interrupt_after(calls: int) -> Callable[[int], None]:
    left = [calls]

    def on_progress(_: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    return on_progress


def test_after_ctrl_c_finished_tasks_stay(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    with pytest.raises(KeyboardInterrupt):
        ran("random", path, on_progress=interrupt_after(1))
    finished = read_result(path).tasks
    assert [task.task for task in finished] == SOME[:1]
    result = ran("random", path)
    assert result.tasks[:1] == finished  # with the time that it took then
    assert timeless(result) == timeless(ran("random", tmp_path / "other.json"))


def test_further_tasks_come_to_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    ran("random", path, patterns=SOME[2:])
    assert [task.task for task in ran("random", path, patterns=SOME[:1]).tasks] == [SOME[0], SOME[2]]


def test_who_does_not_tell_a_policy_takes_no_part_in_exploitability(tmp_path: Path) -> None:
    result = ran("greedy", tmp_path / "it.json", patterns=["*-cut-*"])
    assert result.tasks == []
    assert len(result.left_out) == 3
    assert ran("greedy", tmp_path / "it.json", patterns=["*-cut-*"]) == result


def test_what_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    ran("random", path, patterns=SOME[2:])
    for bot, options in (("greedy", {}), ("random", {"most_deals": 5}), ("random", {"most_deals": None})):
        with pytest.raises(GameError, match="is a result of 'random'"):
            ran(bot, path, patterns=SOME[2:], **options)
    with pytest.raises(ParameterError, match="there is no task 'chess'"):
        ran("random", path, patterns=["chess"])
    with pytest.raises(ParameterError, match="at least 2"):
        ran("random", path, most_deals=1)
    with pytest.raises(ParameterError, match="no bot 'clever'"):
        ran("clever", tmp_path / "new.json")
    assert not (tmp_path / "new.json").exists()


@pytest.mark.parametrize("text", ["", "{}", '{"benchmark": "jardinet-bench-v0"}'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "it.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match="is not a result of a benchmark"):
        read_result(path)
    assert path.read_text(encoding="utf-8") == text


def test_a_result_of_another_suite_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    ran("random", path, patterns=SOME[2:])
    path.write_text(path.read_text(encoding="utf-8").replace(NAME, "jardinet-bench-v0"), encoding="utf-8")
    with pytest.raises(GameError, match=f"a result of jardinet-bench-v0, but this is {NAME}"):
        read_result(path)


def test_the_table_has_a_line_a_task_and_a_column_a_bot() -> None:
    def result(bot: str, *tasks: TaskResult) -> Result:
        return Result(NAME, bot, "0.1.0", {"lucky_numbers": "a" * 64}, None, list(tasks), [])

    points = TaskResult("lucky-numbers-points-greedy", -0.5, -1.25, 0.25, 2000, 4000, 1.0)
    table = table_of(
        [
            result("random", points, TaskResult("maudits-criquets-cut-tiny", 0.83333, None, None, 0, 0, 1.0)),
            result("folder/my_bot.py:Mine", TaskResult(points.task, 0.5, 0.25, 0.75, 20, 40, 1.0)),
        ]
    )
    assert table.splitlines()[:4] == [
        "| | `random` | `my_bot.py:Mine` |",
        "| --- | --- | --- |",
        "| `lucky-numbers-points-greedy`, points a game | -.500 (-1.250 to .250) | .500 (.250 to .750), 20 deals |",
        "| `maudits-criquets-cut-tiny`, exploitability | .8333 | – |",
    ]
    assert "`random`, `my_bot.py:Mine`: Jardinet 0.1.0; nets of `lucky_numbers` aaaaaaaaaaaa." in table


def test_the_commands_list_run_and_print(tmp_path: Path) -> None:
    runner, path = CliRunner(), str(tmp_path / "it.json")
    assert json.loads(runner.invoke(command.app, ["tasks", "--json"]).output)["name"] == NAME
    assert all(task.name in runner.invoke(command.app, ["tasks"]).output for task in TASKS)
    call = ["run", "random", "--task", SOME[0], "--deals", "4", "--output", path, "--workers", "1"]
    done = runner.invoke(command.app, call)
    assert done.exit_code == 0, done.output
    assert SOME[0] in done.output
    assert [task.task for task in read_result(Path(path)).tasks] == SOME[:1]
    assert not any(task.name in done.output for task in TASKS if task.name != SOME[0])
    table = runner.invoke(command.app, ["table", path, path])
    assert table.output.startswith("| | `random` | `random` |")


def test_the_page_has_the_table_that_the_results_make() -> None:
    page = write_benchmark.PAGE.read_text(encoding="utf-8")
    assert write_benchmark.written(page) == page
    table = page.partition(write_benchmark.BEGIN)[2].partition(write_benchmark.END)[0]
    assert "`lucky-numbers-greedy`, share of victories" in table
    for task in TASKS:
        if isinstance(task, ExploitTask):
            assert f"| `{task.name}` |" in page
            assert f"| {task.positions:,} | {task.value:.0f} | {task.random:.4f} |".replace("0.", ".") in page
