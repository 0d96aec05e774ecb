"""Runs the Python of pages as it stands there, all of a page as one program: `python tools/run_examples.py PAGE.md …`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def program_of(page: str) -> str:
    """The Python of a page, with every line where it is in the page, so that a traceback names it.

    Raises:
        ValueError: there is none.
    """
    lines = [""] * len(page.splitlines())
    for block in BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1))
        for number, line in enumerate(block[1].splitlines(), first):
            lines[number] = line
    if not any(lines):
        raise ValueError("there is no Python in this page.")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        exec(compile(program_of(Path(name).read_text(encoding="utf-8")), name, "exec"), {"__name__": "__main__"})  # noqa: S102 - our own
