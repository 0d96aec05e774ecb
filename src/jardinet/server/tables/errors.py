"""Errors of what cannot be done at a table."""

from __future__ import annotations

from jardinet.games.parameters import GameError


class NoSuchTableError(GameError):
    """There is no table, or no seat, of that name."""


class StaleError(GameError):
    """The table has moved on since the page was shown; the page to show now is the one of the table as it stands."""


class NotYoursError(GameError):
    """Only somebody else may do that."""


class NotForYouError(GameError):
    """Somebody cannot sit down or be invited there; it never says why, so that nobody learns who has blocked them."""

    def __init__(self) -> None:
        super().__init__("not-for-you", "that seat is not for you: choose another table.")


class HiddenTableError(GameError):
    """A table is kept from whoever asks, as it would tell them the deck of a deal of the day: see tables/daily.py."""

    def __init__(self) -> None:
        super().__init__(
            "daily-hidden",
            "Somebody plays the deal of the day here: others can look when that day is over everywhere on Earth.",
        )


class NotInvitedError(GameError):
    """Somebody cannot be invited: they are gone, or do not meet whoever asks, and it never says which."""

    def __init__(self) -> None:
        super().__init__("cannot-be-invited", "that person cannot be invited: play with somebody else.")


class TooManyRemarksError(GameError):
    """Somebody has said enough for one game."""


class BannedError(GameError):
    """The person who asks is banned: see bans.py."""

    def __init__(self) -> None:
        super().__init__("banned", "you are banned from this server: you may watch, and nothing else.")


def no_such_table(table_id: str) -> NoSuchTableError:
    """The error that no table has that name."""
    return NoSuchTableError("no-such-table", "there is no table {name!r}.", name=table_id)


def no_such_seat() -> NoSuchTableError:
    """The error that no seat has that number or that key."""
    return NoSuchTableError("no-such-seat", "there is no such seat.")


def watching() -> NotYoursError:
    """The error that somebody who does not sit there cannot do that."""
    return NotYoursError("watching", "You do not sit at this table: you are watching.")


def moved_on() -> StaleError:
    """The error that something was decided upon what is no longer so."""
    return StaleError("moved-on", "the table has moved on.")


def rated_program() -> NotYoursError:
    """The error that a program cannot do that at a rated table."""
    return NotYoursError("rated-program", "this table is rated: play on its page, no program may play here.")
