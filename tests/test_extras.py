"""`pip install jardinet` alone is enough to play and to simulate; whatever needs an extra names it in one sentence."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]

# What a fresh environment without these packages would say of every one of their modules.
BLOCKED = """
import runpy, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
sys.argv[1:] = {arguments}
{code}
"""
COMMAND = "runpy.run_module('jardinet', run_name='__main__', alter_sys=True)"


def with_what_they_need(requirements: Iterable[str]) -> set[str]:
    """The names of these distributions, and of all that they bring along here."""
    found: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for extra in ("", *wanted.extras):
            if (name, extra) in found:
                continue
            found.add((name, extra))
            if name == "jardinet":
                waiting += [Requirement(text) for text in EXTRAS.get(extra, [])]
                continue
            try:
                declared = [Requirement(text) for text in requires(name) or []]
            except PackageNotFoundError:  # of another system, or another Python
                continue
            waiting += [one for one in declared if one.marker is None or one.marker.evaluate({"extra": extra})]
    return {name for name, _extra in found} - {"jardinet"}


def absent_without(*extras: str) -> set[str]:
    """The modules that nobody has who installed Jardinet with these extras and nothing else."""
    everything = with_what_they_need([*PROJECT["dependencies"], *EXTRAS["all"]])
    here = with_what_they_need([*PROJECT["dependencies"], *(f"jardinet[{extra}]" for extra in extras)])
    return {
        module
        for module, names in packages_distributions().items()
        if {canonicalize_name(name) for name in names} <= everything - here
    }


def run_without(
    absent: set[str], *arguments: str, code: str = COMMAND, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    script = BLOCKED.format(names=sorted(absent), arguments=list(arguments), code=code)
    plain = {**os.environ, "LANGUAGE": "", "LC_ALL": "C.UTF-8", **environment}
    call = [sys.executable, "-c", script]
    return subprocess.run(call, env=plain, input=typed, capture_output=True, text=True, timeout=900, check=False)


def test_what_extras_bring_is_known_here() -> None:
    absent = absent_without()
    assert {
        "litestar",
        "sqlalchemy",
        "uvicorn",
        "gymnasium",
        "pyspiel",
        "ray",
        "psycopg",
        "redis",
        "openskill",
        "pyarrow",
    } <= absent
    assert not {"numpy", "numba", "msgspec", "typer", "rich", "babel", "platformdirs", "httpx", "jardinet"} & absent
    assert absent_without("all") == set()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "game.jdn"
    played = run_without(absent_without(), "play", "lucky-numbers", "--seats", "greedy,random", "--record", str(path))
    assert (played.returncode, played.stderr) == (0, "")
    return path


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "play --help",
        "serve --help",
        "replay {record}",
        "replay {record} --svg {folder}/position.svg",
        "verify {record}",
        "rules --lang de",
        "simulate lucky-numbers --games 50",
        "simulate maudits-criquets --games 50 --json",
        "arena lucky-numbers --games 4 --csv {folder}/games.csv --plot {folder}/arena.svg",
    ],
)
def test_games_terminal_and_simulate_need_no_extra(command: str, record: Path, tmp_path: Path) -> None:
    arguments = [word.format(record=record, folder=tmp_path) for word in command.split()]
    done = run_without(absent_without(), *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_a_person_plays_and_resumes_without_any_extra(tmp_path: Path) -> None:
    path, absent = tmp_path / "mine.jdn", absent_without()
    begun = run_without(
        absent, "play", "maudits-criquets", "--seats", "ada,greedy", "--record", str(path), typed="quit\n"
    )
    assert begun.returncode == 0
    resumed = run_without(absent, "play", "--resume", str(path), typed="help\nquit\n")
    assert (resumed.returncode, resumed.stderr) == (0, "")


def test_a_table_of_a_server_needs_no_extra() -> None:
    done = run_without(absent_without(), "play", "--server", "http://127.0.0.1:9", "--watch", "--table", "x")
    assert done.returncode == 2
    assert "installed" not in done.stderr  # nobody answers there, and that is all that is wrong
    assert "127.0.0.1:9" in done.stderr


MISSING = 'is not installed here: pip install "jardinet[{extra}]" adds it.'


@pytest.mark.parametrize(
    ("command", "installed", "extra", "environment"),
    [
        ("serve --no-browser", (), "server", {}),
        ("bench", (), "server", {}),
        ("simulate lucky-numbers --games 50 --ray local", (), "cluster", {}),
        ("arena lucky-numbers --parquet games.parquet", (), "study", {}),
        (
            "serve --no-browser",
            ("server", "redis"),
            "postgresql",
            {"JARDINET_DATABASE_URL": "postgresql://127.0.0.1:9/none", "JARDINET_KEY": "0" * 64},
        ),
        (
            "serve --no-browser",
            ("server", "postgresql"),
            "redis",
            {"JARDINET_REDIS_URL": "redis://127.0.0.1:9", "JARDINET_KEY": "0" * 64},
        ),
    ],
)
def test_a_command_whose_extra_is_missing_names_it_in_one_sentence(
    command: str, installed: tuple[str, ...], extra: str, environment: dict[str, str], tmp_path: Path
) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), **environment}
    done = run_without(absent_without(*installed), *command.split(), **environment)
    assert (done.returncode, done.stdout) == (2, "")
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("jardinet: ")
    assert sentence.endswith(MISSING.format(extra=extra))


def test_the_sentence_is_told_in_the_language_of_the_player() -> None:
    done = run_without(absent_without(), "serve", LANGUAGE="de")
    assert done.returncode == 2
    assert 'fehlt hier: pip install "jardinet[server]"' in done.stderr


@pytest.mark.parametrize("module", ["gymnasium", "pettingzoo", "open_spiel"])
def test_an_environment_whose_library_is_missing_names_the_extra(module: str) -> None:
    done = run_without(absent_without(), code=f"import jardinet.envs.{module}")
    assert done.returncode == 1
    told = done.stderr.splitlines()[-1]
    assert "ImportError" in told
    assert "is not installed here: pip install jardinet[envs] adds it." in told


def test_the_arrays_of_games_need_no_extra() -> None:
    code = "from jardinet.envs.vector import VectorEnv; print(VectorEnv('lucky_numbers', 3).reset(seed=1)[0].shape[0])"
    done = run_without(absent_without(), code=code)
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr
