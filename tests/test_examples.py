"""The program that a page's Python is, as `make docs-examples` runs it."""

from __future__ import annotations

from pathlib import Path

import pytest
from run_examples import program_of

PAGE = Path(__file__).parents[1] / "docs/learner-in-a-minute.md"


def test_the_python_of_a_page_is_one_program_with_its_lines_in_place() -> None:
    page = PAGE.read_text(encoding="utf-8")
    program = program_of(page)
    compile(program, PAGE.name, "exec")
    lines = page.splitlines()
    for number, line in enumerate(program.splitlines()):
        assert line in ("", lines[number])
    assert "model.learn(" in program


def test_a_page_without_python_is_refused() -> None:
    with pytest.raises(ValueError, match="no Python in this page"):
        program_of("# A page\n\n    nothing\n")
