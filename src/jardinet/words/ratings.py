"""Strengths in words: a number with its doubt, and where it lies among a game's levels."""

from __future__ import annotations

from jardinet.ratings.rating import PersonRating
from jardinet.ratings.scale import is_provisional
from jardinet.ratings.yardstick import Yardstick, load_yardstick
from jardinet.words.game_words import level_name
from jardinet.words.language import Language


def strength_told(language: Language, value: float, doubt: float) -> str:
    """A level or a rating with half of its interval of 95 %, both in points, and whether it is provisional.

    >>> from jardinet.words.language import load_language
    >>> strength_told(load_language("en"), 1560.4, 70), strength_told(load_language("de"), 1560.4, 120)
    ('1560 ± 70', '1560 ± 120, vorläufig')
    """
    told = strength_in_short(value, doubt)
    return language.gettext("{strength}, provisional").format(strength=told) if is_provisional(doubt) else told


def strength_in_short(value: float, doubt: float) -> str:
    """A level or a rating in figures alone, alike in all languages.

    >>> strength_in_short(1560.4, 70)
    '1560 ± 70'
    """
    return f"{value:.0f} ± {doubt:.0f}"


def rated_name(name: str, rating: PersonRating | None) -> str:
    """A name in a list, with the rating behind it if there is one.

    >>> rated_name("Ada", PersonRating(1560, 30)), rated_name("Ben", None)
    ('Ada (1560 ± 59)', 'Ben')
    """
    return name if rating is None else f"{name} ({strength_in_short(rating.value, rating.doubt)})"


def rating_told(language: Language, rating: PersonRating) -> str:
    """Somebody's rating in a sentence, with the number of games that it is made of.

    >>> from jardinet.words.language import load_language
    >>> rating_told(load_language("en"), PersonRating(1560, 30, games=41))
    'Rating among people: 1560 ± 59, after 41 rated games.'
    """
    told = language.ngettext(
        "Rating among people: {rating}, after {count} rated game.",
        "Rating among people: {rating}, after {count} rated games.",
        rating.games,
    )
    return told.format(rating=strength_told(language, rating.value, rating.doubt), count=language.number(rating.games))


def level_told(language: Language, game: str, value: float, doubt: float) -> str:
    """Somebody's level in a game, and where it lies among those of the bots, in a sentence.

    >>> from jardinet.words.language import load_language
    >>> level_told(load_language("en"), "lucky_numbers", 1460, 70)
    'Level with luck left out: 1460 ± 70, between Casual and Skilled.'
    """
    yardstick, strength = load_yardstick(game), strength_told(language, value, doubt)
    assert yardstick
    told = language.gettext("Level with luck left out: {strength}, {among}.")
    return told.format(strength=strength, among=among_levels(language, yardstick, value, doubt))


def gained_told(language: Language, told: str, gained: float) -> str:
    """A rating, as `strength_told` tells it, after a game by which it has changed, in points.

    >>> from jardinet.words.language import load_language
    >>> gained_told(load_language("en"), "1573 ± 60", 72.6), gained_told(load_language("en"), "1427 ± 60", -72.6)
    ('1573 ± 60 (+73)', '1427 ± 60 (−73)')
    """
    change = f"{gained:+.0f}".replace("-", "−")
    return language.gettext("{rating} ({change})").format(rating=told, change=change)


def among_levels(language: Language, yardstick: Yardstick, value: float, doubt: float) -> str:
    """Where a strength lies among a game's levels; as far as it can be told: see `Yardstick.among`.

    >>> from jardinet.ratings.yardstick import load_yardstick
    >>> from jardinet.words.language import load_language
    >>> among_levels(load_language("en"), load_yardstick("lucky_numbers"), 1460, 70)
    'between Casual and Skilled'
    """
    weaker, stronger = yardstick.among(value, doubt)
    if weaker == stronger and weaker:
        return language.gettext("about level with {level}").format(level=level_name(language, weaker))
    if not weaker:
        return language.gettext("below {level}").format(level=level_name(language, stronger or ""))
    if not stronger:
        return language.gettext("above {level}").format(level=level_name(language, weaker))
    return language.gettext("between {weaker} and {stronger}").format(
        weaker=level_name(language, weaker), stronger=level_name(language, stronger)
    )


def leaving_told(language: Language) -> str:
    """What it costs to leave a rated game to a bot."""
    return language.gettext(
        "This game is rated: whoever leaves more than a quarter of their plays to a bot has lost it."
    )
