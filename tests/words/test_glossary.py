"""docs/words.md: one term for one thing in each language, and no synonym comes back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from jardinet.words.language import CODES, LOCALES

PAGE = Path(__file__).parents[2] / "docs" / "words.md"
LANGUAGES = {"English": "en", "French": "fr", "Spanish": "es", "German": "de"}


def forbidden() -> Iterator[tuple[str, str]]:
    """Each language's code, and what must not stand in its catalogue."""
    for section in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        name, _, table = section.partition("\n")
        for row in table.strip().splitlines()[2:]:
            never = row.strip("|").split("|")[2]
            yield from ((LANGUAGES[name.strip()], synonym) for synonym in re.findall(r"`([^`]+)`", never))


def texts_of(code: str) -> Iterator[str]:
    """All texts of a language; English ones are what any catalogue translates."""
    for path in (LOCALES / ("de" if code == "en" else code) / "LC_MESSAGES").glob("*.po"):
        for one in read_po(path.read_bytes().splitlines(keepends=True), locale=code):
            if one.id and one.context != "also typed":
                told = one.id if code == "en" else one.string
                yield from told if isinstance(told, tuple) else [str(told)]


def test_every_language_has_its_words() -> None:
    assert {code for code, _ in forbidden()} == {*CODES}


@pytest.mark.parametrize("code", sorted(CODES))
def test_no_forbidden_synonym_stands_in_a_catalogue(code: str) -> None:
    synonyms = [synonym for of, synonym in forbidden() if of == code]
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, synonyms))})(?!\w)", re.IGNORECASE)
    found = []
    for text in texts_of(code):
        found += [(match.group(), text) for match in pattern.finditer(re.sub(r"\{\w+(!r)?\}", "", text))]
    assert found == []
