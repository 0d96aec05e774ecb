"""Strengths in words."""

import pytest

from jardinet.ratings.yardstick import Measured, Sizing, Yardstick
from jardinet.words.language import load_language
from jardinet.words.ratings import among_levels, strength_told

LEVELS = {"novice": Measured(1300, 10), "skilled": Measured(1500, 0), "master": Measured(1800, 10)}
YARDSTICK = Yardstick("lucky_numbers", (Sizing({"players": 2}, 1, 1, [1], "", "", LEVELS, 1.0),))


@pytest.mark.parametrize(("code", "told"), [
    ("en", ["below Novice", "about level with Novice", "between Novice and Skilled", "between Skilled and Master", "above Master"]),
    ("de", ["unter Anfänger", "etwa auf der Höhe von Anfänger", "zwischen Anfänger und Könner", "zwischen Könner und Meister", "über Meister"]),
    ("fr", ["en dessous de Débutant", "à peu près du niveau Débutant", "entre Débutant et Confirmé", "entre Confirmé et Maître", "au-dessus de Maître"]),
    ("es", ["por debajo de Novato", "más o menos al nivel de Novato", "entre Novato y Veterano", "entre Veterano y Maestro", "por encima de Maestro"]),
])  # fmt: skip
def test_a_strength_is_told_beside_the_levels_in_every_language(code: str, told: list[str]) -> None:
    language = load_language(code)
    assert [among_levels(language, YARDSTICK, value, 30) for value in (1200, 1320, 1400, 1700, 2000)] == told


def test_a_number_has_its_doubt_and_says_when_it_is_provisional() -> None:
    language = load_language("en")
    assert strength_told(language, 1560.4, 75.0) == "1560 ± 75"
    assert strength_told(language, 1499.6, 75.1) == "1500 ± 75, provisional"
