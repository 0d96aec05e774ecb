"""edbrowse in a pseudo-terminal, a line editor that browses, driven by its commands as a person would.

It shows a page as text, and what is pressed is named by what stands there; nothing here knows the page's markup.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pexpect
from tests.kit.waiting import PATIENCE

ROWS, COLUMNS = 400, 120  # a page is one screen


class Edbrowse:
    """edbrowse: commands go to lines by their number, `i2*` presses the second thing of a line."""

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        (home / ".ebrc").write_text("")
        own = {"TERM": "vt100", "HOME": str(home), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
        self._child = pexpect.spawn(
            "edbrowse",
            [address],
            env={**os.environ, **own},
            encoding="utf-8",
            dimensions=(ROWS, COLUMNS),
            timeout=PATIENCE,
            echo=False,
        )
        self._child.expect("\\d+\r?\n\\d+\r?\n")  # the page's size as it came, and as it is shown

    def close(self) -> None:
        """End it."""
        self._child.close(force=True)

    def page(self) -> list[str]:
        """The lines that it shows."""
        return [line.partition(" ")[2] for line in self._told(",n")]

    def press(self, told: str) -> None:
        """Press the button, or follow the link, that bears these words."""
        lines = self.page()
        (number, *_) = [k for k, line in enumerate(lines, 1) if re.search(rf"[<{{]{re.escape(told)}", line)]
        line = lines[number - 1]
        at = re.search(rf"[<{{]{re.escape(told)}", line)
        assert at
        sign = line[at.start()]
        place = line[: at.start()].count(sign) + 1
        self._told(f"{number}{'g' if sign == '{' else 'i'}{place}{'' if sign == '{' else '*'}")

    def type(self, label: str, text: str, button: str) -> None:
        """Type into the field behind a label, and press the button beside it."""
        (number,) = [k for k, line in enumerate(self.page(), 1) if label in line]
        self._told(f"{number}i1={text}")
        self.press(button)

    def _told(self, command: str) -> list[str]:
        """What it says to a command; a word that it has to repeat stands for its end."""
        self._child.sendline(command)
        self._child.sendline("!echo over; echo now")
        self._child.expect("over\r?\nnow\r?\n(?:ok\r?\n)?")
        return [line for line in str(self._child.before).splitlines() if line]
