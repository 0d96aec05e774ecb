"""Text browsers in a pseudo-terminal, driven by their own keys and commands as a person would.

Each shows a page as text, and what is pressed is named by what stands there; nothing here knows the page's markup.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pexpect
import pyte
from tests.kit.waiting import PATIENCE

ROWS, COLUMNS = 200, 240  # a page is one screen (w3m has no larger one), and what can be pressed is never cut in two


class TextBrowser(Protocol):
    """Browser that shows a page as lines of text."""

    def close(self) -> None:
        """End it."""

    def page(self) -> list[str]:
        """The lines that it shows."""

    def press(self, told: str) -> None:
        """Press the button, or follow the link, that bears these words."""

    def type(self, label: str, text: str, button: str) -> None:
        """Type into the field behind a label, and press the button that bears these words."""


class Edbrowse:
    """edbrowse, a line editor that browses: commands go to lines by their number, `i2*` presses the second thing of a line."""

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        (home / ".ebrc").write_text("")
        self._child = _spawned(["edbrowse", address], home)
        self._child.expect("\\d+\r?\n\\d+\r?\n")  # the page's size as it came, and as it is shown

    def close(self) -> None:
        self._child.close(force=True)

    def page(self) -> list[str]:
        return [line.partition(" ")[2] for line in self._told(",n")]

    def press(self, told: str) -> None:
        lines = self.page()
        (number, *_) = [k for k, line in enumerate(lines, 1) if re.search(rf"[<{{]{re.escape(told)}", line)]
        line = lines[number - 1]
        at = re.search(rf"[<{{]{re.escape(told)}", line)
        assert at
        sign = line[at.start()]
        place = line[: at.start()].count(sign) + 1
        self._told(f"{number}{'g' if sign == '{' else 'i'}{place}{'' if sign == '{' else '*'}")

    def type(self, label: str, text: str, button: str) -> None:
        (number,) = [k for k, line in enumerate(self.page(), 1) if label in line]
        self._told(f"{number}i1={text}")
        self.press(button)

    def _told(self, command: str) -> list[str]:
        """What it says to a command; a word that it has to repeat stands for its end."""
        self._child.sendline(command)
        self._child.sendline("!echo over; echo now")
        self._child.expect("over\r?\nnow\r?\nok\r?\n")
        return [line for line in str(self._child.before).splitlines() if line]


class Lynx:
    """Lynx: all that can be pressed has a number, `[9]`, which is typed; the last lines tell what is pressed."""

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        (home / ".lynxrc").write_text("keypad_mode=LINKS_AND_FORM_FIELDS_ARE_NUMBERED\n")
        self._terminal = _Terminal(["lynx", "-accept_all_cookies", "-nopause", address], home)
        self._until_it_says("(NORMAL LINK)")

    def close(self) -> None:
        self._terminal.close()

    def page(self) -> list[str]:
        return self._terminal.lines[: -self._LAST]

    def press(self, told: str) -> None:
        # A link's words follow its number; a button's follow what it sends, in parentheses.
        self._go_to(rf"\[(\d+)\](?:[^()\[\]]*\) )?{re.escape(told)}")
        if self._says("(Form submit button)"):
            self._terminal.send("\r")
        self._until_it_says("(NORMAL LINK)")  # the first one of a new page

    def type(self, label: str, text: str, button: str) -> None:
        self._go_to(rf"{re.escape(label)} \[(\d+)\]")
        self._terminal.send(f"{text}\t")
        self._until_it_says("(Form submit button)")
        self.press(button)

    _LAST = 3  # lines that tell of what is pressed

    def _go_to(self, pattern: str) -> None:
        """Go to a field, or follow a link, by the number that stands where a pattern has it."""
        found = re.search(pattern, "\n".join(self.page()))
        assert found, f"no {pattern} in {self.page()}"
        self._terminal.send(found[1])
        self._until_it_says(f"Follow link (or goto link or page) number: {found[1]}")
        self._terminal.send("\r")
        self._until_it_says("(")

    def _says(self, told: str) -> bool:
        """Whether it waits for a key, and its last lines begin so."""
        return self._terminal.line(-self._LAST).startswith(told)

    def _until_it_says(self, told: str) -> None:
        self._terminal.until(lambda: self._says(told))


class Elinks:
    """ELinks: what can be pressed has a number, `[9]`; typed, it goes there, and the last line tells what it is."""

    _presses, _sends = "\r", "\r"  # what presses the thing at the cursor, and sends what is typed

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        (home / ".elinks").mkdir()
        settings = {"links.numbering": 1, "links.number_keys_select_link": 2, "forms.confirm_submit": 0}
        lines = [f"set document.browse.{name} = {value}\n" for name, value in settings.items()]
        (home / ".elinks" / "elinks.conf").write_text("".join(lines))
        self._terminal = _Terminal(["elinks", "-no-connect", "1", address], home)
        self._until_new()

    def close(self) -> None:
        self._terminal.close()

    def page(self) -> list[str]:
        return self._terminal.lines[1:-1]

    def press(self, told: str) -> None:
        self._go_to(rf"\[(\d+)\]{re.escape(told)}")
        self._terminal.send(self._presses)
        self._until_new()

    def type(self, label: str, text: str, button: str) -> None:
        self._go_to(rf"{re.escape(label)} \[(\d+)\]")
        self._terminal.send(f"{self._presses}{text}")
        self._terminal.until(lambda: any(f"]{text}_" in line for line in self.page()))
        self._terminal.send(self._sends)
        self._until_new()

    def _go_to(self, pattern: str) -> None:
        found = re.search(pattern, "\n".join(self.page()))
        assert found, f"no {pattern} in {self.page()}"
        self._terminal.send(found[1])
        self._terminal.until(lambda: any("Enter link number" in line for line in self._terminal.lines))
        self._terminal.send("\r")
        self._terminal.until(lambda: not any("Enter link number" in line for line in self._terminal.lines))

    def _until_new(self) -> None:
        """Wait for a new page, at whose beginning the cursor stands."""
        self._terminal.until(lambda: self._terminal.cursor[0] == 1 and self._terminal.line(-1).startswith("http"))


class Links(Elinks):
    """Links: like ELinks, but what a number names is pressed at once, and Enter leads from a field to its button."""

    _presses, _sends = "", "\r\r"

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        (home / ".links2").mkdir()  # else it greets whoever comes for the first time
        self._terminal = _Terminal(["links", "-html-numbered-links", "1", address], home)
        self._until_new()


class W3m:
    """w3m: the cursor goes to what can be pressed, which has a colour."""

    def __init__(self, address: str, home: Path) -> None:
        """Open a page; `home` is where it may keep its files."""
        self._terminal = _Terminal(["w3m", "-cookie", address], home)
        self._until_it_says("Viewing <")

    def close(self) -> None:
        self._terminal.close()

    def page(self) -> list[str]:
        return self._terminal.lines[:-1]

    def press(self, told: str) -> None:
        self._press_at(*self._place_of(told))
        # Keys that are typed while it loads may be lost; with a new page the cursor is at its top.
        self._terminal.until(lambda: self._terminal.cursor == (0, 0) and self._says("Viewing <"))

    def type(self, label: str, text: str, button: str) -> None:
        field = f"{label} ["
        self._press_at(
            *next((k, line.index(field) + len(field)) for k, line in enumerate(self.page()) if field in line)
        )
        self._until_it_says("TEXT:")
        self._terminal.send(f"{text}\r")
        self._until_it_says("Viewing <")
        self.press(button)

    def _place_of(self, told: str) -> tuple[int, int]:
        """The line and the column where words begin that can be pressed."""
        for row, line in enumerate(self.page()):
            for found in re.finditer(re.escape(told), line):
                if self._terminal.colour(row, found.start()) != "default":
                    return row, found.start()
        raise AssertionError(f"no {told} in {self.page()}")

    def _press_at(self, row: int, column: int) -> None:
        self._terminal.send(f"{row + 1}G^{column}l" if column else f"{row + 1}G^")
        self._terminal.until(lambda: self._terminal.cursor == (row, column))
        self._terminal.send("\r")

    def _says(self, told: str) -> bool:
        """Whether its last line says that."""
        return told in self._terminal.line(-1)

    def _until_it_says(self, told: str) -> None:
        self._terminal.until(lambda: self._says(told))


class _Terminal:
    """A program in a pseudo-terminal, and the screen that it has drawn."""

    def __init__(self, command: list[str], home: Path) -> None:
        self._child = _spawned(command, home)
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)

    @property
    def lines(self) -> list[str]:
        """All lines of the screen."""
        return [self.line(row) for row in range(ROWS)]

    def line(self, row: int) -> str:
        """One of them; -1 is the last. What was never drawn on costs nothing, unlike in `Screen.display`."""
        cells = self._screen.buffer[row % ROWS]
        return "".join(cells[column].data for column in range(max(cells, default=-1) + 1)).rstrip()

    @property
    def cursor(self) -> tuple[int, int]:
        """The cursor's line and column."""
        return self._screen.cursor.y, self._screen.cursor.x

    def colour(self, row: int, column: int) -> str:
        """The colour of what stands at a place."""
        return str(self._screen.buffer[row][column].fg)

    def send(self, keys: str) -> None:
        """Type these keys."""
        self._child.send(keys)

    def until(self, is_so: Callable[[], bool]) -> None:
        """Read what it draws until something is so."""
        while not is_so():
            try:
                self._stream.feed(self._child.read_nonblocking(1 << 16, timeout=PATIENCE))
            except pexpect.TIMEOUT:
                shown = "\n".join(filter(None, self.lines))
                raise AssertionError(f"nothing more is drawn. The screen shows:\n{shown}") from None

    def close(self) -> None:
        """End it."""
        self._child.close(force=True)


def _spawned(command: list[str], home: Path) -> pexpect.spawn:
    """A program in a terminal of a VT100, as large as a page: curses believes the environment, and pytest-xdist's is smaller."""
    own = {"TERM": "vt100", "HOME": str(home), "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8"}
    own |= {"LINES": str(ROWS), "COLUMNS": str(COLUMNS)}
    return pexpect.spawn(
        command[0],
        command[1:],
        env={**os.environ, **own},
        encoding="utf-8",
        dimensions=(ROWS, COLUMNS),
        timeout=PATIENCE,
        echo=False,
    )
