"""A record told again, and the picture of where it stops."""

from __future__ import annotations

import pytest

import jardinet
from jardinet.play.record import Record
from jardinet.terminal.replay import tell_game
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_in_the_language_of_the_words_and_names_the_seats(code: str) -> None:
    game, language = jardinet.load_game("maudits_criquets"), load_language(code)
    state = game.deserialize_state("reveal-corn reveal-corn reveal-strawberry bid-3+bid-5 pick-corn")
    record = Record(game, ("you", "greedy"), tuple(state.history()))
    words = load_words(language, game, [language.gettext("you"), language.pgettext("bot", "Greedy")], 0)
    assert tell_game(record, Screen(is_plain=True), language) == picture(words, state)
