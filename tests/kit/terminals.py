"""Terminals: `jardinet play` in a pseudo-terminal, and people with tokens who sit before one."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect
from ptyprocess import PtyProcess
from tests.kit.accounts import Player
from tests.kit.forking import fork_in_terminal
from tests.kit.waiting import PATIENCE, until


def interrupt(child: pexpect.spawn) -> None:
    """Press Ctrl-C once the process waits for something: between its prompt and its read nothing would hear it."""

    def waits() -> bool:
        return Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    until(waits, "the process waits")
    child.sendintr()


class TerminalPlayer(Player):
    """Somebody with an account, who plays from a terminal and sees the same table by the API."""

    def __init__(self, address: str, name: str) -> None:
        super().__init__(address, name)
        self._address = address
        self._terminals: list[pexpect.spawn] = []

    def set_table(self, game: str, *seats: str, **agreed: Any) -> str:
        """Make a table at whose first free seat this player sits; returns its id."""
        agreement = {"game": game, "parameters": {}, "seats": seats, "first": "1", "bot_pace": "instant", **agreed}
        return str(self.post("/api/tables", **agreement)["id"])

    def sees(self, table: str) -> dict[str, Any]:
        """The `state` of a table."""
        state: dict[str, Any] = self.get(f"/api/tables/{table}")["state"]
        return state

    def joins(self, table: str, *options: str) -> pexpect.spawn:
        """A terminal of this player at a table."""
        child = terminal("--server", self._address, "--table", table, "--plain", *options, token=self.token)
        self._terminals.append(child)
        return child

    def fills_in(self, path: str, **fields: str) -> str:
        """Send a form of the pages; returns the page that comes then."""
        return self.browser.post(path, **fields).text

    def leaves(self) -> None:
        """End everything that still runs."""
        for child in self._terminals:
            child.close(force=True)
        self.http.close()
        self.browser.http.close()


class Terminal(pexpect.spawn):  # type: ignore[misc]
    """`jardinet ARGUMENTS` in a pseudo-terminal: a `pexpect.spawn` whose process is forked."""

    def __init__(self, *arguments: str, kind: str = "xterm", columns: int = 200, **environment: str) -> None:
        """`kind`: of terminal; `columns`: of its 50 rows."""
        self._call = ["-m", "jardinet", *arguments]
        own = {"TERM": kind, "COLUMNS": str(columns), "LANGUAGE": "", "LC_ALL": "C.UTF-8", **environment}
        super().__init__(
            sys.executable,
            self._call,
            env={**os.environ, **own},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(50, columns),
            echo=False,
        )
        self.delaybeforesend = None  # it is for passwords

    def close(self, force: bool = True) -> None:
        """Close the pseudo-terminal; with `force` its process ends, however long that takes: pexpect waits for a tenth of a second."""
        if force and not self.closed and self.isalive():
            if not self.flag_eof:  # else it ends by itself, with an exit code of its own
                self.kill(signal.SIGKILL)
            self.wait()
        super().close(force)

    def _spawnpty(
        self, _args: object, *, env: dict[str, str], dimensions: tuple[int, int], **_more: object
    ) -> PtyProcess:
        process = PtyProcess(*fork_in_terminal(self._call, env, *dimensions))
        process.argv, process.env, process.echo = self._call, env, False
        return process


def has_enough(child: pexpect.spawn) -> str:
    """What is said after the last turn, until its player is asked what now; they leave, and the exit code is kept."""
    child.expect_exact("(q)")
    told = str(child.before)
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    return told


def terminal(*options: str, token: str = "") -> Terminal:
    """`jardinet play` with these options in a pseudo-terminal."""
    return Terminal("play", "--lang", "en", *options, JARDINET_TOKEN=token)
