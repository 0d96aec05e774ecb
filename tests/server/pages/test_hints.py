"""Hints on a page without a script: whoever is alone with bots may ask, several people only where all have agreed."""

from __future__ import annotations

import html
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.kit.pages import Site, Visitor

from jardinet.bots.levels import first_opponent
from jardinet.games import playable_games
from jardinet.server.pages import tables
from jardinet.server.pages.hints import hint_for


def asked(visitor: Visitor, table: str) -> tuple[bool, str]:
    """Whether the page has the button, and what is answered to whoever presses it, or asks without one."""
    page = visitor.get(table).text
    button = re.search(r'id="hint"[^>]*value="(\d+)"', page)
    ply = button[1] if button else re.search(r'data-ply="(\d+)"', page)[1]  # type: ignore[index]
    answer = re.search(r'<p id="answer"[^>]*>(.*?)</p>', visitor.get(f"{table}?hint={ply}").text)
    assert answer
    return button is not None, html.unescape(answer[1])


@pytest.mark.parametrize("game", playable_games())
def test_whoever_is_alone_with_bots_is_told_what_is_best(site: Site, game: str) -> None:
    ada = site.visitor()
    table = ada.set_table(game, name="Ada", seat2=first_opponent(game), first="1")
    may_ask, answer = asked(ada, table)
    assert may_ask and len(answer) > 10
    assert asked(site.visitor(), table) == (False, "")
    assert '<p id="answer" class="answer" role="status"></p>' in ada.get(f"{table}?hint=99999").text


def test_however_many_ask_one_hint_at_a_time_is_reckoned_where_bots_are(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    reckoning, at_once = list[str](), list[list[str]]()

    def watched(*asked: Any) -> tuple[str, tuple[str, ...]]:
        reckoning.append(threading.current_thread().name.partition("_")[0])
        at_once.append(list(reckoning))
        try:
            return hint_for(*asked)
        finally:
            reckoning.pop()

    monkeypatch.setattr(tables, "hint_for", watched)
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2=first_opponent("lucky_numbers"), first="1")
    assert asked(ada, table)[0]
    ply = re.search(r'data-ply="(\d+)"', ada.get(table).text)
    assert ply
    with ThreadPoolExecutor(6) as pool:
        pages = list(pool.map(lambda _: ada.get(f"{table}?hint={ply[1]}").text, range(6)))
    assert all(re.search(r'<p id="answer"[^>]*>\w', page) for page in pages)
    assert at_once == [["bots"]] * 7


def test_several_people_get_hints_only_where_the_table_was_set_up_with_them(site: Site) -> None:
    for hints, may_ask in (("", False), ("yes", True)):
        ada, ben = site.visitor(), site.visitor()
        table = ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first="1", hints=hints)
        ben.post(f"{table}/sit", seat="1", name="Ben")
        has_button, answer = asked(ada, table)
        assert (has_button, bool(answer)) == (may_ask, may_ask)
        assert asked(ben, table) == (False, "")  # it is not Ben's turn


def test_no_hints_beside_the_coach_nor_where_a_bot_plays_in_ones_place(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    lesson = ada.post("/learn/lucky_numbers", name="Ada").url.path.rstrip("/")
    assert asked(ada, lesson) == (False, "")
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first="2", hints="yes")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    ada.post(f"{table}/bot", seat="0", level="novice")
    assert asked(ada, table) == (False, "")
