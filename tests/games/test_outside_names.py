"""Nothing outside a game's own folders names it: a new game needs no edit anywhere else."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from jardinet.games import registered_games, title_of

SOURCE = Path(__file__).parents[2] / "src" / "jardinet"
NAMES = re.compile(
    "|".join(
        {
            *registered_games(),
            *(name.replace("_", "-") for name in registered_games()),
            *map(title_of, registered_games()),
        }
    )
)
RECORDED = {
    "server/api/examples.json",  # what a program was answered once, as the document of the interface shows it
    "arena/benchmark/jardinet-bench-v1.json",  # the tasks of a benchmark, which stay as they are
}
TEXTS = {".py", ".html", ".css", ".js", ".json", ".webmanifest", ".svg", ".toml"}


def is_a_game_s_own(path: Path) -> bool:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return any(name in parts for name in registered_games())


def files() -> Iterator[Path]:
    for path in sorted(SOURCE.rglob("*")):
        if path.suffix in TEXTS and not is_a_game_s_own(path) and path.relative_to(SOURCE).as_posix() not in RECORDED:
            yield path


def code_of(text: str) -> str:
    """A Python file without comments and docstrings: their examples may name a game."""
    tree = ast.parse(text)
    told = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            told.add(node.body[0].lineno)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return " ".join(
        token.string
        for token in tokens
        if token.type != tokenize.COMMENT and not (token.type == tokenize.STRING and token.start[0] in told)
    )


@pytest.mark.parametrize("path", list(files()), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_no_file_outside_a_game_s_folders_names_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not NAMES.search(code_of(text) if path.suffix == ".py" else text)


def test_every_game_has_folders_of_its_own_that_the_search_leaves_out() -> None:
    left_out = [path for path in SOURCE.rglob("*.py") if is_a_game_s_own(path)]
    assert len(left_out) > 30
    assert any(NAMES.search(path.read_text(encoding="utf-8")) for path in left_out)


def test_the_search_sees_names_in_code_and_not_in_what_is_told() -> None:
    name = registered_games()[0]
    assert NAMES.search(code_of(f'"""Told."""\nX = "{name}"'))
    assert not NAMES.search(code_of(f'"""Such as {name}."""\nX = 1  # not {name}'))
