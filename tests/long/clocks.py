"""Clocks of servers that are wrong, by faketime."""

from __future__ import annotations

from pathlib import Path

LIBRARIES = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


def clock_of(**settings: str) -> dict[str, str]:
    """Settings of a process whose clock is wrong; seconds last as long as ever."""
    monotonic = {"FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}
    return {"LD_PRELOAD": str(LIBRARIES[0]), **monotonic, **settings}
