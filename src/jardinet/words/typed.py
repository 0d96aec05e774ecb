"""Commands about the table, the same for every game: their names in a language, and other words for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from jardinet.words.game_words import squeeze, words_in
from jardinet.words.language import Language


def shown_words(language: Language) -> dict[str, list[str]]:
    """By English name, the words shown for each command: the full word first, then shorter ones."""
    pgettext = language.pgettext
    return {
        "help": [pgettext("command", "help"), "?"],
        "moves": [pgettext("command", "moves")],
        "board": [pgettext("command", "board")],
        "why": [pgettext("command", "why")],
        "hint": [pgettext("command", "hint")],
        "back": [pgettext("command", "back")],
        "rules": [pgettext("command", "rules")],
        "resign": [pgettext("command", "resign")],
        "save": [pgettext("command", "save")],
        "quit": [pgettext("command", "quit")],
    }


def understood_words(language: Language) -> dict[str, set[str]]:
    """By English name, every squeezed word for a command: that name, the words shown, and synonyms."""
    pgettext = language.pgettext
    also = {
        "help": pgettext("also typed", "commands"),
        "moves": pgettext("also typed", "options, possible"),
        "board": pgettext("also typed", "table, show, look"),
        "why": pgettext("also typed", "explain"),
        "hint": pgettext("also typed", "tip, advice"),
        "back": pgettext("also typed", "undo, take back"),
        "rules": pgettext("also typed", "rule, rulebook"),
        "resign": pgettext("also typed", "give up, surrender"),
        "save": pgettext("also typed", "store"),
        "quit": pgettext("also typed", "exit, leave, stop, bye"),
    }
    return {name: {name, *map(squeeze, shown), *words_in(also[name])} for name, shown in shown_words(language).items()}


def command_in(line: str, understood: Mapping[str, Collection[str]]) -> tuple[str, str] | None:
    """The English name of the command at the beginning of a line, one word or two, and the rest; None if there is none.

    >>> command_in("por qué b3", {"why": {"porque"}})
    ('why', 'b3')
    """
    words = line.split()
    for count in (1, 2):
        first = squeeze("".join(words[:count]))
        rest = line.split(maxsplit=count)[count:]
        for name, forms in understood.items():
            if first and first in forms:
                return name, rest[0].rstrip() if rest else ""
    return None
