"""Processes of `jardinet` without the second or two that an interpreter takes to import it: each is a fork of one that has.

`Forked` is a `subprocess.Popen`, and `Terminal` (terminals.py) a `pexpect.spawn` on one: processes of their own, with their own environment, files,
signals and exit code, which end as any interpreter does. What depends on how an interpreter starts (PYTHONPATH,
PYTHONIOENCODING, another installation) needs the real one.

Run as a script this file is the process that forks: it asks for nothing but a socket, and ends with whoever started it.
"""

from __future__ import annotations

import array
import atexit
import ctypes
import fcntl
import gc
import json
import os
import pty
import runpy
import signal
import socket
import subprocess
import sys
import termios
import threading
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PRELOADED = (
    "jardinet.server.serve",
    "jardinet.arena.simulate",
    "jardinet.terminal.session",
    "jardinet.analysis.ledger",
)
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


class Call(NamedTuple):
    """What is to run: `python ARGUMENTS`, in a folder, with an environment.

    Attributes:
        parent: the pid of the process whose child it is to be.
        is_leader: whether it leads a session of its own.
        has_terminal: whether its standard input is the terminal of that session.
    """

    parent: int
    arguments: list[str]
    environment: dict[str, str]
    folder: str
    is_leader: bool
    has_terminal: bool


class Forked(subprocess.Popen[Any]):
    """`subprocess.Popen` of `[sys.executable, "-m", "jardinet", …]` or `[sys.executable, "-c", code, …]`."""

    def _execute_child(  # what Popen calls to start its process, pipes being made already
        self, args: Any, executable: Any, preexec_fn: Any, close_fds: Any, pass_fds: Any, cwd: Any, env: Any,
        startupinfo: Any, creationflags: Any, shell: Any, p2cread: int, p2cwrite: int, c2pread: int, c2pwrite: int,
        errread: int, errwrite: int, restore_signals: Any, gid: Any, gids: Any, uid: Any, umask: Any,
        start_new_session: bool, *_more: Any,
    ) -> None:  # fmt: skip
        assert args[0] == sys.executable, "only Python can be forked"
        assert not (preexec_fn or pass_fds or shell), "this needs a process that starts anew"
        files = [0 if p2cread == -1 else p2cread, 1 if c2pwrite == -1 else c2pwrite, 2 if errwrite == -1 else errwrite]
        call = Call(
            os.getpid(),
            list(map(str, args[1:])),
            dict(env or os.environ),
            str(cwd or Path.cwd()),
            start_new_session,
            False,
        )
        self.pid = _forker().fork(call, files)
        self._child_created = True
        self._close_pipe_fds(  # type: ignore[attr-defined]
            p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite
        )


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`jardinet ARGUMENTS` in the language of the environment, English if it names none; what it says, and its exit code."""
    plain = {**os.environ, "LANGUAGE": "", "LC_ALL": "C.UTF-8", **environment}
    call, pipe = [sys.executable, "-m", "jardinet", *arguments], subprocess.PIPE
    with Forked(call, env=plain, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            told = process.communicate(timeout=600)
        except BaseException:
            process.kill()
            raise
    return subprocess.CompletedProcess(call, process.returncode, *told)


def fork_in_terminal(arguments: list[str], environment: dict[str, str], rows: int, columns: int) -> tuple[int, int]:
    """`python ARGUMENTS` in a pseudo-terminal without echo: its pid, and the file descriptor of the terminal's other end."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, array.array("H", [rows, columns, 0, 0]))
    modes = termios.tcgetattr(slave)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    pid = _forker().fork(Call(os.getpid(), arguments, environment, str(Path.cwd()), True, True), [slave, slave, slave])
    os.close(slave)
    return pid, master


class _Forker:
    """The process that has imported everything, as those see it who want forks of it."""

    def __init__(self) -> None:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # its forks become children of this process
        self._socket, other = socket.socketpair()
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(other.fileno())], pass_fds=[other.fileno()], start_new_session=True
        )
        other.close()
        atexit.register(self.close)

    def fork(self, call: Call, files: list[int]) -> int:
        """Run it with these as standard input, output and error; returns the pid of a child of this process."""
        sent = json.dumps(call).encode()
        with self._lock:
            socket.send_fds(self._socket, [len(sent).to_bytes(4, "big")], files)
            self._socket.sendall(sent)
            return int.from_bytes(_read(self._socket, 4), "big")

    def close(self) -> None:
        self._socket.close()
        self._process.wait()


@cache
def _forker() -> _Forker:
    return _Forker()


def _read(connection: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = connection.recv(count - len(found))
        if not more:
            raise EOFError("the process that forks has ended")
        found += more
    return found


# The process that forks ------------------------------------------------------------------------------


def _wait_for_a_call(connection: socket.socket) -> Call:
    """Fork for every call that comes; returns in the forks alone, with the call that is theirs."""
    while True:
        size, files, _, _ = socket.recv_fds(connection, 4, 3)
        if not size:
            os._exit(0)
        call = Call(*json.loads(_read(connection, int.from_bytes(size, "big"))))
        reading, writing = os.pipe()
        between = os.fork()
        if not between:
            child = os.fork()
            if child:  # which whoever started us takes over as this ends
                os.write(writing, child.to_bytes(4, "big"))
                os._exit(0)
            connection.close()
            for one in (reading, writing):
                os.close(one)
            _become(call, files)
            return call
        os.close(writing)
        os.waitpid(between, 0)
        connection.sendall(os.read(reading, 4))
        for one in (reading, *files):
            os.close(one)


def _become(call: Call, files: list[int]) -> None:
    """Be a process as if it had just been started for the call; it ends with its parent, whatever ends that."""
    while os.getppid() != call.parent:  # the process in between is about to end
        os.sched_yield()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if call.is_leader:
        os.setsid()
    if call.has_terminal:
        fcntl.ioctl(files[0], termios.TIOCSCTTY, 0)
    for standard, one in enumerate(files):
        os.dup2(one, standard)
    for one in set(files) - {0, 1, 2}:
        os.close(one)
    os.environ.clear()
    os.environ.update(call.environment)
    os.chdir(call.folder)
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    for name, standard, errors in (("stdout", 1, "strict"), ("stderr", 2, "backslashreplace")):
        is_line = name == "stderr" or os.isatty(standard)
        opened = open(standard, "w", 1 if is_line else -1, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for _module in PRELOADED:
        __import__(_module)
    gc.collect()
    gc.freeze()
    _call = _wait_for_a_call(socket.socket(fileno=int(sys.argv[1])))
    _how, _what, *_rest = _call.arguments
    if _how == "-m":
        sys.argv = [_what, *_rest]
        runpy.run_module(_what, run_name="__main__", alter_sys=True)
    else:
        sys.argv = ["-c", *_rest]
        exec(compile(_what, "<string>", "exec"), {"__name__": "__main__"})
