"""Calls in words: what a notification or a mail says; never a position, a tile or a bid."""

from __future__ import annotations

from typing import NamedTuple

from jardinet.words.game_words import title_in
from jardinet.words.language import Language, isolated


class CallTold(NamedTuple):
    """What a call says: a heading, and a sentence."""

    title: str
    body: str


def turns_told(language: Language, count: int, game: str, names: list[str]) -> CallTold:
    """That tables wait for somebody: how many, and the first one's game and others there.

    >>> from jardinet.words.language import load_language
    >>> turns_told(load_language("en"), 1, "lucky_numbers", ["Ben"])
    CallTold(title='Your turn', body='Lucky Numbers with Ben')
    >>> turns_told(load_language("en"), 3, "lucky_numbers", ["Ben"]).title
    'Your turn at 3 tables'
    """
    title = language.gettext("Your turn")
    if count > 1:
        title = language.ngettext("Your turn at {count} table", "Your turn at {count} tables", count).format(
            count=count
        )
    return CallTold(title, _table_told(language, game, names))


def last_call_told(language: Language, game: str, names: list[str], left: str) -> CallTold:
    """That somebody's time is nearly up: `left` is what is left, in words.

    >>> from jardinet.words.language import load_language
    >>> last_call_told(load_language("en"), "lucky_numbers", ["Ben"], "6 hours").title
    'Your turn: 6 hours left'
    """
    title = language.gettext("Your turn: {time} left").format(time=left)
    return CallTold(title, _table_told(language, game, names))


def invitation_told(language: Language, game: str, name: str) -> CallTold:
    """That somebody wants to play.

    >>> from jardinet.words.language import load_language
    >>> invitation_told(load_language("en"), "lucky_numbers", "Ada").body
    'Ada wants to play Lucky Numbers with you.'
    """
    told = language.gettext("{name} wants to play {game} with you.")
    title = language.pgettext("call", "An invitation")
    return CallTold(title, told.format(name=isolated(name), game=title_in(language, game)))


def round_told(language: Language, number: int, game: str, names: list[str]) -> CallTold:
    """That a round of a tournament has begun, the first being number 1.

    >>> from jardinet.words.language import load_language
    >>> round_told(load_language("en"), 2, "lucky_numbers", ["Ben"]).title
    'Round 2 has begun'
    """
    title = language.gettext("Round {number} has begun").format(number=number)
    return CallTold(title, _table_told(language, game, names))


def _table_told(language: Language, game: str, names: list[str]) -> str:
    if not names:
        return title_in(language, game)
    told = language.gettext("{game} with {names}")
    return told.format(game=title_in(language, game), names=language.every([isolated(name) for name in names]))
