"""The `jardinet` command as it is called: what it prints, and the exit codes the README promises."""

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.kit.forking import Forked, run
from tests.kit.spending import spent_by
from tests.kit.waiting import until
from tests.sizes import few

import jardinet
from jardinet.games import registered_games
from jardinet.play.record import Record
from jardinet.play.record_format import read, write
from jardinet.words.language import CODES


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game between bots, dealt by seed 7."""
    path = tmp_path_factory.mktemp("records") / "game.jdn"
    assert (
        run("play", "lucky-numbers", "--seats", "greedy,greedy", "--seed", "7", "--record", str(path)).returncode == 0
    )
    return path


def test_help_needs_neither_numba_nor_numpy() -> None:
    code = (
        "import sys, jardinet.cli\n"
        "try: jardinet.cli.app(['--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'heavy'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "serve",
        "replay",
        "analyse",
        "practice",
        "puzzle",
        "puzzles",
        "results",
        "lobby",
        "tournament",
        "verify",
        "simulate",
        "arena",
        "train",
        "study",
        "rules",
        "games",
        "bench",
        "admin",
    ],
)
def test_every_command_explains_itself_with_examples(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert "Examples:" in done.stdout
    assert f"jardinet {command}" in done.stdout.split("Examples:")[1]


def test_the_examples_of_play_are_options_that_exist() -> None:
    told = run("play", "lucky-numbers", "--help").stdout
    for option in (
        "--seats",
        "--setup",
        "--bruno",
        "--match",
        "--lang",
        "--seed",
        "--record",
        "--plain",
        "--tie",
        "--first",
    ):
        assert option in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["play", "lucky-numbers", "--edition", "5-vor-12", "--setup", "standard"],
            "edition='5-vor-12' and setup='standard'",
        ),
        (["play", "lucky-numbers", "--edition", "es", "--bruno"], "edition='es' and bruno=True"),
        (["play", "lucky-numbers", "--tie", "replay"], "edition='tiki' and tie='replay'"),
        (["play", "lucky-numbers", "--seats", "ada"], "players=1 is not possible: it must be 2 to 4."),
        (["play", "lucky-numbers", "--first", "3"], "name a seat from 1 to 2, or random"),
        (["play", "chess"], "chess"),
        (["play", "--resume", "/nowhere/game.jdn"], "/nowhere/game.jdn"),
        (["replay", "/nowhere/game.jdn"], "/nowhere/game.jdn"),
        (["simulate", "lucky-numbers", "--seats", "greedy,clever"], "there is no bot “clever”"),
        (["simulate", "lucky-numbers", "--games", "0"], "--games"),
        (["simulate", "lucky-numbers", "--ray", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
        (["simulate", "lucky-numbers", "--ray", "nowhere", "--json"], "'nowhere' is not the address of a cluster"),
        (["simulate", "lucky-numbers", "--ray", "--workers", "2"], "workers=2 is not possible here"),
        (["simulate", "lucky-numbers", "--seats", "greedy"], "players=1 is not possible: it must be 2 to 4."),
        (["simulate", "lucky-numbers", "--seats", "greedy,"], "there is no bot “”"),
        (["simulate", "lucky-numbers", "--seed", "-1"], "--seed"),
        (["simulate", "lucky-numbers", "--seats", "greedy,none.py:Bot"], "none.py cannot be read"),
        (["arena", "lucky-numbers", "--csv", "nowhere/games.csv"], "nowhere: there is no such folder"),
        (
            ["arena", "lucky-numbers", "--bots", "random,greedy", "--records", "games"],
            "records of 10000 games are too many: 1000 at most are possible",
        ),
        (
            ["bench", "--only", "play,sever"],
            "there is no part 'sever' of the bench: there are play, envs, start and server.",
        ),
        (["bench", "--only", ""], "there is no part “”"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["rules", "--lang", "it"], "it"),
    ][:: few(1, 2)],
)
def test_what_is_not_possible_ends_with_a_sentence_and_code_2(arguments: list[str], sentence: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_an_existing_record_is_never_overwritten(record: Path) -> None:
    before = record.read_bytes()
    done = run("play", "lucky-numbers", "--record", str(record))
    assert done.returncode == 2
    assert record.read_bytes() == before


def test_a_broken_record_is_refused_with_its_line(record: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jdn"
    broken.write_text(record.read_text().replace("\n3. 1:", "\n3. 2:"))
    for command in ("replay", "analyse", "verify"):
        done = run(command, str(broken))
        assert done.returncode == 2
        assert "line 2" in done.stderr


def test_replay_tells_every_turn_or_stops_at_one(record: Path) -> None:
    told = run("replay", str(record)).stdout
    assert "1. Greedy is dealt" in told
    assert re.search(r" wins( by [^!]+)?!|share the victory!", told)
    stopped = run("replay", str(record), "--turn", "3").stdout
    assert "3. " in stopped
    assert "4. " not in stopped


def test_replay_of_a_turn_that_there_is_not_ends_with_a_sentence_and_code_2(record: Path) -> None:
    turns = len(read(record.read_bytes())[0].game.turns(read(record.read_bytes())[0].moves))
    assert run("replay", str(record), "--turn", str(turns)).returncode == 0
    done = run("replay", str(record), "--turn", str(turns + 1))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"jardinet: there is no turn {turns + 1}: the game has {turns} turns.\n"
    assert f"die Partie hat {turns} Züge" in run("replay", str(record), "--turn", "99", "--lang", "de").stderr


def test_replay_draws_the_position_it_stops_at(record: Path, tmp_path: Path) -> None:
    pictures = [tmp_path / "three.svg", tmp_path / "four.svg"]
    for turn, picture in enumerate(pictures, 3):
        assert run("replay", str(record), "--turn", str(turn), "--svg", str(picture)).returncode == 0
        assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert pictures[0].read_text() != pictures[1].read_text()


def test_analyse_tells_the_same_on_the_screen_for_machines_and_for_a_browser(record: Path, tmp_path: Path) -> None:
    page = tmp_path / "analysis.html"
    done = run("analyse", str(record), "--html", str(page), "--json", "--lang", "fr")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    assert (found["schema"], found["game"]) == (3, "lucky_numbers")
    for one in found["accounts"]:
        total = one["start"] + one["luck"] + one["bids"] - one["errors"] + one["gifts"] + one["unexplained"]
        assert abs(total - one["result"]) < 1e-4
    told = run("analyse", str(record), "--lang", "fr").stdout
    html = page.read_text(encoding="utf-8")
    assert "<script" not in html and "http" not in html.replace("http://www.w3.org/2000/svg", "")
    (lucky,) = (line for line in told.splitlines() if line.startswith("La chance"))
    assert lucky in html
    assert f"{100 * max(one['luck'] for one in found['accounts']):.1f}".replace(".", ",") in lucky


def test_analyse_refuses_what_is_not_over(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jdn"
    (whole,) = read(record.read_text(encoding="utf-8"))
    cut.write_text(write(Record(whole.game, whole.seats, whole.moves[:20])), encoding="utf-8")
    done = run("analyse", str(cut))
    assert done.returncode == 2
    assert done.stderr.strip() == f"jardinet: {cut}: the game is not over: only a finished one can be analysed."


def test_of_several_files_each_that_cannot_be_used_is_named_and_the_others_are_done(
    record: Path, tmp_path: Path
) -> None:
    (whole,) = read(record.read_bytes())
    texts = {
        "crlf": record.read_bytes().replace(b"\n", b"\r\n"),
        "mark": b"\xef\xbb\xbf" + record.read_bytes(),
        "utf-16": record.read_text().encode("utf-16"),
        "unfinished": write(Record(whole.game, whole.seats, whole.moves[:20])).encode(),
    }
    paths = [tmp_path / f"{name}.jdn" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_bytes(text)
    crlf, mark, utf_16, unfinished = paths
    missing = tmp_path / "missing.jdn"
    told = [
        f"{crlf}: line 1: the line ends with CR and LF, as on Windows: lines of a record end with LF alone.",
        f"{mark}: line 1: the text begins with a byte order mark: save it as UTF-8 without one.",
        f"{utf_16}: line 1: the text is UTF-16: save it as UTF-8.",
        f"{missing}: there is no such file or folder",
    ]
    files = [str(one) for one in (crlf, record, mark, utf_16, unfinished, missing)]

    analysed = run("analyse", *files, "--json")
    assert (analysed.returncode, len(json.loads(analysed.stdout))) == (1, 1)
    assert analysed.stderr.splitlines() == [
        *told,
        f"{unfinished}: the game is not over: only a finished one can be analysed.",
    ]
    verified = run("verify", *files)
    assert (verified.returncode, verified.stderr.splitlines()) == (1, told)
    assert verified.stdout.startswith(f"{record}\n1. Fair: ")
    practised = run("practice", *files, "--seat", "1")
    assert (practised.returncode, practised.stderr.splitlines()) == (1, analysed.stderr.splitlines())
    assert practised.stdout
    for command in ("analyse", "verify", "replay", "practice"):
        alone = run(command, str(mark))
        assert (alone.returncode, alone.stdout, alone.stderr) == (2, "", f"jardinet: {told[1]}\n")


def test_verify_tells_fair_from_tampered(record: Path, tmp_path: Path) -> None:
    done = run("verify", str(record))
    assert (done.returncode, done.stdout.count("Fair:")) == (0, 1)
    [line] = [line for line in record.read_text().splitlines() if line.startswith("[Secret")]
    tampered = tmp_path / "tampered.jdn"
    tampered.write_text(record.read_text().replace(line, '[Secret "' + "0" * 64 + '"]'))
    done = run("verify", str(tampered))
    assert (done.returncode, "Not fair" in done.stdout) == (1, True)


def test_verify_of_a_record_without_a_deal_fails(tmp_path: Path) -> None:
    path = tmp_path / "no-deal.jdn"
    path.write_text(write(Record(jardinet.load_game("lucky_numbers"), ("ada", "ben"), ())))
    assert run("verify", str(path)).returncode == 1


@pytest.mark.parametrize("code", CODES)
def test_rules_are_told_in_every_language(code: str) -> None:
    told = run("rules", "--lang", code).stdout
    clauses = [line.split()[0] for line in told.splitlines() if line.startswith("LN-")]
    assert len(clauses) > 20
    assert (run("rules", LC_ALL="", LANG=f"{code}.UTF-8").stdout) == told


def test_simulate_prints_json_for_machines() -> None:
    done = run("simulate", "lucky-numbers", "--seats", "greedy,random", "--games", "600", "--seed", "1", "--json")
    told = json.loads(done.stdout)
    assert told["games"] == 600
    assert [seat["level"] for seat in told["seats"]] == ["greedy", "random"]
    assert told["seats"][0]["low"] < told["seats"][0]["win_rate"] <= told["seats"][0]["high"] <= 1
    again = run(
        "simulate",
        "lucky-numbers",
        "--seats",
        "greedy,random",
        "--games",
        "600",
        "--seed",
        "1",
        "--json",
        "--workers",
        "1",
    )
    assert json.loads(again.stdout) == told


MY_BOT = """
import numpy as np

class Last:
    name = "last"

    def __init__(self, game):
        self.rules = game.rules

    def act(self, observations, seats, generator):
        masks = np.zeros((len(seats), self.rules.NUM_WORDS), np.int64)
        self.rules.legal_masks(observations, seats, masks)
        return np.log2(masks[:, 0]).astype(np.int64)
"""


def test_arena_ranks_bots_and_leaves_every_game_in_files(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(MY_BOT)
    bots = f"random,greedy,{tmp_path}/my_bot.py:Last"
    call = ["arena", "lucky-numbers", "--bots", bots, "--games", "30", "--seed", "1"]
    folder = ["--csv", f"{tmp_path}/a.csv", "--plot", f"{tmp_path}/a.svg", "--records", f"{tmp_path}/games"]
    told = json.loads(run(*call, "--json", "--workers", "1", *folder).stdout)
    assert (told["games"], told["deals"], len(told["lineups"])) == (30, 15, 3)
    assert told["standings"][0]["bot"] == "greedy"
    assert [len(one["against"]) for one in told["standings"]] == [2, 2, 2]
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 31
    ElementTree.parse(tmp_path / "a.svg")
    record = tmp_path / "games/deal-0002-1.jdn"
    assert len(list(record.parent.iterdir())) == 30
    assert read(record.read_bytes())[0].seats == (f"{tmp_path}/my_bot.py:Last"[-100:], "greedy")


def test_arena_leaves_its_files_whoever_reads_what_it_prints(tmp_path: Path) -> None:
    call = ["arena", "lucky-numbers", "--bots", "random,greedy", "--games", "4", "--workers", "1"]
    files = ["--csv", f"{tmp_path}/a.csv", "--plot", f"{tmp_path}/a.svg", "--records", f"{tmp_path}/games"]
    read_end, write_end = os.pipe()
    os.close(read_end)  # as `| head -0` does
    with os.fdopen(write_end, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "jardinet", *call, *files],
            stdout=nobody,
            stderr=subprocess.PIPE,
            text=True,
            timeout=600,
            check=False,
        )
    assert done.returncode != 0
    assert len((tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()) == 5
    ElementTree.parse(tmp_path / "a.svg")
    assert len(list((tmp_path / "games").iterdir())) == 4


def test_arena_prints_its_table_though_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "a.csv").mkdir()
    done = run("arena", "lucky-numbers", "--bots", "random,greedy", "--games", "4", "--csv", f"{tmp_path}/a.csv")
    assert (done.returncode, "greedy" in done.stdout.lower()) == (2, True)
    assert f"{tmp_path}/a.csv: " in done.stderr


def test_an_interrupted_simulation_prints_what_is_finished() -> None:
    run("simulate", "lucky-numbers", "--games", "1")  # everything is compiled after that
    call = [sys.executable, "-m", "jardinet", "simulate", "lucky-numbers", "--games", "1000000000", "--json"]
    with Forked(call, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:
        try:
            until(lambda: spent_by(child.pid) > 5)  # seconds: four times what it takes to begin
            os.killpg(child.pid, signal.SIGINT)
            told = json.loads(child.communicate(timeout=60)[0])
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    assert child.returncode == 130
    assert told["is_interrupted"]


def test_a_part_of_the_bench_is_measured_for_machines_and_the_exit_code_tells_of_ratios_alone() -> None:
    code = (
        "from jardinet.arena import bench, measuring\n"
        "measuring.ROUNDS = 1\n"
        "bench.LATER_START_GOAL = bench.HELP_GOAL = {}\n"
        "from jardinet.cli import main\n"
        "main()"
    )
    for goal, verdict, exit_code in (("1e-6", "missed", 1), ("1e6", "met", 0)):
        call = [sys.executable, "-c", code.format(goal), "bench", "--only", "start", "--json"]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        told = json.loads(done.stdout)
        assert (done.returncode, done.stderr) == (exit_code, "")
        assert (told["parts"], told["is_met"], told["is_interrupted"]) == (["start"], exit_code == 0, False)
        first, later, helping = told["rows"]
        assert first["verdict"] is None and first["peer"] is None
        assert later["verdict"] == verdict
        assert later["ratio"] == pytest.approx(later["value"] / later["peer_value"])
        assert helping["name"] == "jardinet --help"


@pytest.mark.parametrize("part", ["play", "start"])
def test_an_interrupted_bench_leaves_no_traceback(part: str) -> None:
    call = [sys.executable, "-c", "from jardinet.cli import main; main()", "bench", "--only", part]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as child:
        try:
            assert child.stdout
            assert child.stdout.readline()  # the first row is measured, the second one begun
            os.killpg(child.pid, signal.SIGINT)
            errors = child.communicate(timeout=60)[1]
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
    assert (child.returncode, errors) == (130, "jardinet: interrupted\n")


def test_ray_without_an_address_simulates_the_same_on_the_cluster_of_the_environment() -> None:
    call = ["simulate", "lucky-numbers", "--seats", "greedy,random", "--games", "1200", "--seed", "4", "--json"]
    over_ray = run(*call, "--ray", RAY_ADDRESS="local")
    assert (over_ray.returncode, over_ray.stderr) == (0, "")
    assert over_ray.stdout == run(*call, "--workers", "1").stdout
    asked = run(*call, "--ray", RAY_ADDRESS="127.0.0.1:1")
    assert (asked.returncode, "no Ray cluster answers at 127.0.0.1:1" in asked.stderr) == (2, True)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_shown_for_a_shell(shell: str) -> None:
    done = run("--show-completion", shell)
    assert done.returncode == 0
    assert "jardinet" in done.stdout.lower()


def test_a_fault_of_ours_ends_in_a_sentence_and_a_report(tmp_path: Path) -> None:
    code = (
        "import sys, jardinet.cli as cli\n"
        "def broken(*arguments, **options): raise RuntimeError('a fault')\n"
        "cli.app = broken\n"
        "cli.main()\n"
    )
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 70
    assert "a fault" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Traceback" in next(tmp_path.rglob("crash.log")).read_text()


# In /proc not even root may make a folder.
NO_FOLDER = {"HOME": "/proc", "XDG_DATA_HOME": "", "XDG_STATE_HOME": "", "XDG_CACHE_HOME": ""}


def test_a_fault_of_ours_is_printed_where_its_report_cannot_be_kept() -> None:
    code = "import jardinet.cli as cli\ncli.app = lambda **options: 1 / 0\ncli.main()\n"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **NO_FOLDER}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 70
    assert "division by zero. Please report these details:\nTraceback" in done.stderr
    assert done.stderr.count("Traceback") == 1


def test_what_cannot_be_saved_is_not_begun(tmp_path: Path) -> None:
    for told in (
        run("play", "lucky-numbers", "--plain", **NO_FOLDER),
        run("play", "lucky-numbers", "--plain", "--record", "/proc/games/game.jdn"),
    ):
        assert told.returncode == 2
        assert "dealt" not in told.stdout
        assert re.match(
            "jardinet: the game cannot be saved as /proc/.*: there is no such file or folder. --record can", told.stderr
        )
    record = tmp_path / "game.jdn"
    seats = ["--seats", "random,random", "--seed", "1", "--record", str(record)]
    assert run("play", "lucky-numbers", *seats, **NO_FOLDER).returncode == 0
    done = run("practice", str(record), "--seat", "1", **NO_FOLDER)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.match(
        "jardinet: what you practise cannot be kept as /proc/.*: there is no such file or folder", done.stderr
    )
    assert run("analyse", str(record), **NO_FOLDER).returncode == 0


def test_every_game_has_a_command() -> None:
    for group in ("play", "simulate", "arena"):
        told = run(group, "--help").stdout
        assert all(name.replace("_", "-") in told for name in registered_games())


def test_what_is_broken_off_says_so() -> None:
    """Ctrl-C before a command has anything to keep or to tell: one word and the exit code."""
    code = (
        "import _thread\n"
        "from jardinet.arena import simulate\n"
        "simulate.simulate = lambda *_, **__: _thread.interrupt_main() or __import__('time').sleep(60)\n"
        "from jardinet.cli import main\n"
        "main()"
    )
    call = [sys.executable, "-c", code, "simulate", "lucky-numbers", "--games", "1"]
    done = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "jardinet: interrupted\n")
