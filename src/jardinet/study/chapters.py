"""Chapter of a study, and the page that it fills: sentences, tables, plots, and every figure by its name."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jardinet.study.figures import Figure

if TYPE_CHECKING:
    from jardinet.study.study import Study

LINE = 120  # characters of a line of Markdown


@dataclass(frozen=True)
class Chapter:
    """Chapter of a study.

    Attributes:
        name: as it is typed; also the name of its page.
        title: its heading.
        fill: plays the games it needs and writes its page.
    """

    name: str
    title: str
    fill: Callable[[Study, ChapterPage], None]


class ChapterPage:
    """Page of a chapter while it is written.

    Attributes:
        name: of the chapter; its pictures are called after it.
        figures: by name, all figures of the page.
        plots: by file name, SVG.
        summary: paragraphs for the study's first page.
    """

    def __init__(self, name: str, title: str) -> None:
        """Begin an empty chapter, `title` its heading."""
        self.name = name
        self.figures: dict[str, Figure] = {}
        self.plots: dict[str, str] = {}
        self.summary: list[str] = []
        self._blocks = [f"# {title}"]

    def heading(self, text: str) -> None:
        """Add a section's heading to the page."""
        self._blocks.append(f"## {text}")

    def say(self, *sentences: str) -> None:
        """Add a paragraph of these sentences to the page."""
        self._blocks.append(wrapped(" ".join(sentences)))

    def conclude(self, *sentences: str) -> None:
        """Add a paragraph that is also on the study's first page."""
        self.summary.append(" ".join(sentences))
        self.say(*sentences)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A table; the first column holds names."""
        lines = [heads, ["---"] * len(heads), *rows]
        self._blocks.append("\n".join(f"| {' | '.join(line)} |" for line in lines))

    def command(self, *lines: str) -> None:
        """Commands that give the same results, or similar ones."""
        self._blocks.append("\n".join(f"    {line}" for line in lines))

    def figure(self, name: str, figure: Figure) -> Figure:
        """Keep a figure by its name, and return it."""
        self.figures[name] = figure
        return figure

    def plot(self, name: str, svg: str, alternative: str) -> None:
        """Show a plot; `alternative` is the text shown if it cannot be displayed."""
        self.plots[f"{self.name}-{name}.svg"] = svg
        self._blocks.append(f"![{alternative}]({self.name}-{name}.svg)")

    def markdown(self) -> str:
        """The whole page."""
        return "\n\n".join(self._blocks) + "\n"


def wrapped(text: str, indent: str = "") -> str:
    """A paragraph in lines, all but the first indented."""
    return textwrap.fill(text, LINE, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`.

    >>> listed(["turns", "ends", "ties"])
    'turns, ends and ties'
    """
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]


def made_by(parameters: Mapping[str, int | str]) -> str:
    """The command-line options for these parameters, each with a space before it.

    >>> made_by({"setup": "michael", "bruno": True})
    ' --setup michael --bruno'
    """
    return "".join(
        f" --{name.replace('_', '-')}" + ("" if value is True else f" {value}") for name, value in parameters.items()
    )
