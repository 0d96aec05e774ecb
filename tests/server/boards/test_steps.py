"""Steps of both games: every kind of event is shown, in order, by pieces that the page knows by the same names."""

from __future__ import annotations

import re

import pytest
from tests.server.boards import test_lucky_numbers as lucky_numbers
from tests.server.boards import test_maudits_criquets as maudits_criquets

from jardinet.server.boards.maudits_criquets.board import BoardModel
from jardinet.server.boards.steps import Course

IN_PLAY, LAID_OUT, CORN_HELD = lucky_numbers.IN_PLAY, maudits_criquets.LAID_OUT, maudits_criquets.CORN_HELD
LOCUSTS = "reveal-corn reveal-locust reveal-locust bid-a+bid-4 reveal-locust reveal-corn reveal-broccoli"  # Ada has two

# Of two bids: they are turned in the middle; they go home; where both take they are numbered first, and the numbers go along.
TURNED, HOME = ("down down", "flip flip"), " "
ORDERED = ("pop pop", HOME + HOME + " ")


def told(course: Course, first: int = 0) -> list[list[str]]:
    """The steps from a ply on: of each act the piece, where it goes to and how."""
    return [
        [f"{act.piece} {act.to.split()[0] if act.to else ''} {act.how}".replace("  ", " ").strip() for act in step.acts]
        for step in course.steps
        if step.ply >= first
    ]


@pytest.mark.parametrize(
    ("moves", "plies", "steps"),
    [
        (f"{IN_PLAY} draw reveal-5", 2, [["tile-9 hand-0 flip"]]),
        (f"{IN_PLAY} draw reveal-5 place-b1", 1, [["tile-9 cell-0-b1"]]),
        (f"{IN_PLAY} draw reveal-5 discard", 1, [["tile-9 table"]]),
        (f"{IN_PLAY} draw reveal-5 place-a1", 1, [["tile-1 table", "tile-9 cell-0-a1"]]),
        (f"{IN_PLAY} draw reveal-5 discard take-5 place-a2", 2, [["tile-9 hand-1"], ["tile-9 cell-1-a2"]]),
        (f"{lucky_numbers.SET_UP} place-a1", 1, [["tile-1 cell-0-a1"]]),
    ],
)
def test_every_play_of_lucky_numbers_is_shown(moves: str, plies: int, steps: list[list[str]]) -> None:
    course = lucky_numbers.shown(moves).course
    assert told(course, course.next - plies) == steps


def test_dealt_tiles_come_from_the_pile() -> None:
    steps = lucky_numbers.shown(lucky_numbers.SET_UP).course.steps
    assert [(step.acts[0].start, step.acts[0].how) for step in steps] == [("pile", "flip")] * 8


def test_both_tiles_of_a_pair_shine() -> None:
    moves = f"{IN_PLAY} draw reveal-5 place-b1 draw reveal-20 discard draw reveal-5 place-a2"
    assert told(lucky_numbers.shown(moves, bruno=True).course)[-1] == [
        "tile-11 shine",
        "tile-9 shine",
        "tile-11-again pop",
    ]


@pytest.mark.parametrize(
    ("moves", "manners"),
    [
        (f"{LAID_OUT} bid-4+bid-4 reveal-locust", [*TURNED, "knock struck", HOME, "shake shake", "flip"]),
        (f"{LAID_OUT} bid-a+bid-2 {LAID_OUT}", [*TURNED, "shine", f"{HOME} vanish vanish", "flip flip flip"]),
        (f"{LAID_OUT} bid-a+bid-x {LAID_OUT}", [*TURNED, "knock", "shine", f"{HOME} vanish vanish", "flip flip flip"]),
        (f"{LAID_OUT} bid-5+bid-2", [*TURNED, *ORDERED]),
        (f"{CORN_HELD} bid-5+bid-2 pick-corn", [*TURNED, *ORDERED, "hop vanish", "vanish vanish vanish", "pop"]),
        (
            f"{LOCUSTS} bid-5+bid-2 pick-locust",
            [*TURNED, *ORDERED, "hop vanish", "shake shake shake vanish", "vanish vanish vanish"],
        ),
        (LAID_OUT, ["flip flip flip"]),
    ],
)
def test_every_event_of_maudits_criquets_is_shown(moves: str, manners: list[str]) -> None:
    steps = maudits_criquets.shown_at(moves).course.steps
    assert [" ".join(act.how for act in step.acts) for step in steps][-len(manners) :] == manners


def test_the_second_impasse_takes_the_loot_away() -> None:
    history = f"{LAID_OUT} bid-x+bid-x reveal-corn bid-1+bid-1"
    steps = maudits_criquets.shown_at(history).course.steps
    assert [[act.how for act in step.acts] for step in steps][-2:] == [["shake", "shake"], ["vanish", "vanish"]]
    assert {act.to for act in steps[-1].acts} == {"pile"}


def test_an_interim_scoring_gives_its_tokens_to_everybody_who_gets_one() -> None:
    small = {"numbers": 2, "specials": False, "crops": 3, "copies": 1, "locusts": 0, "loot": 1}
    course = maudits_criquets.shown_at("reveal-corn bid-2+bid-1 reveal-strawberry bid-1+bid-2", **small).course
    assert [(act.to, act.how) for act in course.steps[-1].acts] == [("tokens-0", "pop"), ("tokens-1", "pop")]


def test_a_step_carries_the_figures_that_it_changes_as_they_were_before() -> None:
    steps = lucky_numbers.shown(f"{IN_PLAY} draw reveal-5 place-b1").course.steps[-2:]
    model = lucky_numbers.shown(IN_PLAY)
    assert [step.figures for step in steps] == [{"pile": str(model.pile)}, {"free-0": str(model.own.free)}]


@pytest.mark.parametrize(
    ("history", "then"),
    [(CORN_HELD, "bid-5+bid-2 pick-corn"), (LAID_OUT, f"bid-a+bid-4 {LAID_OUT}"), (LOCUSTS, "bid-5+bid-2 pick-locust")],
)
def test_the_first_step_that_changes_a_figure_says_what_the_page_before_said(history: str, then: str) -> None:
    before = figures(maudits_criquets.shown_at(history))
    told: dict[str, str] = {}
    for step in maudits_criquets.shown_at(f"{history} {then}").course.steps[-6:]:
        if step.ply >= maudits_criquets.shown_at(history).course.next:
            told = {**step.figures, **told}
    assert told
    assert {place: before.get(place, "0") for place in told} == told


def figures(model: BoardModel) -> dict[str, str]:
    """What a page of Maudits Criquets counts, by its place."""
    gardens = [*([model.own] if model.own else []), *model.others]
    held = {f"held-{one.seat}-{stack.kind}": stack.count for one in gardens for stack, _told in one.reserve}
    tokens = {f"tokens-{one.seat}": one.token_count for one in gardens}
    unseen = {f"unseen-{stack.kind}": stack.count for stack, _told in model.unseen}
    loot = {f"loot-{heap.kind}": f"×{heap.count}" for heap in model.loot}
    return {place: str(count) for place, count in ({"pile": model.pile} | held | tokens | unseen | loot).items()}


def test_a_sound_is_told_with_the_step_that_it_belongs_to() -> None:
    steps = maudits_criquets.shown_at(f"{CORN_HELD} bid-5+bid-2 pick-corn").course.steps[-7:]
    assert [step.heard.partition(".")[2] for step in steps] == ["", "flip", "", "", "draw", "", "harvest"]


def test_bids_meet_in_the_middle_and_are_read_and_numbered_there() -> None:
    gathered, turned, numbered, home = maudits_criquets.shown_at(f"{LAID_OUT} bid-2+bid-5").course.steps[-4:]
    assert [act.to.split()[0] for act in gathered.acts] == ["middle-0", "middle-1"]
    assert [bool(step.tells) for step in (gathered, turned)] == [False, True], (
        "what was bid is not read before it is seen"
    )
    assert [(act.piece, act.face.place, act.to.split()[0]) for act in numbered.acts] == [
        ("order-1", 1, "middle-1"),
        ("order-0", 2, "middle-0"),
    ]
    assert [act.to.split()[0] for act in home.acts] == ["laid-0", "laid-1", "laid-1", "laid-0"]


def test_a_turn_goes_on_with_the_very_steps_that_were_shown_of_it() -> None:
    bids = f"{LAID_OUT} bid-2+bid-5"
    before = told(maudits_criquets.shown_at(bids).course)
    assert told(maudits_criquets.shown_at(f"{bids} pick-corn").course)[: len(before)] == before


def test_a_chosen_bid_is_shown_face_down_and_only_its_own_page_knows_it() -> None:
    for seat, bid in ((0, "4"), (1, "")):
        model = maudits_criquets.shown_at(LAID_OUT, seat, chosen=(0,), choice="bid-4" if seat == 0 else None)
        step = model.course.steps[-1]
        assert step.ply == model.course.next
        assert [(act.piece, act.face.text, act.how) for act in step.acts] == [("bid-0", bid, "down")]


def test_a_turn_says_which_ply_comes_next() -> None:
    for course in (
        lucky_numbers.shown(f"{IN_PLAY} draw reveal-5 place-a1").course,
        maudits_criquets.shown_at(CORN_HELD).course,
    ):
        assert course.steps[0].ply <= course.steps[-1].ply < course.next


def test_what_was_laid_out_keeps_its_name_until_it_is_taken() -> None:
    before = {heap.kind: heap.piece for heap in maudits_criquets.shown_at(f"{CORN_HELD} bid-5+bid-2").loot}
    course = maudits_criquets.shown_at(f"{CORN_HELD} bid-5+bid-2 pick-corn").course
    assert f"{before['corn']} held-0-corn vanish" in [act for step in told(course) for act in step]


def test_whatever_a_line_tells_is_a_line_of_the_page() -> None:
    model = maudits_criquets.shown_at(f"{LAID_OUT} bid-4+bid-4 reveal-locust")
    assert [step.tells for step in model.course.steps if step.tells][1:] == [line.name for line in model.lines]
    assert all(re.fullmatch(r"step-\d+-\d+", line.name) for line in model.lines)
