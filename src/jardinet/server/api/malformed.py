"""Translation of msgspec's validation errors into errors of ours: a sentence that names the field of the request."""

from __future__ import annotations

import re

from jardinet.games.sentences import Either, Sentence
from jardinet.server.http.request_error import RequestError

_BODY = ("", "data")  # names of the body as a whole

# The messages of msgspec (https://jcristharif.com/msgspec/constraints.html), with the parts that ours repeat.
_EXPECTED = re.compile(
    r"Expected (?P<kinds>`[^`]*`)(?: (?P<limit><=|>=|<|>) (?P<bound>-?[\d.]+)| of length (?P<length><=|>=) (?P<size>\d+))?"
    r"(?: matching regex (?P<pattern>.+))?(?:, got (?P<given>`[^`]*`))?"
)
_MISSING = re.compile("Object missing required field `(?P<field>[^`]*)`")
_UNKNOWN = re.compile("Object contains unknown field `(?P<field>[^`]*)`")
_ABSENT = re.compile(r"Missing required (?:query|header|cookie|path) parameter '(?P<field>[^']*)'")


def field_error(field: str, said: str) -> RequestError:
    """The error to raise for a field, from the message of msgspec or Litestar.

    Args:
        field: its name in the body, the address or the query; empty: the body as a whole.
        said: the message.

    >>> print(field_error("seat", "Expected `int` <= 5"))
    seat is not possible: it must be a whole number, 5 at most.
    >>> print(field_error("moves.0", "Expected `str`, got `int`"))
    moves.0 is not possible: it must be a text.
    >>> print(field_error("", "Object missing required field `seats`"))
    seats is missing.
    """
    if missing := _MISSING.match(said) or _ABSENT.match(said):
        return RequestError(400, "field-missing", "{field} is missing.", field=_within(field, missing["field"]))
    if unknown := _UNKNOWN.match(said):
        return RequestError(
            400, "field-unknown", "there is no field {field}: leave it out.", field=_within(field, unknown["field"])
        )
    name = Sentence("the body") if field in _BODY else field
    if expected := _EXPECTED.match(said):
        return RequestError(
            400, "field-value", "{field} is not possible: it must be {kinds}.", field=name, kinds=_kinds(expected)
        )
    return RequestError(400, "field-wrong", "{field} is not possible as it is given.", field=name)


def _within(field: str, name: str) -> str:
    return name if field in _BODY else f"{field}.{name}"


def _kinds(expected: re.Match[str]) -> Sentence | Either:
    kinds = Either([_kind(kind) for kind in expected["kinds"].strip("`").split(" | ")])
    if expected["limit"]:
        return _bounded(kinds, expected["limit"], expected["bound"])
    if expected["length"] == "<=":
        return Sentence("{kind} of length {most} at most", kind=kinds, most=expected["size"])
    if expected["length"]:
        return Sentence("{kind} of length {least} at least", kind=kinds, least=expected["size"])
    return kinds


def _bounded(kinds: Either, limit: str, bound: str) -> Sentence:
    if limit.startswith("<"):
        return Sentence("{kind}, {most} at most", kind=kinds, most=bound)
    return Sentence("{kind}, {least} at least", kind=kinds, least=bound)


def _kind(name: str) -> Sentence | str:
    return {
        "int": Sentence("a whole number"),
        "float": Sentence("a number"),
        "bool": Sentence("true or false"),
        "str": Sentence("a text"),
        "array": Sentence("a list"),
        "object": Sentence("an object"),
        "null": Sentence("null"),
    }.get(name, name)
