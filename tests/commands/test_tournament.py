"""`jardinet tournament`: tables and sheets on paper, in every language, and what is refused with a sentence."""

from pathlib import Path

import pytest
from tests.kit.forking import run

from jardinet.words.language import CODES
from jardinet.words.tournaments import told_apart


def test_five_meet_each_other_and_each_rests_once() -> None:
    done = run("tournament", "Ada", "Ben", "Cleo", "Dan", "Eve", "--seed", "3", "--lang", "en")
    assert done.returncode == 0
    assert "everybody against everybody, 5 take part, 5 rounds, seed 3" in done.stdout
    assert done.stdout.count(" rests.") == 5
    assert done.stdout.count("Round 1, Table 1") == 1
    assert "Game 2: " in done.stdout
    assert "Ada ____" in done.stdout


def test_the_same_seed_prints_the_same_tables() -> None:
    once, again, other = (run("tournament", "11", "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert once == again != other


@pytest.mark.parametrize("code", CODES)
def test_a_file_of_names_becomes_a_page_to_print(code: str, tmp_path: Path) -> None:
    names, page = tmp_path / "names.txt", tmp_path / "page.html"
    names.write_text("\ufeffAda\n\n  Ben <b> \nAda\n" + "\n".join(f"P{k}" for k in range(8)), encoding="utf-8")
    call = ("tournament", "--names", str(names), "--html", str(page), "--form", "lots", "--seats", "4", "--lang", code)
    assert run(*call).returncode == 0
    text = page.read_text(encoding="utf-8")
    assert f'lang="{code}"' in text
    assert "Ben &lt;b&gt;" in text
    assert "Ada (2)" in text
    assert text.count('class="sheet"') == 3 * 3  # eleven sit at three tables, in three rounds


def test_a_second_of_a_name_is_told_apart_from_somebody_called_so() -> None:
    assert told_apart(["Ada", "Ada (2)", "Ada", "Ada"]) == ["Ada", "Ada (2)", "Ada (3)", "Ada (4)"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("Ada",), "too few have entered"),
        (("300",), "256 take part already"),
        (("9", "--form", "everybody"), "8 take part already"),
        (("9", "--form", "evening"), "needs a server"),
        (("9", "--form", "knockout"), "everybody, lots or evening"),
        (("9", "--seats", "5"), "2, 3 or 4 sit at a table"),
        (("9", "--rounds", "21"), "choose 1 to 20"),
        (("x" * 61, "Ben"), "cannot be printed as a name"),
        (("--names", "/no/such/file"), "there is no such file"),
        (("--names", "/usr/bin/env"), "is no text in UTF-8"),
        (("9", "--game", "chess"), "there is no game"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(given: tuple[str, ...], told: str) -> None:
    done = run("tournament", *given, "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr
