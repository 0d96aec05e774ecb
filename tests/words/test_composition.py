"""Sentences that are put together read right in every language, whatever the numbers and names in them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from babel.messages.pofile import read_po
from tests.play.random_play import any_move
from tests.sizes import cases, few

import jardinet
from jardinet.games.api import Event, State
from jardinet.words.game_words import AnyWords, NotUnderstood, load_words, names_of
from jardinet.words.hints import hint
from jardinet.words.language import CODES, LOCALES, isolated, load_language

# Ending in s, beginning with a vowel, as long as a name can be, written from right to left, and what a format would read.
NAMES = ["Agnès", "Élodie", "Wolfeschlegelsteinhausenbergerdorf-Maria", "יעל", "Chris", "O’Hara", "{Ida}", "أحمد"]
PARAMETERS: dict[str, list[dict[str, Any]]] = {
    "lucky_numbers": [{}, {"edition": "5-vor-12"}, {"edition": "es"}, {"setup": "michael", "bruno": True}],
    "maudits_criquets": [{}, {"beginner": True}, {"majority_tie": "none"}, {"crops": 2, "copies": 3, "loot": 1}],
}
NO_BREAK = "[\u00a0\u202f]"

# What no sentence of a language holds, beside what none of any language does: what goes wrong where words meet.
WRONG_EVERYWHERE = {
    "a placeholder is left": r"\{(?!Ida\})\w*\}",
    "two spaces": r"  ",
    "a space before a sign": r" [,.]",
    "a sign twice": r"[,;:!?]\s?[,.;:!?]|(?<!\.)\.\.(?!\.)",
    "nothing stands where something should": r"(?:^|[ (])[,;:]|: ?$|\( ?\)|“”",
}
WRONG_IN = {
    "en": {
        "an article before the wrong sound": r"\ba (?:[aeiou]\w+|8|11|18)\b",
        "a name with two endings": r"['’]s['’]s",
    },
    "fr": {
        "no no-break space before a sign": rf"(?<!{NO_BREAK})[;!?»]|(?<![\d{NO_BREAK[1:-1]}]):(?!\w)|«(?!{NO_BREAK})",
        "no elision": r"(?<!-)\b(?:[Dd]e|[Qq]ue|[Nn]e|[Jj]e|[Ss]e|[Ll]e|[Ll]a) [aàâeéèêiîoôuû]\w",
        "de Élodie": r"\b[Dd]e (?:Agnès|Élodie|O’Hara)",
        "no contraction": r"\b(?:de les?|à les?) ",
        "a straight apostrophe": r"\w'\w",
    },
    "es": {
        "no contraction": r"\b(?:de el|a el) (?!\d)",
        "the same sound twice": r" o (?:8|11)\b| y (?:[Ii]da|hi(?!e)\w+)",
        "a question or exclamation that does not begin": r"^[^¿]*\?|^[^¡]*!",
    },
    "de": {
        "a straight quotation mark": r'"',
        "no contraction": r"\b(?:zu dem|von dem Bot|in dem)\b",
        "a sentence in small letters after a colon": r": du (?:bietest|nimmst|hast|bist)\b",
    },
}


# Words of the other editions' pieces, which one does not use at its table.
NOT_IN_EDITION = {
    "tiki": {"en": "board|number tile", "fr": "planche|tuile Nombre", "es": "ficha|tablero", "de": "Tafel"},
    "5-vor-12": {
        "en": "clover|garden|ladybird",
        "fr": "trèfle|jardin|plateau|coccinelle",
        "es": "trébol|jardín|mariquita",
        "de": "Klee|Garten|Gärten|Marienkäfer",
    },
    "es": {"en": "board|number tile", "fr": "planche|tuile Nombre", "es": "ficha|tablero|descart", "de": "Tafel"},
}


@cache
def wrong_plurals(code: str) -> list[re.Pattern[str]]:
    """What a number would look like beside the wrong form of its noun, by the catalogue's own forms."""
    with (LOCALES / "fr" / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        keys = [message.id for message in read_po(file) if isinstance(message.id, tuple)]
    language, found = load_language(code), []
    for one, many in keys:
        forms = {language.ngettext(one, many, count) for count in (1, 2)}
        for form in forms if len(forms) == 2 and "{count} " in "".join(forms) else ():
            takes = [count for count in range(41) if language.ngettext(one, many, count) != form]
            numbers = f"(?:{'|'.join(map(str, takes))})"
            parts = (re.escape(part) for part in re.split(r"\{count\}", form))
            pattern = rf"\b{numbers}\b".join(re.sub(r"\\\{\w+\\\}", ".+", part) for part in parts)
            other = next(text for text in forms if text != form)
            if not re.search(pattern, other.replace("{count}", str(takes[0]))):
                found.append(re.compile(rf"(?<![\d.,–-]){pattern}(?!\w)"))
    assert len(found) > 20, "the catalogue's plurals were not found"
    return found


def faults(sentence: str, code: str) -> list[str]:
    """What is wrong with a sentence, in words; nothing where nothing is."""
    wrong = {**WRONG_EVERYWHERE, **WRONG_IN[code]}
    plain = re.sub("[\u2068\u2069]", "", sentence)
    told = [f"{what}: {sentence!r}" for what, pattern in wrong.items() if re.search(pattern, plain)]
    return told + [f"{one.pattern}: {sentence!r}" for one in wrong_plurals(code) if one.search(plain)]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("Ada has 1 free cells.", "en"),
        ("Ada a 0 cases libres.", "fr"),
        ("Ada draws {tile}.", "en"),
        ("C’est le tour de Élodie.", "fr"),
        ("Que faire ?", "fr"),
        ("7 o 8", "es"),
        ("Gana Ada!", "es"),
        ("Ada takes .", "en"),
    ],
)
def test_a_planted_fault_is_found(sentence: str, code: str) -> None:
    assert faults(sentence, code)


@pytest.mark.parametrize("code", CODES)
def test_every_number_takes_its_form(code: str) -> None:
    """Each text with a number, for all numbers of both games, is not the one of another number."""
    with (LOCALES / "fr" / "LC_MESSAGES" / "jardinet.po").open("rb") as file:
        keys = [message.id for message in read_po(file) if isinstance(message.id, tuple)]
    language = load_language(code)
    for one, many in keys:
        for count in range(41):
            text = language.ngettext(one, many, count).replace("{count}", str(count))
            told = re.sub(r"\{\w+\}", "Ada", text)
            assert not faults(told, code)


@pytest.mark.parametrize(
    ("name", "code", "parameters", "players"),
    [
        (name, code, parameters, players)
        for name in PARAMETERS
        for code, parameters, players in cases(CODES, PARAMETERS[name], [2, 3, 4])
    ],
)
def test_whole_games_read_right(name: str, code: str, parameters: dict[str, Any], players: int) -> None:
    game, rng = jardinet.load_game(name, players=players, **parameters), random.Random(5)
    for start in range(few(len(NAMES), 2)):
        seats = (NAMES[start:] + NAMES)[:players]
        language = load_language(code)
        for you in (None, 0):
            words = load_words(language, game, names_of(language, seats, set()), you)
            told = list(played_out(game.new_initial_state(), words, rng))
            assert len(told) > 100
            assert not [fault for sentence in dict.fromkeys(told) for fault in faults(sentence, code)]


@pytest.mark.parametrize(("edition", "code"), cases(list(NOT_IN_EDITION), CODES))
def test_every_edition_has_its_own_words(edition: str, code: str) -> None:
    game = jardinet.load_game("lucky_numbers", edition=edition)
    for you in (None, 0):
        words = load_words(load_language(code), game, ["Ada", "Ben"], you)
        told = set(played_out(game.new_initial_state(), words, random.Random(3)))
        assert not [one for one in told if re.search(NOT_IN_EDITION[edition][code], one, re.IGNORECASE)]


# In Spanish, its own edition calls a tile a trébol, and nothing else (LN-8): where one is dealt, drawn, taken, asked for.
HANDLED = r"\b[Tt]oma[rs]?\b|\btocan\b|\b(?:[Cc]oloca|[Dd]evuelve|[Ii]ntercambia) el \d|^No hay|^En la (?:mesa|reserva)"
NUMBERS_ALONE = r"los números deben|Números posibles|una casilla y un número|llevan los números|un número cualquiera"


@pytest.mark.parametrize("setup", ["standard", "michael"])
def test_a_tile_of_the_spanish_edition_is_a_trebol_in_spanish(setup: str) -> None:
    game = jardinet.load_game("lucky_numbers", edition="es", setup=setup)
    for you in (None, 0):
        words = load_words(load_language("es"), game, ["Ada", "Ben"], you)
        told = set(played_out(game.new_initial_state(), words, random.Random(3)))
        handled = {one for one in told if re.search(HANDLED, one) and not one.startswith("Preparación: ")}
        assert len(handled) > 50
        assert not [one for one in handled if "trébol" not in one]
        assert not [one for one in told if re.search("números?|ficha", re.sub(NUMBERS_ALONE, "", one), re.IGNORECASE)]


def test_no_other_edition_calls_a_drawn_tile_a_trebol() -> None:
    for edition, told in {"tiki": "número", "5-vor-12": "número", "es": "trébol"}.items():
        game = jardinet.load_game("lucky_numbers", edition=edition)
        words = load_words(load_language("es"), game, ["Ada", "Ben"])
        assert words.language.gettext("Draw a tile.") == f"Toma un {told} de la reserva."


def played_out(state: State, words: AnyWords, rng: random.Random) -> Iterator[str]:
    """All that is said in a game, by whatever asks for it."""
    events: list[Event] = []
    yield from words.introduction()
    yield from (hint.meaning for hint in words.help())
    while not state.is_terminal():
        move = any_move(state, rng)
        news = state.events(move)
        state.apply(move)
        events += news
        yield from words.tell(news)
        if state.is_chance_node() or state.is_terminal():
            continue
        seat = state.acting_seats()[0]
        if rng.random() < 0.1:
            yield from hint(words, state, seat).lines
        yield words.question(state.view(seat))
        yield from words.describe(state.view(seat), seat, with_others=True)
        yield from words.moves(state.view(seat))
        for asked in ("a1", "b3", "7", "4", "a", "locust", "corn", "x"):
            try:
                yield from words.why(state, asked)
            except NotUnderstood as refusal:
                yield str(refusal)
    view = state.view()
    outcome = words.outcome(view, events)
    yield from (outcome.verdict, outcome.reason)
    yield from words.result(view)
    for standing in outcome.standings:
        yield from (standing.score, *standing.sources)


@pytest.mark.parametrize("code", CODES)
def test_a_name_from_right_to_left_keeps_its_direction_to_itself(code: str) -> None:
    language = load_language(code)
    hebrew, ada, again = names_of(language, ["יעל", "Ada", "יעל"], set())
    assert ada == "Ada"
    for name in (hebrew, again):
        assert (name[0], name[-1]) == ("\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}")
    assert hebrew == isolated("יעל")
    words = load_words(language, jardinet.load_game("lucky_numbers"), [hebrew, ada], None)
    assert hebrew in words.heading(0)
