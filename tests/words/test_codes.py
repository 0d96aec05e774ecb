"""docs/codes.md: every error has a code of its own, which stays, and a sentence in every language."""

import ast

from gather_words import FOR_PROGRAMMERS, translated
from list_codes import SOURCE, error_classes, listed, messages, row_of

from jardinet.words.language import CODES

OWN = {
    "NotUnderstood",
    "MissingExtraError",
    "UnfinishedGameError",
    "BannedError",
}  # say always the same, or take it along


def test_a_code_means_one_error_and_an_error_has_one_code() -> None:
    found = messages()
    assert len(found) > 200
    assert {code: texts for code, texts in found.items() if len(texts) > 1} == {}
    by_text: dict[str, list[str]] = {}
    for code, texts in found.items():
        by_text.setdefault(min(texts), []).append(code)
    assert [codes for codes in by_text.values() if len(codes) > 1] == []


def test_the_page_lists_every_code_with_its_message() -> None:
    found = {code: min(texts) for code, texts in messages().items()}
    assert {row_of(code, text) for code, text in listed().items()} == {
        row_of(code, text).replace("\\|", "|") for code, text in found.items()
    }


def test_no_code_that_programs_know_is_gone() -> None:
    assert set(listed()) - set(messages()) == set(), "a code is for ever: leave it, or say in the changelog why it went"


def test_every_error_is_made_with_a_code() -> None:
    codes = set(messages())
    without = []
    for path in SOURCE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(call, ast.Call) and getattr(call.func, "id", "") in error_classes() - OWN):
                continue
            given = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            passes_on = any(isinstance(one, ast.Attribute) and one.attr == "code" for one in call.args)
            if not passes_on and not codes & set(given) and not any(isinstance(one, ast.Name) for one in call.args[:2]):
                without.append(f"{path.relative_to(SOURCE)}:{call.lineno}")
    assert without == []


def test_no_list_in_an_error_is_joined_before_its_language_is_known() -> None:
    joined = []
    for path in SOURCE.rglob("*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        makers = {name for node in ast.walk(module) for name in _holding_a_join(node)}
        for call in ast.walk(module):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {*error_classes(), "GapError", "Gap"}:
                inside = [node for one in call.keywords for node in ast.walk(one.value)]
                if any(_is_join(node) or _name_of(node) in makers for node in inside):
                    joined.append(f"{path.relative_to(SOURCE)}:{call.lineno}")
    assert joined == [], "a list is Either or Every (docs/decisions/0016-gettext.md)"


def _is_join(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "join"
        and isinstance(node.func.value, ast.Constant)
        and node.func.value.value == ", "
    )


def _name_of(node: ast.AST) -> str:
    """What a value is read from: a variable, or a function or a method that is called."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") or getattr(node.func, "attr", "")
    return node.id if isinstance(node, ast.Name) else ""


def _holding_a_join(node: ast.AST) -> list[str]:
    """The variables that a statement sets to a joined list; the function that returns one."""
    if isinstance(node, ast.Assign) and any(map(_is_join, ast.walk(node.value))):
        return [target.id for target in node.targets if isinstance(target, ast.Name)]
    if isinstance(node, ast.FunctionDef):
        given = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
        return [node.name] if any(_is_join(part) for value in given for part in ast.walk(value)) else []
    return []


def test_every_message_that_reaches_people_is_translated() -> None:
    programmers = {path for pattern in FOR_PROGRAMMERS for path in SOURCE.glob(pattern.replace("**.py", "*.py"))}
    theirs = set(_texts_in(programmers))
    for code in CODES[1:]:
        known = {str(message.id) for message in translated(code) if message.id}
        assert {min(texts) for texts in messages().values()} - known - theirs == set()


def _texts_in(paths: set) -> set[str]:  # type: ignore[type-arg]
    return {
        node.value
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
