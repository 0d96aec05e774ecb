"""Preferences of people: what everybody can set for themselves.

Each is declared once, in PREFERENCES. The form, the checks, what pages and their scripts go by, the API and what is
documented derive from that. What a person has chosen is a row of the database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import msgspec
from babel import Locale
from sqlalchemy import Connection, select

from jardinet.server.intervals import BOT_PACES
from jardinet.server.storage.database import Database
from jardinet.server.storage.dialects import upsert
from jardinet.server.storage.models import PreferencesRow
from jardinet.words.language import CODES, Language

OFF, ON = SWITCH = ("off", "on")


@dataclass(frozen=True)
class Preference:
    """Preference: one thing that can be set, by choosing.

    Attributes:
        name: the field of forms, the key where it is kept, and what style sheets and scripts know it by (`data-NAME`).
        choices: what it can be, in the order in which they are offered.
        default: what it is until somebody chooses.
        label: what it is called.
        told: what its choices are called, in their order.
        refused: the message if the browser does not allow it, which only a script can find out; None: it needs no permission.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    label: Callable[[Language], str]
    told: Callable[[Language], Sequence[str]]
    refused: Callable[[Language], str] | None = None


def _languages(language: Language) -> Sequence[str]:
    """The languages, each named in itself, after the choice that the browser decides."""
    names = (Locale(code).get_display_name(code) or code for code in CODES)
    return language.gettext("as the device"), *(name.capitalize() for name in names)


def _colours(language: Language) -> Sequence[str]:
    return language.gettext("as the device"), language.gettext("day"), language.gettext("night")


def _helps(language: Language) -> Sequence[str]:
    return language.gettext("none"), language.gettext("where it fits"), language.gettext("everything")


def _speeds(language: Language) -> Sequence[str]:
    pgettext = language.pgettext
    return (
        pgettext("speed", "slowly"),
        pgettext("speed", "normally"),
        pgettext("speed", "fast"),
        pgettext("speed", "not at all"),
    )


def _switched(language: Language) -> Sequence[str]:
    return language.pgettext("setting", "off"), language.pgettext("setting", "on")


def bot_paces(language: Language) -> Sequence[str]:
    """What the paces of bots are called, in the order of BOT_PACES."""
    pgettext = language.pgettext
    return pgettext("pace of bots", "at once"), pgettext("pace of bots", "quickly"), pgettext("pace of bots", "calmly")


PREFERENCES = (
    Preference("language", ("auto", *CODES), "auto", lambda it: it.gettext("Language"), _languages),
    Preference("theme", ("auto", "light", "dark"), "auto", lambda it: it.gettext("Colours"), _colours),
    Preference("sound", SWITCH, OFF, lambda it: it.gettext("Sounds"), _switched),
    Preference(
        "notify",
        SWITCH,
        OFF,
        lambda it: it.gettext("Notify me when it is my turn"),
        _switched,
        refused=lambda it: it.gettext("Your browser does not allow it for this site."),
    ),
    Preference("help", ("none", "fit", "everything"), "fit", lambda it: it.gettext("Help on the board"), _helps),
    Preference("speed", ("slow", "normal", "fast", "off"), "normal", lambda it: it.gettext("Show each play"), _speeds),
    Preference("pace", BOT_PACES, "quick", lambda it: it.gettext("Bots move"), bot_paces),
    Preference("coordinates", SWITCH, ON, lambda it: it.gettext("Names of rows and columns"), _switched),
    Preference("confirm", SWITCH, OFF, lambda it: it.gettext("Confirm my plays"), _switched),
)


def chosen_in(given: Mapping[str, str]) -> dict[str, str]:
    """The valid choices among what a form or the like holds.

    >>> chosen_in({"theme": "dark", "sound": "loud", "back": "/"})
    {'theme': 'dark'}
    """
    return {one.name: given[one.name] for one in PREFERENCES if given.get(one.name) in one.choices}


def completed(chosen: Mapping[str, str]) -> dict[str, str]:
    """All preferences by name: what was chosen, and the default of each other one; what no version knows is left out.

    >>> completed({"speed": "off", "weather": "fine"})["speed"], completed({})["speed"]
    ('off', 'normal')
    """
    return {one.name: one.default for one in PREFERENCES} | chosen_in(chosen)


async def kept_preferences(database: Database, person: str) -> dict[str, str] | None:
    """What a person has chosen; None: nothing yet.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    return await database.read(lambda connection: _kept(connection, person))


async def pace_for(database: Database, people: Collection[str]) -> str:
    """The pace of bots that play with these people: the calmest that one of them has chosen.

    A person who is not shown the bots' plays step by step does not wait for them either.
    """
    paces = {
        "instant" if every["speed"] == OFF else every["pace"]
        for person in people
        for every in [completed(await kept_preferences(database, person) or {})]
    }
    return max(paces, key=BOT_PACES.index, default="quick")


async def keep_preferences(
    database: Database, person: str, chosen: Mapping[str, str], usual: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Store what a known person chooses, beside what they chose before; returns all of it.

    Args:
        database: where it is kept.
        person: who chooses.
        chosen: what they choose now.
        usual: what they chose before they had told a name.

    Raises:
        DatabaseAwayError: the database does not answer.
    """

    def job(connection: Connection) -> dict[str, str]:
        kept = _kept(connection, person)
        every = {**(usual if kept is None else kept), **chosen}
        if every != kept:
            row = {"person_id": person, "content": msgspec.json.encode(every).decode()}
            connection.execute(upsert(connection, PreferencesRow, "content"), row)
        return every

    return await database.write(job)


def _kept(connection: Connection, person: str) -> dict[str, str] | None:
    content = connection.scalar(select(PreferencesRow.content).where(PreferencesRow.person_id == person))
    return None if content is None else _CONTENT.decode(content)


_CONTENT = msgspec.json.Decoder(dict[str, str])
