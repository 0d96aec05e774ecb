"""Figures of the bench: what was measured, what is promised, and the table that shows both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec
from rich.table import Table
from rich.text import Text

Verdict = Literal["met", "missed"]


class Figure(msgspec.Struct, frozen=True):
    """One measured figure.

    Attributes:
        name: what was measured.
        value: None: it could not be measured here, and `note` says why.
        unit: of `value` and `peer_value`.
        most, least: what `value` should stay below, or reach; None: nothing is promised.
        peer: what was measured beside it in the same run; empty for nothing.
        peer_value: None also where the peer could not be measured.
        most_ratio, least_ratio: the same promises of `ratio()`.
        note: what a reader must know.
        has_failed: the server did not bear to be measured.
    """

    name: str
    value: float | None
    unit: str
    most: float | None = None
    least: float | None = None
    peer: str = ""
    peer_value: float | None = None
    most_ratio: float | None = None
    least_ratio: float | None = None
    note: str = ""
    has_failed: bool = False

    def ratio(self) -> float | None:
        """`value` in units of the peer's; None without one."""
        return self.value / self.peer_value if self.value is not None and self.peer_value else None

    def verdict(self) -> Verdict | None:
        """Whether all that is promised is kept; None where nothing is, or nothing could be measured."""
        if self.has_failed:
            return "missed"
        kept = _kept(self.value, self.most, self.least) + _kept(self.ratio(), self.most_ratio, self.least_ratio)
        if not kept:
            return None
        return "met" if all(kept) else "missed"

    def goal(self) -> str:
        """What is promised, in words."""
        promises = [
            *(f"≤ {most:g}{of}" for most, of in ((self.most, f" {self.unit}"), (self.most_ratio, "×")) if most),
            *(f"≥ {least:g}{of}" for least, of in ((self.least, f" {self.unit}"), (self.least_ratio, "×")) if least),
        ]
        return ", ".join(promises)

    def told(self) -> str:
        """The figure as a line."""
        if self.value is None:
            return f"{self.name}: not measured: {self.note}"
        ratio = self.ratio()
        beside = f"; {ratio:.2f} × {self.peer} ({amount(self.peer_value)})" if ratio is not None else ""
        promised = f"  [{self.goal()}: {self.verdict()}]" if self.verdict() else ""
        return f"{self.name}: {amount(self.value)} {self.unit}{beside}{promised}"


def _kept(value: float | None, most: float | None, least: float | None) -> list[bool]:
    if value is None:
        return []
    return [*([value <= most] if most is not None else []), *([value >= least] if least is not None else [])]


def amount(value: float | None) -> str:
    """A number with three digits that matter."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table_of(figures: Sequence[Figure]) -> Table:
    """All figures; what one must know of some stands below them, numbered."""
    notes = list(dict.fromkeys(figure.note for figure in figures if figure.note))
    table = Table(
        caption="\n".join(f"{number}: {note}" for number, note in enumerate(notes, 1)), caption_justify="left"
    )
    for heading in ("measured", "ours", "peer", "ratio", "goal", ""):
        table.add_column(heading, justify="left" if heading in ("measured", "goal", "") else "right")
    for figure in figures:
        ratio = figure.ratio()
        mark = f" ({notes.index(figure.note) + 1})" if figure.note else ""
        table.add_row(
            Text(figure.name + mark),
            "not measured" if figure.value is None else f"{amount(figure.value)} {figure.unit}",
            f"{figure.peer}: {amount(figure.peer_value)}" if figure.peer_value is not None else "",
            "" if ratio is None else f"{ratio:.2f}",
            figure.goal(),
            Text(figure.verdict() or "", style="bold red" if figure.verdict() == "missed" else ""),
        )
    return table
