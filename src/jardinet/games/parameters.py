"""Parameters, what can be agreed before a game: their allowed values, and the errors about them.

This module is cheap to import: command-line help and web forms are built from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

from jardinet.games.sentences import Either, Every, Sentence

LONGEST_NUMBER = 18  # digits of one that is read


class GameError(ValueError):
    """Something asked of a game is not possible; the message says what is.

    English as `str`; `jardinet.words` has it in every language.

    Attributes:
        code: a stable identifier for programs, which never changes: docs/codes.md lists all.
        text: the message, English, with the names of values in braces.
        values: by name; sentences and lists among them are translated with the message.
    """

    def __init__(self, code: str, text: str, /, **values: object) -> None:
        """Make the error from its code, text and values. `args` stay as Python sets them: pickling needs them to send an error between processes."""
        self.code = code
        self.text = text
        self.values: dict[str, object] = values

    def __str__(self) -> str:
        return self.text.format_map(self.values)

    def within(self, text: str, /, **values: object) -> Self:
        """The same error in a longer message: `text` has a place for the `reason`."""
        longer = copy(self)
        longer.text = text
        longer.values = {**values, "reason": self}
        return longer


class ParameterError(GameError):
    """A game parameter is unknown, has a value it cannot have, or contradicts another."""


class UnknownParameterError(ParameterError, TypeError):
    """A game has no parameter of that name.

    It is a TypeError too, whose `str` ends as Python's own does: libraries look for that to leave the argument out.
    """

    def __init__(self, code: str, text: str | None = None, /, **values: object) -> None:
        """Make the error from its code, text and values. `code` alone is a whole message: `gymnasium.make` makes the error anew with a longer one."""
        if text is None:
            super().__init__("no-such-parameter", code.replace("{", "{{").replace("}", "}}"))
        else:
            super().__init__(code, text, **values)

    def __str__(self) -> str:
        told = super().__str__()
        return f"{told} (unexpected keyword argument {self.values['name']!r})" if "name" in self.values else told


@dataclass(frozen=True)
class Parameter:
    """One thing that can be agreed before a game.

    Attributes:
        name: as in `load_game("lucky_numbers", NAME=…)`.
        default: the value where none is given; None: it depends on the other parameters.
        allowed: the values it may take: a tuple of words, a range of whole numbers, or (False, True).
        summary: one English sentence for a player; faces translate it.
        is_rule: False where it changes nothing about which plays are legal (who begins, say).
        tells_default: False where a record tells it only if it is not the default: it is younger than records of that game.
    """

    name: str
    default: int | str | None
    allowed: Sequence[int | str]
    summary: str
    is_rule: bool = True
    tells_default: bool = True

    @property
    def kind(self) -> type[int] | type[bool] | type[str]:
        """The type of its values: bool, int or str."""
        return type(self.allowed[0])

    def allowed_text(self) -> Sentence | Either:
        """Its values in words: `standard or michael`, `2 to 4`, `true or false`."""
        if isinstance(self.allowed, range):
            return Sentence("{low} to {high}", low=self.allowed[0], high=self.allowed[-1])
        return Either([self.format(value) for value in reversed(self.allowed)] if self.kind is bool else self.allowed)

    def check(self, value: object) -> int | str:
        """Return `value` where it is allowed; raise ParameterError where it is not."""
        if type(value) is self.kind and value in self.allowed:
            return value
        raise ParameterError(
            "parameter-value",
            "{name}={value!r} is not possible: it must be {allowed}.",
            name=self.name,
            value=value,
            allowed=self.allowed_text(),
        )

    def parse(self, text: str) -> int | str:
        """Read a value from text (a record's tag, an option): the inverse of `format`."""
        word = text.strip().lower()
        for value in (
            word,
            {"true": True, "false": False}.get(word),
            int(word) if word.isascii() and word.isdecimal() and len(word) <= LONGEST_NUMBER else None,
        ):
            if type(value) is self.kind and value in self.allowed:
                return value
        raise ParameterError(
            "parameter-text",
            "{name} cannot be {value!r}: it must be {allowed}.",
            name=self.name,
            value=text,
            allowed=self.allowed_text(),
        )

    def format(self, value: int | str) -> str:
        """Write a value as text: `true`, `100`, `michael`."""
        return str(value).lower()


def check_all(parameters: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, int | str]:
    """Return the given values, each allowed; raise UnknownParameterError or ParameterError for a bad value."""
    known = {parameter.name: parameter for parameter in parameters}
    for name in given:
        if name not in known:
            raise UnknownParameterError(
                "no-such-parameter",
                "there is no parameter {name!r}: the game has {parameters}.",
                name=name,
                parameters=Every(list(known)),
            )
    return {name: known[name].check(value) for name, value in given.items() if value is not None}
