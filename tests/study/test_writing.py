"""Pages of a study: whole, the same for the same seed, kept when it is broken off, and refused where they cannot be."""

from __future__ import annotations

import inspect
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
import write_study as write_study_page
from tests.kit.waiting import until

from jardinet.commands.study import study
from jardinet.games.parameters import GameError, ParameterError
from jardinet.study.writing import GAMES, chapters, read_figures, write_study

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"
QUICK = ["first-placements", "bids"]


def written(folder: Path, *only: str, games: int = 8, seed: int = 1, workers: int = 1) -> tuple[list[str], list[str]]:
    return write_study(folder, only, seed, games, workers, lambda *_: None)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of very few games."""
    folder = tmp_path_factory.mktemp("study")
    assert written(folder) == (list(chapters()), [])
    return folder


def test_every_chapter_has_figures_with_intervals_that_hold_them(whole: Path) -> None:
    told = json.loads((whole / "figures.json").read_text())["chapters"]
    assert list(told) == list(chapters())
    for chapter in told.values():
        assert chapter["made"]["games"] == 8 and chapter["summary"] and len(chapter["figures"]) > 3
        for name, figure in chapter["figures"].items():
            assert figure["low"] <= figure["value"] <= figure["high"], name
            assert figure["n"] >= 1, name


@pytest.mark.parametrize("name", [*chapters(), "index"])
def test_a_page_links_what_is_there(whole: Path, name: str) -> None:
    page = (whole / f"{name}.md").read_text()
    links = re.findall(r"\]\(([^)]+)\)", page)
    inside = [link for link in links if not link.startswith("../")]
    assert inside and all((whole / link).is_file() for link in inside)
    outside = [link.partition("#")[0] for link in links if link.startswith("../")]
    assert all((DOCS / "study" / link).is_file() for link in outside)
    assert "nan" not in page and not re.search(r"\{\w+\}", page)


def test_the_first_page_of_the_docs_is_what_its_figures_make() -> None:
    """After a new study: `python tools/write_study.py`."""
    assert write_study_page.written(read_figures(write_study_page.FOLDER)) == write_study_page.PAGE.read_text("utf-8")


def test_every_picture_is_well_formed_and_told_to_those_who_listen(whole: Path) -> None:
    pictures = list(whole.glob("*.svg"))
    assert {path.name for path in pictures} == {
        link for page in whole.glob("*.md") for link in re.findall(r"\(([^)]+\.svg)\)", page.read_text())
    }
    for path in pictures:
        svg = ElementTree.fromstring(path.read_text())
        title, description = svg.findtext(f"{SVG}title"), svg.findtext(f"{SVG}desc")
        assert title and description and len(description) > len(title)
        _, _, wide, high = map(float, svg.attrib["viewBox"].split())
        for text in svg.iter(f"{SVG}text"):
            assert 0 <= float(text.attrib["x"]) <= wide and 0 <= float(text.attrib["y"]) <= high


def test_the_same_seed_gives_the_same_files_whatever_the_workers(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        written(tmp_path / name, *QUICK, games=260, workers=workers)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_what_is_broken_off_keeps_finished_chapters_and_goes_on(tmp_path: Path) -> None:
    def stop(what: str, done: int, total: int) -> None:
        if what == "maudits_criquets: bids":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_study(tmp_path / "broken", QUICK, 1, 8, 1, stop)
    kept = files(tmp_path / "broken")
    assert "first-placements.md" in kept and "bids.md" not in kept
    assert "(first-placements.md)" in kept["index.md"].decode() and "(bids.md)" not in kept["index.md"].decode()
    assert written(tmp_path / "broken", *QUICK) == (["bids"], ["first-placements"])
    written(tmp_path / "whole", *QUICK)
    assert files(tmp_path / "broken") == files(tmp_path / "whole")


def test_a_chapter_of_another_making_is_made_anew(tmp_path: Path) -> None:
    written(tmp_path, "first-placements")
    before = files(tmp_path)
    assert written(tmp_path, "first-placements", seed=2) == (["first-placements"], [])
    assert files(tmp_path)["figures.json"] != before["figures.json"]
    assert written(tmp_path, "first-placements", seed=2) == ([], ["first-placements"])
    (tmp_path / "first-placements.md").unlink()
    assert written(tmp_path, "first-placements", seed=2) == (["first-placements"], [])


def test_a_picture_that_a_chapter_has_no_more_goes(tmp_path: Path) -> None:
    (tmp_path / "first-placements-old.svg").write_text("<svg/>")
    (tmp_path / "mine.svg").write_text("<svg/>")
    written(tmp_path, "first-placements")
    assert not (tmp_path / "first-placements-old.svg").exists() and (tmp_path / "mine.svg").exists()


def test_what_cannot_be_studied_is_told_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="'chess': choose luck, first-player"):
        written(tmp_path / "new", "chess")
    with pytest.raises(ParameterError, match="games must be at least 2"):
        written(tmp_path / "new", games=1)
    with pytest.raises(ParameterError, match="seed at least 0"):
        written(tmp_path / "new", seed=-1)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("text", ["", "[]", '{"chapters": {"luck": 3}}'])
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    (tmp_path / "figures.json").write_text(text)
    with pytest.raises(GameError, match=r"figures\.json was not written by a study: name another folder"):
        written(tmp_path, "first-placements")
    assert files(tmp_path) == {"figures.json": text.encode()}


def command(folder: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "jardinet", "study", "--output", str(folder), "--workers", "1", *options]


def environment() -> dict[str, str]:
    return {**os.environ, "LANGUAGE": "", "LC_ALL": "C.UTF-8"}


def test_the_command_writes_and_says_what_it_wrote(tmp_path: Path) -> None:
    call = command(tmp_path, "--only", "first-placements", "--games", "4")
    for said in ("written", "kept as it was"):
        done = subprocess.run(call, env=environment(), capture_output=True, text=True, timeout=300, check=True)
        assert done.stdout == f"{tmp_path / 'first-placements.md'}: {said}.\n"


def test_the_command_can_be_broken_off_and_keeps_what_is_finished(tmp_path: Path) -> None:
    call = command(tmp_path, "--only", ",".join(QUICK), "--games", "6000")
    with subprocess.Popen(
        call, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        until((tmp_path / "figures.json").exists)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=120)
    assert (process.returncode, complained) == (130, "")
    assert said == f"Interrupted: the same command goes on with the chapters that {tmp_path} lacks.\n"
    assert (tmp_path / "first-placements.md").exists() and not (tmp_path / "bids.md").exists()


def test_the_full_size_is_what_the_command_plays() -> None:
    assert inspect.signature(study).parameters["games"].default == GAMES
