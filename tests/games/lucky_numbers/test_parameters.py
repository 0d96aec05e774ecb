"""What can be agreed before a game, what each edition fixes, and the errors about it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jardinet.games import entry_of, load_game
from jardinet.games.lucky_numbers.parameters import EDITIONS, PARAMETERS, check_tie, settle
from jardinet.games.parameters import Parameter, ParameterError

BY_NAME = {parameter.name: parameter for parameter in PARAMETERS}


def test_defaults_are_a_standard_game_of_two_by_the_rules_of_tiki() -> None:
    """LN-8"""
    assert settle({}) == {
        "players": 2,
        "first": 0,
        "edition": "tiki",
        "setup": "standard",
        "bruno": False,
        "stall_limit": 100,
        "side": 4,
        "numbers": 20,
        "utility": "win",
    }


@pytest.mark.parametrize(
    ("edition", "setups", "bruno", "ties"),
    [
        ("tiki", {"standard", "michael"}, {False, True}, {"shared"}),
        ("5-vor-12", {"michael"}, {False}, {"shared"}),
        ("es", {"standard", "michael"}, {False}, {"shared", "replay"}),
    ],
)
def test_a_preset_fixes_what_its_row_says(edition: str, setups: set[str], bruno: set[bool], ties: set[str]) -> None:
    """LN-8, LN-7.3"""
    assert {setup for setup in ("standard", "michael") if is_possible(edition=edition, setup=setup)} == setups
    assert {value for value in (False, True) if is_possible(edition=edition, bruno=value)} == bruno
    assert {tie for tie in ("shared", "replay") if is_tie_possible(edition, tie)} == ties


def test_an_edition_starts_from_its_own_set_up() -> None:
    """LN-8"""
    assert {name: settle({"edition": name})["setup"] for name in EDITIONS} == {
        "tiki": "standard",
        "5-vor-12": "michael",
        "es": "standard",
    }


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"edition": "5-vor-12", "setup": "standard"}, ("edition='5-vor-12'", "setup='standard'", "LN-8")),
        ({"edition": "5-vor-12", "bruno": True}, ("edition='5-vor-12'", "bruno=True", "LN-8")),
        ({"edition": "es", "bruno": True}, ("edition='es'", "bruno=True", "LN-8")),
        ({"players": 3, "first": 3}, ("first=3", "players=3", "first must be 0 to 2")),
        ({"first": 2}, ("first=2", "players=2", "first must be 0 to 1")),
    ],
)
def test_a_contradiction_names_both_sides(given: dict[str, object], named: tuple[str, ...]) -> None:
    """LN-8"""
    with pytest.raises(ParameterError) as refused:
        settle(given)
    for part in (*named, "contradict each other"):
        assert part in str(refused.value)


def test_a_tie_that_the_edition_does_not_know_names_both_sides() -> None:
    """LN-7.3, LN-8"""
    with pytest.raises(ParameterError, match=r"edition='tiki' and tie='replay' contradict each other.*shared"):
        check_tie("tiki", "replay")
    assert check_tie("es", "replay") == "replay"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": 5}, "players=5 is not possible: it must be 2 to 4."),
        ({"players": "3"}, "players='3' is not possible: it must be 2 to 4."),
        ({"players": 2.0}, "players=2.0 is not possible: it must be 2 to 4."),
        ({"players": True}, "players=True is not possible: it must be 2 to 4."),
        ({"first": -1}, "first=-1 is not possible: it must be 0 to 3."),
        ({"setup": "Michael"}, "setup='Michael' is not possible: it must be standard or michael."),
        ({"bruno": 1}, "bruno=1 is not possible: it must be true or false."),
        ({"stall_limit": 0}, "stall_limit=0 is not possible: it must be 1 to 1000000."),
        ({"edition": "ravensburger"}, "edition='ravensburger' is not possible: it must be tiki, 5-vor-12 or es."),
        ({"colour": "red"}, "there is no parameter 'colour': the game has players, first,"),
    ],
)
def test_what_is_unknown_is_refused_with_what_is_possible(given: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as refused:
        settle(given)
    assert message in str(refused.value)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(ParameterError, match=r"there is no game 'chess': there are .*lucky_numbers"):
        load_game("chess")
    with pytest.raises(ParameterError, match="there is no game"):
        entry_of("../bots")


def test_none_counts_as_not_given() -> None:
    assert settle(dict.fromkeys(BY_NAME)) == settle({})


def test_a_game_can_be_loaded_again_with_something_changed() -> None:
    game = load_game("lucky_numbers", players=3, bruno=True)
    assert game.with_parameters(first=2) == load_game("lucky_numbers", players=3, bruno=True, first=2)
    with pytest.raises(ParameterError, match="contradict"):
        game.with_parameters(edition="es")
    assert game == load_game("lucky_numbers", players=3, bruno=True)


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda parameter: parameter.name)
def test_values_are_written_and_read_back(parameter: Parameter) -> None:
    values = [parameter.allowed[0], parameter.allowed[len(parameter.allowed) // 2], parameter.allowed[-1]]
    for value in values:
        text = parameter.format(value)
        assert parameter.parse(text) == value
        assert type(parameter.parse(f" {text.upper()} ")) is type(value)
        assert parameter.check(value) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("players", "5"),
        ("players", "two"),
        ("players", "2.0"),
        ("players", "-2"),
        ("players", ""),
        ("players", "true"),
        ("players", "²"),
        ("players", "٣"),  # a digit elsewhere, but never what `format` writes
        ("bruno", "1"),
        ("bruno", "yes"),
        ("setup", "none"),
        ("stall_limit", "0"),
    ],
)
def test_text_that_is_no_value_is_refused_with_what_is_possible(name: str, text: str) -> None:
    parameter = BY_NAME[name]
    with pytest.raises(ParameterError) as refused:
        parameter.parse(text)
    assert f"{name} cannot be {text!r}: it must be {parameter.allowed_text()}." in str(refused.value)


@given(st.text())
def test_any_text_is_a_value_or_refused(text: str) -> None:
    for parameter in PARAMETERS:
        try:
            value = parameter.parse(text)
        except ParameterError:
            continue
        assert parameter.check(value) == value


def is_possible(**given: Any) -> bool:
    try:
        settle(given)
    except ParameterError:
        return False
    return True


def is_tie_possible(edition: str, tie: str) -> bool:
    try:
        check_tie(edition, tie)
    except ParameterError:
        return False
    return True
