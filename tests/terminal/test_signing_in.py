"""A link to another device, typed into a terminal: its person plays on there, until the terminal's token is revoked."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pexpect
import pytest
from tests.kit.accounts import TOKEN
from tests.kit.servers import ServerProcess, serving_app, settings_of, site_in
from tests.kit.terminals import Terminal, TerminalPlayer, interrupt
from tests.terminal.test_remote_table import the_rest

from jardinet.server.app import SERVICES, create_app
from jardinet.terminal.connection import ServerError
from jardinet.terminal.identities import SignedIn, forget_person, keep_person, known_person
from jardinet.terminal.links import Link, link_of

NewPlayer = Callable[[str], TerminalPlayer]
Comes = Callable[..., pexpect.spawn]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where a terminal's person has their data."""
    return tmp_path / "home"


@pytest.fixture
def comes(home: Path) -> Iterator[Comes]:
    """A terminal of one machine, whose data lie in one place."""
    children: list[pexpect.spawn] = []

    def come(address: str, *options: str, token: str = "", language: str = "en") -> pexpect.spawn:
        call = ("play", "--lang", language, "--plain", "--server", address, *options)
        children.append(Terminal(*call, JARDINET_TOKEN=token, XDG_DATA_HOME=str(home)))
        return children[-1]

    yield come
    for child in children:
        child.close(force=True)


def link_from(player: TerminalPlayer) -> str:
    """A new link to another device of theirs."""
    found = re.search(r"http://\S+/go-on/[\w-]+", player.fills_in("/account/link"))
    assert found
    return found[0]


def refused(child: pexpect.spawn) -> str:
    """What is said where nothing can be done; one sentence, and the exit code 2."""
    told = the_rest(child)
    assert child.exitstatus == 2, told
    assert "Traceback" not in told
    return re.sub(r"\s+", " ", told)


def people(home: Path) -> Path:
    return home / "jardinet" / "people.json"


def test_a_link_signs_in_and_its_person_plays_on_without_name_or_token(
    site: ServerProcess, player: NewPlayer, comes: Comes, home: Path
) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("maudits_criquets", "person", "person")
    ben.post(f"/api/tables/{table}/sit")
    link = link_from(ada)
    child = comes(link)
    child.expect_exact(f"You are Ada here now, at all tables of {site.address}, and need neither name nor token.")
    child.expect(r"To end that, revoke the token “Terminal, \w+” at " + re.escape(f"{site.address}/account/tokens"))
    child.expect_exact(f"To play at a table, give its link: jardinet play --server {site.address}/t/ID")
    child.expect_exact("1. Grasshopper Poker: Ada and Ben. It is your turn.")
    child.expect_exact("Which table?")
    child.sendline("quit")
    the_rest(child)
    assert child.exitstatus == 0
    assert stat.S_IMODE(people(home).stat().st_mode) == 0o600
    assert link.rpartition("/")[2] not in people(home).read_text()
    child = comes(f"{site.address}/t/{table}")
    child.expect_exact("You have seat 1, as Ada.")
    child.expect_exact("you> ")
    bid = ada.sees(table)["legal"][0]
    child.sendline(bid)
    child.expect_exact("Waiting for Ben.")
    assert ada.sees(table)["choice"] == bid
    interrupt(child)
    assert f"jardinet play --server {site.address} --table {table}\n" in the_rest(child)


def test_a_link_leads_to_a_table_at_once_if_one_is_named(site: ServerProcess, player: NewPlayer, comes: Comes) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "greedy")
    child = comes(link_from(ada), "--table", table)
    child.expect_exact("You are Ada here now")
    child.expect_exact("You have seat 1, as Ada.")


def test_a_link_that_does_not_work_tells_how_to_get_another_one(
    site: ServerProcess, player: NewPlayer, comes: Comes, home: Path
) -> None:
    ada = player("Ada")
    used = link_from(ada)
    comes(used).expect_exact("You are Ada here now")
    kept = people(home).read_text()
    for link in (used, f"{site.address}/go-on/unknown", f"{site.address}/go-on/%00%F0%9F%90%9E"):
        said = refused(comes(link))
        assert f"this link does not work at {site.address}: it was used already, is too old" in said
        assert f"{site.address}/account, under “Go on on another device”" in said
        assert link.rpartition("/")[2] not in said
    assert people(home).read_text() == kept  # who was signed in still is


def test_a_link_of_another_site_signs_in_nowhere(
    site: ServerProcess, player: NewPlayer, comes: Comes, tmp_path: Path, home: Path
) -> None:
    other = site_in(tmp_path)
    try:
        link = link_from(player("Ada"))
        assert "belongs to another site" in refused(comes(link.replace(site.address, other.address)))
        assert "Ada" not in people(home).read_text()
        comes(link).expect_exact("You are Ada here now")
    finally:
        other.close()


def test_after_ten_minutes_a_link_does_not_work(tmp_path: Path, comes: Comes) -> None:
    app = create_app(settings_of(f"sqlite:///{tmp_path / 'tables.sqlite3'}"))
    with serving_app(app) as address:
        ada = TerminalPlayer(address, "Ada")
        link = link_from(ada)
        database = app.state[SERVICES].database
        now = database.now
        database.now = lambda: now() + timedelta(minutes=10, seconds=1)
        assert "is too old" in refused(comes(link))
        database.now = now
        comes(link).expect_exact("You are Ada here now")
        ada.leaves()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"JARDINET_ACCOUNTS": "off"}, "nobody signs in here: this server keeps no accounts."),
        ({"JARDINET_KIOSK": "5"}, "this server forgets its players after a while, and a terminal would not"),
    ],
)
def test_a_server_that_keeps_nobody_says_so(
    setting: dict[str, str], said: str, comes: Comes, tmp_path: Path, home: Path
) -> None:
    site = site_in(tmp_path)
    try:
        ada = TerminalPlayer(site.address, "Ada")
        link = link_from(ada)
        site.stop()
        site.settings |= setting
        site.start()
        assert f"{site.address} refuses: {said}" in refused(comes(link))
        assert "Ada" not in people(home).read_text()
        ada.leaves()
    finally:
        site.close()


def test_a_revoked_token_is_told_with_the_way_back_and_then_forgotten(
    site: ServerProcess, player: NewPlayer, comes: Comes, home: Path
) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "greedy")
    told = "Ada is not signed in here any more: the token of this terminal was revoked."
    for meanwhile in (True, False):
        child = comes(link_from(ada))
        child.expect_exact("Which table?")
        child.sendline("quit")
        the_rest(child)
        if meanwhile:  # while it is this terminal's turn
            child = comes(f"{site.address}/t/{table}")
            child.expect_exact("you> ")
        revoke(ada)
        if meanwhile:
            child.sendline(ada.sees(table)["legal"][0])
        said = refused(child if meanwhile else comes(f"{site.address}/t/{table}"))
        assert told in said
        assert (
            f"Make a link at {site.address}/account, under “Go on on another device”, and give it by --server" in said
        )
        assert "--name NAME" in said
        assert "Ada" not in people(home).read_text()
    comes(f"{site.address}/t/{table}").expect_exact("What shall we call you?")


def test_a_guest_stays_a_guest_and_a_second_person_takes_the_place_of_the_first(
    site: ServerProcess, player: NewPlayer, comes: Comes
) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person", "person")
    child = comes(f"{site.address}/t/{table}", "--name", "Cyd Lee")
    child.expect_exact("You have seat 2, as Cyd Lee.")
    child = comes(link_from(ben))
    child.expect_exact("You are Ben here now")
    child.expect_exact("a guest stay that guest’s: --name 'Cyd Lee' goes on with them.")
    child = comes(link_from(ada))
    child.expect_exact("You are Ada here now")
    child.expect_exact("Until now you were Ben here. To be that again, make a link where Ben is signed in.")
    comes(f"{site.address}/t/{table}", "--name", "Cyd Lee").expect_exact("You have seat 2, as Cyd Lee.")
    comes(f"{site.address}/t/{table}", token=ben.token).expect_exact("You have seat 3, as Ben.")
    comes(f"{site.address}/t/{table}").expect_exact("You have seat 1, as Ada.")


def test_where_nothing_can_be_kept_the_link_is_not_used(
    site: ServerProcess, player: NewPlayer, comes: Comes, home: Path
) -> None:
    ada = player("Ada")
    link = link_from(ada)
    home.write_text("no folder")
    said = refused(comes(link))
    assert "nobody can be signed in on this machine" in said
    assert "The link still works." in said
    home.unlink()
    comes(link).expect_exact("You are Ada here now")


def test_a_link_and_another_name_contradict_each_other(site: ServerProcess, player: NewPlayer, comes: Comes) -> None:
    ada = player("Ada")
    link = link_from(ada)
    for child in (comes(link, "--name", "Ben"), comes(link, "--token", "x"), comes(link, token=ada.token)):
        assert "that link says who you are: leave out --name, --token and JARDINET_TOKEN. It still works." in refused(
            child
        )
    comes(link).expect_exact("You are Ada here now")


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "Tu es maintenant Ada ici"), ("es", "Ahora eres Ada aquí"), ("de", "Du bist hier jetzt Ada")],
)
def test_it_is_told_in_every_language(player: NewPlayer, comes: Comes, language: str, said: str) -> None:
    comes(link_from(player("Ada")), language=language).expect_exact(said)


SITE = "http://192.168.1.5:8012"


def test_the_key_of_a_link_is_found_and_never_told() -> None:
    assert link_of(f" {SITE}/go-on/Ab-1_/?x=y ") == Link(SITE, None, "Ab-1_")
    for broken in (f"{SITE}/go-on", f"{SITE}/go-on/", f"{SITE}/garden/go-on/Secret", f"{SITE}/go-on/Secret/more"):
        with pytest.raises(ServerError) as error:
            link_of(broken)
        assert error.value.code == "link-of-person-broken"
        assert "Secret" not in str(error.value)


def test_only_the_token_that_is_of_no_use_is_forgotten(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    keep_person(SITE, SignedIn("Ada", "new"))
    keep_person("http://garden.example", SignedIn("Ben", "another"))
    forget_person(SITE, "old")  # another terminal has signed in meanwhile
    assert known_person(SITE) == SignedIn("Ada", "new")
    forget_person(SITE, "new")
    assert known_person(SITE) is None
    assert known_person("http://garden.example") == SignedIn("Ben", "another")
    people(home).write_text("{")
    assert known_person("http://garden.example") is None


def revoke(player: TerminalPlayer) -> None:
    """Revoke the token of their terminal, on the page *For programs*."""
    page = player.browser.http.get("/account/tokens").text
    assert not TOKEN.search(page)
    [number] = re.findall(r'name="token" value="(\d+)">\s*<span><b>Terminal', page)
    player.fills_in("/account/tokens/revoke", token=number)
