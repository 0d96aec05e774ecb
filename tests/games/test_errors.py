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
        "edition='es' und bruno=True widersprechen sich: Brunos Variante gehört zur Ausgabe „tiki“ (LN-8).",
        'Zeile 1 – „no record“ ist keine Angabe: Eine Angabe lautet etwa [Seat1 "ada"], und hierher gehört Game.',
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


@pytest.mark.parametrize(("code", "told"), [
    ("en", r"“a\x1b[2J” is missing."),
    ("fr", "il manque «\N{NO-BREAK SPACE}a\\x1b[2J\N{NO-BREAK SPACE}»."),
    ("es", r"falta «a\x1b[2J»."),
    ("de", r"„a\x1b[2J“ fehlt."),
])  # fmt: skip
def test_what_was_given_is_quoted_as_the_language_does_and_steers_no_terminal(code: str, told: str) -> None:
    error = GameError("record-missing", "{wanted!r} is missing.", wanted="a\x1b[2J")
    assert load_language(code).tell(error) == told


def test_what_is_given_cannot_be_a_place_for_another_value() -> None:
    error = GameError("record-missing", "{wanted!r} is missing.", wanted="{wanted} 'x' \\ {other!r}")
    assert load_language("de").tell(error) == "„{wanted} 'x' \\ {other!r}“ fehlt."


def test_code_and_what_is_no_text_stay_as_python_writes_them() -> None:
    german = load_language("de")
    assert german.tell(ParameterError("tie", "tie={tie!r} is not possible: it must be {ties}.", tie="x", ties=3)) == (
        "tie='x' geht nicht: Möglich ist 3."
    )
    assert german.tell(GameError("no-action", "action {action!r}", action=9)) == "Spielzug 9"
