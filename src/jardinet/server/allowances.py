"""Allowances: rate limits, how much of everything costly one address and one person may ask for; the operator can change them."""

from __future__ import annotations

from dataclasses import dataclass, fields

from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either

SHARERS = 5  # people behind one address: it may have so many times what one person may


class AllowanceError(GameError):
    """A setting of the allowances cannot be used; the message says which and what it may be."""


@dataclass(frozen=True)
class Allowances:
    """Allowances of one server, with all of its processes.

    Attributes:
        requests: of an address in a second, pictures and refused ones included.
        forms: that an address sends in a minute.
        names: that a person takes in a minute; an address may take SHARERS times as many. The same holds for all that follows.
        tables: that a person opens in a minute.
        bot_tables: of these, at which only bots play.
        tokens: that a person makes in a minute.
        connections: live pages and streams that a person has open at once.
    """

    requests: int = 1000
    forms: int = 1200
    names: int = 60
    tables: int = 60
    bot_tables: int = 10
    tokens: int = 30
    connections: int = 100

    @classmethod
    def of(cls, text: str) -> Allowances | None:
        """The allowances parsed from a setting; what it does not name keeps its default. None: there are no limits.

        Raises:
            AllowanceError: the text cannot be read as allowances.

        >>> Allowances.of("tables=10 names=5").tables
        10
        """
        if text.strip() == "off":
            return None
        known, told = [field.name for field in fields(cls)], {}
        for part in text.replace(",", " ").split():
            name, _, number = part.partition("=")
            if name not in known or not number.isdecimal() or not 0 < len(number) < 10:
                raise AllowanceError(
                    "limits",
                    "JARDINET_LIMITS is not valid: {part!r} must be NAME=NUMBER, with one of {names}; or all of it "
                    "`off`.",
                    part=part,
                    names=Either(known),
                )
            told[name] = int(number)
        return cls(**told)
