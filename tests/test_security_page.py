"""The page of threats names tests and files that are there."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/security.md").read_text(encoding="utf-8")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")
FILE = re.compile(r"`([\w/]+\.py)`")
ROW = re.compile(r"^\| (?!threat|what \||-)(.+) \|$", re.MULTILINE)


@cache
def functions(file: str) -> set[str]:
    path = ROOT / "tests" / file
    assert path.is_file(), f"there is no {path}"
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return {one.name for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_the_page_names_is_there() -> None:
    named = TEST.findall(PAGE)
    assert len(named) > 80
    assert not [f"{file}::{function}" for file, function in named if function not in functions(file)]


def test_every_file_that_the_page_names_is_there() -> None:
    places = [ROOT / "src/jardinet/server", ROOT / "src/jardinet", ROOT]
    named = set(FILE.findall(PAGE))
    assert named
    assert not [file for file in named if not any((place / file).is_file() for place in places)]


def test_every_threat_has_a_test() -> None:
    threats = PAGE.partition("## Threats")[2]
    rows = ROW.findall(threats)
    assert len(rows) > 50
    assert not [row for row in rows if not TEST.search(row.rpartition(" | ")[2]) and not row.endswith("| the same")]
