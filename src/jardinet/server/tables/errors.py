"""Errors of what cannot be done at a table. Pages translate these texts, programs read them as they are."""

from __future__ import annotations

from jardinet.words.language import TranslatableError, gettext_noop


class NoSuchTableError(TranslatableError):
    """There is no table, or no seat, of that name."""


class StaleError(TranslatableError):
    """The table has moved on since the page was shown; the page to show now is the one of the table as it stands."""


class NotYoursError(TranslatableError):
    """Only somebody else may do that."""


class TooManyRemarksError(TranslatableError):
    """Somebody has said enough for one game."""


class BannedError(TranslatableError):
    """Whoever asks is banned: see bans.py."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("you are banned from this server: you may watch, and nothing else."))


def no_such_table(table_id: str) -> NoSuchTableError:
    """Nothing is known of a table of that name."""
    return NoSuchTableError(gettext_noop("there is no table {name}."), name=repr(table_id))


def no_such_seat() -> NoSuchTableError:
    """No seat has that number or that key."""
    return NoSuchTableError(gettext_noop("there is no such seat."))
