"""Screen of a terminal session: plain lines, or colour if the terminal can show it.

Plain means that nothing is drawn or redrawn: every line is a sentence, for screen readers, pipes and teletypes. Typed
lines have a history and completion (GNU readline) in both.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterator, Sequence
from getpass import getpass

from rich.console import Console, RenderableType
from rich.text import Text

from jardinet.words.language import Language

with contextlib.suppress(ImportError):  # without readline there is just no history
    import readline


def getting_ready(language: Language) -> str:
    """What is said while the rules, or bots, are compiled."""
    return language.gettext("Getting the rules ready (a few seconds, the first time only) …")


class Screen:
    """A terminal: `is_plain` tells faces whether to draw or to read out."""

    def __init__(self, is_plain: bool | None = None) -> None:
        """`is_plain`: True forces plain lines; None: plain unless the terminal is capable."""
        self._console = Console(highlight=False, markup=False)
        capable = self._console.is_terminal and not self._console.is_dumb_terminal
        self.is_plain = not capable if is_plain is None else is_plain
        self._completions: Sequence[str] = ()
        if "readline" in sys.modules:
            readline.set_completer(self._complete)
            readline.set_completer_delims("")
            readline.parse_and_bind("tab: complete")

    def say(self, *lines: str, style: str = "", hanging: int = 0) -> None:
        """Print sentences, one per line; a style is only decoration and never carries meaning.

        On a terminal they are wrapped between words, with a hanging indent of `hanging` columns; in a pipe they are
        not.
        """
        for line in lines:
            for part in self._broken(line, hanging):
                self._console.print(Text(part, style="" if self.is_plain else style), soft_wrap=True)

    def say_whole(self, *lines: str) -> None:
        """Print lines that contain something to copy, such as a path or a command, without wrapping."""
        for line in lines:
            self._console.print(Text(line), soft_wrap=True)

    @contextlib.contextmanager
    def leaving(self, *lines: str) -> Iterator[None]:
        """Context in which Ctrl-C prints these lines at the end: how to continue what has been begun."""
        try:
            yield
        except KeyboardInterrupt:
            self.say("")
            self.say_whole(*lines)
            raise

    def draw(self, picture: RenderableType) -> None:
        """Print something that rich lays out, within the width of the terminal."""
        self._console.print(picture)

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """Read a typed line; raises EOFError when there is no more input, KeyboardInterrupt on Ctrl-C."""
        self._completions = completions
        self._console.file.flush()
        return input(f"{prompt} ")

    def ask_unseen(self, prompt: str) -> str:
        """Like `ask`, for a line that stays secret: neither shown nor kept in the history."""
        self._console.file.flush()
        return getpass(f"{prompt} ") if sys.stdin.isatty() else input(f"{prompt} ")

    @contextlib.contextmanager
    def waiting(self, sentence: str) -> Iterator[None]:
        """Context that shows a spinner, or prints one plain line, if it takes longer than a second or two."""
        if not self.is_plain:
            with self._console.status(sentence):
                yield
            return
        notice = threading.Timer(2.0, self.say, [sentence])
        notice.start()
        try:
            yield
        finally:
            notice.cancel()

    def _broken(self, line: str, hanging: int) -> Sequence[str]:
        """A line wrapped to the terminal's width; rich would break at no-break spaces too, and at 80 columns on a dumb terminal."""
        if not self._console.is_terminal:
            return [line]
        wrapper = textwrap.TextWrapper(
            shutil.get_terminal_size().columns,
            subsequent_indent=" " * hanging,
            break_on_hyphens=False,
            break_long_words=False,
        )
        return wrapper.wrap(line) or [""]

    def _complete(self, text: str, number: int) -> str | None:
        matches = [word for word in self._completions if word.casefold().startswith(text.casefold())]
        return matches[number] if number < len(matches) else None
