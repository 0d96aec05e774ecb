"""`jardinet results`: how one is doing at a server, by a token or as the guest who has played from here."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
from tests.kit.forking import run
from tests.kit.servers import ServerProcess
from tests.kit.terminals import TerminalPlayer

NewPlayer = Callable[[str], TerminalPlayer]
NOTHING = "Nothing here yet: finish a game, and we begin to tell.\n"


def play_to_the_end(ada: TerminalPlayer) -> None:
    small = {"parameters": {"crops": 2, "copies": 4}}
    table = ada.set_table("maudits_criquets", "person", "random", **small)
    while (state := ada.sees(table))["status"] != "finished":
        if 0 in state["turn"]:
            ada.post(f"/api/bot/game/{table}/move/{state['legal'][0]}")


def test_results_are_told_by_a_token_in_sentences(site: ServerProcess, player: NewPlayer) -> None:
    ada = player("Ada")
    asked = ("results", "--server", site.address, "--token", ada.token, "--plain")
    assert run(*asked).stdout == NOTHING
    play_to_the_end(ada)
    told = run(*asked)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.startswith("Grasshopper Poker: 2 players\nYou have ")
    assert "Random" in told.stdout
    assert run(*asked, "--lang", "de").stdout.startswith("Heuschrecken Poker: 2 Personen\nDu hast ")
    (doing,) = ada.get("/api/account/results")
    assert (doing["played"], doing["seats"], sum(doing["balance"].values())) == ("maudits_criquets", 2, 1)


def test_ratings_among_people_are_told_first(site: ServerProcess, player: NewPlayer) -> None:
    ada = player("Ada")
    row = (ada.get("/api/account")["id"], "lucky_numbers", 1560.0, 30.0, 0.006, 41, "2026-11-29 08:00:00")
    with sqlite3.connect(site.file, timeout=30) as database:
        columns = "person_id, played, value, deviation, volatility, games, latest"
        database.execute(f"INSERT INTO ratings ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    told = run("results", "--server", site.address, "--token", ada.token, "--plain").stdout.splitlines()
    assert re.fullmatch(r"Lucky Numbers: Rating among people: 1560 ± \d+, after 41 rated games\.", told[0])


def test_a_guest_who_has_played_from_here_is_known_by_name_or_alone(site: ServerProcess, tmp_path: Path) -> None:
    folder = {"XDG_DATA_HOME": str(tmp_path)}
    asked = ("results", "--server", f"{site.address}/t/any", "--plain")
    stranger = run(*asked, **folder)
    assert (stranger.returncode, stranger.stdout) == (2, "")
    assert f"{site.address}/account/tokens" in stranger.stderr
    tokens = {
        name: httpx.post(f"{site.address}/api/guests", json={"name": name}).json()["token"] for name in ("Ben", "Zoe")
    }
    known = tmp_path / "jardinet" / "guests.json"
    known.parent.mkdir()
    known.write_text(f'{{"{site.address}": {{"Ben": "{tokens["Ben"]}"}}}}')
    assert run(*asked, **folder).stdout == NOTHING
    known.write_text(f'{{"{site.address}": {{"Ben": "{tokens["Ben"]}", "Zoe": "{tokens["Zoe"]}"}}}}')
    assert "--name says who you are: Ben or Zoe." in run(*asked, **folder).stderr
    assert run(*asked, "--name", " Zoe ", **folder).stdout == NOTHING
    assert "nobody is known there from here" in run(*asked, "--name", "Eve", **folder).stderr


def test_whoever_has_signed_in_here_needs_neither_name_nor_token(
    site: ServerProcess, player: NewPlayer, tmp_path: Path
) -> None:
    ada, folder = player("Ada"), {"XDG_DATA_HOME": str(tmp_path)}
    known = tmp_path / "jardinet" / "people.json"
    known.parent.mkdir()
    known.write_text(f'{{"{site.address}": {{"name": "Ada", "token": "{ada.token}"}}}}')
    assert run("results", "--server", site.address, "--plain", **folder).stdout == NOTHING
