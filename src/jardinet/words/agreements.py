"""Variants of a game in words: what each is called and does, and what goes with what.

What there is to agree on comes from the game's own parameters; its words say what each is called.
A parameter that no word is made about is for research: it keeps its summary and the values as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from jardinet.games import entry_of, load_game
from jardinet.games.api import TIES
from jardinet.games.parameters import Parameter, ParameterError
from jardinet.words.language import Language
from jardinet.words.layer import WORDS

_ELSEWHERE = ("players",)  # asked for by choosing seats


class Choice(NamedTuple):
    """One value of an option.

    Attributes:
        value: as a form sends it, and `Parameter.parse` reads it; empty: as the other options have it.
        label: in a word or two.
        told: in a sentence what it does.
    """

    value: str
    label: str
    told: str


class Option(NamedTuple):
    """Option, what can be agreed: a heading and its choices, the usual one first or marked by `usual`."""

    name: str
    label: str
    choices: list[Choice]
    usual: str


class ResearchParameter(NamedTuple):
    """Parameter that only research changes, and its summary in the reader's language."""

    parameter: Parameter
    told: str


def options_of(language: Language, game_name: str) -> list[Option]:
    """The variants of a game, each with what it does.

    >>> from jardinet.words.language import load_language
    >>> [option.label for option in options_of(load_language("en"), "maudits_criquets")]
    ['For beginners', 'A tied majority']
    """
    told = _of_game(language, game_name)
    return [
        Option(parameter.name, *told[parameter.name], _usual(parameter))
        for parameter in _rules_of(game_name)
        if parameter.name in told
    ]


def research_parameters_of(language: Language, game_name: str) -> list[ResearchParameter]:
    """What only research changes: games cut down, limits."""
    told = _of_game(language, game_name)
    return [
        ResearchParameter(one, language.of_game(game_name).gettext(one.summary))
        for one in _rules_of(game_name)
        if one.name not in told
    ]


def tie_option(language: Language) -> Option:
    """A single game, or a match and how its tie ends; `value` is empty or one of `TIES`."""
    _ = language.gettext
    sentences = {
        "shared": (_("A match"), _("As many games as players, points added up. A tie is shared.")),
        "replay": (_("A match without a tie"), _("The same, and after a tie another round of games until one leads.")),
    }
    choices = [Choice("", _("A single game"), _("Whoever wins it has won."))]
    choices += [Choice(tie, *sentences[tie]) for tie in TIES]
    return Option("tie", _("How many games"), choices, "")


def contradiction(
    language: Language, game_name: str, parameters: Mapping[str, int | str], tie: str | None = None
) -> str | None:
    """Two things that cannot be agreed together, in the words of `options_of`; None where all can be.

    >>> from jardinet.words.language import load_language
    >>> print(contradiction(load_language("en"), "lucky_numbers", {"edition": "5-vor-12", "bruno": True}))
    “Edition: 5 vor 12” and “Bruno's variant: yes” do not go together.
    """
    options = {option.name: option for option in (*options_of(language, game_name), tie_option(language))}
    given: dict[str, int | str] = {**parameters, **({"tie": tie} if tie else {})}
    for pair in combinations(given, 2):
        if set(pair) <= set(options) and not is_possible(game_name, {name: given[name] for name in pair}):
            first, second = (_said(language, options[name], given[name]) for name in pair)
            return language.gettext("“{one}” and “{other}” do not go together.").format(one=first, other=second)
    return None


def is_possible(game_name: str, given: Mapping[str, int | str]) -> bool:
    """Whether the rules know a game with these parameters and, as `tie`, this kind of match."""
    parameters = {name: value for name, value in given.items() if name != "tie"}
    try:
        game = load_game(game_name, **parameters)
        if "tie" in given:
            game.check_tie(str(given["tie"]))
    except ParameterError:
        return False
    return True


def _said(language: Language, option: Option, value: int | str) -> str:
    text = str(value).lower()
    return language.entry(option.label, next(one.label for one in option.choices if one.value == text))


def _rules_of(game_name: str) -> list[Parameter]:
    return [one for one in entry_of(game_name).parameters if one.is_rule and one.name not in _ELSEWHERE]


def _usual(parameter: Parameter) -> str:
    return "" if parameter.default is None else parameter.format(parameter.default)


def _of_game(language: Language, game_name: str) -> Mapping[str, tuple[str, list[Choice]]]:
    return WORDS.of(game_name).options(language.of_game(game_name))
