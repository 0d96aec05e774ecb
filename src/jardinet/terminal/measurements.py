"""Report of a benchmark, of `jardinet bench` and of benches/: for developers, so in English only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from jardinet.arena.measuring import LESS_IS_BETTER, Measurement, Row
from jardinet.terminal.screen import Screen


class BenchReport:
    """Report of a bench: prints each measurement as soon as it is made, or all as JSON at the end.

    Attributes:
        measured: in order.
    """

    def __init__(self, parts: Sequence[str], *, as_json: bool) -> None:
        """`parts`: what is measured, as JSON tells it."""
        self.measured: list[Measurement] = []
        self._parts, self._as_json, self._screen = parts, as_json, Screen()

    def measure(self, rows: Iterator[Row]) -> None:
        """Measure rows one after the other; meanwhile a terminal says which one."""
        console = Console(stderr=True)
        columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
        for row in rows:
            with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
                progress.add_task(row.name, total=None)
                measured = row.measure()
            self.add(measured)

    def add(self, one: Measurement) -> None:
        """Add what has just been measured."""
        self.measured.append(one)
        if not self._as_json:
            show_measurement(one, self._screen)

    @property
    def is_met(self) -> bool:
        """Whether no goal is missed."""
        return all(one.verdict() != "missed" for one in self.measured)

    def end(self, *, is_interrupted: bool = False) -> None:
        """Print the JSON, if that is wanted."""
        if self._as_json:
            told = {
                "parts": self._parts,
                "rows": [one.as_data() for one in self.measured],
                "is_met": self.is_met,
                "is_interrupted": is_interrupted,
            }
            self._screen.say_whole(msgspec.json.format(msgspec.json.encode(told)).decode())


def show_measurement(measured: Measurement, screen: Screen) -> None:
    """Show one measurement: its value, its goals, and its ratio to the work it is compared with (its peer)."""
    verdict, limit = measured.verdict(), "at most" if measured.unit in LESS_IS_BETTER else "at least"
    value = "not measured" if measured.value is None else _amount(measured.value, measured.unit)
    bound = f" (goal: {limit} {_amount(measured.bound, measured.unit)})" if measured.bound is not None else ""
    screen.say(f"{measured.name}: {value}{bound}{f'  {verdict.upper()}' if verdict else ''}", style="bold")
    ratio = measured.ratio()
    if ratio is not None and measured.peer_value is not None:
        wanted = f" (goal: {limit} {measured.goal:g})" if measured.goal is not None else ""
        noise = f" ± {measured.noise:.2f}" if measured.noise else ""
        screen.say(
            f"    {ratio:.2f}{noise} times{wanted} {measured.peer}: {_amount(measured.peer_value, measured.unit)}"
        )
    if measured.note:
        screen.say(f"    {measured.note}")


def _amount(value: float, unit: str) -> str:
    return f"{value:.2f} {unit}" if value < 100 else f"{value:,.0f} {unit}"
