"""Write the tables of docs/bots.md, and its picture of what time brings, from the figures in docs/bots.

`python -m tools.write_bots`, in the root; the figures are those of `python -m benches.bots --output docs/bots/figures.json`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from benches.bots.figures import Figure, read_figures
from benches.bots.rows import BY_TIME, SEARCHES, TABLES, Row

from jardinet import plots
from jardinet.arena.standings import Share
from jardinet.study.figures import Figure as Drawn

DOCS = Path(__file__).parents[1] / "docs"
PAGE, FIGURES, PICTURE = DOCS / "bots.md", DOCS / "bots/figures.json", DOCS / "pictures/strength-by-time.svg"
MARKED = re.compile(r"<!-- (table|picture): (.+?) -->\n.*?<!-- end of \1 -->\n", re.DOTALL)
BY_TIME_TOLD = "share of the victories against master without time"


def written(page: str, figures: Mapping[str, Figure]) -> str:
    """The page with its tables, and what is told of its picture, as the figures have it.

    Raises:
        KeyError: the page has a mark of a table that no row is told in.
    """

    def fill(mark: re.Match[str]) -> str:
        kind, name = mark.groups()
        content = table_of(TABLES[name], figures) if kind == "table" else _picture_in_words(figures)
        return f"<!-- {kind}: {name} -->\n\n{content}\n\n<!-- end of {kind} -->\n"

    return MARKED.sub(fill, page)


def table_of(rows: Sequence[Row], figures: Mapping[str, Figure]) -> str:
    """Rows as a table in Markdown: what is aimed at, what came of it, and the command that measures it again."""
    found = [figures.get(row.name) for row in rows]
    has_luck = any(figure and figure.measured.adjusted for figure in found)
    headings = ["", "goal", "result, 95 %", *["without luck"] * has_luck, "games", "command"]
    lines = [headings, ["---"] * len(headings)]
    for row, figure in zip(rows, found, strict=True):
        goal = row.goal.told(row.unit) if row.goal else ""
        if figure is None:
            told, luck, games, command = (
                "not measured yet",
                "",
                f"{row.games:,}",
                f'python -m benches.bots --only "{row.name}"',
            )
        else:
            goal += f": {row.goal.verdict(figure.measured)}" if row.goal else ""
            marks = figure.marks(row)
            told = figure.measured.told(row.unit) + (f"; *{marks}*" if marks else "")
            luck, games = figure.measured.told_adjusted(), f"{figure.measured.games:,}"
            command = figure.command(row)
        lines.append([row.name, goal, told, *[luck] * has_luck, games, f"`{command}`"])
    return "\n".join(f"| {' | '.join(line)} |".replace("|  |", "| |") for line in lines)


def picture(figures: Mapping[str, Figure]) -> str:
    """What time brings, as SVG: shares of the victories, luck left out where it was counted; a line stands at one half."""
    rows = [(bot, Drawn(one.share, one.low, one.high, one.games)) for bot, one in _by_time(figures).items()]
    return plots.intervals("What rollouts bring master", BY_TIME_TOLD, rows, plots.in_percent, 0.5)


def _picture_in_words(figures: Mapping[str, Figure]) -> str:
    told = ", ".join(f"{100 * one.share:.1f} % by {bot}" for bot, one in _by_time(figures).items())
    return f"![{BY_TIME_TOLD.capitalize()}: {told}.](pictures/{PICTURE.name})"


def _by_time(figures: Mapping[str, Figure]) -> dict[str, Share]:
    """The shares of those who search, by who it is."""
    shares = {}
    for bot, row in zip(SEARCHES, BY_TIME, strict=True):
        if row.name in figures:
            one = figures[row.name].measured
            shares[bot] = one.adjusted or Share(one.games, one.value, one.low or 0.0, one.high or 1.0)
    return shares


if __name__ == "__main__":
    kept = read_figures(FIGURES)
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), kept), encoding="utf-8")
    PICTURE.write_text(picture(kept), encoding="utf-8")
