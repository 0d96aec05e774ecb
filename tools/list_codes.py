"""Bring the codes of all errors into docs/codes.md: `make words`.

A code is for programs, so it stays what it is: one that stands in the page and no longer in the source stops this.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "jardinet"
PAGE = Path(__file__).parent.parent / "docs" / "codes.md"
_CODE = re.compile("[a-z]+(-[a-z0-9]+)*")
_TABLE = "| code | message |\n|---|---|\n"


@cache
def _modules() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


@cache
def error_classes() -> frozenset[str]:
    """The names of GameError and of all classes made from it."""
    bases = {
        node.name: {getattr(base, "id", "") for base in node.bases}
        for module in _modules().values()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
    }
    found, before = frozenset({"GameError"}), frozenset[str]()
    while found != before:
        before, found = found, found | {name for name, of in bases.items() if of & found}
    return found


def messages() -> dict[str, set[str]]:
    """The messages of every code in the source; there should be one each."""
    found: dict[str, set[str]] = {}
    for module in _modules().values():
        for code, text in _told_in(module):
            found.setdefault(code, set()).add(text)
    return found


def _told_in(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Every code of a module with its message: two texts beside each other in the call that makes an error."""
    makers = {*error_classes(), "__init__", "_wrong"}
    for call in ast.walk(module):
        if isinstance(call, ast.Call) and (getattr(call.func, "id", "") or getattr(call.func, "attr", "")) in makers:
            texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if len(texts) == 2 and _CODE.fullmatch(texts[0]):
                yield texts[0], texts[1]


def listed() -> dict[str, str]:
    """The codes that the page lists, with their messages as they stand there."""
    table = PAGE.read_text(encoding="utf-8").partition(_TABLE)[2]
    rows = (row.strip("|").split("|", 1) for row in table.splitlines())
    return {code.strip().strip("`"): text.strip() for code, text in rows}


def row_of(code: str, text: str) -> str:
    """A line of the page's table."""
    shown = text.replace("|", "\\|").replace("<", "&lt;")
    return f"| `{code}` | {shown} |"


if __name__ == "__main__":
    told = messages()
    if gone := sorted(set(listed()) - set(told)):
        sys.exit(f"no error has these codes any more: {', '.join(gone)}. Programs know them: keep them.")
    rows = [row_of(code, min(texts)) for code, texts in sorted(told.items())]
    page = PAGE.read_text(encoding="utf-8").partition(_TABLE)
    PAGE.write_text(page[0] + _TABLE + "\n".join(rows) + "\n", encoding="utf-8")
