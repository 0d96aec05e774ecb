"""A record told again, and the picture of where it stops."""

from __future__ import annotations

import pytest

import jardinet
from jardinet.games.parameters import GameError
from jardinet.play.record import PlayedFor, Record
from jardinet.terminal.replay import check_turn, named_words, tell_game
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.news import stand_in_sentence
from jardinet.words.pictures import picture


@pytest.mark.parametrize("code", CODES)
def test_the_picture_is_in_the_language_of_the_words_and_names_the_seats(code: str) -> None:
    game, language = jardinet.load_game("maudits_criquets"), load_language(code)
    state = game.deserialize_state("reveal-corn reveal-corn reveal-strawberry bid-3+bid-5 pick-corn")
    record = Record(game, ("you", "greedy"), tuple(state.history()))
    words = load_words(language, game, [language.gettext("you"), language.pgettext("bot", "Greedy")], 0)
    assert tell_game(record, Screen(is_plain=True), language) == picture(words, state)


def test_a_turn_must_be_one_of_some_game_of_a_match() -> None:
    game, language = jardinet.load_game("maudits_criquets"), load_language("en")
    state, records = game.new_initial_state(), []
    for bids in range(3):
        while not state.is_simultaneous_node():
            state.apply_action(state.legal_actions()[0])
        records.append(Record(game, ("ada", "ben"), tuple(state.history())))
        state.apply_actions([bids, bids + 1])
    none, one, two = records
    counts = [len(record.game.turns(record.moves)) for record in records]
    longest = max(counts)
    check_turn([none, two, one], longest, language)  # the shorter ones are told to their ends
    with pytest.raises(GameError) as raised:
        check_turn(records, longest + 1, language)
    told = [f"game {k} has {count} turn{'s' * (count != 1)}" for k, count in enumerate(counts, 1)]
    assert str(raised.value) == f"there is no turn {longest + 1}: {told[0]}, {told[1]} and {told[2]}."


@pytest.mark.parametrize("code", CODES)
def test_a_turn_that_a_bot_played_in_a_persons_place_says_so(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    game, language = jardinet.load_game("lucky_numbers", setup="michael"), load_language(code)
    state = game.deserialize_state("reveal-3 place-a1 reveal-4 place-b2")
    moves = tuple(state.history())
    record = Record(game, ("ada", "ben"), moves, played_for=(PlayedFor(3, 1, "skilled"),))
    tell_game(record, Screen(is_plain=True), language)
    told = capsys.readouterr().out.splitlines()
    sentence = stand_in_sentence(named_words(record, language), 1, "skilled", is_late=False)
    assert [line.startswith("2. ") for line in told if sentence in line] == [True]
