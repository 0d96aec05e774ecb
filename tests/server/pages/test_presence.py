"""Who is there and who looks on, on the page and live."""

from __future__ import annotations

import re

import pytest
from tests.kit.pages import Site
from tests.kit.servers import AWAY_AT_ONCE

from jardinet.server.pages.table_page import TablePage

WATCHING = re.compile(r"You are watching\.|You and \d+ others? are watching\.|\d+ (?:person is|people are) watching\.")


def watching(page: str) -> list[str]:
    return WATCHING.findall(page)


def test_whoever_watches_is_told_and_whoever_plays_how_many_do(site: Site) -> None:
    ada, cleo, dan = site.visitor(), site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    assert watching(ada.get(table).text) == []
    assert watching(cleo.get(table).text) == ["You are watching."]
    with cleo.listen(table) as hers, dan.listen(table) as his:
        hers.receive_text()
        his.receive_text()
        assert watching(ada.get(table).text) == ["2 people are watching."]
        assert watching(cleo.get(table).text) == ["You and 1 other are watching."]
        ada.post("/me", name="Countess")  # the next change tells it to everybody
        assert watching(hers.receive_text()) == ["You and 1 other are watching."]
    assert watching(ada.get(table).text) == []


def test_who_comes_to_watch_makes_no_page_anew_for_the_others_until_a_while_has_passed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    fragment = TablePage.fragment

    def counted(shown: TablePage) -> str:
        rendered.append(shown)
        return fragment(shown)

    monkeypatch.setattr(TablePage, "fragment", counted)
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="random", first="1")
    sockets = [site.visitor().listen(table) for _watcher in range(5)]
    for socket in sockets:
        socket.__enter__().receive_text()
    assert len(rendered) == 1
    for socket in sockets:
        socket.__exit__(None, None, None)


def test_since_when_somebody_is_away_is_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first="1")
    ben.post(f"{table}/sit", seat="1", name="Ben & Söhne")
    ben.get(table)
    assert "data-since" not in ada.get(table).text
    monkeypatch.setattr(site.presence, "_intervals", AWAY_AT_ONCE)
    page = ada.get(table).text
    assert "Ben &amp; Söhne is away." in page
    assert re.search(
        r'<p class="small">Ben &amp; Söhne: away for <time data-since="\d+\.\d{3}">1 minute</time></p>', page
    )


def test_a_seat_is_marked_while_somebody_is_there_and_bots_are_not(site: Site) -> None:
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat3="greedy")
    ben.post(f"{table}/sit", seat=1, name="Ben")
    marks = re.findall(r'class="is-here"', ada.get(table).text)
    assert len(marks) == 1, "Ben has the table before him; a bot is nobody, and one knows of oneself"
