"""A game of two people is explained to each of them: every sentence of the page is what its record says, and reads right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import isclose
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page
from tests.kit.waiting import UNHURRIED
from tests.server.browser.players import id_of, is_over, play_by_two, set_table, table_of_two, until
from tests.sizes import cases
from tests.words.test_composition import faults

from jardinet.analysis.review import review_of
from jardinet.play.record_format import read
from jardinet.words.analysis import Report, report
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import Language, load_language

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")
LANGUAGES = (("fr", "de"), ("en", "es"))
PEOPLE = ("Ada", "Ben")


def sentences_of(told: Report) -> list[str]:
    """All that the page has to say, from top to bottom."""
    points = [sentence for _turn, sentence in told.turning_points]
    turns = [text for turn in told.turns for text in (turn.told, *turn.notes)]
    return [told.verdict, *points, *told.sums, told.notice, *turns]


def shown_on(page: Page) -> list[str]:
    """The same as it is shown, without the number in front of a turning point."""
    return [str(text) for text in page.evaluate(SHOWN)]


SHOWN = """
() => {
  const own = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent).join("").trim();
  return [
    ...document.querySelectorAll(".verdict p, .points li, .accounts > p, .turns .happened, .turns .happened p"),
  ].map(own);
}
"""


def analysed(page: Page, table: str) -> dict[str, Any]:
    """Go to the analysis of a table's first game; returns its figures, as programs are told them."""
    page.goto(f"{table}/analysis/1")
    until(page, lambda: page.locator(".analysis.turns").count() == 1, UNHURRIED)
    [told] = page.request.get(f"/api/tables/{id_of(table)}/analysis/1").json()
    return dict(told)


class Swing(NamedTuple):
    """What a turn changed, how, for whom, and from how much to how much in tenths of a point."""

    turn: int
    kind: str
    seat: int
    low: int
    high: int


def swings_of(told: dict[str, Any]) -> Iterator[tuple[float, Swing]]:
    """All that figures tell, reckoned once more from them alone, with its size: the luck and the bids of each seat, and errors."""
    for turn in told["turns"]:
        number, luck = turn["number"], [one["change"] for one in turn["chances"]]
        for seat, change in enumerate(map(sum, zip(*luck, strict=True))):
            yield abs(change), Swing(number, "luck" if change > 0 else "bad luck", seat, *[tenths(abs(change))] * 2)
        for seat, change in enumerate(turn["bids"]):
            if change > 0:
                yield change, Swing(number, "bids", seat, *[tenths(change)] * 2)
        for one in turn["decisions"]:
            low, high = (max(0.0, one["cost"] + side * one["doubt"]) for side in (-1, 1))
            yield one["cost"], Swing(number, "error", one["seat"], tenths(low), tenths(high))


def tenths(share: float) -> int:
    return round(10 * round(100 * share, 1))


SENTENCES = {
    "luck": ("Lucky for you: {points}.", "Lucky for {name}: {points}."),
    "bad luck": ("Unlucky for you: {points}.", "Unlucky for {name}: {points}."),
    "bids": ("The bids went your way: {points}.", "The bids went well for {name}: {points}."),
    "error": ("Better for you: {action}, {points} more.", "Better for {name}: {action}, {points} more."),
}
POINTS = r"(?:de\s)?(\d+[.,]\d)(?:\s(?:to|à|bis|a)\s(\d+[.,]\d))?\s(?:points?|Punkte?|puntos?)"


def swings_on(page: Page, language: Language, reader: int) -> list[Swing]:
    """All that the turning points on a page tell, read out of their sentences."""
    found = list[Swing]()
    for item in page.locator(".points li").all():
        text = item.text_content() or ""
        number = re.sub(r"\D", "", item.locator("a").text_content() or "")
        before = len(found)
        for kind, forms in SENTENCES.items():
            for seat, form in zip((reader, 1 - reader), map(language.gettext, forms), strict=True):
                pattern = re.escape(form).replace(r"\{points\}", POINTS).replace(r"\{action\}", ".+?")
                for low, high in re.findall(pattern.replace(r"\{name\}", PEOPLE[seat]), text):
                    ends = [int(re.sub(r"\D", "", end)) for end in (low, high or low)]
                    found.append(Swing(int(number), kind, seat, *ends))
        assert len(found) - before == len(re.findall(POINTS, text)) > 0
    return found


def amounts_in(page: Page) -> list[list[int]]:
    """The accounts on a page, in tenths of a point."""
    rows = page.locator(".accounts tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))"
    )
    return [[int(re.sub(r"[^\d-]", "", cell.replace("−", "-"))) for cell in row] for row in rows]


def accounts_of(told: dict[str, Any]) -> list[list[int]]:
    """The same by the figures; no bids where nobody bids."""
    columns = ["start", "luck", "bids", "errors", "gifts", "unexplained", "result", "adjusted", "error_rate"]
    if told["game"] == "lucky_numbers":
        columns.remove("bids")
    signs = {"errors": -1}
    return [[tenths(signs.get(column, 1) * one[column]) for column in columns] for one in told["accounts"]]


@pytest.mark.parametrize(("game", "languages"), cases(GAMES, LANGUAGES))
def test_a_game_played_in_two_browsers_is_explained_to_both_in_sentences_that_its_record_bears_out(
    visit: Visit, game: str, languages: tuple[str, str]
) -> None:
    ada, ben = (visit(locale=code) for code in languages)
    table = table_of_two(ada, ben, game)
    play_by_two(ada, ben)
    [record] = read(ada.request.get(f"{table}/record").text())
    found = review_of(record)
    for seat, (code, page) in enumerate(zip(languages, (ada, ben), strict=True)):
        figures = analysed(page, table)
        language = load_language(code)
        words = load_words(language, record.game, names_of(language, record.seats, bots=()), seat)
        told = report(words, found, record.moves)
        shown = shown_on(page)
        assert shown == sentences_of(told)
        assert len(shown) > len(told.turns)
        assert not [fault for sentence in shown for fault in faults(sentence, code)]
        cells = page.locator(".accounts tbody tr").evaluate_all(
            "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
        )
        assert cells == [list(row) for row in told.rows]
        # What was compared until here is made by the same code twice; this is read from the page, and from the figures.
        expected, read_out = [swing for _size, swing in swings_of(figures)], swings_on(page, language, seat)
        assert read_out and not [one for one in read_out if one not in expected]
        greatest, _swing = max(swings_of(figures))
        # What one gains another loses, but for the last bits of a sum: either may be told.
        assert any(isclose(size, greatest) and swing in read_out for size, swing in swings_of(figures))
        assert amounts_in(page) == accounts_of(figures)


def test_the_curve_is_walked_by_keyboard_and_every_turn_says_what_it_was_worth(visit: Visit) -> None:
    page = visit()
    table = set_table(page, "maudits_criquets", seat1="novice", seat2="casual")
    until(page, lambda: is_over(page))
    told = analysed(page, table)
    devtools = page.context.new_cdp_session(page)

    def focused() -> tuple[str, str]:
        """The role and the name that the browser gives to those who listen of what has the focus."""
        for node in devtools.send("Accessibility.getFullAXTree")["nodes"]:
            is_focused = any(one["name"] == "focused" and one["value"]["value"] for one in node.get("properties", []))
            if is_focused and node["role"]["value"] != "RootWebArea":
                return node["role"]["value"], node["name"]["value"]
        return "", ""

    for _ in range(50):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.curve') !== null"):
            break
    for number, shares in enumerate([told["start"], *(turn["values"] for turn in told["turns"])]):
        role, name = focused()
        begin = f"Turn {number}: " if number else "Before the first turn: "
        assert role == "link" and name.startswith(begin)
        [percents] = re.findall(r"^[^%]+? (\d+\.?\d*)%, [^%]+? (\d+\.?\d*)%\.", name.removeprefix(begin))
        assert [float(percent) for percent in percents] == pytest.approx([100 * share for share in shares], abs=0.051)
        page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.closest('.curve')")
    page.keyboard.press("Shift+Tab")
    assert focused()[1].startswith(f"Turn {told['turns'][-1]['number']}: ")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay/1?step={told['turns'][-2]['number']}")
