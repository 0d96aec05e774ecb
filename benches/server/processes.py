"""Processes that the bench measures: servers of ours, and PostgreSQL and Redis of its own where Debian has them.

Their processor time is read from their own clock, which a busy machine does not spoil. All of them end with us, however
we end: by the context that started them, or, where we are killed, by the kernel (`setpriv --pdeathsig`).
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from jardinet.server.bench import SERVE, address_of, environment_of, megabytes_of

SECONDS_TO_END = 15.0
SECONDS_TO_START = 30.0
CONTROL_GROUPS = Path("/sys/fs/cgroup")
PERIOD = 20_000  # microseconds in which a process that is held to a share of a core gets that share
_SCHEDULED = 2  # Linux: a process' CPU-time clock is its negated id, and which of its clocks (clock_getcpuclockid(3))


class BenchError(Exception):
    """Something cannot be measured here; the message says why."""


class Process:
    """A running process: its address where it listens, and what it has used."""

    def __init__(self, pid: int, address: str = "", seconds_to_start: float = 0.0) -> None:
        """`seconds_to_start`: until its first answer."""
        self.pid, self.address, self.seconds_to_start = pid, address, seconds_to_start

    def seconds(self) -> float:
        """Processor time, of all its threads, user and system, since it began."""
        return time.clock_gettime((~self.pid << 3) | _SCHEDULED)

    def megabytes(self) -> float:
        """The memory that it has now."""
        return megabytes_of(self.pid) or 0.0

    @contextmanager
    def growing(self) -> Iterator[list[float]]:
        """A list that holds, after the context, how many megabytes more it had within than before, where it had most."""
        before, told = self.megabytes(), list[float]()
        Path(f"/proc/{self.pid}/clear_refs").write_text("5", "ascii")  # the peak is what it has now
        yield told
        told.append((megabytes_of(self.pid, "VmHWM") or 0.0) - before)


def seconds_of(processes: Sequence[Process]) -> float:
    """Their processor time together."""
    return sum(process.seconds() for process in processes)


def allow_open_files() -> None:
    """Let this process, and those it starts, hold as many files and sockets open as they may."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextmanager
def serving(database: str, settings: Mapping[str, str] | None = None) -> Iterator[Process]:
    """A server of ours at a free port, answering.

    Args:
        database: its URL.
        settings: further variables of its environment.
    """
    begun = time.perf_counter()
    with child(SERVE, {**environment_of(database), **(settings or {})}) as one:
        address = address_of(one)
        yield Process(one.pid, address, time.perf_counter() - begun)


@contextmanager
def child(
    command: Sequence[str | Path],
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    user: str = "",
) -> Iterator[subprocess.Popen[str]]:
    """A process that speaks by lines, and ends with the context or with us; as another user, where we are root."""
    with subprocess.Popen(  # noqa: S603 - our own words
        [*_as_user(user), "--pdeathsig", "KILL", *command],
        env=environment,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,  # so that Ctrl-C is ours alone
    ) as one:
        try:
            yield one
        finally:
            one.terminate()
            try:
                one.communicate(timeout=SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                one.kill()


@contextmanager
def held(processes: Sequence[Process], share: float) -> Iterator[None]:
    """Give each process so much of a core and no more, by a control group of its own (version 1 or 2).

    Raises:
        BenchError: this machine has no such groups, or we may not make any.
    """
    groups = [_cpu_groups() / f"jardinet-bench-{process.pid}" for process in processes]
    quota = round(share * PERIOD)
    try:
        for process, group in zip(processes, groups, strict=True):
            group.mkdir()
            if (group / "cpu.max").exists():
                (group / "cpu.max").write_text(f"{quota} {PERIOD}", "ascii")
            else:
                (group / "cpu.cfs_period_us").write_text(str(PERIOD), "ascii")
                (group / "cpu.cfs_quota_us").write_text(str(quota), "ascii")
            (group / "cgroup.procs").write_text(str(process.pid), "ascii")
        yield
    except OSError as error:
        raise BenchError(f"no process can be held to a share of a core here: {error}.") from error
    finally:
        for process, group in zip(processes, groups, strict=True):
            with suppress(OSError):
                (group.parent / "cgroup.procs").write_text(str(process.pid), "ascii")
                group.rmdir()


def _cpu_groups() -> Path:
    """Where control groups of processor time are: a folder of their own in version 1."""
    return next((one for one in (CONTROL_GROUPS / "cpu", CONTROL_GROUPS) if one.exists()), CONTROL_GROUPS)


@contextmanager
def redis() -> Iterator[str]:
    """A Redis of our own; its URL.

    Raises:
        BenchError: none is installed.
    """
    program = shutil.which("redis-server")
    if program is None:
        raise BenchError("no Redis is installed (Debian: redis-server).")
    port = _free_port()
    with child([program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]):
        _wait_for(port)
        yield f"redis://127.0.0.1:{port}"


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own in an empty folder, as durable as it comes; its URL.

    Raises:
        BenchError: none is installed.
    """
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not programs:
        raise BenchError("no PostgreSQL is installed (Debian: postgresql).")
    binaries, data = programs[-1].parent, folder / "postgresql"
    data.mkdir()
    user = ""
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        user = "postgres"
        shutil.chown(data, user, user)
        folder.chmod(0o711)  # so that it reaches its own
    subprocess.run(  # noqa: S603 - our own words
        [*_as_user(user), binaries / "initdb", "--pgdata", data, "--username", "postgres", "--auth", "trust"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=data,
    )
    port = _free_port()
    listening = [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        f"unix_socket_directories={data}",
        "-c",
        "log_min_messages=fatal",
    ]
    with child([binaries / "postgres", "-D", data, "-p", str(port), *listening], folder=data, user=user):
        _wait_for(port)
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"


def _as_user(user: str) -> list[str]:
    return ["setpriv", *(["--reuid", user, "--regid", user, "--clear-groups"] if user else [])]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _wait_for(port: int) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise BenchError(f"nothing listens at port {port}.")
