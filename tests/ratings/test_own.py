"""One's own level: what chance left of one's games, against bots whose strength is known and people of whom nothing is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from jardinet.analysis.results import FEWEST_JUDGED, FinishedGame, PlayedSeat
from jardinet.ratings.own import doing_with_levels, own_level
from jardinet.ratings.yardstick import load_yardstick
from jardinet.words.language import load_language
from jardinet.words.results import doing_told

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


def game(number: int, adjusted: float | None, *rivals: str, played: str = "lucky_numbers", **more: Any) -> FinishedGame:
    others = [PlayedSeat("" if one.islower() else one, one if one.islower() else "", "", 0.0, 0) for one in rivals]
    seats = (PlayedSeat("Ada", "", "ada", 1.0, 0), *others)
    at = BEGAN + timedelta(hours=number)
    return FinishedGame(f"t{number}", 1, played, at, 0, seats, decisions=9, errors=0.1, adjusted=adjusted, **more)


def even(count: int, *rivals: str, **more: Any) -> list[FinishedGame]:
    return [game(number, 1 / (1 + len(rivals)), *rivals, **more) for number in range(count)]


@pytest.mark.parametrize("level", ["novice", "casual", "skilled", "expert", "master"])
@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_who_is_level_with_a_bot_comes_near_its_strength(name: str, level: str) -> None:
    yardstick = load_yardstick(name)
    assert yardstick
    found = own_level(name, even(500, level, played=name))
    assert found
    assert found.value == pytest.approx(yardstick.levels[level].strength, abs=12)
    assert found.games == 500


def test_all_numbers_of_players_make_one_level() -> None:
    games = [*even(FEWEST_JUDGED - 1, "skilled"), *even(1, "skilled", "skilled")]
    two, three = doing_with_levels(games)
    assert two.level == three.level is not None
    assert doing_with_levels(games[1:])[0].level is None


def test_what_says_nothing_about_a_level_is_left_out() -> None:
    useless = [
        *even(9, "random"),
        game(20, None, "skilled"),
        *even(9, "skilled", is_lesson=True),
        *even(9, "skilled", stood_in=0.5),
    ]
    assert own_level("lucky_numbers", useless) is None
    fair = even(9, "skilled")
    assert own_level("lucky_numbers", [*useless, *fair, *even(9, "skilled", played="maudits_criquets")]) == own_level(
        "lucky_numbers", fair
    )


def test_a_person_of_whom_nothing_is_known_tells_less_than_a_bot() -> None:
    bots, people = own_level("lucky_numbers", even(50, "skilled")), own_level("lucky_numbers", even(50, "Ben"))
    assert bots and people
    assert people.value == pytest.approx(1500)
    assert people.deviation > bots.deviation


def test_a_level_is_told_with_its_doubt_and_among_the_bots() -> None:
    (few,) = doing_with_levels(even(9, "skilled"))
    (many,) = doing_with_levels(even(400, "skilled"))
    told = [" ".join(doing_told(load_language("en"), one).notes) for one in (few, many)]
    assert f"your level in this game is 1500 ± {few.level_doubt:.0f}, provisional: between " in told[0]
    assert f"your level in this game is 1500 ± {many.level_doubt:.0f}: about level with Skilled." in told[1]


def test_errors_of_somebody_who_loses_early_are_not_taken_for_skill() -> None:
    lost = [game(number, 0.0, "casual") for number in range(12)]
    cheap = [replace(one, decisions=60, errors=0.3) for one in lost]  # half a point a decision, as an expert
    (doing,) = doing_with_levels(cheap)
    assert doing.between == ("expert", "master")
    assert doing.tells_little
    told = doing_told(load_language("en"), doing).skill
    assert told.startswith("In your last 12 games you gave away 0.5 of 100 a decision. That tells little")
    (fair,) = doing_with_levels([replace(one, adjusted=0.9) for one in cheap])
    assert not fair.tells_little
    assert doing_told(load_language("en"), fair).skill.endswith("you play between Expert and Master.")
