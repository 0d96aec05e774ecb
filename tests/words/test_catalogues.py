"""Every language is complete: nothing missing, nothing left over, every placeholder where it belongs."""

import ast
import re

import pytest
from gather_words import KEYWORDS, gathered, translated
from list_codes import SOURCE

from jardinet.words.language import CODES

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
        and (getattr(call.func, "attr", None) or getattr(call.func, "id", None)) in KEYWORDS
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
