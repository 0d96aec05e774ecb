"""`jardinet puzzles make` and `check`, and `jardinet puzzle`: files, figures and answers."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from jardinet.cli import app
from jardinet.games.parameters import GameError
from jardinet.puzzles.book import PuzzleBook, book_of, read_book, written_book

RUNNER = CliRunner()


def run(*words: str, typed: str = "") -> str:
    """What a command says; its exit code must be 0."""
    done = RUNNER.invoke(app, list(words), input=typed, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def shipped(game: str) -> PuzzleBook:
    book = book_of(game)
    assert book
    return book


def test_a_file_is_made_gone_on_with_and_never_mixed(tmp_path: Path) -> None:
    out = tmp_path / "few.json.gz"
    words = ("puzzles", "make", "maudits-criquets", "--count", "2", "--seed", "4", "--workers", "1", "--out", str(out))
    assert "2 puzzles" in run(*words)
    whole = out.read_bytes()
    book = read_book(whole)
    assert len(book.puzzles) == 2 and book.seed == 4
    run(*words)
    assert out.read_bytes() == whole  # nothing is left to do
    out.write_bytes(written_book(replace(book, chunks=0, puzzles=[])))
    run(*words)
    assert out.read_bytes() == whole
    with pytest.raises(GameError, match="Name another file"):
        run(*words[:-1], str(out), "--seed", "5")


def test_a_check_tells_what_holds_and_what_does_not(tmp_path: Path) -> None:
    exact = [one for one in shipped("lucky_numbers").puzzles if one.is_exact][:2]
    assert exact
    file = tmp_path / "exact.json.gz"
    file.write_bytes(written_book(PuzzleBook("lucky_numbers", 1, 9, 1, exact)))
    assert f"{len(exact)} of {len(exact)} answers hold: {len(exact)} by exact values, 0" in run(
        "puzzles", "check", str(file), "--workers", "1"
    )
    worst = [replace(one, answer=max(one.costs[""], key=one.costs[""].__getitem__)) for one in exact[:1]]
    file.write_bytes(written_book(PuzzleBook("lucky_numbers", 1, 9, 1, worst)))
    done = RUNNER.invoke(app, ["puzzles", "check", str(file), "--workers", "1"])
    assert done.exit_code == 1 and "Puzzle 1 does not hold" in done.output
    file.write_bytes(written_book(PuzzleBook("lucky_numbers", 1, 9, 1, [])))
    with pytest.raises(GameError, match="no puzzles in"):
        run("puzzles", "check", str(file))
    file.write_bytes(gzip.compress(msgspec.json.encode({})))
    with pytest.raises(GameError, match="no file of puzzles"):
        run("puzzles", "check", str(file))


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_puzzle_is_asked_and_judged(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book = shipped(game)
    number = next(k for k, one in enumerate(book.puzzles, 1) if not one.costs.get(one.answer))
    one = book.puzzle(number)
    words = ("puzzle", game.replace("_", "-"), "--number", str(number), "--plain", "--lang", "en")
    wrong = max(one.costs[""], key=one.costs[""].__getitem__)
    for typed, told in ((one.answer, "Right!"), (wrong if wrong != "draw" else "draw", "Not quite")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"nonsense\n{typed}\n"))
        said = run(*words, typed=f"nonsense\n{typed}\n")
        assert "One play is clearly the best" in said and told in said


def test_the_puzzle_of_a_day_is_the_same_for_everybody() -> None:
    book = shipped("lucky_numbers")
    said = run("puzzle", "--day", "2026-11-29", "--plain", "--lang", "en", typed="quit\n")
    number = 1 + 739949 % len(book.puzzles)  # the ordinal of that day
    assert f"puzzle {number}" in said
    with pytest.raises(GameError, match="numbered 1 to"):
        run("puzzle", "--number", "9999", "--plain", typed="")
