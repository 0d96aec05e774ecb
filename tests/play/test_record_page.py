"""docs/record.md stays true: its games are records, its ten lines make a deck, its tables and pictures are what there is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.forking import run
from tests.own_games import OWN_GAMES

import jardinet
from jardinet.play.deal import Sealed
from jardinet.play.record import state_of
from jardinet.play.record_format import read, write
from jardinet.play.verification import verify

DOCS = Path(__file__).parents[2] / "docs"


def _page() -> str:
    return (DOCS / "record.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", _page(), re.MULTILINE | re.DOTALL)


def _text_of(game: str) -> str:
    """The page's record of a game; it has one of each."""
    (text,) = [text for text in _blocks("text") if text.startswith(f'[Game "{game}"]')]
    return text


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_games_on_the_page_are_whole_records_with_fair_deals(game: str) -> None:
    text = _text_of(game)
    (record,) = read(text)
    assert write(record) == text
    assert state_of(record).is_terminal()
    assert verify(record).is_fair


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_pictures_on_the_page_are_what_replay_draws_of_its_games(game: str, tmp_path: Path) -> None:
    name = f"pictures/{game.replace('_', '-')}.svg"
    record, drawn = tmp_path / "game.jdn", tmp_path / "position.svg"
    record.write_text(_text_of(game), encoding="utf-8")
    (turn,) = re.findall(r"--turn (\d+) [^!]*!\[After turn \1: .*\]\(" + re.escape(name), _page())
    assert run("replay", str(record), "--turn", turn, "--svg", str(drawn), "--lang", "en").returncode == 0
    assert (DOCS / name).read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")


def test_ten_lines_of_plain_python_make_the_deck_of_the_page_s_game(tmp_path: Path) -> None:
    (program,), record = _blocks("python"), tmp_path / "game.jdn"
    text = _text_of("lucky_numbers")
    assert len(program.split("\n\n")[1].splitlines()) == 10
    assert _run(program, record, text) == "True True"
    assert _run(program, record, text.replace("+12@d1", "+11@d1")) == "True False"
    assert _run(program, record, text.replace("rose!", "rose?")) == "True False"
    assert _run(program, record, text.replace('[Deal "5', '[Deal "6')) == "False True"


def test_the_ten_lines_make_the_deck_of_any_deal_of_the_game() -> None:
    (record,) = read(_text_of("lucky_numbers"))
    making = _blocks("python")[0].split("\n\n")[1].split("\n", 2)[2]
    for seed in range(20):
        deal = Sealed.from_seed(seed).deal(["tulip", "rose", "iris", "lily"][: 2 + seed % 3])
        seats = {f"Seat{seat}": "ada" for seat in range(1, len(deal.nonces) + 1)}
        nonces = {f"Nonce{seat}": nonce for seat, nonce in enumerate(deal.nonces, 1)}
        tags = {**seats, "Secret": deal.secret.hex(), **nonces}
        found: dict[str, object] = {"tag": tags}
        exec("import hashlib, struct\n" + making, found)
        game = record.game.with_parameters(players=len(deal.nonces))
        assert found["deck"] == deal.deck(game.chance_sources()[0].outcomes)


def test_the_page_names_every_tag_that_the_record_writes_and_every_end() -> None:
    page = _page()
    for tag in ("Game", "Seat1", "Date", "Match", "Deal", "Nonce1", "Secret", "Result", "End", "Points"):
        assert f"| `{tag}`" in page
    for game in OWN_GAMES:
        for end in jardinet.load_game(game).ends.values():
            assert f"`{end}`" in page


def _run(program: str, record: Path, text: str) -> str:
    record.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", program, str(record)], capture_output=True, text=True, check=True)
    return done.stdout.strip()
