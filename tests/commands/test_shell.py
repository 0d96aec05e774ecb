"""The command line speaks one language: no help and no error has English in it where another one is asked for."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.kit.forking import run

from jardinet.words.language import CODES

SCRIPT = Path(__file__).with_name("spoken_helps.py")
WORD = re.compile(r"(?<![\w/.:'“=`-])[A-Za-z]{3,}(?![\w/:=`-]|\.\w)")

# Names, which no language translates: of commands, of what can be given, of things.
NAMES = {
    "jardinet",
    "serve",
    "replay",
    "remind",
    "UTC",
    "rerate",
    "analyse",
    "verify",
    "rules",
    "games",
    "bench",
    "benchmark",
    "tasks",
    "run",
    "table",
    "dataset",
    "play",
    "practice",
    "puzzle",
    "puzzles",
    "make",
    "check",
    "results",
    "lobby",
    "tournament",
    "everybody",
    "lots",
    "simulate",
    "study",
    "train",
    "arena",
    "admin",
    "list",
    "close",
    "unlist",
    "prune",
    "stats",
    "ban",
    "unban",
    "bans",
    "link",
    "random",
    "greedy",
    "novice",
    "casual",
    "skilled",
    "expert",
    "master",
    "standard",
    "michael",
    "tiki",
    "shared",
    "all",
    "none",
    "auto",
    "local",
    "envs",
    "start",
    "server",
    "browser",
    "data",
    "nets",
    "players",
    "minutes",
    "two",
    "vor",
    "Lucky",
    "Numbers",
    "Maudits",
    "Criquets",
    "TIKI",
    "JSON",
    "Markdown",
    "CSV",
    "SVG",
    "Parquet",
    "Ray",
}
# Words that another language writes as English does.
ALIKE = {
    "fr": {
        "ARGUMENTS",
        "DATE",
        "OPTIONS",
        "TABLE",
        "Arguments",
        "Options",
        "Bruno",
        "machine",
        "option",
        "page",
        "pages",
        "points",
        "positions",
        "port",
        "position",
        "possible",
        "rotations",
        "shell",
        "site",
        "table",
        "tables",
        "terminal",
    },
    "es": {"BOT", "Bruno", "bot", "bots", "error", "shell", "terminal", "token"},
    "de": {"PERSON", "BOT", "NAME", "was"},
}


@cache
def told(code: str) -> dict[str, str]:
    """Every help, and what is said of mistakes, by the call."""
    environment = {
        **os.environ,
        "PYTHONPATH": "",
        "LANGUAGE": "",
        "LC_ALL": "",
        "LANG": f"{code}.UTF-8",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stdout)
    return found


def words_of(text: str) -> set[str]:
    """The words of a help, its examples left out."""
    return {
        word for line in text.splitlines() if not line.strip().startswith("jardinet ") for word in WORD.findall(line)
    }


@pytest.mark.parametrize("code", [code for code in CODES if code != "en"])
def test_no_help_and_no_error_has_english_left(code: str) -> None:
    assert told(code).keys() == told("en").keys()
    left = {
        call: english
        for call, text in told(code).items()
        if (english := words_of(text) & words_of(told("en")[call]) - NAMES - ALIKE[code])
    }
    assert left == {}


def test_no_line_of_a_french_help_or_error_breaks_before_its_signs() -> None:
    assert [
        line
        for text in told("fr").values()
        for line in text.splitlines()
        if re.search(r"\S [:;!?»]|« |^ *[:;!?»]", line)
    ] == []


@pytest.mark.parametrize(("code", "opening", "closing"), [("en", *"“”"), ("fr", *"«»"), ("es", *"«»"), ("de", *"„“")])
def test_what_was_given_is_quoted_as_the_language_does_and_an_option_is_not(
    code: str, opening: str, closing: str
) -> None:
    said = [
        text
        for call, text in told(code).items()
        if call in ("play chess", "rules chess", "play lucky-numbers --edition x")
    ]
    assert len(said) == 3
    for text in said:
        assert opening in text and closing in text
        assert not re.search(r"'[^']+'", text), text


@pytest.mark.parametrize("code", CODES)
def test_every_command_is_told_with_its_usage_and_its_options(code: str) -> None:
    usage = {"en": "Usage:", "fr": "Utilisation\N{NO-BREAK SPACE}:", "es": "Uso:", "de": "Aufruf:"}[code]
    helps = {call: text for call, text in told(code).items() if call.startswith("jardinet")}
    assert len(helps) > 25
    for call, text in helps.items():
        assert text.startswith(f"{usage} {call}")
        assert "--help" in text


@pytest.mark.parametrize("code", CODES)
def test_no_help_of_a_command_is_cut_off(code: str) -> None:
    lines = [line.rstrip() for text in told(code).values() for line in text.splitlines()]
    assert [
        line for line in lines if line.endswith("...") and not line.endswith(("}...", "]..."))
    ] == []  # what may be repeated


@pytest.mark.parametrize("code", CODES)
def test_a_wrong_value_is_told_with_what_is_possible(code: str) -> None:
    said = told(code)
    assert "70000" in said["serve --port 70000"] and "65535" in said["serve --port 70000"]
    assert all(edition in said["play lucky-numbers --edition x"] for edition in ("tiki", "5-vor-12", "es"))
    assert all(option in said["simulate lucky-numbers --sed 3"] for option in ("--seed", "--side"))
    assert all(command in said["nothing"] for command in ("serve", "play", "admin"))


@pytest.mark.parametrize(("call", "environment", "sentence"), [
    (["replay", "--lang", "de"], "fr", "fehlt"),
    (["replay", "--lang=es"], "fr", "falta"),
    (["replay"], "fr", "manque"),
    (["replay", "--lang", "it"], "fr", "manque"),
    (["--lang", "de", "replay"], "fr", "fehlt"),
    (["--lang", "de", "replay", "--lang", "es"], "fr", "falta"),
    (["--lang", "it", "replay"], "fr", "langue «"),
])  # fmt: skip
def test_the_option_goes_before_the_environment(call: list[str], environment: str, sentence: str) -> None:
    done = run(*call, LC_ALL="", LANG=f"{environment}.UTF-8")
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def in_shell(shell: str, call: str, code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """What a call from a shell of its own brings, for somebody whose home is `home`."""
    spoken = {**os.environ, "LANGUAGE": "", "LC_ALL": "", "LANG": f"{code}.UTF-8", "HOME": str(home)}
    return subprocess.run(
        [shell, "-c", f"{sys.executable} -m jardinet {call}; exit $?"],
        env=spoken,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.mark.parametrize(("code", "installed", "works"), [
    ("en", "Completion for bash is installed: ", "It works as soon as you open a new terminal."),
    ("fr", "La complétion pour bash est installée\N{NO-BREAK SPACE}: ", "Elle fonctionnera dès que tu ouvriras un nouveau terminal."),
    ("es", "Autocompletado de bash instalado: ", "Funcionará en cuanto abras una terminal nueva."),
    ("de", "Die Vervollständigung für bash ist eingerichtet: ", "Sie wirkt, sobald du ein neues Terminal öffnest."),
])  # fmt: skip
def test_what_is_installed_for_the_shell_is_told(code: str, installed: str, works: str, tmp_path: Path) -> None:
    done = in_shell("bash", "--install-completion", code, tmp_path)
    (script,) = (tmp_path / ".bash_completions").iterdir()
    assert done.stdout.splitlines() == [f"{installed}{script}.", works], done.stderr
    assert done.returncode == 0
    assert str(script) in (tmp_path / ".bashrc").read_text()


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_a_shell_without_completion_is_told_which_have_it(option: str, code: str, tmp_path: Path) -> None:
    done = in_shell("dash", option, code, tmp_path)
    before = {
        "en": "there is no completion",
        "fr": "il n’y a pas de complétion",
        "es": "no hay autocompletado",
        "de": "für diese Shell gibt",
    }
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"jardinet: {before[code]}")
    assert all(shell in done.stderr for shell in ("bash", "zsh", "fish"))
    assert "dash" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_group_without_a_command_tells_its_help_as_an_error_does() -> None:
    for group in ((), ("benchmark",), ("admin",)):
        asked, alone = run(*group, "--help"), run(*group)
        assert (asked.returncode, alone.returncode) == (0, 2)
        assert (alone.stdout, asked.stderr) == ("", "")
        assert alone.stderr == asked.stdout
