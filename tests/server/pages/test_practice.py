"""Practice on the page: one's own errors as one's seat saw them, answered until they are right, and nobody else's."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.kit.applications import application
from tests.kit.databases import new_sqlite
from tests.kit.pages import Site, Visitor
from tests.kit.servers import settings_of
from tests.kit.waiting import UNHURRIED, until
from tests.server.errant import play_badly

from jardinet.analysis.practice import Position, cost_of, is_right

GAMES = ["lucky_numbers", "maudits_criquets"]


def erred(ada: Visitor, game: str) -> str:
    """A finished table at which somebody has played badly, and knows what to practise; returns its address."""
    for _ in range(5):  # by chance what is played badly may be well enough
        table = ada.set_table(game, name="Ada", seat2="greedy", first="1")
        play_badly(partial(_record_of, ada, table), partial(_play, ada, table))
        if 'id="board"' in looked_through(ada, table):
            return table
    raise AssertionError("nobody errs")


def looked_through(ada: Visitor, table: str) -> str:
    """The page to which a finished table leads, once it has been analysed."""
    pages: list[str] = []

    def is_made() -> bool:
        pages.append(ada.get(f"/practice?table={table.rpartition('/')[2]}&game=1").text)
        assert "http-equiv" not in pages[-1] or "Your game is being analysed." in pages[-1]
        return "http-equiv" not in pages[-1]

    until(is_made, "the game is analysed", UNHURRIED)
    return pages[-1]


def _record_of(ada: Visitor, table: str) -> str:
    return ada.get(f"{table}/record").text


def _play(ada: Visitor, table: str, ply: int, text: str) -> None:
    ada.post(f"{table}/play", ply=ply, play=text)


def asked_in(text: str) -> dict[str, str]:
    """The fields of the form by which a position is answered."""
    form = text[text.index('<form id="board"') :]
    return dict(re.findall(r'<input type="hidden" name="(at|tries)" value="([^"]*)">', form))


def kept(folder: Path) -> Mapping[str, Position]:
    """All positions that the database keeps, by key."""
    with closing(sqlite3.connect(folder / "tables.sqlite3")) as database:
        rows = database.execute("SELECT table_id, game, before, seat, content FROM practice").fetchall()
    return {".".join(map(str, row[:4])): msgspec.json.decode(row[4], type=Position) for row in rows}


def best(position: Position) -> str:
    mixture = position.judged[""].mixture
    return max(mixture, key=mixture.__getitem__)


def told(text: str) -> str:
    return re.sub(r"<[^>]+>", "", text)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_comes_again_until_it_is_answered_rightly(site: Site, tmp_path: Path, game: str) -> None:
    ada = site.visitor()
    erred(ada, game)
    positions, seen = kept(tmp_path), list[str]()
    for number in range(len(positions)):
        form = asked_in(ada.get("/practice").text)
        position = positions[form["at"]]
        seen.append(form["at"])
        assert form["tries"] == "0"
        text = ada.post("/practice", **form, play=position.action).text
        assert "Not quite:" in text and "In the game you chose" in text and "will come up again" in text
        assert f"0 of {len(positions)} right" in text, number
    assert sorted(seen) == sorted(positions)
    costs = [positions[key].cost for key in seen]
    assert costs == sorted(costs, reverse=True)
    for number, key in enumerate(seen, 1):
        form = asked_in(ada.get("/practice").text)
        assert form == {"at": key, "tries": "1"}
        text = ada.post("/practice", **form, play=best(positions[key])).text
        assert "Right!" in text and "will come up again" not in text
        assert f"{number} of {len(positions)} right" in text
    assert re.search(r"positions are right\.|and it is right\.", ada.get("/practice").text)


@pytest.mark.parametrize("game", GAMES)
def test_every_button_of_a_position_can_be_pressed_and_is_judged(site: Site, tmp_path: Path, game: str) -> None:
    ada = site.visitor()
    erred(ada, game)
    positions = kept(tmp_path)
    for key, position in positions.items():
        text = ada.get(f"/practice?at={key}").text
        assert asked_in(text)["at"] == key
        plays = re.findall(r'name="play" value="([^"]+)"', text)
        picks = re.findall(r'name="pick" value="([^"]+)"', text)
        for pick in picks:
            plays += re.findall(r'name="play" value="([^"]+)"', ada.get(f"/practice?at={key}&pick={pick}").text)
        first = {play.split()[0] for play in plays}
        assert plays
        assert first <= set(position.judged[""].costs)
        for play in plays:
            cost_of(position, play.split())
    play = plays[0]
    answer = ada.post("/practice", at=key, tries="0", play=play)
    assert ("Right!" in answer.text) == is_right(cost_of(position, play.split()))
    assert 'name="play"' not in answer.text


def test_an_answer_sent_twice_counts_once_and_an_impossible_one_not_at_all(site: Site, tmp_path: Path) -> None:
    ada = site.visitor()
    erred(ada, "maudits_criquets")
    form = asked_in(ada.get("/practice").text)
    refused = ada.post("/practice", **form, play="place-a1")
    assert refused.status_code == 422
    assert "That is not possible now." in refused.text
    assert ada.post("/practice", **form, play="").status_code == 422
    position = kept(tmp_path)[form["at"]]
    for _ in range(2):
        assert "Not quite:" in ada.post("/practice", **form, play=position.action).text
        assert asked_in(ada.get(f"/practice?at={form['at']}").text)["tries"] == "1"


def test_nobody_else_sees_or_answers_them_and_without_a_token_nothing_counts(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = erred(ada, "lucky_numbers")
    form = asked_in(ada.get("/practice").text)
    for other in (site.visitor(), ben):
        ben.post("/account", name="Ben")
        assert "Nothing to practise yet." in other.get("/practice").text
        assert other.post("/practice", **form, play="draw").status_code == 404
        assert "/practice?" not in other.get(f"{table}/analysis/1").text
    assert f'href="/practice?table={table.rpartition("/")[2]}&amp;game=1"' in ada.get(f"{table}/analysis/1").text
    assert 'href="/practice"' in ada.get("/games").text
    forged = ada._asked("POST", "/practice", data={**form, "play": "draw"})
    assert forged.status_code == 403
    assert asked_in(ada.get("/practice").text) == form


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_offers_it_to_whoever_erred_until_all_is_right(site: Site, tmp_path: Path, game: str) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = erred(ada, game)
    door = f'href="/practice?table={table.rpartition("/")[2]}&amp;game=1"'
    ben.post("/account", name="Ben")
    with ada.listen(table) as live:  # known some moments later, it comes by itself
        texts = [live.receive_text(timeout=UNHURRIED)]
        while door not in texts[-1]:
            assert len(texts) < 4
            texts.append(live.receive_text(timeout=UNHURRIED))
    assert f'role="status"><a {door}>Practise your errors</a>' in ada.get(table).text
    assert door in ada.get(f"{table}/analysis/1").text
    for page in (table, f"{table}/analysis/1"):
        assert "/practice?" not in ben.get(page).text
        assert "/practice?" not in site.visitor().get(page).text
    positions = {key: one for key, one in kept(tmp_path).items() if key.startswith(table.rpartition("/")[2])}
    for key, position in positions.items():
        assert "Right!" in ada.post("/practice", at=key, tries="0", play=best(position)).text
    for _ in range(40):
        assert "/practice?" not in ada.get(table).text
        time.sleep(0.01)
    assert "/practice?" not in ada.get(f"{table}/analysis/1").text


def test_the_end_of_a_game_of_bots_is_not_looked_through(site: Site, tmp_path: Path) -> None:
    table, reader = site.finished_table("maudits_criquets"), site.visitor()
    for _ in range(20):
        assert "/practice?" not in reader.get(table).text
        time.sleep(0.01)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
        assert database.execute("SELECT count(*) FROM analyses").fetchone() == (0,)


def test_of_a_running_game_and_of_one_that_nothing_can_judge_nothing_is_practised(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", first="1", setup="michael").rpartition("/")[2]
    assert ada.get(f"/practice?table={table}&game=1").status_code == 404
    assert ada.get(f"/practice?table={table}&game=2").status_code == 404
    fireflies = site.finished_table("fireflies").rpartition("/")[2]
    assert ada.get(f"/practice?table={fireflies}").status_code == 404


@pytest.mark.parametrize("code", ["fr", "es", "de"])
def test_it_is_told_in_the_language_of_whoever_practises(site: Site, tmp_path: Path, code: str) -> None:
    ada = site.visitor()
    erred(ada, "maudits_criquets")
    ada.post("/me", language=code)
    text = ada.get("/practice").text
    form = asked_in(text)
    answer = ada.post("/practice", **form, play=kept(tmp_path)[form["at"]].action).text
    assert {"fr": "Entraînement", "es": "Práctica", "de": "Übung"}[code] in text
    assert {"fr": "Pas tout à fait", "es": "Casi:", "de": "Nicht ganz:"}[code] in answer


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_position_knows_nothing_of_what_came_later_nor_of_the_deal(tmp_path: Path, game: str) -> None:
    """It is the same, byte for byte, with another pile, and when what others held in secret was never revealed."""
    settings = settings_of(new_sqlite(tmp_path / "tables.sqlite3"))
    with application(settings) as app, TestClient(app) as client:
        ada = Visitor(client)
        erred(ada, game)
        keys = list(kept(tmp_path))
        pages = [ada.get(f"/practice?at={key}").text for key in keys]
        assert [ada.get(f"/practice?at={key}").text for key in keys] == pages
        cookies = ada._cookies
    for key, page in zip(keys, pages, strict=True):
        _, _, before, _ = key.split(".")
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as database:
            everything: list[Any] = database.execute("SELECT * FROM plies").fetchall()
            database.execute("DELETE FROM plies WHERE ply >= ?", (int(before),))
            database.execute("UPDATE games SET secret = ?", (b"\7" * 32,))
            database.commit()
            with application(settings) as app, TestClient(app) as client:
                again = Visitor(client)
                again._cookies = cookies
                assert again.get(f"/practice?at={key}").text == page
            database.execute("DELETE FROM plies")
            marks = ", ".join("?" * len(everything[0]))
            database.executemany(f"INSERT INTO plies VALUES ({marks})", everything)
            database.commit()
