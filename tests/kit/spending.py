"""Pytest plugin that says where the time of a run went: by folder, on the processor and waiting.

The processor time of a test is that of its worker and of all processes below it: servers, browsers, terminals. What is left
of the time that passed it waited: for something to happen, or for a core.

A test that sleeps for more than two seconds in all fails, unless it has `@pytest.mark.sleeps("why")`. Short naps between two looks,
as `tests.kit.waiting` takes them, do not count: they end with what they wait for.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page

LONGEST_SLEEP = 2.0  # seconds in all, of one test
NAP = 0.1  # seconds; shorter ones are between two looks
TICKS = os.sysconf("SC_CLK_TCK")
FOLDERS = 3  # parts of a path that name a folder in the summary
SHOWN = 15  # tests that waited longest

KEY = "spent"


class Spending:
    """Pytest plugin: see the module."""

    def __init__(self) -> None:
        self._slept: list[float] = []
        _note_sleeps(self._slept)
        self._began = time.monotonic()
        self._processor = _processor_time()
        self._by_folder: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
        self._by_test: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    def pytest_collection_finish(self) -> None:
        """Count for the first test nothing of what was collected before it."""
        self._began, self._processor = time.monotonic(), _processor_time()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note in each report (of set-up, call, and tear-down) what passed since the one before."""
        report = yield
        now, processor = time.monotonic(), _processor_time()
        report.user_properties.append((KEY, (now - self._began, max(0.0, processor - self._processor))))
        self._began, self._processor = (
            now,
            max(processor, self._processor),
        )  # a process that just ends may be missed once
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Fail a test that sleeps without a mark."""
        self._slept.clear()
        yield
        slept = sum(self._slept)
        if slept > LONGEST_SLEEP and item.get_closest_marker("sleeps") is None:
            told = f"it slept {slept:.1f} s: let it wait for what happens (tests/kit/waiting.py), or mark it"
            pytest.fail(told, pytrace=False)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what a report says; the controller gets those of all workers."""
        for key, spent in report.user_properties:
            if key == KEY:
                passed, processor = map(float, cast("tuple[float, float]", spent))
                folder = self._by_folder["/".join(Path(report.nodeid.partition("::")[0]).parts[:-1][:FOLDERS])]
                folder[0] += report.when == "call"
                one = self._by_test[report.nodeid]
                for place, seconds in enumerate((processor, max(0.0, passed - processor))):
                    folder[place + 1] += seconds
                    one[place] += seconds

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say it: by folder, and the tests that waited longest."""
        if len(self._by_test) < 2 * SHOWN:
            return
        terminalreporter.section("where the time went")
        write: Callable[[str], None] = terminalreporter.write_line
        write(f"{'tests':>7} {'processor s':>12} {'waiting s':>10}")
        for folder, (count, processor, waiting) in sorted(self._by_folder.items(), key=lambda one: -sum(one[1][1:])):
            write(f"{count:7.0f} {processor:12.1f} {waiting:10.1f}  {folder or '.'}")
        total = [sum(one[k] for one in self._by_folder.values()) for k in range(3)]
        write(f"{total[0]:7.0f} {total[1]:12.1f} {total[2]:10.1f}  all")
        for title, place in (("waited longest", 1), ("computed longest", 0)):
            write("")
            write(f"{title}, s:")
            for test, spent in sorted(self._by_test.items(), key=lambda one: -one[1][place])[:SHOWN]:
                write(f"{spent[place]:7.1f}  {test}")


def _note_sleeps(slept: list[float]) -> None:
    """Put down from now on the seconds of every sleep that a test asks for, but for naps."""

    def noting(sleep: Callable[..., Any], place: int, unit: float) -> Callable[..., Any]:
        @wraps(sleep)
        def noted(*arguments: Any, **named: Any) -> Any:
            seconds = float(arguments[place]) * unit
            if seconds >= NAP and str(sys._getframe(1).f_globals.get("__name__", "")).startswith("tests."):
                slept.append(seconds)
            return sleep(*arguments, **named)

        return noted

    time.sleep = noting(time.sleep, 0, 1.0)
    asyncio.sleep = noting(asyncio.sleep, 0, 1.0)
    Page.wait_for_timeout = noting(Page.wait_for_timeout, 1, 0.001)  # type: ignore[method-assign]


def _processor_time() -> float:
    """Seconds of the processor that this process and all below it have used, those that have ended among them."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(map(_used, below(os.getpid())))


def spent_by(pid: int) -> float:
    """Seconds of the processor that a process and all below it have used so far."""
    return _used(pid) + sum(map(_used, below(pid)))


def below(pid: int) -> Iterator[int]:
    """The processes that one has started, and those that these have."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - a hundred thousand times a run
        found = [child for thread in threads for child in _read(f"/proc/{pid}/task/{thread}/children").split()]
    except OSError:  # it has just ended
        return
    for child in map(int, found):
        yield child
        yield from below(child)


def _used(pid: int) -> float:
    """Seconds that a process has used, with those of its children that have ended."""
    try:
        fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS


def _read(file: str) -> bytes:
    with open(file, "rb", buffering=0) as opened:  # noqa: PTH123 - likewise
        return opened.read()
