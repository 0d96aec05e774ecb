"""What natives type beside the words that are told means what those mean, and no word means two things."""

import pytest

import jardinet
from jardinet.games.api import State
from jardinet.words.game_words import AnyWords, NotUnderstood, load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.typed import command_in, understood_words

PLACED = (
    "reveal-12 reveal-3 reveal-18 reveal-7 reveal-5 reveal-6 reveal-8 reveal-9 "
    "place-c3 place-a1 place-d4 place-b2 place-a1 place-b2 place-c3 place-d4"
)
LUCKY_NUMBERS = {
    "en": {"draw": "flip", "discard": "pass", "take": "pick up", "place": "put", "arrange": "sort"},
    "fr": {"draw": "prendre", "discard": "jeter", "take": "prendre", "place": "mettre", "arrange": "trier"},
    "es": {"draw": "robar", "discard": "pasar", "take": "coger", "place": "poner", "arrange": "organizar"},
    "de": {"draw": "aufdecken", "discard": "passen", "take": "aufnehmen", "place": "setzen", "arrange": "sortieren"},
}
MAUDITS_CRIQUETS = {
    "en": ("play", "take", "corn"),
    "fr": ("jouer", "choisir", "maïs"),
    "es": ("jugar", "coger", "maíz"),
    "de": ("spielen", "nehmen", "Mais"),
}
TABLE = {
    "en": {"quit": "exit", "why": "explain", "hint": "tip", "board": "look"},
    "fr": {"quit": "sortir", "why": "explique", "hint": "indice", "board": "voir"},
    "es": {"quit": "terminar", "why": "Por qué", "hint": "consejo", "board": "mirar"},
    "de": {"quit": "aufhören", "why": "wieso", "hint": "Hinweis", "board": "zeigen"},
}


def words_at(game_name: str, history: str, code: str) -> tuple[AnyWords, State]:
    game = jardinet.load_game(game_name)
    return load_words(load_language(code), game, ["Ada", "Ben"]), game.deserialize_state(history)


def meaning(game_name: str, history: str, code: str, text: str) -> list[str]:
    words, state = words_at(game_name, history, code)
    seat = max(state.current_player(), 0)
    return [state.action_to_string(seat, action) for action in words.parse(state, text, seat)]


@pytest.mark.parametrize("code", CODES)
def test_natives_words_play_lucky_numbers(code: str) -> None:
    typed = LUCKY_NUMBERS[code]
    drawn = f"{PLACED} draw reveal-10"
    assert meaning("lucky_numbers", PLACED, code, typed["draw"]) == ["draw"]
    assert meaning("lucky_numbers", drawn, code, typed["discard"]) == ["discard"]
    assert meaning("lucky_numbers", drawn, code, f"{typed['place']} b3") == ["place-b3"]
    assert meaning("lucky_numbers", f"{drawn} discard", code, f"{typed['take']} 10") == ["take-10"]
    assert meaning("lucky_numbers", f"{drawn} discard", code, f"{typed['take']} 10 d4") == ["take-10", "place-d4"]
    hand = " ".join(PLACED.split()[:8])
    assert len(meaning("lucky_numbers", hand, code, typed["arrange"])) == 4


@pytest.mark.parametrize("code", CODES)
def test_natives_words_play_maudits_criquets(code: str) -> None:
    laid_out = "reveal-corn reveal-corn reveal-locust"
    bid, pick, corn = MAUDITS_CRIQUETS[code]
    assert meaning("maudits_criquets", laid_out, code, f"{bid} 4") == ["bid-4"]
    assert meaning("maudits_criquets", f"{laid_out} bid-5+bid-2", code, f"{pick} {corn}") == ["pick-corn"]


@pytest.mark.parametrize("code", CODES)
def test_natives_words_are_commands_of_the_table(code: str) -> None:
    understood = understood_words(load_language(code))
    for name, word in TABLE[code].items():
        assert command_in(f" {word}  ./my games/b3.jdn ", understood) == (name, "./my games/b3.jdn")
        assert command_in(word, understood) == (name, "")
    assert command_in("", understood) is None
    assert command_in("b3", understood) is None


@pytest.mark.parametrize("code", CODES)
def test_no_word_is_two_commands_and_no_command_hides_a_play(code: str) -> None:
    understood = understood_words(load_language(code))
    words = [word for forms in understood.values() for word in forms]
    assert len(set(words)) == len(words)
    assert all(words)
    for game_name, history in (
        ("lucky_numbers", PLACED),
        ("maudits_criquets", "reveal-corn reveal-corn reveal-locust"),
    ):
        told, state = words_at(game_name, history, code)
        seat = max(state.current_player(), 0)
        for text in (*told.completions(state, seat), *LUCKY_NUMBERS[code].values(), *MAUDITS_CRIQUETS[code]):
            assert command_in(text, understood) is None, text


@pytest.mark.parametrize("history", [" ".join(PLACED.split()[:8]), PLACED, f"{PLACED} draw reveal-10"])
@pytest.mark.parametrize("text", ["b3", "draw", "arrange", "hello"])
def test_who_is_not_in_turn_is_asked_for_nothing_and_offered_nobody_else_s_tiles(history: str, text: str) -> None:
    words, state = words_at("lucky_numbers", history, "en")
    assert state.current_player() == 0
    with pytest.raises(NotUnderstood, match=r"^There is nothing for you to do now\.$"):
        words.parse(state, text, 1)


def refused(words: AnyWords, state: State, text: str, seat: int) -> str:
    with pytest.raises(NotUnderstood) as error:
        words.parse(state, text, seat)
    return str(error.value)


def test_what_is_typed_for_longer_than_ones_turn_is_refused_and_only_ones_own_tiles_are_offered() -> None:
    michael = jardinet.load_game("lucky_numbers", setup="michael")
    words, state = load_words(load_language("en"), michael, ["Ada", "Ben"], 0), michael.deserialize_state("reveal-3")
    possible = "That is not possible now. Set-up: place the 3 on a1, b2, c3 or d4."
    assert refused(words, state, "a1 b2", 0) == possible
    _, state = words_at("lucky_numbers", " ".join(PLACED.split()[:8]), "en")
    for text in ("c3 a1 d4 b2 a1", "c3 a1 d4 b2 a1 b2"):
        assert refused(words, state, text, 0).startswith("That is not possible now. Set-up with 12, 3, 18 and 7:")


def test_out_of_turn_nothing_is_offered_and_an_answer_is_about_the_readers_own_board() -> None:
    game = jardinet.load_game("lucky_numbers")
    state = game.deserialize_state(f"{PLACED} draw reveal-10")
    ada, ben, nobody = (load_words(load_language("en"), game, ["Ada", "Ben"], you) for you in (0, 1, None))
    assert state.current_player() == 0
    assert ben.question(state.view(1)) == refused(ben, state, "b3", 1) == "There is nothing for you to do now."
    assert "exchange it for one of your tiles: a1 (3), b2 (7), c3 (12)" in ada.question(state.view(0))
    assert ada.why(state, "b3") == nobody.why(state, "b3") == ["10 can go on b3."]
    assert ben.why(state, "b3") == ["b3 takes 7."]
    assert ada.why(state, "b3 9") == ["9 can go on b3."]
    assert ben.why(state, "b3 9") == ["9 cannot go on b3: 8 on c3 must stay larger."]
    assert (ada.rule_of(state, "b3 9"), ben.rule_of(state, "b3 9")) == ("", "LN-4.2")
