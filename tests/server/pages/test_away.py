"""A bot for somebody who is away, and a question to whoever is there; all of it without a script."""

from __future__ import annotations

import re

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.servers import AWAY_AT_ONCE

QUESTION = "asks whether a bot may play for you"


@pytest.fixture
def people(site: Site) -> tuple[Visitor, Visitor, str]:
    """Ada, who is the host, Ben, and the table at which they play."""
    ada, ben = site.visitor(), site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="person", setup="michael", first="1")
    ben.post(f"{table}/sit", seat="1", name="Ben")
    return ada, ben, table


def offered(page: str) -> dict[str, str]:
    """What the page offers to do by which seat: `{"1": "ask"}`."""
    forms = re.findall(r'action="/t/[\w-]+/(bot|ask|answer|return)".*?name="seat" value="(\d)"', page, re.DOTALL)
    return {seat: action for action, seat in forms}


def test_somebody_who_is_there_is_asked_and_only_their_yes_seats_the_bot(people: tuple[Visitor, Visitor, str]) -> None:
    ada, ben, table = people
    assert offered(ada.get(table).text) == {"0": "bot", "1": "ask"}
    refused = ada.post(f"{table}/bot", seat="1", level="greedy")
    assert refused.status_code == 409
    assert "Ben is here: ask whether a bot may play for them." in refused.text
    page = ada.post(f"{table}/ask", seat="1", level="greedy").text
    assert "Ben is asked whether a bot may play." in page
    assert QUESTION not in page
    asked = ben.get(table).text
    assert f"Ada {QUESTION}" in asked
    assert offered(asked)["1"] == "answer" or 'id="agree-1"' in asked
    assert ada.post(f"{table}/answer", seat="1", agrees="yes").status_code == 403
    after = ben.post(f"{table}/answer", seat="1", agrees="yes").text
    assert QUESTION not in after
    assert "A bot is playing in your place." in after
    assert "A bot is playing in your place." not in ben.post(f"{table}/return", seat="1").text


def test_whoever_would_rather_play_does(people: tuple[Visitor, Visitor, str]) -> None:
    ada, ben, table = people
    ada.post(f"{table}/ask", seat="1", level="greedy")
    after = ben.post(f"{table}/answer", seat="1", agrees="no").text
    assert QUESTION not in after
    assert "A bot is playing in your place." not in after
    page = ada.get(table).text
    assert "Ben would rather play" in page
    assert offered(page) == {"0": "bot"}
    assert ada.post(f"{table}/ask", seat="1", level="greedy").status_code == 409


def test_of_somebody_who_is_away_the_page_says_so_and_the_host_may_seat_a_bot(
    people: tuple[Visitor, Visitor, str], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = people
    assert "is away" not in ada.get(table).text
    monkeypatch.setattr(site.presence, "_intervals", AWAY_AT_ONCE)
    page = ada.get(table).text
    assert '<p id="absent" class="small" role="status">Ben is away.</p>' in page
    assert offered(page) == {"0": "bot", "1": "bot"}
    assert '<p id="absent" class="small" role="status">Ada and Ben are away.</p>' in site.visitor().get(table).text
    assert offered(site.visitor().get(table).text) == {}
    page = ada.post(f"{table}/bot", seat="1", level="greedy").text
    assert '<p id="absent" class="small" role="status">Greedy plays for Ben, who is away.</p>' in page
    assert offered(ben.get(table).text)["1"] == "return"


def test_an_open_live_page_keeps_somebody_there(
    people: tuple[Visitor, Visitor, str], site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, ben, table = people
    monkeypatch.setattr(site.presence, "_intervals", AWAY_AT_ONCE)
    with ben.listen(table) as live:
        assert "Ada is away." in live.receive_text()
        page = ada.get(table).text
        assert "is away" not in page
        assert offered(page)["1"] == "ask"
        assert ada.post(f"{table}/bot", seat="1", level="greedy").status_code == 409
    while "Ben is away." not in ada.get(table).text:
        pass


def test_everybody_may_let_a_bot_play_for_themselves_for_a_while(people: tuple[Visitor, Visitor, str]) -> None:
    _ada, ben, table = people
    assert offered(ben.get(table).text) == {"1": "bot"}
    assert ben.post(f"{table}/bot", seat="0", level="greedy").status_code == 403
    assert "A bot is playing in your place." in ben.post(f"{table}/bot", seat="1", level="greedy").text
    assert offered(ben.get(table).text) == {"1": "return"}


def test_whoever_plays_with_bots_alone_is_not_asked_to_let_one_play(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table("lucky_numbers", name="Ada", seat2="greedy", setup="michael", first="1")
    assert offered(ada.get(table).text) == {}
