"""The address that a server says is one that a browser opens, by IPv6 and where it listens to everybody too."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.accounts import Player
from tests.kit.forking import Forked
from tests.kit.stores import free_port
from tests.kit.waiting import PATIENCE

from jardinet.server.addresses import authority_of
from jardinet.server.network import hosts_in_networks


def has_ipv6() -> bool:
    with socket.socket(socket.AF_INET6) as one:
        return one.connect_ex(("::1", 9)) != 99  # the address is not this machine's


@pytest.mark.parametrize(("host", "opened"), [("::", "[::1]"), ("0.0.0.0", "127.0.0.1")])
def test_what_is_said_can_be_opened_here_and_invitations_lead_here_from_the_network(
    host: str, opened: str, tmp_path: Path
) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("no IPv6 here")
    port = free_port()
    settings = {"JARDINET_DATABASE_URL": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "LC_ALL": "C.UTF-8"}
    call = [sys.executable, "-m", "jardinet", "serve", "--host", host, "--port", str(port), "--no-browser"]
    with Forked(call, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            told = re.search(r"http://\S+", server.stdout.readline())
            assert told
            assert told[0] == f"http://{opened}:{port}/"
            ada = Player(told[0].rstrip("/"), "Ada")
            page = ada.browser.http.get(f"/t/{ada.open('lucky_numbers')}")
            own, hosts = str(page.url), hosts_in_networks()
            network = hosts or hosts_in_networks(socket.AF_INET6) * (":" in host)
            invited = own.replace(opened, authority_of(network[0], port).rpartition(":")[0]) if network else own
            assert f'<a class="link" href="{invited.rstrip("/")}">' in page.text
        finally:
            server.terminate()
            server.wait(PATIENCE)
