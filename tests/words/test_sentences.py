"""What typed words mean at a table of Lucky Numbers, and what is said there."""

import string
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jardinet
from jardinet.games.api import Event, State
from jardinet.games.lucky_numbers.view import View
from jardinet.words.game_words import AnyWords, NotUnderstood, load_words
from jardinet.words.language import CODES, load_language

# Ada's hand 12, 3, 18, 7 and Ben's 5, 6, 8, 9, placed in rising order on the diagonals.
SETUP = "reveal-12 reveal-3 reveal-18 reveal-7 reveal-5 reveal-6 reveal-8 reveal-9"
PLACED = f"{SETUP} place-c3 place-a1 place-d4 place-b2 place-a1 place-b2 place-c3 place-d4"


def words_at(history: str, code: str = "en", you: int | None = 0, **parameters: Any) -> tuple[AnyWords, State]:
    game = jardinet.load_game("lucky_numbers", **parameters)
    return load_words(load_language(code), game, ["Ada", "Ben"], you), game.deserialize_state(history)


def meaning(history: str, text: str, code: str = "en") -> list[str]:
    words, state = words_at(history, code)
    return [state.action_to_string(0, action) for action in words.parse(state, text, 0)]


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("draw", ["draw"]),
        (" D ", ["draw"]),
        ("+", ["draw"]),
        ("take 14", ["take-14"]),
        ("TAKE-14", ["take-14"]),
        ("t14", ["take-14"]),
        ("14", ["take-14"]),
        ("t14 c4", ["take-14", "place-c4"]),
        ("14@c4", ["take-14", "place-c4"]),
        ("take 14 c4", ["take-14", "place-c4"]),
    ],
)
def test_a_choice_is_understood_in_every_form(text: str, actions: list[str]) -> None:
    assert meaning(f"{PLACED} draw reveal-2 discard draw reveal-14 discard", text) == actions


@pytest.mark.parametrize(
    ("text", "action"), [("b1", "place-b1"), ("Place B1", "place-b1"), ("x", "discard"), ("-", "discard")]
)
def test_a_placement_is_understood_in_every_form(text: str, action: str) -> None:
    assert meaning(f"{PLACED} draw reveal-5", text) == [action]


def test_arrange_places_a_dealt_hand_in_rising_order() -> None:
    rising = ["place-c3", "place-a1", "place-d4", "place-b2"]
    assert meaning(SETUP, "arrange") == rising
    assert meaning(SETUP, "c3 a1 d4 b2") == rising
    assert meaning(SETUP + " place-d4", "arrange") == ["place-a1", "place-c3", "place-b2"]


@pytest.mark.parametrize(
    ("history", "text", "answer"),
    [
        (SETUP, "b1", "12 cannot go on b1: set-up uses only the diagonal a1, b2, c3, d4."),
        (SETUP + " place-a1", "a1", "3 cannot go on a1: 12 on a1 does not move during set-up."),
        (PLACED, "t4", "There is no 4 on the table."),
        (f"{PLACED} draw reveal-20", "b1", "20 cannot go on b1: 7 on b2 must stay larger."),
        (PLACED, "x", "That is not possible now. Draw a tile (d)."),
        (PLACED, "sing", "“sing” is not a play. Draw a tile (d)."),
        (
            f"{PLACED} draw reveal-2 discard draw reveal-14 discard take-14",
            "x",
            "What you take from the table you must place.",
        ),
    ],
)
def test_what_is_not_possible_is_answered_with_the_reason(history: str, text: str, answer: str) -> None:
    words, state = words_at(history)
    before = state.serialize()
    with pytest.raises(NotUnderstood) as raised:
        words.parse(state, text, 0)
    assert str(raised.value).startswith(answer)
    assert state.serialize() == before


def test_why_names_every_neighbour_in_the_way() -> None:
    words, state = words_at(f"{PLACED} draw reveal-12")
    assert words.why(state, "b1") == ["12 cannot go on b1: 7 on b2 must stay larger."]
    assert words.why(state, "c2") == ["12 cannot go on c2: 12 is already in its row or column, on c3."]
    assert words.why(state, "c3") == ["12 can go on c3, in exchange for 12."]
    assert words.why(state, "d1 4") == ["4 can go on d1."]
    assert words.why(words_at(PLACED)[1], "b1") == ["b1 takes 4 to 6."]


def test_the_rule_behind_an_answer_is_named_apart_from_it() -> None:
    words, state = words_at(f"{PLACED} draw reveal-12")
    assert [words.rule_of(state, text) for text in ("b1", "c3", "d1 4")] == ["LN-4.2", "", ""]
    assert words_at(SETUP)[0].rule_of(words_at(SETUP)[1], "b1") == "LN-2.2"
    assert words_at(PLACED)[0].rule_of(words_at(PLACED)[1], "b1") == ""


@pytest.mark.parametrize("text", ["", "z9", "b3 0", "b3 21", "99"])
def test_why_about_nothing_says_how_to_ask(text: str) -> None:
    words, state = words_at(PLACED)
    with pytest.raises(NotUnderstood):
        words.why(state, text)


def tell(history: str, played: str, you: int | None = None, **parameters: Any) -> list[str]:
    words, state = words_at(history, you=you, **parameters)
    events: list[Event] = []
    for text in played.split():
        action = state.string_to_action(state.current_player(), text)
        events += state.events(action)
        state.apply_action(action)
    return words.tell(events)


def test_a_turn_is_told_in_one_sentence() -> None:
    assert tell(PLACED, "draw reveal-5 place-b1") == ["Ada draws 5 and places it on b1."]
    assert tell(PLACED, "draw reveal-5 discard take-5 place-a1") == [
        "Ada draws 5 and discards it.",
        "Ben takes 5 from the table and puts it on a1 in exchange for 5.",
    ]
    assert tell(PLACED + " draw reveal-5", "place-b1", you=0) == ["You place 5 on b1."]


def test_a_set_up_is_told_hand_by_hand() -> None:
    assert tell("", PLACED) == [
        "Ada is dealt 12, 3, 18 and 7.",
        "Ben is dealt 5, 6, 8 and 9.",
        "Ada sets up with 12 on c3, 3 on a1, 18 on d4 and 7 on b2.",
        "Ben sets up with 5 on a1, 6 on b2, 8 on c3 and 9 on d4.",
    ]
    assert tell("", "reveal-5 place-a1", setup="michael") == ["Ada draws 5 and places it on a1."]


def test_a_name_may_hold_whatever_a_format_would_trip_over() -> None:
    game = jardinet.load_game("lucky_numbers")
    state = game.deserialize_state(f"{PLACED} draw")
    words = load_words(load_language("en"), game, ["{tile}", "{x}"], None)
    assert words.tell(state.events(5)) == ["{tile} draws 5."]


def test_a_replay_is_announced_with_its_pair() -> None:
    told = tell(PLACED, "draw reveal-7 place-c1", bruno=True)
    assert told == ["Ada draws 7 and places it on c1.", "A diagonal pair on c1 and b2: Ada plays again!"]


def ended(free: list[int], winners: list[int], end: str) -> View:
    """A last position with so many free cells."""
    view = cast(View, jardinet.load_game("lucky_numbers", players=len(free)).new_initial_state().view())
    boards = [msgspec.structs.replace(board, free=free[board.seat]) for board in view.boards]
    return msgspec.structs.replace(view, boards=boards, winners=winners, phase="over", end=end)


@pytest.mark.parametrize(
    ("free", "winners", "told"),
    [
        ([0, 4, 3], [0], ("You win by 3 cells!", "Your garden is full.", "")),
        (
            [1, 0, 3],
            [1],
            ("Ben wins by a single cell!", "Ben's garden is full.", "So close: you were a single cell short."),
        ),
        ([2, 4, 0], [2], ("Cleo wins by 2 cells!", "Cleo's garden is full.", "So close: you were two cells short.")),
        (
            [4, 1, 1],
            [1, 2],
            (
                "Ben and Cleo share the victory!",
                "The last hidden tile has been played: whoever has the fewest free cells wins.",
                "",
            ),
        ),
    ],
)
def test_the_end_says_who_won_by_how_much_why_and_how_close_it_was(
    free: list[int], winners: list[int], told: tuple[str, str, str]
) -> None:
    """LN-5.1, LN-5.2"""
    words = load_words(load_language("en"), jardinet.load_game("lucky_numbers", players=3), ["Ada", "Ben", "Cleo"], 0)
    outcome = words.outcome(ended(free, winners, "full-board" if 0 in free else "last-tile"), ())
    assert outcome[:3] == told
    assert [one.seat for one in outcome.standings] == sorted(range(3), key=lambda seat: free[seat])
    assert [one.place for one in outcome.standings] == [1 + sum(a < b for a in free) for b in sorted(free)]


def test_the_old_edition_has_its_own_words() -> None:
    old, state = words_at("", edition="5-vor-12", you=None)
    new, _ = words_at("", you=None)
    assert old.describe(state.view(), 0, with_others=True)[0].startswith("Ada's board")
    assert new.describe(state.view(), 0, with_others=True)[0].startswith("Ada's garden")
    assert old.introduction()[0] != new.introduction()[0]


@pytest.mark.parametrize("code", CODES)
def test_what_is_offered_is_understood_in_every_language(code: str) -> None:
    """Completions, short forms of `moves` and canonical texts and what a hint says all mean the action they stand for."""
    for history in (SETUP, PLACED, f"{PLACED} draw reveal-5", f"{PLACED} draw reveal-2 discard draw reveal-14 discard"):
        words, state = words_at(history, code)
        legal = state.legal_actions()
        forms = [words.completions(state, 0), [line.split(":")[0] for line in words.moves(state.view(0))]]
        forms.append([state.action_to_string(0, action) for action in legal])
        forms.append([words.name_of(0, action) for action in legal])
        for texts in forms:
            assert [words.parse(state, text, 0) for text in texts[: len(legal)]] == [[action] for action in legal]


@pytest.mark.parametrize("code", CODES)
@given(text=st.text(st.sampled_from(string.ascii_lowercase + string.digits + " -@+éßñ\x00"), max_size=12))
def test_whatever_is_typed_is_a_play_or_an_answer(code: str, text: str) -> None:
    words, state = words_at(f"{PLACED} draw reveal-2 discard draw reveal-14 discard", code)
    before = state.serialize()
    try:
        actions = words.parse(state, text, 0)
    except NotUnderstood as answer:
        assert str(answer)
    else:
        for action in actions:
            state.clone().apply_action(actions[0])
            assert action in range(38)
    assert state.serialize() == before
