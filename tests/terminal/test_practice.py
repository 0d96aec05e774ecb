"""Practice in a terminal: positions of records, typed answers, and a file that remembers."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import jardinet
from jardinet.arena.tournament import tournament
from jardinet.games.parameters import GameError
from jardinet.play.record import PlayedFor, Record
from jardinet.terminal.practice import Exercise, Practice, exercises_of
from jardinet.terminal.screen import Screen
from jardinet.terminal.session import FINISHED
from jardinet.words.language import CODES, load_language

Practise = Callable[..., str]

GAMES = ["lucky_numbers", "maudits_criquets"]


@cache
def played(name: str) -> Record:
    game = jardinet.load_game(name)
    (record, *_) = tournament(game, ["random", "greedy"], 2, 1, recorded=True, workers=1).records.values()
    seats = tuple("ada" if one == "random" else one for one in record.seats)
    return Record(record.game, seats, record.moves)


def exercises(name: str, seat: int | None = None) -> list[Exercise]:
    return exercises_of([played(name)], seat, lambda _done: None)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "jardinet" / "practice.json"


@pytest.fixture
def practise(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Practise:
    def run(some: list[Exercise], typed: list[str], code: str = "en") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        assert Practice(some, Screen(is_plain=True), load_language(code)).run() == FINISHED
        return capsys.readouterr().out

    return run


def best(one: Exercise) -> str:
    mixture = one.position.judged[""].mixture
    return max(mixture, key=mixture.__getitem__)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_errs_again_is_asked_again_until_it_is_right_and_it_is_remembered(
    practise: Practise, own_folder: Path, name: str
) -> None:
    some = exercises(name)
    assert some
    order = sorted(some, key=lambda one: -one.position.cost)
    told = practise(some, [order[0].position.action])
    assert "Not quite:" in told and "will come up again" in told
    assert "not a play" not in told
    assert f"0 of {len(some)} right" in told
    again = [*order[1:], order[0]]
    told = practise(some, [best(one) for one in again])
    assert told.count("Right!") == len(some)
    assert "positions are right." in told or "and it is right." in told
    assert own_folder.exists()
    assert "What would you do now?" not in practise(some, [])


def test_what_is_no_answer_counts_for_nothing_and_one_may_leave(practise: Practise, own_folder: Path) -> None:
    some = exercises("maudits_criquets")
    told = practise(some, ["frobnicate", "moves", "quit", best(some[0])])
    assert "“frobnicate” is not a play." in told
    assert "Right!" not in told and "Not quite" not in told
    assert not own_folder.exists()


@pytest.mark.parametrize("code", CODES)
def test_it_speaks_every_language(practise: Practise, code: str) -> None:
    some = exercises("maudits_criquets")
    order = sorted(some, key=lambda one: -one.position.cost)
    told = practise(some, [order[0].position.action], code)
    assert {"en": "Not quite:", "fr": "Pas tout à fait", "es": "Casi:", "de": "Nicht ganz:"}[code] in told
    assert "{" not in told


def test_errors_of_people_are_practised_or_of_the_seat_that_is_named() -> None:
    record = played("lucky_numbers")
    person = record.seats.index("ada")
    assert {one.position.seat for one in exercises("lucky_numbers")} == {person}
    assert {one.position.seat for one in exercises("lucky_numbers", 2 - person)} <= {1 - person}
    with pytest.raises(GameError, match="seats 1 to 2"):
        exercises("lucky_numbers", 3)
    bots = Record(record.game, ("greedy", "novice"), record.moves)
    with pytest.raises(GameError, match="only bots played"):
        exercises_of([bots], None, lambda _done: None)


def test_what_a_bot_decided_in_a_persons_place_is_not_practised() -> None:
    record = played("lucky_numbers")
    [first, *rest] = exercises("lucky_numbers")
    assert rest
    bot = PlayedFor(first.position.before, first.position.seat, "skilled")
    kept = exercises_of([replace(record, played_for=(bot,))], None, lambda _done: None)
    assert [one.key for one in kept] == [one.key for one in rest]


def test_a_damaged_file_is_refused_with_its_name(own_folder: Path) -> None:
    own_folder.parent.mkdir(parents=True)
    own_folder.write_text("{")
    with pytest.raises(GameError, match=r"practice\.json is damaged"):
        Practice(exercises("lucky_numbers"), Screen(is_plain=True), load_language("en"))
