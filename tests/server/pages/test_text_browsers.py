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
from tests.kit.text_browsers import Edbrowse
from tests.sizes import WHOLE

AT_ONCE = replace(SHORT, bot_pace=dict.fromkeys(SHORT.bot_pace, 0.0), correction=dict.fromkeys(SHORT.correction, 0.0))
LONGEST = 900  # presses in a game
PLACE = re.compile(r"([a-d][1-4]), free, takes (\d+)(?: to (\d+))?, place the (\d+)")
PICK = re.compile(r"pick \d+ [a-z]+")
BID = re.compile(r"(?<!you )(?<!each )bid (?:\d|the ace, A|the X)(?![\w,])")  # but none that is told


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = new_sqlite(tmp_path_factory.mktemp("server") / "tables.sqlite3")
    with serving(replace(settings_of(database), intervals=AT_ONCE)) as url:
        yield url


@pytest.fixture
def browser(address: str, tmp_path: Path) -> Iterator[Edbrowse]:
    one = Edbrowse(f"{address}/", tmp_path)
    yield one
    one.close()


def text_of(browser: Edbrowse) -> str:
    return "\n".join(browser.page())


def type_words(browser: Edbrowse, words: str) -> None:
    browser.type("Or type your move", words, "Send")


def turn_in_lucky_numbers(browser: Edbrowse, text: str, _chance: Random) -> None:
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


def turn_in_maudits_criquets(browser: Edbrowse, text: str, chance: Random) -> None:
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
def test_a_whole_game_is_played_by_what_is_shown(browser: Edbrowse, title: str, turn) -> None:  # type: ignore[no-untyped-def]
    chance = Random(1)
    browser.press(f"Play: {title}")
    for _press in range(LONGEST):
        text = text_of(browser)
        if "Rematch" in text:
            break
        turn(browser, text, chance)
    assert "Ranking" in text_of(browser) or "Watch it again" in text_of(browser)


def test_the_board_is_read_out_where_one_types(browser: Edbrowse) -> None:
    browser.press("Play: Lucky Numbers")
    assert "row 1: free" not in text_of(browser)
    for _try in range(LONGEST):  # until nobody has played between what one saw and what one typed
        type_words(browser, "board")
        if "row 1: free, free, free, free" in text_of(browser):
            return
    pytest.fail(text_of(browser))
