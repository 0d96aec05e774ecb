"""A game of two people is explained to each of them: every sentence of the page is what its record says, and reads right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.server.browser.players import play_by_two, table_of_two, until
from tests.sizes import first_of
from tests.words.test_composition import faults

from jardinet.analysis.ledger import analyse
from jardinet.play.record_format import read
from jardinet.words.analysis import Report, report
from jardinet.words.game_words import load_words, names_of
from jardinet.words.language import load_language

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")


def sentences_of(told: Report) -> list[str]:
    """All that the page has to say, from top to bottom."""
    points = [sentence for _turn, sentence in told.turning_points]
    turns = [text for turn in told.turns for text in (turn.told, *turn.notes)]
    return [*told.verdicts, *points, told.notice, *turns]


def shown_on(page: Page) -> list[str]:
    """The same as it is shown, without the number in front of a turning point."""
    return [str(text) for text in page.evaluate(SHOWN)]


SHOWN = """
() => {
  const own = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent).join("").trim();
  return [
    ...document.querySelectorAll(".verdicts p, .points li, .accounts .hint, .turns .happened, .turns .happened p"),
  ].map(own);
}
"""


@pytest.mark.parametrize("game", first_of(GAMES))
def test_a_game_played_in_two_browsers_is_explained_to_both_in_sentences_that_its_record_bears_out(
    visit: Visit, game: str
) -> None:
    ada, ben = visit(locale="fr"), visit(locale="de")
    table = table_of_two(ada, ben, game)
    play_by_two(ada, ben)
    [record] = read(ada.request.get(f"{table}/record").text())
    found = analyse(record.game, record.moves)
    for seat, (code, page) in enumerate((("fr", ada), ("de", ben))):
        page.goto(f"{table}/analysis/1")
        until(page, lambda page=page: page.locator(".analysis.turns").count() == 1)  # type: ignore[misc]
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
