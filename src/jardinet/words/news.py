"""News of a table apart from its game: who played for whom, and why, and who took something back."""

from __future__ import annotations

from jardinet.words.game_words import AnyWords, level_name


def stand_in_sentence(words: AnyWords, seat: int, level: str, *, is_late: bool) -> str:
    """The sentence that a bot plays for a seat's player: this turn, as their time was up (`is_late`), or until they are back.

    >>> from jardinet import load_game
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> words = load_words(load_language("en"), load_game("lucky_numbers"), ["Ada", "Ben"], 0)
    >>> stand_in_sentence(words, 1, "greedy", is_late=True)
    "Ben's time was up: Greedy played for them."
    """
    _, bot = words.language.gettext, level_name(words.language, level)
    if is_late:
        yours, theirs = _("Your time was up: {bot} played for you."), _("{name}'s time was up: {bot} played for them.")
    else:
        yours, theirs = _("{bot} plays for you."), _("{bot} plays for {name}.")
    return words.by(seat, yours, theirs, bot=bot)


def take_back_sentence(words: AnyWords, seat: int) -> str:
    """The sentence that a seat's player has taken a play back.

    >>> from jardinet import load_game
    >>> from jardinet.words.game_words import load_words
    >>> from jardinet.words.language import load_language
    >>> words = load_words(load_language("en"), load_game("lucky_numbers"), ["Ada", "Ben"], 0)
    >>> take_back_sentence(words, 1)
    'Ben took a play back.'
    """
    _ = words.language.gettext
    return words.by(seat, _("You took your play back."), _("{name} took a play back."))
