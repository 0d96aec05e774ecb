"""Language of Jardinet's texts: its gettext catalogue, and its forms of lists and numbers."""

from __future__ import annotations

import gettext
import os
import re
import unicodedata
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache, reduce
from pathlib import Path

from jardinet.games import entry_of
from jardinet.games.parameters import GameError, ParameterError
from jardinet.games.registry import translated_games
from jardinet.games.sentences import Either, Every, Sentence

LOCALES = Path(__file__).parent / "locale"
CODES = (
    "en",
    *sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()),
)  # the source's language, then those with a catalogue
_SHOWN, _QUOTED = re.compile(r"(?<!=){(\w+)!r}"), " quoted"  # placeholders of values that are shown as given
_SIGNED = re.compile(r"(?<![\w.,])([−+±-])\s?(\d[\d.,]*)")
_FIGURE = r"([−+-]?\d[\d.,]*(?:\s?%)?)"
_FROM_TO = re.compile(rf"(?<![\w.,]){_FIGURE}\s?–\s?{_FIGURE}")


class Language:
    """Texts for players in one language.

    >>> load_language("en").either(["a1", "b2", "c3"])
    'a1, b2 or c3'
    """

    def __init__(self, code: str, domain: str = "", catalogues: Path | None = None) -> None:
        """`code`: one of CODES; `domain` of `catalogues` is asked before Jardinet's: see `of_game`, `of_edition`."""
        self.code = code
        # English is what the source says; every other language has a catalogue, complete (tests/words).
        catalogue = gettext.translation("jardinet", LOCALES, [code], fallback=code == "en")
        if catalogues:
            house, catalogue = catalogue, gettext.translation(domain, catalogues, [code], fallback=True)
            catalogue.add_fallback(house)
        self.gettext = catalogue.gettext
        self.ngettext = catalogue.ngettext
        self.pgettext = catalogue.pgettext

    def of_game(self, name: str) -> Language:
        """The same language with a game's own catalogue first, then Jardinet's."""
        folder = entry_of(name).catalogues
        return _with_catalogues(self.code, name, folder) if folder else self

    def of_edition(self, name: str, edition: str) -> Language:
        """The same language with the special texts of an edition first, such as `lucky_numbers-es.po`, if there are any."""
        return _with_catalogues(self.code, f"{name}-{edition}", LOCALES)

    def every(self, items: Sequence[object]) -> str:
        """The items as a list: `a1, b2 and c3`."""
        return self._join(items, "standard")

    def either(self, items: Sequence[object]) -> str:
        """The items as a choice: `a1, b2 or c3`."""
        return self._join(items, "or")

    def entry(self, heading: str, text: str) -> str:
        """A heading and its text, in one line: `Your garden: 5 free cells`."""
        return self.gettext("{heading}: {text}").format(heading=heading, text=text)

    def tell(self, said: Sentence | GameError) -> str:
        """A sentence, or the message of an error, in this language; untranslated texts stay English.

        Values shown as given are `quoted`, except after an equals sign, where they are code.

        >>> load_language("de").tell(Sentence("there is no game {name!r} (tie={tie!r})", name="go", tie="x"))
        "there is no game „go“ (tie='x')"
        """
        values = {name: self._told(value) for name, value in said.values.items()}
        quoted = {name + _QUOTED: self.quoted(value) for name, value in values.items()}
        return _SHOWN.sub(rf"{{\1{_QUOTED}}}", self._translated(said.text)).format_map(values | quoted)

    def quoted(self, given: object) -> str:
        r"""A given text in the quotation marks of this language, with control characters escaped.

        >>> load_language("es").quoted("a\x1b[2J"), load_language("en").quoted("chess")
        ('«a\\x1b[2J»', '“chess”')
        """
        if not isinstance(given, str):
            return repr(given)
        marks = self.pgettext("quotation marks", "“{text}”")
        return marks.format(text="".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in given))

    def tell_alone(self, error: GameError) -> str:
        """The message of an error as a complete sentence, with a capital letter first."""
        told = self.tell(error)
        return told[:1].upper() + told[1:]

    def series(self, parts: Sequence[str]) -> str:
        """Parts that may have commas of their own, in one line: `seat: 1; bot: casual`."""
        return reduce(lambda before, after: self.gettext("{before}; {after}").format(before=before, after=after), parts)

    def percent(self, share: float, *, is_rough: bool = False) -> str:
        """A share of one as a percentage with one decimal, `51.3%`, `51,3 %`; a rough one without: `51%`."""
        from babel import Locale
        from babel.numbers import format_percent

        if is_rough:
            return format_percent(share, locale=self.code)
        usual = Locale.parse(self.code).percent_formats[None].pattern
        return format_percent(share, usual.replace("##0", "##0.0"), locale=self.code)

    def points(self, share: float, *, is_signed: bool = False) -> str:
        """A share of one as points out of a hundred, with one decimal: `6.2`, with a sign `+6,2` or `−6,2`."""
        from babel.numbers import format_decimal

        told = format_decimal(abs(round(100 * share, 1)), "0.0", locale=self.code)
        sign = "+" if share > 0 else "−" if share < 0 else ""
        return f"{sign}{told}" if is_signed and round(100 * share, 1) else told

    def for_ears(self, figures: str) -> str:
        """Figures for screen readers: signs, and dashes between two figures, become words, since voices and braille leave them out.

        >>> english = load_language("en")
        >>> english.for_ears("−6.2 (−7 to +2)"), english.for_ears("51.3% – 52%"), load_language("fr").for_ears("3")
        ('minus 6.2 (minus 7 to plus 2)', '51.3% to 52%', '3')
        """
        minus, plus = self.gettext("minus {figure}"), self.gettext("plus {figure}")
        told = {"−": minus, "-": minus, "+": plus, "±": self.gettext("plus or minus {figure}")}
        figures = _FROM_TO.sub(lambda found: self.between(found[1], found[2]), figures)
        return _SIGNED.sub(lambda found: told[found[1]].format(figure=found[2]), figures)

    def in_points(self, *shares: float, is_signed: bool = False) -> str:
        """Shares as points with the unit: `1.4 points`, `1,4 point`; two shares as a range: `1.2 to 1.8 points`.

        Decimals have plural forms too; as gettext takes only whole numbers, it is asked with a number of the same form.
        """
        from babel import Locale

        form, last = Locale.parse(self.code).plural_form, Decimal(f"{abs(100 * shares[-1]):.1f}")
        alike = next((whole for whole in range(1, 100) if form(whole) == form(last)), 100)
        told = list(dict.fromkeys(self.points(share, is_signed=is_signed) for share in shares))
        points = told[0] if len(told) == 1 else self.between(*told)
        return self.ngettext("{points} point", "{points} points", alike).format(points=points)

    def between(self, low: str, high: str) -> str:
        """A range of figures: `1.2 to 1.8`."""
        return self.pgettext("points", "{low} to {high}").format(low=low, high=high)

    def number(self, value: float) -> str:
        """A number as it is written here: `100,000`, `100 000`."""
        from babel.numbers import format_decimal

        return format_decimal(value, locale=self.code)

    def text(self, said: Sentence | str) -> str:
        """A Sentence translated into this language; any other text unchanged."""
        return said if isinstance(said, str) else self.tell(said)

    def of_any_game(self, context: str, text: str) -> str:
        """A text with a context, translated by the first game that has it; unchanged if none has."""
        return self._first_told(text, lambda language: language.pgettext(context, text))

    def _translated(self, text: str) -> str:
        """A text in this language; foreign texts are looked up in all games' catalogues, since an error does not name its game."""
        own = self.gettext(text)
        return own if own != text else self._first_told(text, lambda language: language.gettext(text))

    def _first_told(self, text: str, look_up: Callable[[Language], str]) -> str:
        """A text in the translation of the first game that has one; unchanged if none has."""
        told = (look_up(self.of_game(name)) for name in translated_games())
        return next((one for one in told if one != text), text)

    def _told(self, value: object) -> object:
        if isinstance(value, Sentence | GameError):
            return self.tell(value)
        if isinstance(value, Either):
            return self.either([self._told(item) for item in value.items])
        if isinstance(value, Every):
            return self.every([self._told(item) for item in value.items])
        return value

    def _join(self, items: Sequence[object], style: str) -> str:
        from babel.lists import format_list

        text = format_list([str(item) for item in items], style="or" if style == "or" else "standard", locale=self.code)
        if self.code == "en":  # no comma before the last of three or more: a list of cells needs none
            return text.replace(", and ", " and ").replace(", or ", " or ")
        if self.code == "es":  # before the same sound: "7 u 8", "Ana e Inés"
            text = re.sub(r" o (?=(8|11\b|h?o)[^,]*$)", " u ", text, flags=re.IGNORECASE)
            return re.sub(r" y (?=h?i(?!e)[^,]*$)", " e ", text, flags=re.IGNORECASE)
        return text


def isolated(name: str) -> str:
    """A name for use in a sentence: a right-to-left name is isolated, so that it does not reorder its neighbours.

    >>> isolated("Ada"), len(isolated("יעל"))
    ('Ada', 5)
    """
    if any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def gettext_noop(text: str) -> str:
    """The unchanged text, marked for the catalogues: it is translated when it is shown."""
    return text


@cache
def load_language(code: str) -> Language:
    """The language of a code, one of CODES; raises ParameterError for any other."""
    if code not in CODES:
        raise ParameterError(
            "no-such-language",
            "there is no language {language!r}: there are {languages}.",
            language=code,
            languages=Every(CODES),
        )
    return Language(code)


@cache
def _with_catalogues(code: str, domain: str, folder: Path) -> Language:
    return Language(code, domain, folder)


def preferred_code(environment: dict[str, str] | None = None) -> str:
    """The first language of the environment that we have, searched as gettext does; else English.

    >>> preferred_code({"LANG": "fr_CH.UTF-8"}), preferred_code({"LANGUAGE": "est:de", "LANG": "it_IT"})
    ('fr', 'de')
    """
    environment = dict(os.environ) if environment is None else environment
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(variable):
            codes = (
                re.split(r"[^a-z]", one.lower(), maxsplit=1)[0] for one in wanted.split(":")
            )  # without its country
            return next((code for code in codes if code in CODES), "en")
    return "en"
