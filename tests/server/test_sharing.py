"""A server at home: its owner is asked once whether the network may come, and it listens beyond this machine only for a yes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest
from tests.kit.codes import code_in_terminal
from tests.kit.forking import Forked, run
from tests.kit.stores import free_port
from tests.kit.terminals import Terminal
from tests.kit.waiting import PATIENCE

from jardinet.server.network import hosts_in_networks

ASKED = "Type yes or no; you can change it later: "


@pytest.fixture
def network() -> str:
    """This computer's address in its network."""
    hosts = hosts_in_networks()
    if not hosts:
        pytest.skip("this machine is in no network")
    return hosts[0]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"JARDINET_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}


def answers(host: str, port: int) -> bool:
    with closing(socket.socket()) as one:
        one.settimeout(PATIENCE)
        return one.connect_ex((host, port)) == 0


@contextmanager
def without_terminal(home: dict[str, str], *options: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A server that was started where nobody can be asked, and its port."""
    port = free_port()
    call = [sys.executable, "-m", "jardinet", "serve", "--no-browser", "--port", str(port), *options]
    pipe = subprocess.PIPE
    with Forked(call, env={**os.environ, **home}, stdin=subprocess.DEVNULL, stdout=pipe, text=True) as one:
        assert one.stdout
        assert f"http://127.0.0.1:{port}/ " in one.stdout.readline()
        try:
            yield port, one
        finally:
            one.terminate()
            one.wait(PATIENCE)


def served(port: int, home: dict[str, str]) -> pexpect.spawn:
    """A server that was started in a terminal."""
    environment: dict[str, Any] = home
    return Terminal("serve", "--no-browser", "--port", str(port), **environment)


def ended(child: pexpect.spawn) -> None:
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()


def test_where_nobody_can_be_asked_only_this_computer_gets_an_answer(home: dict[str, str], network: str) -> None:
    with without_terminal(home) as (port, _server):
        assert answers("127.0.0.1", port)
        assert not answers(network, port)


def test_the_owner_is_asked_once_and_the_answer_is_kept_beside_the_database_and_can_be_changed(
    home: dict[str, str], network: str, tmp_path: Path
) -> None:
    port = free_port()
    child = served(port, home)
    child.expect_exact(ASKED)
    assert not answers("127.0.0.1", port)
    child.sendline("perhaps")
    child.expect_exact(ASKED)
    child.sendline("yes")
    child.expect_exact(f"For phones and other devices: http://{network}:{port}/")
    child.expect_exact("make play SHARE=0")
    assert code_in_terminal(child.before) == f"http://{network}:{port}/"
    assert f"this machine's firewall has to let in port {port} (TCP)" in child.before
    assert f"http://127.0.0.1:{port}/far-apart" in child.before
    assert answers(network, port)
    ended(child)
    assert (tmp_path / "server.share").read_text() == "1\n"
    child = served(port, home)
    assert child.expect_exact([ASKED, f"http://{network}:{port}/"]) == 1
    ended(child)
    with without_terminal(home, "--no-share") as (other, server):
        assert not answers(network, other)
        assert server.stdout
        assert "For this machine only. To open it to your network: " in server.stdout.readline()
    assert (tmp_path / "server.share").read_text() == "0\n"


def test_no_answer_is_none_and_nothing_is_kept(home: dict[str, str], network: str, tmp_path: Path) -> None:
    port = free_port()
    child = served(port, home)
    child.expect_exact(ASKED)
    child.sendeof()
    child.expect_exact("Jardinet is running")
    assert not answers(network, port)
    ended(child)
    assert not (tmp_path / "server.share").exists()


def test_two_answers_at_once_are_refused(home: dict[str, str]) -> None:
    told = run("serve", "--host", "127.0.0.1", "--share", **home)
    assert (told.returncode, told.stderr) == (
        2,
        "jardinet: --host says already who can come: leave out either it or --share.\n",
    )


@pytest.mark.parametrize(("share", "given"), [("1", " --share"), ("0", " --no-share"), ("", "")])
def test_make_play_hands_the_answer_on(share: str, given: str) -> None:
    call = ["make", "--dry-run", "--no-print-directory", "play", f"SHARE={share}", "MAKE=true"]
    told = subprocess.run(call, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True).stdout
    assert told.rstrip().endswith(f"jardinet serve{given}".rstrip())
    refused = subprocess.run([*call[:4], "SHARE=maybe", "MAKE=true"], cwd=Path(__file__).parents[2], check=False,
                             capture_output=True, text=True)  # fmt: skip
    assert refused.returncode != 0
    assert "SHARE=maybe is not possible" in refused.stderr
