"""Preferences: each is declared once, and everything that goes by it knows all of its choices."""

from __future__ import annotations

import pytest

from jardinet.server.people.preferences import PREFERENCES, Preference, chosen_in, completed
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
