"""Networks of tests: a second computer, as a network namespace that is tied to this one by a cable of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest


@dataclass(frozen=True)
class Elsewhere:
    """Another computer: a network namespace; `host` is this computer's address on the cable."""

    name: str
    host: str

    def runs(self, *call: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A command there, whatever comes of it."""
        return subprocess.run(
            ["ip", "netns", "exec", self.name, *call],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**os.environ, **environment},
        )


@contextmanager
def elsewhere(number: int = 1) -> Iterator[Elsewhere]:
    """Another computer, whose way to everything leads by this one; the test is skipped where that is not permitted."""
    if not shutil.which("ip"):
        pytest.skip("no iproute2 here")
    mark = f"{os.getpid() % 100000}{number}"
    name, ours, theirs = f"jdn-{mark}", f"jdn{mark}a", f"jdn{mark}b"
    host, other = (f"10.{os.getpid() % 200 + 20}.{number}.{last}" for last in (1, 2))
    if _ip("netns", "add", name):
        pytest.skip("network namespaces are not permitted here")
    try:
        if _ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name):
            pytest.skip("cables between namespaces are not permitted here")
        for call in (
            f"addr add {host}/24 dev {ours}",
            f"link set {ours} up",
            f"-n {name} addr add {other}/24 dev {theirs}",
            f"-n {name} link set {theirs} up",
            f"-n {name} link set lo up",
            f"-n {name} route add default via {host}",
        ):
            assert not _ip(*call.split()), call
        yield Elsewhere(name, host)
    finally:
        _ip("netns", "delete", name)  # and both ends of the cable with it


def _ip(*arguments: str) -> int:
    return subprocess.run(["ip", *arguments], capture_output=True, check=False).returncode
