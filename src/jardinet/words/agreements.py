"""Variants of a game in words: the name and effect of each, and which go together.

The options come from the game's own parameters; its words name them. A parameter without words is for research: it
keeps its summary and its values unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import combinations, product
from math import ceil
from typing import NamedTuple

from jardinet.games import entry_of, load_game
from jardinet.games.api import TIES
from jardinet.games.parameters import Parameter, ParameterError
from jardinet.words.language import Language
from jardinet.words.layer import WORDS

DAY = 24 * 60 * 60
_BANKS = ((180, 5), (300, 10), (600, 20))
_SECONDS = (20, 45, 90, 180, 600)
_DAYS = (DAY, 3 * DAY, 7 * DAY, 14 * DAY)
_ELSEWHERE = ("players",)  # chosen together with the seats


class OptionValue(NamedTuple):
    """One value of an option.

    Attributes:
        value: as a form sends it, and `Parameter.parse` reads it; empty: decided by the other options.
        label: in a word or two.
        told: its effect, in a sentence.
    """

    value: str
    label: str
    told: str


class Option(NamedTuple):
    """Option of an agreement: a heading and its choices, the usual one first or marked by `usual`."""

    name: str
    label: str
    choices: list[OptionValue]
    usual: str


class ResearchParameter(NamedTuple):
    """Parameter that only research changes, and its summary in the reader's language."""

    parameter: Parameter
    told: str


def options_of(language: Language, game_name: str) -> list[Option]:
    """The variants of a game, each with its effect.

    >>> from jardinet.words.language import load_language
    >>> [option.label for option in options_of(load_language("en"), "maudits_criquets")]
    ['For beginners', 'Tie for the most crops']
    """
    told = _of_game(language, game_name)
    return [
        Option(parameter.name, *told[parameter.name], _usual(parameter))
        for parameter in _rules_of(game_name)
        if parameter.name in told
    ]


def research_parameters_of(language: Language, game_name: str) -> list[ResearchParameter]:
    """The parameters for research only: cut-down games, limits."""
    told = _of_game(language, game_name)
    return [
        ResearchParameter(one, language.of_game(game_name).gettext(one.summary))
        for one in _rules_of(game_name)
        if one.name not in told
    ]


def pace_name(language: Language, seconds_a_turn: int | None, bank: tuple[int, int] | None = None) -> str:
    """Time to think in words; `bank`: the seconds that each seat has, and those that each of its turns adds.

    >>> from jardinet.words.language import load_language
    >>> english = load_language("en")
    >>> pace_name(english, 45), pace_name(english, 3 * 86400), pace_name(english, None, (300, 10))
    ('45 seconds a turn', '3 days a turn', '5 min + 10 s')
    """
    _, ngettext = language.gettext, language.ngettext
    if bank is not None:
        minutes, seconds = divmod(bank[0], 60)
        told = f"{minutes}:{seconds:02}" if seconds else minutes
        return _("{minutes} min + {seconds} s").format(minutes=told, seconds=bank[1])
    if seconds_a_turn is None:
        return _("no hurry")
    days = seconds_a_turn // DAY
    if days:
        return ngettext("{count} day a turn", "{count} days a turn", days).format(count=days)
    return ngettext("{count} second a turn", "{count} seconds a turn", seconds_a_turn).format(count=seconds_a_turn)


def clock_text(language: Language, seconds: float) -> str:
    """The text of a clock: whole hours from a day on, whole days from two days on, always rounded down.

    >>> from jardinet.words.language import load_language
    >>> [clock_text(load_language("en"), seconds) for seconds in (271.2, 9, 3725, 36.9 * 3600, 2.99 * 86400)]
    ['4:32', '0:09', '1:02:05', '36 hours', '2 days']
    """
    if seconds >= DAY:
        return span_text(language, timedelta(seconds=seconds))
    minutes, rest = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def span_text(language: Language, span: timedelta) -> str:
    """A span of time in words, by one unit of which there are two at least; always rounded down, so that nobody comes too late.

    >>> from jardinet.words.language import load_language
    >>> spans = [timedelta(days=13), timedelta(days=1, hours=23), timedelta(minutes=119), timedelta(seconds=60)]
    >>> [span_text(load_language("en"), span) for span in spans]
    ['13 days', '47 hours', '119 minutes', '60 seconds']
    """
    from babel.units import format_unit

    seconds = max(0, int(span.total_seconds()))
    units = (("day", DAY), ("hour", 3600), ("minute", 60), ("second", 1))
    unit, one = next((unit for unit in units if seconds >= 2 * unit[1]), units[-1])
    return format_unit(seconds // one, f"duration-{unit}", "long", locale=language.code)


def time_left(language: Language, left: timedelta) -> str:
    """How much time is left, in words.

    >>> from jardinet.words.language import load_language
    >>> time_left(load_language("en"), timedelta(days=2, hours=5))
    '2 days left'
    """
    return language.gettext("{time} left").format(time=clock_text(language, max(0.0, left.total_seconds())))


def moment_text(language: Language, moment: datetime) -> str:
    """A moment as text for people, in UTC.

    >>> from jardinet.words.language import load_language
    >>> moment_text(load_language("en"), datetime(2026, 11, 29, 14, 30, tzinfo=UTC))
    'Nov 29, 14:30 UTC'
    """
    from babel.dates import format_skeleton

    day, hour = (format_skeleton(skeleton, moment.astimezone(UTC), locale=language.code) for skeleton in ("MMMd", "Hm"))
    return f"{day}, {hour} UTC"


def pace_option(language: Language) -> Option:
    """The choices of thinking time; `value` is empty, the seconds of a turn, or the seconds of a bank and those added per turn.

    >>> from jardinet.words.language import load_language
    >>> [choice.value for choice in pace_option(load_language("en")).choices][:8]
    ['', '180+5', '300+10', '600+20', '20', '45', '90', '180']
    """
    _ = language.gettext
    choices = [OptionValue("", pace_name(language, None), _("Everyone may think as long as they like."))]
    of_a_bank = _("Everyone gets that much time for the whole game, plus the extra seconds after each of their turns.")
    choices += [OptionValue(f"{a}+{b}", pace_name(language, None, (a, b)), of_a_bank) for a, b in _BANKS]
    of_a_turn = _("Everyone gets that much time for each turn.")
    choices += [OptionValue(str(one), pace_name(language, one), of_a_turn) for one in (*_SECONDS, *_DAYS)]
    return Option("pace", _("Time to think"), choices, "")


def tie_option(language: Language) -> Option:
    """A single game, or a match and how its tie ends; `value` is empty or one of `TIES`."""
    _ = language.gettext
    sentences = {
        "shared": (_("A match"), _("As many games as players, points added up. A tie is shared.")),
        "replay": (_("A match without ties"), _("The same, and after a tie another round of games until one leads.")),
    }
    choices = [OptionValue("", _("A single game"), _("One game decides."))]
    choices += [OptionValue(tie, *sentences[tie]) for tie in TIES]
    return Option("tie", _("How many games"), choices, "")


def contradiction(
    language: Language, game_name: str, parameters: Mapping[str, int | str], tie: str | None = None
) -> ParameterError | None:
    """The error for two options that contradict each other, in the words of `options_of`; None if all go together.

    >>> from jardinet.words.language import load_language
    >>> print(contradiction(load_language("en"), "lucky_numbers", {"edition": "5-vor-12", "bruno": True}))
    “Edition: 5 vor 12” and “Bruno's variant: yes” do not go together.
    """
    known = clashes(language, game_name)
    said = {
        f"{option.name}={choice.value}": language.entry(option.label, choice.label)
        for option in (*options_of(language, game_name), tie_option(language))
        for choice in option.choices
    }
    given = [f"{name}={str(value).lower()}" for name, value in (*parameters.items(), ("tie", tie or ""))]
    for one, other in combinations(given, 2):
        if other in known.get(one, []):
            return ParameterError(
                "choices-clash", "“{one}” and “{other}” do not go together.", one=said[one], other=said[other]
            )
    return None


def clashes(language: Language, game_name: str) -> dict[str, list[str]]:
    """The choices that never go together, under any other options, each as `option=value`, as in a form.

    No rule is known here: the game's rules are asked about every possible agreement.

    >>> from jardinet.words.language import load_language
    >>> clashes(load_language("en"), "lucky_numbers")["bruno=true"]
    ['edition=5-vor-12', 'edition=es', 'tie=replay']
    """
    declared = {one.name: one for one in entry_of(game_name).parameters}
    options = [*options_of(language, game_name), tie_option(language)]
    choices = [[(option.name, choice.value) for choice in option.choices] for option in options]
    together: dict[str, set[str]] = {}
    for chosen in product(*choices):
        given = {name: declared[name].parse(text) if name in declared else text for name, text in chosen if text}
        if is_possible(game_name, given):
            said = {f"{name}={text}" for name, text in chosen}
            for one in said:
                together.setdefault(one, set()).update(said)
    every = [[f"{name}={text}" for name, text in one] for one in choices]
    return {
        one: sorted(other for others in every if others is not own for other in set(others) - together.get(one, set()))
        for own in every
        for one in own
    }


def is_possible(game_name: str, given: Mapping[str, int | str]) -> bool:
    """Whether the rules allow a game with these parameters and, if `tie` is among them, a match that settles ties so."""
    parameters = {name: value for name, value in given.items() if name != "tie"}
    try:
        game = load_game(game_name, **parameters)
        if "tie" in given:
            game.check_tie(str(given["tie"]))
    except ParameterError:
        return False
    return True


def _rules_of(game_name: str) -> list[Parameter]:
    return [one for one in entry_of(game_name).parameters if one.is_rule and one.name not in _ELSEWHERE]


def _usual(parameter: Parameter) -> str:
    return "" if parameter.default is None else parameter.format(parameter.default)


def _of_game(language: Language, game_name: str) -> Mapping[str, tuple[str, list[OptionValue]]]:
    return WORDS.of(game_name).options(language.of_game(game_name))
