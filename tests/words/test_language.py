"""Which language is spoken, and how it writes lists and numbers."""

import pytest

from jardinet.games.parameters import ParameterError
from jardinet.words.language import CODES, load_language, preferred_code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "es_MX.UTF-8"}, "es"),
        ({"LANGUAGE": "it:pt_BR:de", "LANG": "fr_FR"}, "de"),
        ({"LANGUAGE": "", "LANG": "de"}, "de"),
        ({"LANG": "est_EE.UTF-8"}, "en"),
        ({"LANGUAGE": "frp:de@euro"}, "de"),
        ({"LANG": "FR.UTF-8"}, "fr"),
    ],
)
def test_the_environment_chooses_as_gettext_would(environment: dict[str, str], code: str) -> None:
    assert preferred_code(environment) == code


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(ParameterError, match="en, de, es and fr"):
        load_language("it")


@pytest.mark.parametrize(
    ("code", "every", "either"),
    [
        ("en", "a1, b2 and c3", "a1, b2 or c3"),
        ("fr", "a1, b2 et c3", "a1, b2 ou c3"),
        ("es", "a1, b2 y c3", "a1, b2 o c3"),
        ("de", "a1, b2 und c3", "a1, b2 oder c3"),
    ],
)
def test_lists_read_as_the_language_writes_them(code: str, every: str, either: str) -> None:
    language = load_language(code)
    assert (language.every(["a1", "b2", "c3"]), language.either(["a1", "b2", "c3"])) == (every, either)
    assert language.every(["a1"]) == "a1"


def test_spanish_changes_the_word_before_its_own_sound() -> None:
    spanish = load_language("es")
    assert spanish.either([3, 7, 8]) == "3, 7 u 8"
    assert spanish.either([10, 11]) == "10 u 11"
    assert spanish.either([7, 12, 18]) == "7, 12 o 18"
    assert spanish.every(["Ana", "Inés"]) == "Ana e Inés"
    assert spanish.every(["Ana", "Yago"]) == "Ana y Yago"


def test_numbers_read_as_the_language_writes_them() -> None:
    told = {code: load_language(code).percent(0.5125).replace("\N{NO-BREAK SPACE}", " ") for code in CODES}
    assert told == {"en": "51.2%", "fr": "51,2 %", "es": "51,2 %", "de": "51,2 %"}
    assert load_language("en").number(100000) == "100,000"


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("en", ["0.0 points", "1.0 points", "1.9 points", "2.0 points", "−1.4 points", "0.4 to 1.8 points"]),
        ("fr", ["0,0 point", "1,0 point", "1,9 point", "2,0 points", "−1,4 point", "0,4 à 1,8 point"]),
        ("es", ["0,0 puntos", "1,0 punto", "1,9 puntos", "2,0 puntos", "−1,4 puntos", "de 0,4 a 1,8 puntos"]),
        ("de", ["0,0 Punkte", "1,0 Punkte", "1,9 Punkte", "2,0 Punkte", "−1,4 Punkte", "0,4 bis 1,8 Punkte"]),
    ],
)
def test_points_with_decimals_have_the_plural_of_the_language(code: str, told: list[str]) -> None:
    language = load_language(code)
    alone = [language.in_points(share) for share in (0.0, 0.01, 0.019, 0.02)]
    assert [*alone, language.in_points(-0.014, is_signed=True), language.in_points(0.004, 0.018)] == told


def test_a_range_that_is_one_figure_is_told_as_one() -> None:
    assert load_language("en").in_points(0.0141, 0.0142) == "1.4 points"
