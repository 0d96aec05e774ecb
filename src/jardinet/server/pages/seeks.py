"""A seek as pages tell it: what is sought, how that stands, and what its person can do about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from babel.dates import format_timedelta

from jardinet.ratings.rating import PersonRating
from jardinet.server.lobby.lobby import SeekStanding
from jardinet.server.lobby.seek import Seek, State, Wish
from jardinet.server.lobby.strength import nearest_level
from jardinet.server.pages.forms import table_url
from jardinet.server.tables.agreement import pace_of
from jardinet.words.agreements import pace_name
from jardinet.words.game_words import level_name, title_in
from jardinet.words.language import Language, isolated
from jardinet.words.ratings import strength_in_short


class SeekTold(NamedTuple):
    """How a seek stands, for the template.

    Attributes:
        state: see `lobby.seek.State`.
        told: that in a sentence.
        game: what is sought.
        table: the address of the table, once it is open; else empty.
        level: the bot to play against meanwhile.
        level_name: what it is called.
    """

    state: State
    told: str
    game: str
    table: str
    level: str
    level_name: str


def seek_told(standing: SeekStanding, language: Language, at: datetime) -> SeekTold:
    """How a seek stands at a time."""
    seek = standing.seek
    level = nearest_level(seek.wish.game, seek.strength)
    return SeekTold(
        seek.state,
        _sentence(standing, language, at),
        seek.wish.game,
        table_url(str(seek.table_id)) if seek.state == "open" else "",
        level,
        level_name(language, level),
    )


def wish_told(wish: Wish, language: Language) -> str:
    """What somebody would like to play, in a line.

    >>> from jardinet.words.language import load_language
    >>> wish_told(Wish("lucky_numbers", 3, "300+10"), load_language("en"))
    'Lucky Numbers, 3 players, 5 min + 10 s'
    """
    seconds_a_turn, bank = pace_of(wish.pace)
    players = language.ngettext("{count} player", "{count} players", wish.players).format(count=wish.players)
    pace = pace_name(language, seconds_a_turn, (bank.seconds, bank.increment) if bank else None)
    return ", ".join([title_in(language, wish.game), players, pace])


def seeker_told(seek: Seek, language: Language, at: datetime, rating: PersonRating | None) -> dict[str, Any]:
    """Somebody who seeks, in a list that is shown `at` a time, for the template.

    Of their strength it tells the nearest bot alone, and the rating that they show.
    """
    since = format_timedelta(seek.made_at - at, add_direction=True, locale=language.code)
    about = list[str]()
    if seek.strength is not None:
        level = level_name(language, nearest_level(seek.wish.game, seek.strength))
        about.append(language.gettext("plays about as well as {level}").format(level=level))
    if seek.by_program:
        about.append(language.gettext("by a program or a terminal"))
    return {
        "name": seek.name,
        "rating": strength_in_short(rating.value, rating.doubt) if rating else "",
        "wish": seek.wish,
        "what": wish_told(seek.wish, language),
        "about": " · ".join([*about, since]),
    }


def _by_program(language: Language, names: Sequence[str]) -> str:
    told = language.ngettext(
        "{names} plays by a program or a terminal.", "{names} play by programs or terminals.", len(names)
    )
    return told.format(names=language.every(names))


def _sentence(standing: SeekStanding, language: Language, at: datetime) -> str:
    _, seek = language.gettext, standing.seek
    if seek.state == "waiting":
        return _("We are looking for somebody: {wish}.").format(wish=wish_told(seek.wish, language))
    if seek.state == "found":
        names = language.every([isolated(one.name) for one in standing.others])
        left = max(1, ceil((seek.until - at).total_seconds())) if seek.until else 1
        told = language.ngettext(
            "{names} is found. Are you here? You have {seconds} seconds to say so.",
            "{names} are found. Are you here? You have {seconds} seconds to say so.",
            len(standing.others),
        )
        found = told.format(names=names, seconds=10 * ceil(left / 10))
        programs = [isolated(one.name) for one in standing.others if one.by_program]
        return f"{found} {_by_program(language, programs)}" if programs else found
    if seek.state == "here":
        names = language.every([isolated(one.name) for one in standing.missing])
        return _("You are here. We still wait for {names}.").format(names=names)
    if seek.state == "open":
        return _("All are here: your table is ready.")
    return _("Somebody was found, and you did not say in time that you are here. Seek again if you like.")
