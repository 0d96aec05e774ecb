"""`jardinet lobby`: who waits, seeking somebody, Ctrl-C, and a table when somebody is found."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.kit.forking import run
from tests.kit.servers import ServerProcess
from tests.kit.terminals import TerminalPlayer
from tests.kit.waiting import until

NewPlayer = Callable[[str], TerminalPlayer]


@contextmanager
def seeking(site: ServerProcess, *more: str) -> Iterator[subprocess.Popen[str]]:
    """The lobby in a terminal; it ends with the test, whatever it waits for, and what it has said is told then."""
    command = [
        sys.executable,
        "-X",
        "faulthandler",
        "-m",
        "jardinet",
        "lobby",
        "--server",
        site.address,
        "--plain",
        "--lang",
        "en",
        *more,
    ]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as terminal:  # type: ignore[call-overload]
        try:
            yield terminal
        except subprocess.TimeoutExpired:
            terminal.send_signal(signal.SIGABRT)
            raise AssertionError(f"the terminal goes on: {terminal.communicate()}") from None
        finally:
            terminal.kill()


def names(site: ServerProcess) -> list[str]:
    return [one["name"] for one in httpx.get(f"{site.address}/api/seeks").json()]


def test_who_waits_is_listed(site: ServerProcess, player: NewPlayer) -> None:
    ada = player("Ada")
    ada.post("/api/seeks", game="lucky_numbers", players=4)
    told = run("lobby", "--server", site.address, "--plain")
    assert (told.returncode, told.stderr) == (0, "")
    assert "Ada: Lucky Numbers, 4 players" in told.stdout
    ada.http.request("DELETE", "/api/seeks")


def test_ctrl_c_takes_the_seek_back(site: ServerProcess, player: NewPlayer) -> None:
    ben = player("Ben")
    with seeking(site, "--token", ben.token, "--game", "lucky-numbers", "--players", "3") as terminal:
        until(lambda: "Ben" in names(site), "the terminal seeks")
        terminal.send_signal(signal.SIGINT)
        terminal.communicate(timeout=30)
    assert terminal.returncode == 130
    assert "Ben" not in names(site)


def test_somebody_who_is_found_and_says_so_plays(site: ServerProcess, player: NewPlayer, tmp_path: Path) -> None:
    ada, ben = player("Ada"), player("Ben")
    ada.post("/api/seeks", game="lucky_numbers", players=2, pace="600")
    with seeking(site, "--token", ben.token, "--game", "lucky_numbers", "--pace", "600") as terminal:
        until(lambda: ada.get("/api/seeks/own")["state"] == "found", "they find each other")
        ada.post("/api/seeks/confirm")
        print(file=terminal.stdin, flush=True)
        assert terminal.stdout
        said = iter(terminal.stdout)
        assert any("Found: Ada." in line for line in said)
        assert any("You have seat" in line for line in said)
        terminal.send_signal(signal.SIGINT)  # the lot decides whether the terminal or Ada has to act first
        terminal.communicate(timeout=60)
    table = ada.get("/api/seeks/own")["table"]
    assert {seat["name"] for seat in ada.get(f"/api/tables/{table}")["seats"]} == {"Ada", "Ben"}


def test_what_cannot_be_sought_is_told(site: ServerProcess, player: NewPlayer) -> None:
    told = run("lobby", "--server", site.address, "--plain", "--token", player("Cem").token, "--game", "chess")
    assert (told.returncode, "chess" in told.stderr) == (2, True)
