"""docs/record.md stays true: its game is a record, its ten lines make that game's deck, its tables list what there is."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import jardinet
from jardinet.play.deal import Sealed
from jardinet.play.record import read, state_of, write
from jardinet.play.verification import verify


def _page() -> str:
    return (Path(__file__).parents[2] / "docs/record.md").read_text(encoding="utf-8")


def _block(language: str) -> str:
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", _page(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def test_the_game_on_the_page_is_a_whole_record_with_a_fair_deal() -> None:
    text = _block("text")
    (record,) = read(text)
    assert write(record) == text
    assert state_of(record).end() == "full-board"
    assert verify(record).is_fair


def test_ten_lines_of_plain_python_make_the_deck_of_the_page_s_game(tmp_path: Path) -> None:
    program, record = _block("python"), tmp_path / "game.jdn"
    text = _block("text")
    assert len(program.split("\n\n")[1].splitlines()) == 10
    assert _run(program, record, text) == "True True"
    assert _run(program, record, text.replace("+12@d1", "+11@d1")) == "True False"
    assert _run(program, record, text.replace("rose!", "rose?")) == "True False"
    assert _run(program, record, text.replace('[Deal "5', '[Deal "6')) == "False True"


def test_the_ten_lines_make_the_deck_of_any_deal_of_the_game() -> None:
    (record,) = read(_block("text"))
    making = _block("python").split("\n\n")[1].split("\n", 2)[2]
    for seed in range(20):
        deal = Sealed.from_seed(seed).deal(["tulip", "rose", "iris", "lily"][: 2 + seed % 3])
        tags = {"Secret": deal.secret.hex(), **{f"Nonce{seat}": nonce for seat, nonce in enumerate(deal.nonces, 1)}}
        found: dict[str, object] = {"tag": tags}
        exec("import hashlib, struct\n" + making, found)
        game = record.game.with_parameters(players=len(deal.nonces))
        assert found["deck"] == deal.deck(game.deck())


def test_the_page_names_every_tag_that_the_record_writes_and_every_end() -> None:
    page = _page()
    for tag in ("Game", "Seat1", "Date", "Match", "Deal", "Nonce1", "Secret", "Result", "End", "Points"):
        assert f"| `{tag}`" in page
    for end in jardinet.load_game("lucky_numbers").ends.values():
        assert f"`{end}`" in page


def _run(program: str, record: Path, text: str) -> str:
    record.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", program, str(record)], capture_output=True, text=True, check=True)
    return done.stdout.strip()
