"""The compact text of a turn: written, read back, and refused where it is not what would be written."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.lucky_numbers.states import SET_UP, read, some_state

from jardinet.games.api import IllegalActionError, State, TextError, Turn
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.parameters import GameError


def test_the_standard_set_up_is_a_line_a_hand_and_a_line_a_board() -> None:
    """LN-2.4"""
    assert written(read(SET_UP)) == [
        Turn(0, "+1 +6 +11 +16"),
        Turn(1, "+2 +7 +12 +17"),
        Turn(0, "@a1 @b2 @c3 @d4"),
        Turn(1, "@a1 @b2 @c3 @d4"),
    ]


def test_michael_s_set_up_is_a_line_a_tile() -> None:
    """LN-2.3"""
    state = read("reveal-7 place-a1 reveal-9 place-d4 reveal-3", setup="michael")
    assert written(state) == [Turn(0, "+7@a1"), Turn(1, "+9@d4"), Turn(0, "+3")]


def test_every_kind_of_play_has_its_text() -> None:
    """LN-3.1, LN-3.2, LN-4.1, LN-4.4"""
    state = read(
        SET_UP
        + """
        draw reveal-13 discard  draw reveal-8 place-c2  draw reveal-6 place-b2
        take-13 place-c3  take-12 place-c3  draw reveal-20
        """
    )
    assert [turn.text for turn in written(state)[4:]] == ["+13-", "+8@c2", "+6@b2x6", "13@c3x12", "12@c3x11", "+20"]
    assert [turn.seat for turn in written(state)[4:]] == [0, 1, 0, 1, 0, 1]


def test_a_turn_with_replays_holds_its_plays_one_after_another() -> None:
    """LN-6.1"""
    state = read(SET_UP + "draw reveal-3 place-a2 draw reveal-20 discard draw reveal-3 place-b1 take-20", bruno=True)
    assert [turn.text for turn in written(state)[4:]] == ["+3@a2", "+20-", "+3@b1 20"]
    assert written(read(SET_UP + "draw"))[4:] == [Turn(0, "+")]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 250))
def test_turns_are_read_back_to_the_same_state(seed: int, length: int) -> None:
    """Of any variant, broken off anywhere."""
    state = some_state(seed, length)
    again = state.get_game().new_initial_state()
    for turn in state.get_game().turns(state.history()):
        state.get_game().read_turn(again, turn.text)
    assert again.history() == state.history()
    assert cast(LuckyNumbersState, again).records.tobytes() == state.records.tobytes()


def test_numbers_of_numpy_are_written_like_any_others() -> None:
    """Bots choose with NumPy, and apply_action takes any whole number."""
    state = read(SET_UP)
    for action in (0, 13, 37):
        state.apply_action(np.int64(action))  # type: ignore[arg-type]
    assert written(state)[-1] == Turn(0, "+13-")
    assert all(type(move) is int for move in state.history())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+13@b2", "@b2 does not fit: 6 lies there"),  # the exchange's mark is missing
        ("+13@b2x7", "@b2x7 does not fit: 6 lies there"),  # or names another tile
        ("+8@c2x6", "@c2x6 does not fit: the cell is free"),  # or stands where nothing lies
        ("+13@c2", "11 at c3 must stay larger (LN-4.2)"),
        ("13@b2x6", "there is no 13 on the table (LN-3.2)"),
        ("20-", "a tile taken from the table must be placed (LN-3.2)"),
        ("@b2x6", "is not possible"),
        ("-", "is not possible"),
        ("+@b2x6", "is not possible"),
        ("+-", "is not possible"),
        ("+21-", "is not possible"),
        ("+37-", "is not possible"),
        ("37", "is not possible"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_the_reason(text: str, message: str) -> None:
    state = read(SET_UP + "draw reveal-19 discard draw reveal-20 discard")
    with pytest.raises(GameError) as refused:
        state.get_game().read_turn(state, text)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "+13- ",
        " +13-",
        "+13-\n",
        "+13@b5",
        "+13@e1",
        "+13@B2x6",
        "+13@b2X6",
        "+13@b2x06",
        "+013-",
        "+0-",
        "+100-",
        "++13-",
        "+13@b2x6x6",
        "+13@b2-",
        "+13@",
        "x6",
        "draw",
        "13+",
        "+1٣-",  # digits, but not those that are written
        "+1³-",
    ],
)
def test_what_is_not_in_the_form_of_a_turn_is_refused(text: str) -> None:
    state = read(SET_UP)
    with pytest.raises(TextError, match="is not a play: plays read like"):
        state.get_game().read_turn(state, text)


@pytest.mark.parametrize(
    "text",
    [
        "+13- +14-",  # two turns
        "+13- +",
        "+13- 13@b2x7",
        "+ +13-",  # one play in two parts
        "+13 -",
        "+13 @b2x6",
        "+13 37",  # an action's number in place of its text
        "+13 26",
        "20 @d4x16",
        "20 36",
    ],
)
def test_a_line_that_nobody_would_write_is_refused(text: str) -> None:
    """Reading and writing are inverse: what is read is written the same."""
    state = read(SET_UP + "draw reveal-19 discard draw reveal-20 discard")
    with pytest.raises(GameError):
        state.get_game().read_turn(state, text)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("", "1 6 11 16"),  # dealt tiles are drawn ones
        ("", "+1 +6 +11 +16 +2 +7 +12 +17"),  # two hands
        ("", "+1+6"),
        ("+1 +6 +11 +16", "@a1"),
        ("+1 +6 +11 +16|+2 +7 +12 +17", "21 @b2 @c3 @d4"),  # an action's number in place of its text
        ("+1 +6 +11 +16|+2 +7 +12 +17", "@a1 @a1 @c3 @d4"),
        ("+1 +6 +11 +16|+2 +7 +12 +17", "@a1x1 @b2 @c3 @d4"),
        ("+1 +6 +11 +16|+2 +7 +12 +17", "@a1 @b2 @c3 @d4 @a1 @b2 @c3 @d4"),  # two boards
        ("+1 +6 +11 +16|+2 +7 +12 +17", "@a1@b2@c3@d4"),
        ("+1 +6 +11 +16|+2 +7 +12 +17", "@b1"),
        ("+1 +6 +11 +16|+2 +7 +12 +17", "-"),
    ],
)
def test_a_line_that_no_set_up_has_is_refused(before: str, text: str) -> None:
    """LN-2.2, LN-2.4"""
    state = read("")
    for line in before.split("|") if before else []:
        state.get_game().read_turn(state, line)
    with pytest.raises(GameError):
        state.get_game().read_turn(state, text)


@pytest.mark.parametrize("text", ["7@a1", "+7@b1", "+7@a1 +9@a1", "+7@a1x7", "+7-", "+7 @a1", "+7 21"])
def test_a_line_that_michael_s_set_up_has_not_is_refused(text: str) -> None:
    """LN-2.3"""
    state = read("", setup="michael")
    with pytest.raises(GameError):
        state.get_game().read_turn(state, text)


def test_nothing_can_be_read_after_the_end() -> None:
    state = read(SET_UP + "draw reveal-9 discard take-9 place-b2", stall_limit=1)
    for text in ("+13-", "9@b2x7", "-", "@b2x9", "+"):
        with pytest.raises(GameError):
            state.get_game().read_turn(state, text)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**32), st.text("+-@x 0123456789abcd", max_size=12))
def test_whatever_is_read_is_written_the_same(seed: int, text: str) -> None:
    """Any text is refused, or is the line that the game itself would write."""
    state = some_state(seed, seed % 90)
    assert_inverse(state, text)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 20), st.sampled_from("+-@x 0123456789abcd"), st.booleans())
def test_a_mangled_line_is_refused_or_another_right_one(seed: int, place: int, letter: str, is_added: bool) -> None:
    """One letter of a true line added or replaced."""
    state = some_state(seed, 400)
    game = state.get_game()
    turns = game.turns(state.history())
    kept = seed % len(turns)
    text = turns[kept].text
    place %= len(text) + 1
    replayed = game.new_initial_state()
    for turn in turns[:kept]:
        game.read_turn(replayed, turn.text)
    assert_inverse(cast(LuckyNumbersState, replayed), text[:place] + letter + text[place + 1 - is_added :])


def assert_inverse(state: LuckyNumbersState, text: str) -> None:
    """Where a line begins, `text` is refused or read as what is then written as `text`."""
    game = state.get_game()
    lines = game.turns(state.history())
    if state.is_terminal() or not begins_a_line(state, lines):
        return
    twin = state.clone()
    try:
        game.read_turn(twin, text)
    except GameError:
        return
    assert [turn.text for turn in game.turns(twin.history())] == [*(turn.text for turn in lines), text]


def begins_a_line(state: LuckyNumbersState, lines: list[Turn]) -> bool:
    """Whether the next move opens a new line: it does if playing it makes one more."""
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    return len(state.get_game().turns(twin.history())) > len(lines)


def written(state: State) -> list[Turn]:
    return state.get_game().turns(state.history())


def test_an_illegal_action_is_a_game_error_so_that_records_catch_one_kind() -> None:
    assert issubclass(IllegalActionError, GameError)
    assert issubclass(TextError, GameError)
