"""Names of people, in any script: a valid name can be seen, and stays on its line."""

from __future__ import annotations

from unicodedata import category, normalize

from jardinet.games.parameters import GameError

LONGEST_NAME = 40
MOST_MARKS = 3  # on one letter: a Hindi, Hebrew, Burmese or Tibetan name may need them
MOST_ACCENTS = 2  # of those that stand on letters of any script, so that they can be piled up to the line above
_ACCENTS = (range(0x300, 0x370), range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100))
_JOINERS = "\u200c\u200d"  # they bind signs of emoji, and tell words apart in Persian, Hindi and Sinhala
_FIRST_JOINED = 0x600  # Arabic; what comes before is written without joiners, where they would only hide
# Letters and marks that show nothing, though Unicode does not count them among its control characters.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159")


class UnusableNameError(GameError):
    """Nobody can be called that; the message says what is possible."""


def checked_name(name: str) -> str:
    """A name as it is kept: in Unicode's composed form, with single spaces.

    Raises:
        UnusableNameError: it is empty, too long, or cannot be seen or read.
    """
    name = " ".join(normalize("NFC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or not "".join(sign for sign in name if sign not in _JOINERS).isprintable():
        raise UnusableNameError(
            "account-name-length",
            "“{name}” is not possible: a name has 1 to {most} characters.",
            name=name,
            most=LONGEST_NAME,
        )
    if not (_is_seen(name) and _joins(name) and _is_low(name)):
        raise UnusableNameError(
            "name-unseen", "That name is not possible: it needs characters that can be seen, without piles of accents."
        )
    return name


def _is_seen(name: str) -> bool:
    """Whether no sign is blank, and the first one is no mark for a letter that is not there."""
    return _BLANK.isdisjoint(name) and not _is_mark(name[0])


def _joins(name: str) -> bool:
    """Whether every joiner stands between two signs that it can join."""
    for at, sign in enumerate(name):
        around = name[max(at - 1, 0) : at] + name[at + 1 : at + 2]
        if sign in _JOINERS and (len(around) < 2 or any(ord(one) < _FIRST_JOINED or one in _JOINERS for one in around)):
            return False
    return True


def _is_low(name: str) -> bool:
    """Whether no letter bears so many marks that they reach the next line."""
    marks = accents = 0
    for sign in name:
        if _is_mark(sign):
            marks += 1
            accents += any(ord(sign) in block for block in _ACCENTS)
        elif sign not in _JOINERS:
            marks = accents = 0
        if marks > MOST_MARKS or accents > MOST_ACCENTS:
            return False
    return True


def _is_mark(sign: str) -> bool:
    return category(sign) in ("Mn", "Me")
