"""Text browsers in a pseudo-terminal, driven by keys and commands as a person would: edbrowse, lynx, w3m.

Each shows a page as text and presses what is named by what stands there; nothing here knows the page's markup.
"""

from __future__ import annotations

import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte
from tests.kit.waiting import PATIENCE

ROWS, COLUMNS = 400, 120  # a page is one screen
CALM = 0.15  # seconds without a word from a browser that has drawn its page
SAME = 0.5  # … after which a page that has not changed is taken for the one that was to come


class TextBrowser(ABC):
    """A text browser: see the module.

    Attributes:
        command: what starts it, before the address.
    """

    command: tuple[str, ...]

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        own = {"TERM": "vt100", "HOME": str(home), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
        self._child = pexpect.spawn(
            self.command[0],
            [*self.command[1:], address],
            env={**os.environ, **own},
            encoding="utf-8",
            dimensions=(ROWS, COLUMNS),
            timeout=PATIENCE,
            echo=False,
        )

    @abstractmethod
    def page(self) -> list[str]:
        """The lines that it shows."""

    @abstractmethod
    def press(self, told: str, *, may_stay: bool = False) -> None:
        """Press the button, or follow the link, that bears these words, and wait for the page that comes.

        `may_stay`: the page that comes may show the same.
        """

    @abstractmethod
    def type(self, label: str, text: str, button: str) -> None:
        """Type into the field behind a label, and press the button beside it."""

    def close(self) -> None:
        """End it."""
        self._child.close(force=True)


class _Drawing(TextBrowser):
    """One that draws a screen; its last `foot` lines are no part of the page."""

    foot: int
    busy: str  # what the foot says while a page is on its way

    def __init__(self, address: str, home: Path) -> None:
        super().__init__(address, home)
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)
        self._drawn(lambda lines: "Jardinet" in "".join(lines))

    def page(self) -> list[str]:
        """See TextBrowser."""
        return [line.rstrip() for line in self._screen.display[: -self.foot] if line.strip()]

    @property
    def _is_loading(self) -> bool:
        """Whether the foot says that a page is on its way."""
        foot = " ".join(self._screen.display[-self.foot :])
        return bool(re.search(self.busy, foot))

    def _drawn(self, is_there: Callable[[list[str]], bool] = lambda _lines: True) -> None:
        """Wait until it draws no more, and what is to be there is there."""
        end, calm = time.monotonic() + PATIENCE, time.monotonic() + CALM
        while time.monotonic() < calm or self._is_loading or not is_there(self.page()):
            assert time.monotonic() < end, "\n".join(self.page())
            try:
                self._stream.feed(self._child.read_nonblocking(1 << 16, timeout=CALM / 3))
            except pexpect.TIMEOUT:
                continue
            calm = time.monotonic() + CALM

    def _another_page(self, keys: str, *, may_stay: bool = False) -> None:
        """Send keys that bring another page, and wait until it is there."""
        before, end = self.page(), time.monotonic() + SAME
        self._child.send(keys)
        self._drawn(lambda lines: lines != before or (may_stay and time.monotonic() > end))


class Lynx(_Drawing):
    """Lynx, where everything that can be followed or pressed has a number."""

    command = ("lynx", "-accept_all_cookies", "-nopause")
    foot = 1
    busy = r"Getting|Looking up|Making|Sending|HTTP request|Submitting|transfer|Read \d|Data "

    def __init__(self, address: str, home: Path) -> None:
        (home / ".lynxrc").write_text("keypad_mode=LINKS_AND_FORM_FIELDS_ARE_NUMBERED\nuser_mode=ADVANCED\n")
        super().__init__(address, home)

    def press(self, told: str, *, may_stay: bool = False) -> None:
        """See TextBrowser: a number follows a link, and leads to a button."""
        (line, *_) = [line for line in self.page() if told in line]
        is_button, number = re.findall(r"(\(?)\[(\d+)\]", line[: line.index(told)])[-1]
        if is_button:
            self._go_to(number)
            self._another_page("\r", may_stay=may_stay)
        else:
            self._another_page(f"{number}\r", may_stay=may_stay)

    def type(self, label: str, text: str, button: str) -> None:
        """See TextBrowser."""
        (line,) = [line for line in self.page() if label in line]
        field, send = re.findall(r"\[(\d+)\]", line[line.index(label) :])[:2]
        self._go_to(field)
        self._child.send(text)
        self._drawn()
        self._another_page("\t" * (int(send) - int(field)) + "\r")

    def _go_to(self, number: str) -> None:
        self._child.send(f"{number}\r")
        self._drawn()


class W3m(_Drawing):
    """w3m, where one goes to what one looks for, and presses Enter."""

    command = ("w3m", "-cookie", "-o", "accept_cookie=1", "-o", "wrap_search=1", "-o", "confirm_qq=0")
    foot = 2
    busy = "^(?!.*Viewing)"

    def press(self, told: str, *, may_stay: bool = False) -> None:
        """See TextBrowser."""
        self._find(told)
        self._another_page("\r", may_stay=may_stay)

    def type(self, label: str, text: str, button: str) -> None:
        """See TextBrowser: Tab goes from the label to the field."""
        self._find(label)
        self._child.send("\t\r")
        self._drawn()
        self._child.send(f"{text}\r")
        self._drawn()
        self.press(button)

    def _find(self, told: str) -> None:
        self._child.send("g")
        self._drawn()
        self._child.send(f"/{re.escape(told)}\r")
        self._drawn()


class Edbrowse(TextBrowser):
    """edbrowse, a line editor: commands go to lines by their number, `i2*` presses the second thing of a line."""

    command = ("edbrowse",)

    def __init__(self, address: str, home: Path) -> None:
        (home / ".ebrc").write_text("")
        super().__init__(address, home)
        self._child.expect("\\d+\r?\n\\d+\r?\n")  # the page's size as it came, and as it is shown

    def page(self) -> list[str]:
        """See TextBrowser."""
        return [line.partition(" ")[2] for line in self._told(",n")]

    def press(self, told: str, *, may_stay: bool = False) -> None:
        """See TextBrowser."""
        lines = self.page()
        (number, *_) = [k for k, line in enumerate(lines, 1) if re.search(rf"[<{{]{re.escape(told)}", line)]
        line = lines[number - 1]
        at = re.search(rf"[<{{]{re.escape(told)}", line)
        assert at
        sign = line[at.start()]
        place = line[: at.start()].count(sign) + 1
        self._told(f"{number}{'g' if sign == '{' else 'i'}{place}{'' if sign == '{' else '*'}")

    def type(self, label: str, text: str, button: str) -> None:
        """See TextBrowser."""
        (number,) = [k for k, line in enumerate(self.page(), 1) if label in line]
        self._told(f"{number}i1={text}")
        self.press(button)

    def _told(self, command: str) -> list[str]:
        """What it says to a command; a word that it has to repeat stands for its end."""
        self._child.sendline(command)
        self._child.sendline("!echo over; echo now")
        self._child.expect("over\r?\nnow\r?\n(?:ok\r?\n)?")
        return [line for line in str(self._child.before).splitlines() if line]
