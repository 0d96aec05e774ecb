"""Terminals that come to a server without naming a table: what they are shown, and where they get."""

from __future__ import annotations

from collections.abc import Callable

import pexpect
import pytest
from tests.kit.servers import ServerProcess, site_in
from tests.kit.terminals import TerminalPlayer, interrupt, terminal

NewPlayer = Callable[[str], TerminalPlayer]
ASKED = "Which table? Its number, or quit to leave: "


@pytest.fixture
def at() -> Callable[..., pexpect.spawn]:
    return lambda site, token="", *options: terminal("--server", site.address, "--plain", *options, token=token)


Comes = Callable[..., pexpect.spawn]


def end_of(child: pexpect.spawn) -> str:
    """The rest that is said; the exit code must be that of a clean end."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return str(child.before).replace("\r", "")


def number_of(child: pexpect.spawn, line: str) -> str:
    """The number before a line that was shown."""
    [number] = [one.split(".")[0] for one in child.before.splitlines() if one.endswith(line)]
    return str(number)


def test_own_tables_come_first_and_say_where_it_is_ones_turn(site: ServerProcess, player: NewPlayer, at: Comes) -> None:
    ada, ben = player("Ada"), player("Ben")
    ben.set_table("maudits_criquets", "person", "person", "greedy", is_listed=True)
    ada.set_table("maudits_criquets", "person", "person")
    ada.set_table("lucky_numbers", "person", "greedy")
    child = at(site, ada.token)
    child.expect_exact(ASKED)
    lines = child.before.splitlines()
    assert lines[:4] == [
        "Your tables",
        "1. Lucky Numbers: Ada and Greedy. It is your turn.",
        "2. Grasshopper Poker: Ada and 1 free seat.",
        "Tables waiting for players",
    ]
    number_of(child, "Grasshopper Poker: Ben, Greedy and 1 free seat.")
    for wrong in ("0", "99", "ladybird", ""):
        child.sendline(wrong)
        child.expect(r"It must be a number from 1 to \d+\.")
        child.expect_exact(ASKED)
    child.sendline("1")
    child.expect_exact("You have seat 1, as Ada.")
    child.expect_exact("you> ")
    child.sendline("quit")
    end_of(child)


def test_a_listed_table_is_joined_by_its_number(site: ServerProcess, player: NewPlayer, at: Comes) -> None:
    ada, ben = player("Ada Listed"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person", is_listed=True)
    child = at(site, ben.token)
    child.expect_exact(ASKED)
    assert "Your tables" not in child.before
    child.sendline(number_of(child, "Lucky Numbers: Ada Listed and 1 free seat."))
    child.expect_exact("You have seat 2, as Ben.")
    child.expect_exact("Waiting for Ada Listed.")
    assert ada.sees(table)["status"] == "started"
    interrupt(child)
    child.expect(pexpect.EOF)


def test_without_a_token_one_watches_and_is_told_what_needs_one(
    site: ServerProcess, player: NewPlayer, at: Comes
) -> None:
    ada, ben = player("Ada Watched"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person", is_listed=True)
    child = at(site)
    child.expect_exact(
        f"Without a name you can only watch. To sit down, give --name NAME, or --token with a token made at {site.address}/account/tokens."
    )
    child.expect_exact(ASKED)
    child.sendline(number_of(child, "Lucky Numbers: Ada Watched and 1 free seat."))
    child.expect_exact("Waiting until every seat is taken.")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    child.expect_exact("Lucky Numbers: Ada Watched and Ben.")
    child.expect_exact("Waiting for Ada Watched.")
    seen = ada.sees(table)
    ada.http.post(f"/api/tables/{table}/play", json={"ply": seen["seq"], "moves": seen["legal"][:1]})
    child.expect(r"Ada Watched sets up with \d+ on \w\d\.")
    interrupt(child)
    child.expect_exact(f"Watch again with: jardinet play --server {site.address} --table {table} --watch")
    child.expect(pexpect.EOF)


def test_whoever_comes_to_watch_takes_no_free_seat_and_needs_no_token(
    site: ServerProcess, player: NewPlayer, at: Comes
) -> None:
    ada, eve = player("Ada"), player("Eve")
    table = ada.set_table("maudits_criquets", "person", "person")
    for token in ("", eve.token):
        child = at(site, token, "--table", table, "--watch")
        child.expect_exact("Waiting until every seat is taken.")
        assert [seat["name"] for seat in ada.sees(table)["seats"]] == ["Ada", None]
        interrupt(child)
        child.expect(pexpect.EOF)


def test_a_seat_that_a_bot_plays_is_taken_back_by_whoever_chooses_its_table(
    site: ServerProcess, player: NewPlayer, at: Comes
) -> None:
    ada, ben = player("Ada"), player("Ben")
    table = ada.set_table("lucky_numbers", "person", "person")
    ben.http.post(f"/api/tables/{table}/sit", json={})
    ben.http.post(f"/api/tables/{table}/bot", json={"seat": 1, "level": "greedy"})
    for answer in ("quit", ""):
        child = at(site, ben.token)
        child.expect_exact("1. Lucky Numbers: Ada and Ben. A bot is playing in your place.")
        child.expect_exact(ASKED)
        child.sendline("1")
        child.expect_exact("Press Enter to take your seat back, or type quit to leave: ")
        assert ada.sees(table)["seats"][1]["level"] == "greedy"
        child.sendline(answer)
        if answer:
            end_of(child)
    child.expect_exact("You have seat 2, as Ben.")
    child.expect_exact("Waiting for Ada.")
    assert ada.sees(table)["seats"][1]["level"] is None
    interrupt(child)
    child.expect(pexpect.EOF)


def test_a_server_without_tables_says_so(tmp_path_factory: pytest.TempPathFactory, at: Comes) -> None:
    empty = site_in(tmp_path_factory.mktemp("empty"))
    try:
        child = at(empty)
        child.expect_exact("No table is open there at the moment.")
        end_of(child)
    finally:
        empty.close()


def test_leaving_the_question_leaves(site: ServerProcess, player: NewPlayer, at: Comes) -> None:
    ada = player("Ada")
    ada.set_table("lucky_numbers", "person", "greedy")
    child = at(site, ada.token)
    child.expect_exact(ASKED)
    child.sendline("quit")
    assert "Traceback" not in end_of(child)
    child = at(site, ada.token)
    child.expect_exact(ASKED)
    child.sendeof()
    end_of(child)
