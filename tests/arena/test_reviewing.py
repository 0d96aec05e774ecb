"""Many games are reviewed by any number of processes, and each review is the one that its record alone would get."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.kit.forking import run

import jardinet
from jardinet.analysis.review import check_reviewable, review_of
from jardinet.arena.reviewing import FEW, reviews_of
from jardinet.arena.tournament import tournament
from jardinet.games.parameters import GameError
from jardinet.play.record import Record
from jardinet.play.record_format import write


def records(name: str, games: int) -> list[Record]:
    played = tournament(jardinet.load_game(name), ["random", "greedy"], games, 4, recorded=True, workers=1)
    return list(played.records.values())[:games]


@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_each_game_gets_the_review_of_its_record_however_many_processes_there_are(name: str) -> None:
    played = records(name, FEW)
    alone = [msgspec.json.encode(review_of(one)) for one in played]
    for workers in (1, 2):
        found = dict(reviews_of(played, workers))
        assert [msgspec.json.encode(found[place]) for place in range(len(played))] == alone


def test_what_cannot_be_reviewed_is_known_before_anything_is_reviewed() -> None:
    (record, *_) = records("lucky_numbers", 2)
    check_reviewable(record)
    cut = replace(record, moves=record.moves[:-1])
    with pytest.raises(GameError, match="not over"):
        check_reviewable(cut)


def test_a_folder_is_analysed_in_the_order_of_its_files_and_an_empty_one_is_told(tmp_path: Path) -> None:
    played = records("maudits_criquets", 3)
    folder, empty = tmp_path / "games", tmp_path / "empty"
    folder.mkdir()
    empty.mkdir()
    for number, one in enumerate(played):
        (folder / f"{number}.jdn").write_text(write(one), encoding="utf-8")
    (folder / "notes.txt").write_text("no record", encoding="utf-8")
    done = run("analyse", str(folder), "--json", "--workers", "2")
    assert done.returncode == 0
    named = run("analyse", *(str(folder / f"{number}.jdn") for number in range(3)), "--json")
    assert done.stdout == named.stdout
    refused = run("analyse", str(empty), "--lang", "en")
    assert refused.returncode != 0
    assert "there are no records (*.jdn) in this folder." in refused.stderr
    both = run("analyse", str(empty), str(folder), "--json", "--lang", "en")
    assert both.returncode == 1
    assert both.stdout == named.stdout
    assert str(empty) in both.stderr
