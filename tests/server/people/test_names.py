from __future__ import annotations

from unicodedata import normalize

import pytest

from jardinet.server.people.names import LONGEST_NAME, UnusableNameError, checked_name

REAL = [
    "Ada", "  Ada   Lovelace ", "José", "Łukasz", "O’Brien", "Nguyễn Thị Ánh", "Ẹ̀kọ́", "Ада", "Ελένη", "李小龍", "さくら",
    "محمد", "عبد الله", "اللّٰه", "علی‌رضا", "שָּׁלוֹם", "शक्ति", "हिंदी", "क़ुंदन", "ശ്രീ", "ක්‍රිෂ්", "น้ำผึ้ง", "ที่รัก", "ကြို့",
    "བསྒྲུབས", "ស្រី", "👩‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "👩🏽‍🚀", "1️⃣", "🇫🇷", "♣ Ada ♣", "a" * LONGEST_NAME,
]  # fmt: skip
UNSEEN = [
    "",
    " ",
    "\u200b",
    "\u200d",
    "\u3164",
    "\u2800",
    "\u115f\u1160",
    "\u00ad",
    "\u202e",
    "\u2066\u2069",
    "\u0301",
    "\ufe0f",
    "\u034f",
]
HIDING = [
    "Ada\u200b",
    "A\u200dda",
    "Ada\u200d",
    "Ada\u3164",
    "\u202eadA",
    "Ada\u2800",
    "\u0301Ada",
    "👩\u200d\u200d👧",
    "A\0da",
    "A\ud800",
]
PILED = [
    "A\u0301\u0302\u0303\u0304",
    "Z\u0351\u0352\u0353\u0354a\u0300l",
    "ก\u0e49\u0e49\u0e49\u0e49",
    "ก\u0e49\u0e49\u200d\u0e49\u0e49",
    "o\u20dd\u20dd\u20dd",
]


@pytest.mark.parametrize("name", REAL)
def test_names_of_any_script_are_names(name: str) -> None:
    assert checked_name(name) == normalize("NFC", " ".join(name.split()))
    assert checked_name(normalize("NFD", name)) == checked_name(name)


@pytest.mark.parametrize("name", [*UNSEEN, *HIDING, *PILED, "a" * (LONGEST_NAME + 1)])
def test_what_cannot_be_seen_or_read_is_no_name(name: str) -> None:
    with pytest.raises(UnusableNameError):
        checked_name(name)
