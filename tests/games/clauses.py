"""Clauses of the rules that tests cite: every clause has one that names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path


def cited_clauses(game: str, files: Iterable[Path]) -> set[str]:
    """What the docstrings of the tests in some files cite, `4.2` for LN-4.2; `game`: its letters, LN or MC."""
    cited = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                cited |= set(re.findall(rf"{game}-(\d+(?:\.\d+)?)", ast.get_docstring(node) or ""))
    return cited
