"""Errors carry a code and what they say, and travel between processes as they are."""

import pickle

import pytest

from jardinet.games import load_game
from jardinet.games.api import IllegalActionError
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.sentences import Either, Every, Sentence
from jardinet.play.record_format import RecordError, read
from jardinet.words.language import load_language


def raised() -> list[GameError]:
    """Errors of several kinds, as they are raised."""
    found: list[GameError] = []
    state = load_game("lucky_numbers", setup="michael").new_initial_state()
    for break_it in (
        lambda: load_game("chess"),
        lambda: load_game("lucky_numbers", players=7),
        lambda: load_game("lucky_numbers", edition="es", bruno=True),
        lambda: read("no record\n"),
        lambda: state.apply_action(99),
        lambda: load_game("lucky_numbers").deserialize_state("reveal-13 nonsense"),
    ):
        with pytest.raises(GameError) as error:
            break_it()
        found.append(error.value)
    return found


def test_an_error_comes_out_of_a_pickle_as_it_went_in() -> None:
    for error in raised():
        same = pickle.loads(pickle.dumps(error))
        assert (type(same), same.code, str(same)) == (type(error), error.code, str(error))


def test_a_longer_message_keeps_class_and_code() -> None:
    error = IllegalActionError("illegal", "{action} is not possible. Possible: {possible}.", action="x", possible="y")
    longer = error.within("game {i}: {reason}", i=3)
    assert (type(longer), longer.code, str(longer)) == (
        IllegalActionError,
        "illegal",
        "game 3: x is not possible. Possible: y.",
    )
    assert str(error) == "x is not possible. Possible: y."


def test_what_an_error_says_is_told_in_every_language_to_its_last_part() -> None:
    german = load_language("de")
    assert [german.tell(error) for error in raised()][1:4] == [
        "players=7 geht nicht: Möglich ist 2 bis 4.",
        "edition='es' und bruno=True widersprechen sich: Brunos Variante gehört zur Ausgabe 'tiki' (LN-8).",
        "Zeile 1: 'no record' ist keine Angabe: Eine Angabe lautet etwa [Seat1 \"ada\"], und hierher gehört Game.",
    ]
    assert isinstance(raised()[3], RecordError)
    assert german.tell_alone(ParameterError("no-seed", "a table has {low} to {high} seats.", low=2, high=4)).startswith(
        "E"
    )


def test_lists_in_a_sentence_are_joined_as_the_language_does() -> None:
    said = Sentence("{one} and {other} contradict each other: x {tie}", one=Either("abc"), other=Every("abc"), tie="t")
    assert str(said) == "a, b or c and a, b and c contradict each other: x t"
    spanish = load_language("es").tell(
        Sentence("tie={tie!r} is not possible: it must be {ties}.", tie="x", ties=Either("ab"))
    )
    assert spanish == "tie='x' no es válido (valores posibles: a o b)."
