"""Taking a play back on a table's page, against a bot: the button, what is told of it, and what its replay and record say."""

from __future__ import annotations

import re

import pytest
from tests.kit.pages import Site, Visitor
from tests.kit.waiting import UNHURRIED, until

BUTTON = 'id="take-back"'
TOLD = "You took your play back."


def ply_of(page: str) -> str:
    return str(re.findall(r'name="ply" value="([0-9]+)"', page)[0])


def plays_in(page: str) -> list[str]:
    return re.findall(r'name="play" value="([^"]+)"', page)


def taken_back(ada: Visitor, table: str) -> tuple[str, str]:
    """Play until a play is taken back before the bot has drawn; the pages before that play and after it is taken back."""
    while True:
        until(lambda: plays_in(ada.get(table).text), "Ada is asked")
        before = ada.get(table).text
        ada.post(f"{table}/play", ply=ply_of(before), play=plays_in(before)[-1])
        page = ada.get(table).text
        if BUTTON in page:
            after = ada.post(f"{table}/take-back", ply=ply_of(page)).text
            if TOLD in after:
                return before, after


def test_a_play_is_taken_back_and_told(site: Site) -> None:
    ada = site.visitor()
    table = ada.set_table(
        "lucky_numbers", name="Ada", seat2="novice", bot_pace="calm", first="1", setup="michael", take_back="yes"
    )
    before, after = taken_back(ada, table)
    assert BUTTON not in site.visitor().get(table).text
    assert plays_in(after) == plays_in(before)
    assert BUTTON not in after
    assert "Ada took a play back." in site.visitor().get(table).text
    ada.post(f"{table}/play", ply=ply_of(after), play=plays_in(after)[-1])
    assert BUTTON not in ada.get(table).text
    assert ada.post(f"{table}/take-back", ply=ply_of(ada.get(table).text)).status_code in (409, 422)
    ada.post(f"{table}/give-up")
    until(lambda: "Secret" in ada.get(f"{table}/record").text, "the bots play to the end", UNHURRIED)
    assert '[TakenBack "1 ' in ada.get(f"{table}/record").text
    replayed = [ada.get(f"{table}/replay/1?step={step}").text for step in range(1, 20)]
    assert any(TOLD in one for one in replayed)
    until(lambda: "You took a play back: what you played" in ada.get(f"{table}/analysis/1").text, "analysed", UNHURRIED)


@pytest.mark.parametrize("agreed", [{"take_back": ""}, {"seat2": "beside", "beside2": "Tom"}])
def test_where_it_is_not_possible_there_is_no_button(site: Site, agreed: dict[str, str]) -> None:
    ada = site.visitor()
    table = ada.set_table(
        "lucky_numbers",
        **(
            {"name": "Ada", "seat2": "novice", "bot_pace": "calm", "first": "1", "setup": "michael", "take_back": "yes"}
            | agreed
        ),
    )
    page = ada.get(table).text
    ada.post(f"{table}/play", ply=ply_of(page), play=plays_in(page)[0])
    page = ada.get(table).text
    assert BUTTON not in page
    answer = ada.post(f"{table}/take-back", ply=ply_of(page))
    assert answer.status_code in (409, 422)
    assert "Traceback" not in answer.text
