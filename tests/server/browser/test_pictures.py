"""Pictures as a browser draws them: the longest names and words stay on the card and clear of each other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.sizes import cases

from jardinet.games import load_game
from jardinet.games.api import State
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture

NAMES = ["Bartholomäus Maximilian von Hohenstaufen", "W" * 40, "Mmmmmmmm 2", "Mmmmmmmm 3"]

# What is written: the text, its middle height, and where it begins and ends.
WRITTEN = """
() => [...document.querySelectorAll("svg")].map((svg) => {
  const card = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return [text.textContent, (top + bottom) / 2 - card.top, left - card.left, right - card.left];
  });
})
"""


def positions(name: str, given: dict[str, Any]) -> Iterator[State]:
    """The first position of every phase of a random game, and its end."""
    rng, state = random.Random(3), load_game(name, **given).new_initial_state()
    seen = set()
    while not state.is_terminal():
        phase = getattr(state.view(), "phase", "")
        if phase not in seen:
            yield state.clone()
        seen.add(phase)
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(
    ("name", "players", "font"),
    cases(("lucky_numbers", "maudits_criquets"), (4, 2, 3), ("sans-serif", "DejaVu Sans", "monospace")),
)
def test_no_text_leaves_the_card_or_runs_into_another(browser: Browser, name: str, players: int, font: str) -> None:
    svgs = []
    for state in positions(name, {"players": players}):
        for code in CODES:
            words = load_words(load_language(code), state.get_game(), NAMES[:players])
            svgs += [picture(words, state, seat).replace("sans-serif", font) for seat in (None, 1)]
    page = browser.new_page()
    page.set_content("".join(svgs))
    cards = page.evaluate(WRITTEN)
    page.close()
    assert len(cards) == len(svgs) > 3 * len(CODES)
    for texts in cards:
        assert [text for text, _height, left, right in texts if left < 6 or right > 474] == []
        for (one, height, left, right), (other, beside, begin, end) in combinations(texts, 2):
            assert abs(height - beside) > 12 or right <= begin or end <= left, (one, other)
