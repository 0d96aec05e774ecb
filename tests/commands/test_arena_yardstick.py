"""`jardinet arena --yardstick`: the strengths of the levels, in a file."""

from pathlib import Path

from tests.kit.forking import run

from jardinet.ratings.yardstick import read_yardstick


def test_the_arena_writes_a_yardstick_and_keeps_other_numbers_of_players(tmp_path: Path) -> None:
    file = tmp_path / "yardstick.json"
    for players in ("3", "2"):
        done = run(
            "arena",
            "lucky-numbers",
            "--players",
            players,
            "--games",
            "2",
            "--seed",
            "7",
            "--workers",
            "1",
            "--yardstick",
            str(file),
        )
        assert done.returncode == 0, done.stderr
    found = read_yardstick(file, "lucky_numbers")
    assert [(one.players, one.seeds) for one in found.sizings] == [(2, [7]), (3, [7])]
    assert found.levels["skilled"].strength == 1500


def test_a_yardstick_of_some_bots_is_refused_before_any_game(tmp_path: Path) -> None:
    file = tmp_path / "yardstick.json"
    done = run("arena", "lucky-numbers", "--bots", "random,greedy", "--yardstick", str(file), LC_ALL="", LANG="en")
    assert done.returncode == 2 and "novice" in done.stderr
    assert not file.exists()
