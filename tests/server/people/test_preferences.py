"""Preferences: each is declared once, and everything that goes by it knows all of its choices."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kit.harness import Harness

from jardinet.server.people.preferences import (
    PREFERENCES,
    Preference,
    chosen_in,
    completed,
    keep_preferences,
    kept_preferences,
    pace_for,
)
from jardinet.words.language import CODES, load_language


@pytest.mark.parametrize("preference", PREFERENCES, ids=lambda one: one.name)
def test_a_default_is_a_choice_and_every_choice_is_called_something_else(preference: Preference) -> None:
    assert preference.default in preference.choices
    for code in CODES:
        told = preference.told(load_language(code))
        assert len(set(told)) == len(told) == len(preference.choices)


def test_what_cannot_be_chosen_is_not_chosen_and_what_nobody_chose_is_the_default() -> None:
    assert chosen_in({"theme": "dark", "help": "much", "weather": "fine", "sound": ""}) == {"theme": "dark"}
    for kept in ({}, {"theme": "purple"}):
        assert completed(kept) == {one.name: one.default for one in PREFERENCES}


def test_the_documentation_has_all_of_them() -> None:
    english, rows = load_language("en"), ["| setting | name | what it can be | unless chosen |", "|---|---|---|---|"]
    for one in PREFERENCES:
        choices = ", ".join(f"`{choice}`" for choice in one.choices)
        rows.append(f"| {one.label(english)} | `{one.name}` | {choices} | `{one.default}` |")
    assert "\n".join(rows) in (Path(__file__).parents[3] / "docs" / "policies.md").read_text("utf-8")


@pytest.mark.anyio
async def test_what_another_version_knows_is_kept_beside_what_is_chosen_now(harness: Harness) -> None:
    ada = await harness.person("Ada")
    assert await kept_preferences(harness.database, ada) is None
    newer = {"weather": "fine", "theme": "dark"}
    for chosen, every in (
        (newer, newer),
        ({"theme": "light"}, newer | {"theme": "light"}),
        ({}, newer | {"theme": "light"}),
    ):
        assert await keep_preferences(harness.database, ada, chosen, {"sound": "on"}) == every | {"sound": "on"}
        assert await kept_preferences(harness.database, ada) == every | {"sound": "on"}


@pytest.mark.anyio
async def test_bots_play_as_the_calmest_likes_and_nobody_waits_for_what_they_are_not_shown(harness: Harness) -> None:
    ada, ben, cleo = [await harness.person(name) for name in ("Ada", "Ben", "Cleo")]
    for person, chosen in ((ada, {"pace": "instant"}), (ben, {"pace": "calm"})):
        await keep_preferences(harness.database, person, chosen)
    for people, pace in (
        ([ada], "instant"),
        ([cleo], "quick"),
        ([ada, cleo], "quick"),
        ([ada, ben, cleo], "calm"),
        ([], "quick"),
    ):
        assert await pace_for(harness.database, people) == pace
    await keep_preferences(harness.database, ben, {"speed": "off"})
    assert await pace_for(harness.database, [ben]) == "instant"
