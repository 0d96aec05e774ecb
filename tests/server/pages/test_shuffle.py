"""The program on the proof page does what the page says, for the records that the same table gives away."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.pages import Site

from jardinet.games import load_game, registered_games
from jardinet.games.chance import Deck
from jardinet.server.pages.render import TEMPLATES

FAIR = "True True\n"


def said_by(program: str, record: str, folder: Path) -> str:
    path = folder / "game.jdn"
    path.write_text(record, encoding="utf-8")
    return subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True).stdout


def is_one_deck(game: str) -> bool:
    sources = load_game(game).chance_sources()
    return len(sources) == 1 and isinstance(sources[0], Deck)


@pytest.mark.parametrize("game", [game for game in registered_games() if not is_one_deck(game)])
def test_where_chance_is_more_than_a_deck_the_page_leaves_it_to_verify(site: Site, game: str) -> None:
    page = site.visitor().get(f"{site.finished_table(game)}/proof").text
    assert "jardinet verify" in page
    assert "hashlib" not in page


@pytest.mark.parametrize("game", [game for game in registered_games() if is_one_deck(game)])
def test_the_program_on_the_page_tells_fair_decks_from_others(site: Site, game: str, tmp_path: Path) -> None:
    table, reader = site.finished_table(game, seat3="random"), site.visitor()
    found = re.search(r"<pre[^>]*><code>(.*?)</code>", reader.get(f"{table}/proof").text, re.DOTALL)
    assert found
    program, record = html.unescape(found[1]), reader.get(f"{table}/record").text
    assert said_by(program, record, tmp_path) == FAIR
    assert said_by(program, f"{record}\n{record}", tmp_path) == 2 * FAIR  # as the games of a match stand in one file
    nonce = re.search(r'\[Nonce1 "(.*)"\]', record)
    secret = re.search(r'\[Secret "(.*)"\]', record)
    assert nonce
    assert secret
    assert said_by(program, record.replace(nonce[1], "another"), tmp_path) == "True False\n"
    assert said_by(program, record.replace(secret[1], "0" * 64), tmp_path) == "False False\n"


def test_no_page_names_a_file_that_only_whoever_has_the_source_can_open() -> None:
    for template in TEMPLATES.rglob("*.html"):
        told = re.sub(r"\{%.*?%\}|\{#.*?#\}|<[^>]*>", "", template.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\bdocs/|\.(md|py|html)\b", told), template
