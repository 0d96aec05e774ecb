"""What is written in pictures: the reader's language and the names of the table."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.own_games import OWN_GAMES
from tests.play.random_play import random_game

from jardinet.games.api import State
from jardinet.games.drawing import SVG
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import labels, paragraph, picture

NAMES = ["Ada", "Ben", "Cleo", "Dora"]
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "lucky_numbers": [{}, {"players": 4, "setup": "michael"}, {"players": 3, "edition": "5-vor-12"}],
    "maudits_criquets": [{}, {"players": 4}],
}
CASES = [pytest.param(name, given, id=f"{name}-{given}") for name, variants in VARIANTS.items() for given in variants]

# Words of ours that another language writes just so.
SHARED = {"fr": {"impasse", "place", "table"}, "es": set[str](), "de": {"hand", "in"}}


@cache
def positions(name: str, variant: int) -> list[State]:
    """Some of every phase of a game, the beginning and the end among them."""
    found: list[State] = []
    seen: dict[str, int] = {}
    for state in random_game(name, VARIANTS[name][variant], 7):
        phase = str(getattr(state.view(), "phase", ""))
        seen[phase] = seen.get(phase, 0) + 1
        if seen[phase] <= 3 or seen[phase] % 30 == 0:
            found.append(state.clone())
    return found


def written(svg: str) -> list[str]:
    """Every text of a picture, its title and its description among them."""
    root = ElementTree.fromstring(svg)
    return [element.text or "" for tag in ("title", "desc", "text") for element in root.iter(f"{{{SVG}}}{tag}")]


def words_of(texts: list[str]) -> set[str]:
    """The words in them; names, titles of games and what a cell or a card is called are none."""
    bare = re.sub(
        "|".join([*NAMES, "Lucky Numbers", "Maudits Criquets", "Grasshopper Poker", "Heuschrecken Poker"]),
        " ",
        " ".join(texts),
    )
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", bare)}


def drawn(code: str, state: State, seat: int | None, you: int | None) -> str:
    words = load_words(load_language(code), state.get_game(), NAMES[: state.num_players()], you)
    return picture(words, state, seat)


@cache
def texts(name: str, variant: int, code: str, seat: int | None) -> list[list[str]]:
    """What is written in the picture of each of those positions, for the player of a seat or for nobody."""
    return [written(drawn(code, state, seat, seat)) for state in positions(name, variant)]


@cache
def bare_texts(name: str, variant: int, seat: int | None) -> list[list[str]]:
    """The same where nobody says in which words."""
    return [written(state.draw(seat)) for state in positions(name, variant)]


def test_every_game_and_every_language_is_asked_here() -> None:
    assert sorted(VARIANTS) == sorted(OWN_GAMES)
    assert {"en", *SHARED} == set(CODES)


@pytest.mark.parametrize("code", SHARED)
@pytest.mark.parametrize(("name", "given"), CASES)
def test_no_word_of_the_english_picture_is_in_one_of_another_language(
    name: str, given: dict[str, Any], code: str
) -> None:
    variant = VARIANTS[name].index(given)
    for seat in (None, 0):
        pictures = [texts(name, variant, "en", seat), bare_texts(name, variant, seat), texts(name, variant, code, seat)]
        for one, bare, other in zip(*pictures, strict=True):
            english = [*one, *bare]
            assert words_of(other) & words_of(english) <= SHARED[code]
            assert not [text for text in other if text in english and words_of([text])]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("name", "given"), CASES)
def test_players_are_named_and_no_seat_is_numbered(name: str, given: dict[str, Any], code: str) -> None:
    seat_word = load_language(code).gettext("Seat {number}").format(number="")
    variant = VARIANTS[name].index(given)
    for state, found in zip(positions(name, variant), texts(name, variant, code, None), strict=True):
        title, description, *others = found
        for called in NAMES[: state.num_players()]:
            assert any(re.match(rf"{called}\b", text) for text in others)
            assert called in description
        assert not any(seat_word in text or "Seat" in text for text in found)
        player = state.current_player()
        if player >= 0:
            assert NAMES[player] in title
        assert all(NAMES[seat] in title for seat in state.winners())


@pytest.mark.parametrize("name", VARIANTS)
def test_the_reader_is_addressed(name: str) -> None:
    for state in positions(name, 0):
        title, *others = written(drawn("de", state, 1, 1))
        assert any(re.match(r"Du\b", text) for text in others[1:])
        assert not any("Ben" in text for text in (title, *others))
        if state.current_player() == 1:
            assert re.search(r"\b[Dd]u\b", title)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", VARIANTS)
def test_the_description_is_what_is_read_out_of_the_position(name: str, code: str) -> None:
    for state in positions(name, 0):
        words, view = load_words(load_language(code), state.get_game(), NAMES[:2]), state.view()
        description = labels(words, view).description
        for line in words.describe(view, None, with_others=True):
            assert line in description
        for board in getattr(view, "boards", []):
            assert words.language.every(board.hand) in description
            for cell in board.cells:
                assert not cell.is_open or cell.name in description


def test_lines_become_sentences() -> None:
    assert paragraph(["Ada wins!", "row 1: 3", "Nothing lies there."]) == "Ada wins! row 1: 3. Nothing lies there."
