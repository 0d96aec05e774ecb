"""Every language is complete: nothing missing, nothing left over, every placeholder where it belongs."""

import ast
import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from gather_words import gathered, keywords, translated
from list_codes import SOURCE

import jardinet
from jardinet.words.language import CODES, LOCALES, Language, load_language

TRANSLATED = [code for code in CODES if code != "en"]


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_catalogue_holds_what_the_source_says_and_nothing_else(code: str) -> None:
    wanted = {(message.context, message.id) for message in gathered() if message.id}
    assert len(wanted) > 150
    assert {(message.context, message.id) for message in translated(code) if message.id} == wanted


def test_no_text_stands_inside_an_f_string_where_only_some_pythons_find_it() -> None:
    hidden = [
        f"{path.relative_to(SOURCE)}:{call.lineno}"
        for path in SOURCE.rglob("*.py")
        for string in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(string, ast.JoinedStr)
        for call in ast.walk(string)
        if isinstance(call, ast.Call)
        and (getattr(call.func, "attr", None) or getattr(call.func, "id", None)) in keywords()
    ]
    assert hidden == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated_with_all_its_placeholders(code: str) -> None:
    for message in translated(code):
        if not message.id:
            continue
        texts = [
            str(text) for text in ([message.string] if isinstance(message.string, str) else message.string or [""])
        ]
        ids = [str(text) for text in ([message.id] if isinstance(message.id, str) else message.id)]
        assert all(texts), message.id
        assert not message.fuzzy, message.id
        wanted = set().union(*(re.findall(r"{\w+(?:!r)?}", text) for text in ids))
        for text in texts:
            assert set(re.findall(r"{\w+(?:!r)?}", text)) == wanted, (message.id, text)


EDITIONS = sorted(LOCALES.glob("*/LC_MESSAGES/*-*.po"))  # what only an edition says


@pytest.mark.parametrize("path", EDITIONS, ids=[path.stem for path in EDITIONS])
def test_what_only_an_edition_says_is_another_translation_of_what_all_say(path: Path) -> None:
    code, own = path.parts[-3], read_po(path.read_bytes().splitlines(keepends=True))
    game, _, edition = path.stem.partition("-")
    house, language = load_language(code), load_language(code).of_edition(game, edition)
    assert jardinet.load_game(game, edition=edition).parameters["edition"] == edition
    for message in own:
        if not message.id:
            continue
        assert translated(code).get(message.id), f"nothing says {message.id!r} any more"
        for count in (1, 2):
            told, usual = (said_by(one, message, count) for one in (language, house))
            assert told != usual
            assert sorted(re.findall(r"{\w+}", told)) == sorted(re.findall(r"{\w+}", usual))


def said_by(language: Language, message: Message, count: int) -> str:
    """A text of a catalogue that has no context, for a number where it has a plural."""
    if isinstance(message.id, tuple):
        one, many = message.id
        return language.ngettext(one, many, count)
    return language.gettext(str(message.id))


@pytest.mark.parametrize("code", TRANSLATED)
def test_command_words_differ_and_are_single_words(code: str) -> None:
    for context in ("command", "short command"):
        words = [message.string for message in translated(code) if message.context == context]
        assert len(set(words)) == len(words) >= 3
        assert all(re.fullmatch(r"[^\W\d_]+", word) for word in words if isinstance(word, str)), words


def test_no_french_line_breaks_before_a_sign_that_has_a_space_in_front_of_it() -> None:
    texts = [message.string for message in translated("fr") if message.id]
    plain = [text for one in texts for text in ([one] if isinstance(one, str) else one or [])]
    assert len(plain) > 1000
    assert [text for text in plain if re.search(r" [:;!?»]|« ", text)] == []
