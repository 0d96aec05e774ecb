"""Proxies of the environment, between a terminal and a server: not asked about this machine, named where they are in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.kit.forking import run
from tests.kit.servers import ServerProcess
from tests.kit.terminals import TerminalPlayer

FAR = "http://garden.invalid"
NOWHERE = "127.0.0.1:9"  # nothing listens there


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"ALL_PROXY": f"socks5://ada:secret@{NOWHERE}"},
            f"the proxy socks5://{NOWHERE} of your environment cannot be used here: only http and https are possible. "
            "NO_PROXY=garden.invalid goes without it.",
        ),
        (
            {"HTTP_PROXY": f"http://ada:secret@{NOWHERE}"},
            f"no server answers at {FAR} by the proxy http://{NOWHERE} of your environment. "
            "NO_PROXY=garden.invalid goes without it.",
        ),
        ({"HTTP_PROXY": f"http://{NOWHERE}", "NO_PROXY": "garden.invalid"}, f"no server answers at {FAR}."),
    ],
)
def test_a_proxy_in_the_way_is_named_without_its_password(environment: dict[str, str], sentence: str) -> None:
    unset = {"ALL_PROXY": "", "HTTP_PROXY": "", "NO_PROXY": ""}
    told = run("play", "--server", FAR, "--table", "x", "--watch", **{**unset, **environment})
    assert (told.returncode, told.stderr) == (2, f"jardinet: {sentence}\n")


@pytest.mark.parametrize("proxy", ["ALL_PROXY", "HTTP_PROXY"])
def test_this_machine_is_asked_directly(
    site: ServerProcess, player: Callable[[str], TerminalPlayer], proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = player("Ada").set_table("lucky_numbers", "greedy", "random")
    environment: dict[str, Any] = {proxy: f"socks5://{NOWHERE}" if proxy == "ALL_PROXY" else f"http://{NOWHERE}"}
    told = run("play", "--server", site.address, "--table", table, "--watch", "--plain", **environment)
    assert told.returncode == 0, told.stderr
