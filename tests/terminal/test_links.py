"""The very link that was sent, typed into a terminal: a guest sits down, comes back, and plays once more."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from tests.kit.servers import ServerProcess
from tests.kit.terminals import Terminal, TerminalPlayer
from tests.terminal.test_remote_table import play_to_the_end, the_rest

from jardinet.terminal.connection import ServerError
from jardinet.terminal.links import Link, link_of

NewPlayer = Callable[[str], TerminalPlayer]
SITE = "http://192.168.1.5:8012"


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Callable[..., pexpect.spawn]]:
    """A terminal of somebody without a token, whose data lie in one place."""
    children: list[pexpect.spawn] = []

    def comes(link: str, *options: str) -> pexpect.spawn:
        call = ("play", "--lang", "en", "--plain", "--server", link, *options)
        children.append(Terminal(*call, JARDINET_TOKEN="", XDG_DATA_HOME=str(tmp_path)))
        return children[-1]

    yield comes
    for child in children:
        child.close(force=True)


def test_the_link_that_was_sent_seats_a_guest_who_comes_back_to_the_same_seat(
    site: ServerProcess, player: NewPlayer, guest: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    ada = player("Ada")
    table = ada.set_table("lucky_numbers", "person", "person", "person")
    link = f"{site.address}/t/{table}"
    for name in ("Ben", "Ben", "O'Hara"):
        child = guest(link, "--name", name)
        child.expect_exact(f"as {name}.")
        child.sendintr()  # at once, whatever it does meanwhile
        told = the_rest(child)
        assert child.exitstatus == 130
    assert [seat["name"] for seat in ada.sees(table)["seats"]] == ["Ada", "Ben", "O'Hara"]
    assert f"--server {site.address} --table {table} --name 'O'\"'\"'Hara'" in told
    assert (tmp_path / "jardinet" / "guests.json").stat().st_mode & 0o777 == 0o600


def test_who_gives_no_name_is_asked_for_it_and_who_gives_none_then_is_told_what_is_needed(
    site: ServerProcess, player: NewPlayer, guest: Callable[..., pexpect.spawn]
) -> None:
    ada = player("Ada")
    link = f"{site.address}/t/{ada.set_table('lucky_numbers', 'person', 'person')}/replay"
    child = guest(link)
    child.expect_exact("What shall we call you?")
    child.sendline("")
    assert (
        f"who are you? As a guest you need only --name NAME; with a token, made at {site.address}/account/tokens"
        in the_rest(child)
    )
    assert child.exitstatus == 2
    child = guest(link)
    child.expect_exact("What shall we call you?")
    child.sendline("  Cyd   Lee ")
    child.expect_exact("You have seat 2, as Cyd Lee.")


def test_after_the_last_turn_it_is_explained_practised_and_played_once_more(
    site: ServerProcess, player: NewPlayer, guest: Callable[..., pexpect.spawn]
) -> None:
    ada = player("Ada")
    table = ada.set_table("maudits_criquets", "person", "person", parameters={"copies": 4, "locusts": 4})
    first, second = ada.joins(table), guest(f"{site.address}/t/{table}", "--name", "Ben")
    play_to_the_end("maudits_criquets", table, ada, {0: first, 1: second})
    second.expect_exact("What now? rematch (r), analyse (a), practise (p) or quit (q):")
    for answer, told in (("a", "Ada and Ben"), ("p", ""), ("dance", "")):
        second.sendline(answer)
        if told:
            second.expect_exact(f"Grasshopper Poker: {told}")
        assert second.expect_exact(["(q):", "> "]) in ((0,) if answer != "p" else (0, 1))
        if second.after == "> ":
            second.sendline("quit")
            second.expect_exact("(q):")
    for child, line in ((second, "r"), (first, "rematch")):
        child.sendline(line)
    for child, names in ((second, "Ada and you"), (first, "you and Ben")):
        child.expect_exact(f"Grasshopper Poker: {names}.")
        child.expect_exact("you> ")
    assert ada.sees(table)["rematch"]


def test_a_game_of_ones_own_is_played_once_more_too(tmp_path: Path) -> None:
    child = Terminal("play", "maudits-criquets", "--copies", "1", "--crops", "2", "--locusts", "1", "--lang", "en",
                     "--plain", "--seats", "you,novice", "--seed", "1", XDG_DATA_HOME=str(tmp_path))  # fmt: skip
    while child.expect_exact(["you> ", "(q)"]) == 0:
        child.sendline("moves")
        child.expect(r"(\w+): [^\r\n]+\r\n")
        first = child.match[1]
        child.expect_exact("you> ")
        child.sendline(first)
    child.sendline("r")
    child.expect_exact("you> ")
    child.close(force=True)
    assert len(list((tmp_path / "jardinet" / "games").glob("*.jdn"))) == 2


@pytest.mark.parametrize(
    ("address", "found"),
    [
        (f"{SITE}/t/AbC-1_", Link(SITE, "AbC-1_")),
        (f" {SITE}/t/AbC-1_/?still=yes ", Link(SITE, "AbC-1_")),
        (f"{SITE}/t/AbC-1_/analysis#turn-3", Link(SITE, "AbC-1_")),
        ("192.168.1.5:8012/t/x", Link(SITE, "x")),
        (SITE, Link(SITE, None)),
        (f"{SITE}/set-up/lucky_numbers", Link(SITE, None)),
        ("https://garden.example/", Link("https://garden.example", None)),
    ],
)
def test_an_address_of_a_site_leads_to_the_site_and_one_of_a_table_to_the_table(address: str, found: Link) -> None:
    assert link_of(address) == found


@pytest.mark.parametrize("address", [f"{SITE}/seat/abc", f"{SITE}/garden/t/abc", f"{SITE}/healthz"])
def test_what_leads_to_no_table_is_told(address: str) -> None:
    with pytest.raises(ServerError):
        link_of(address)
