"""Games in a text browser, by what it shows: nothing there is drawn, and a label that is no text is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.kit.databases import new_sqlite
from tests.kit.servers import SHORT, serving, settings_of
from tests.kit.text_browsers import Edbrowse, Elinks, Links, Lynx, TextBrowser, W3m
from tests.sizes import WHOLE

NONE = dict.fromkeys(SHORT.bot_pace, 0.0)
AT_ONCE = replace(SHORT, bot_pace=NONE, bot_goes_on=NONE, correction=NONE)
LONGEST = 900  # presses in a game: about 70, and looks at one that is compiled for the first time
PLACE = re.compile(r"([a-d][1-4]), free, takes (\d+)(?: to (\d+))?, place the (\d+)")
PICK = re.compile(r"pick \d+ [a-z]+")
BID = re.compile(r"(?<!you )(?<!each )bid (?:\d|the ace, A|the X)(?![\w,])")  # but none that is told


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = new_sqlite(tmp_path_factory.mktemp("server") / "tables.sqlite3")
    with serving(replace(settings_of(database), intervals=AT_ONCE)) as url:
        yield url


@pytest.fixture(params=[Edbrowse, Lynx, W3m, pytest.param(Elinks, marks=WHOLE), pytest.param(Links, marks=WHOLE)])
def browser(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> Iterator[TextBrowser]:
    one = request.param(f"{address}/", tmp_path)
    yield one
    one.close()


def text_of(browser: TextBrowser) -> str:
    return "\n".join(browser.page())


def type_words(browser: TextBrowser, words: str) -> None:
    browser.type("Or type your move", words, "Send")


def look_until(browser: TextBrowser, told: str) -> None:
    """Look again until the page says that."""
    for _look in range(LONGEST):
        if told in text_of(browser):
            return
        browser.press("Look again")
    pytest.fail(text_of(browser))


def turn_in_lucky_numbers(browser: TextBrowser, text: str, _chance: Random) -> None:
    """Place a tile where it fits best, by its button; all else by what is typed."""
    places = [
        (abs(2 * int(tile) - int(low) - int(high or low)), found) for found, low, high, tile in PLACE.findall(text)
    ]
    if "Set-up" in text:
        type_words(browser, "arrange")
    elif "Draw a tile" in text:
        type_words(browser, "draw")
    elif places and min(places)[0] < 8:
        browser.press(f"{min(places)[1]}, free, takes")
    elif "or discard it" in text:
        type_words(browser, "discard")
    else:
        browser.press("Look again")


def turn_in_maudits_criquets(browser: TextBrowser, text: str, chance: Random) -> None:
    """Pick the first kind of the loot, or bid one of the cards, by its button."""
    cards = [card for line in text.splitlines() if not line.endswith(".") for card in BID.findall(line)]
    if found := PICK.search(text):
        browser.press(found[0])
    elif cards and "may still change it" not in text:
        browser.press(chance.choice(cards))
    else:
        browser.press("Look again")


@WHOLE
@pytest.mark.parametrize(
    ("title", "turn"),
    [("Lucky Numbers", turn_in_lucky_numbers), ("Grasshopper Poker", turn_in_maudits_criquets)],
    ids=["lucky_numbers", "maudits_criquets"],
)
def test_a_whole_game_is_played_by_what_is_shown(browser: TextBrowser, title: str, turn) -> None:  # type: ignore[no-untyped-def]
    chance = Random(1)
    browser.press(f"Play: {title}")
    for _press in range(LONGEST):
        text = text_of(browser)
        if "Rematch" in text:
            break
        turn(browser, text, chance)
    assert "Ranking" in text_of(browser) or "Watch it again" in text_of(browser)


def test_nothing_runs_together_and_no_blank_stands_before_a_comma(browser: TextBrowser) -> None:
    assert "Novice, strength" in text_of(browser)
    browser.press("Play: Lucky Numbers")
    look_until(browser, "Arrange for me")
    assert not re.search(r"\w[<{]", text_of(browser))  # as edbrowse marks what can be pressed


def test_a_game_begins_and_its_board_is_read_out(browser: TextBrowser) -> None:
    browser.press("Play: Lucky Numbers")
    look_until(browser, "Arrange for me")
    assert "row 1: free" not in text_of(browser)
    type_words(browser, "board")
    assert "row 1: free, free, free, free" in text_of(browser)
    type_words(browser, "arrange")
    look_until(browser, "Draw a tile")
    browser.press("Draw a tile")
    assert PLACE.search(text_of(browser)) or "or discard it" in text_of(browser)
