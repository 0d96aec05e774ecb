"""By which addresses others come: this machine's in its networks, and never what somebody only claims."""

from __future__ import annotations

import json
import sys

import pytest
from tests.kit.networks import elsewhere

from jardinet.server import reach as reach_module
from jardinet.server.reach import Reach

HERE = "http://127.0.0.1:8012/"


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach_module, "hosts_in_networks", lambda _family: ["192.168.1.5", "10.0.0.7"])


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize("opened", [HERE, "http://localhost:8012/", "http://0.0.0.0:8012/", "http://[::1]:8012/"])
def test_opened_by_an_address_of_this_machine_others_come_by_its_networks(opened: str) -> None:
    way = Reach("0.0.0.0", 8012).way(opened, is_here=True)
    assert way.others == ("http://192.168.1.5:8012/", "http://10.0.0.7:8012/")
    assert way.best == "http://192.168.1.5:8012/"
    assert (way.own, way.is_private, way.is_household, way.port) == (opened, True, True, 8012)


@pytest.mark.usefixtures("at_home")
def test_who_only_claims_to_have_come_by_such_an_address_learns_of_no_network() -> None:
    way = Reach("0.0.0.0", 8012).way(HERE, is_here=False)
    assert way.others == (HERE,)


@pytest.mark.usefixtures("at_home")
def test_a_server_that_answers_this_computer_alone_invites_nobody_and_says_why() -> None:
    for host in ("127.0.0.1", "::1", "localhost"):
        way = Reach(host, 8012).way(HERE, is_here=True)
        assert (way.others, way.obstacle, way.is_household) == ((), "alone", False)
        assert way.best == HERE


def test_without_a_network_it_says_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach_module, "hosts_in_networks", lambda _family: [])
    assert Reach("0.0.0.0", 8012).way(HERE, is_here=True).obstacle == "nowhere"


@pytest.mark.usefixtures("at_home")
def test_the_origins_that_are_named_come_before_what_the_machine_knows_of_itself() -> None:
    reach = Reach("127.0.0.1", 8012, ("http://127.0.0.1:8012", "https://garden.example"))
    way = reach.way(HERE, is_here=True)
    assert (way.others, way.is_private, way.is_household) == (("https://garden.example/",), False, False)


@pytest.mark.usefixtures("at_home")
def test_a_server_with_a_public_address_is_no_household() -> None:
    for host in ("0.0.0.0", "8.8.8.8"):
        way = Reach(host, 80).way("http://8.8.8.8/", is_here=False)
        assert (way.others, way.is_private, way.is_household) == (("http://8.8.8.8/",), False, False)


ASKED = "import json; from jardinet.server.network import hosts_in_networks; print(json.dumps(hosts_in_networks()))"


def test_of_several_networks_the_one_that_routes_is_first_and_without_any_there_is_none() -> None:
    with elsewhere() as there:
        ip = ("ip", "-n", there.name)

        def hosts(**environment: str) -> list[str]:
            told = there.runs(sys.executable, "-c", ASKED, **environment)
            return list(json.loads(told.stdout))

        routed = hosts()[0]
        there.runs(*ip, "link", "add", "second", "type", "veth", "peer", "name", "nowhere")
        there.runs(*ip, "addr", "add", "172.30.1.9/24", "dev", "second")
        there.runs(*ip, "link", "set", "second", "up")
        there.runs(*ip, "link", "add", "containers", "type", "bridge")
        there.runs(*ip, "addr", "add", "172.17.0.1/16", "dev", "containers")
        there.runs(*ip, "link", "set", "containers", "up")
        assert hosts() == [routed, "172.30.1.9"]
        assert hosts(container="podman") == []
        there.runs(*ip, "route", "delete", "default")
        assert sorted(hosts()) == sorted([routed, "172.30.1.9"])
        for link in there.runs("ls", "/sys/class/net").stdout.split():
            there.runs(*ip, "link", "set", link, "down")
        assert hosts() == []
