"""The language that a browser asks for, among ours."""

import pytest

from jardinet.server.people.reader import preferred


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", "en"),
        ("it", "en"),
        ("de-CH", "de"),
        ("FR", "fr"),
        ("it, fr-CH;q=0.9, en;q=0.8", "fr"),
        ("en;q=0.5, es-419 ; q=0.7", "es"),
        ("est, frp-IT", "en"),  # Estonian is not Spanish, nor Arpitan French
        ("est, de;q=0.1", "de"),
        ("fr;q=0", "en"),
        ("fr;q=0.000, es;q=0.1", "es"),
        ("fr;q=x, *, es;q=2", "en"),
    ],
)
def test_the_best_language_of_a_browser_is_one_that_we_speak(header: str, code: str) -> None:
    assert preferred(header) == code
