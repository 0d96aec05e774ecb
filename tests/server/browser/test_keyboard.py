"""Whole games by Tab, arrows and Enter alone, and what a screen reader says meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Page
from tests.server.browser.listening import LISTEN, Heard, heard
from tests.server.browser.players import (
    LONGEST,
    PICKABLE,
    choose,
    focused,
    go_to,
    is_over,
    play_until,
    ply,
    set_table,
    table_of_two,
    until,
    wait_for_play,
    wait_for_turn,
)
from tests.sizes import first_of

from jardinet.games.api import SIMULTANEOUS, Event
from jardinet.games.lucky_numbers.view import Placed
from jardinet.play.record import Record
from jardinet.play.record_format import read
from jardinet.words.game_words import load_words
from jardinet.words.language import load_language

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")
NAMES = ["Ada", "Casual"]


def think_of_a_tile(page: Page, chance: Random) -> None:
    """Pick up a face-up tile by keyboard; where it fits nowhere it can still be put back."""
    tiles = page.locator(PICKABLE).evaluate_all("all => all.map((one) => one.id)")
    before = ply(page)
    go_to(page, chance.choice(tiles))
    page.keyboard.press("Space")
    until(page, lambda: page.locator(f"{PICKABLE}[aria-pressed=true]").count() == 1)
    assert ply(page) == before
    assert focused(page).startswith("table-")


def play_by_keyboard(page: Page, seed: int) -> int:
    """Play to the end; returns how often something was played. The focus is never lost."""
    chance = Random(seed)
    for plays in range(LONGEST):
        if not wait_for_turn(page):
            return plays
        if page.locator(PICKABLE).count() and chance.random() < 0.2:
            think_of_a_tile(page, chance)
        before, name = ply(page), choose(page, chance)
        go_to(page, name)
        page.keyboard.press(chance.choice(["Enter", "Space"]))
        if name == "arrange":
            until(page, lambda: focused(page) == "ready")
            page.keyboard.press("Enter")
        wait_for_play(page, before)
        assert focused(page) != "BODY"
    raise AssertionError("the game does not end")


def posts_of(page: Page) -> list[str]:
    """What a page asks to be done from now on, by the last word of each address."""
    posts: list[str] = []
    page.on("request", lambda one: posts.append(one.url.rpartition("/")[2]) if one.method == "POST" else None)
    return posts


def hold_on(page: Page, key: str) -> None:
    """Hold a key that is down for as long as it takes to repeat some times."""
    for _ in range(5):
        page.keyboard.down(key)


def record_of(page: Page) -> Record:
    return read(page.request.get(page.url.partition("?")[0] + "/record").text())[-1]


def moves_of(record: Record) -> Iterator[tuple[int, str, list[Event]]]:
    """Of each ply who moved, what, and what it brought."""
    state = record.game.new_initial_state()
    for move in record.moves:
        player = state.current_player()
        text = "" if isinstance(move, tuple) else state.action_to_string(player, move)
        yield player, text, state.events(move)
        state.apply(move)


def own_decisions(record: Record) -> list[int]:
    """The plies at which Ada had to decide; a take and its placement are one decision, a set-up too."""
    plies, before = [], ""
    for at, (player, text, events) in enumerate(moves_of(record)):
        is_same = before.startswith("take-") or (before == "set-up" and _is_set_up(events))
        if player in (0, SIMULTANEOUS) and not is_same:
            plies.append(at)
        before = "set-up" if player == 0 and _is_set_up(events) else text
    return plies


def _is_set_up(events: list[Event]) -> bool:
    return any(isinstance(event, Placed) and event.is_setup for event in events)


def others_story(record: Record) -> Counter[str]:
    """How often each sentence about what others did is true of the game."""
    words = load_words(load_language("en"), record.game, NAMES, 0)
    told = words.tell([event for _player, _text, events in moves_of(record) for event in events])
    return Counter(line for line in told if line.startswith(NAMES[1]))


def by_ply(said: list[Heard], region: str) -> dict[int, list[str]]:
    texts: dict[int, list[str]] = {}
    for one in said:
        if one.region == region:
            texts.setdefault(one.ply, []).append(one.text)
    return texts


@pytest.mark.parametrize("game", first_of(GAMES))
def test_a_game_is_played_to_its_end_by_keyboard_and_everything_is_said_once(visit: Visit, game: str) -> None:
    page = visit(script=LISTEN)
    set_table(page, game, name="Ada", seat2="casual")
    assert play_by_keyboard(page, 6) > 10
    until(page, lambda: is_over(page))
    said, record = heard(page), record_of(page)
    regions = {one.region: one.urgency for one in said}
    assert regions["yours"] == "assertive"
    assert {regions[name] for name in ("theirs", "news")} == {"polite"}

    turns = by_ply(said, "yours")
    assert sorted(turns) == own_decisions(record)
    for texts in turns.values():
        assert all(text != after for text, after in pairwise(texts)), texts

    news = Counter(one.text for one in said if one.region == "news")
    calls = [
        texts[0] for texts in turns.values()
    ]  # they silence what is polite: what may not have been heard is in them
    for line, times in others_story(record).items():
        assert news[line] <= times <= news[line] + sum(line in call for call in calls), line
        assert sum(line in text for texts in turns.values() for text in texts) <= times, line
    assert by_ply(said, "theirs")[ply(page)] == [page.locator("#theirs").inner_text()]  # how it ended


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_of_a_barred_button_is_answered_in_words(visit: Visit, game: str) -> None:
    page = visit(script=LISTEN)
    set_table(page, game, name="Ada", seat2="person")
    page.locator("#bot-1 summary").click()
    page.locator("#bot-1-novice").click()
    assert wait_for_turn(page)
    barred = page.locator("#board button[name=why]").first.get_attribute("id")
    assert barred
    go_to(page, barred)
    page.keyboard.press("Enter")
    until(page, lambda: page.locator("#answer").inner_text() != "")
    assert focused(page) == barred
    answers = [one for one in heard(page) if one.region == "answer"]
    assert [one.text for one in answers] == [page.locator("#answer").inner_text()]
    assert answers[0].urgency == "polite"


def test_escape_puts_a_picked_tile_back_and_says_so(visit: Visit) -> None:
    ada, ben = visit(script=LISTEN), visit()
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, PICKABLE)
    before, question = ply(ada), str(ada.locator("#yours > :last-child").get_attribute("data-seen"))
    tile = str(ada.locator(PICKABLE).first.get_attribute("id"))
    go_to(ada, tile)
    ada.keyboard.press("Enter")
    until(ada, lambda: ada.locator(".in-hand").count() == 1)
    go_to(ada, "cell-a1")
    ada.keyboard.press("Escape")
    until(ada, lambda: ada.locator(f"{PICKABLE}[aria-pressed=true]").count() == 0)
    assert (focused(ada), ply(ada)) == (tile, before)
    assert by_ply(heard(ada), "yours")[before][-1].endswith(question)


def test_a_question_asked_again_is_answered_again_and_what_cannot_be_done_is_typed_over(visit: Visit) -> None:
    page = visit(script=LISTEN)
    set_table(page, "lucky_numbers", name="Ada", seat2="casual")
    assert wait_for_turn(page)
    barred = page.locator("#board button[name=why]").first
    for times in (1, 2):
        barred.focus()
        page.keyboard.press("Enter")
        until(page, lambda times=times: [one.region for one in heard(page)].count("answer") == times)  # type: ignore[misc]
    page.keyboard.press("Escape")
    page.locator("#words").focus()
    for nonsense in ("z9", "y8"):
        page.keyboard.type(nonsense)
        page.keyboard.press("Enter")
        until(page, lambda nonsense=nonsense: f"“{nonsense}”" in page.locator("#problem").inner_text())  # type: ignore[misc]
    assert focused(page) == "words"


@pytest.mark.parametrize("game", first_of(GAMES))
def test_a_key_that_is_held_plays_once_whatever_has_the_focus_by_then(visit: Visit, game: str) -> None:
    page, chance = visit(), Random(6)
    table = set_table(page, game, name="Ada", seat2="casual")
    posts, plays = posts_of(page), 0
    while wait_for_turn(page):
        before, name = ply(page), choose(page, chance)
        go_to(page, name)
        page.keyboard.down("Enter")
        if name == "arrange":
            until(page, lambda: focused(page) == "ready")
        else:
            wait_for_play(page, before)
            plays += 1
        hold_on(page, "Enter")
        page.keyboard.up("Enter")
        assert posts == ["play"] * plays
        if name == "arrange":
            page.keyboard.press("Enter")
            wait_for_play(page, before)
            plays += 1
    go_to(page, "next")  # where the focus is already, unless the bot ended it
    page.keyboard.press("Enter")
    page.wait_for_url(lambda address: address != table)
    assert posts == ["play"] * plays + ["rematch"]


def test_a_key_that_is_held_confirms_nothing(visit: Visit) -> None:
    page = visit()
    set_table(page, "lucky_numbers", name="Ada", seat2="casual", first="1")
    for button in ("arrange", "ready"):
        page.locator(f"#{button}").click()
    until(page, lambda: page.locator("#draw").count() == 1)
    page.evaluate("() => { document.documentElement.dataset.confirm = 'on'; }")
    posts = posts_of(page)
    for plays in range(3):  # draws a tile, places it, and draws another one
        assert wait_for_turn(page)
        before = ply(page)
        go_to(page, choose(page, Random(6)))
        page.keyboard.down("Enter")
        hold_on(page, "Enter")
        page.keyboard.up("Enter")
        assert (ply(page), len(posts)) == (before, plays)
        assert page.locator("#answer").inner_text() == "Press it again to play it."
        page.keyboard.down("Enter")
        wait_for_play(page, before)
        hold_on(page, "Enter")
        page.keyboard.up("Enter")
    assert posts == ["play"] * 3


def test_escape_that_is_held_puts_back_and_opens_nothing(visit: Visit) -> None:
    ada, ben = visit(), visit()
    table_of_two(ada, ben, "lucky_numbers")
    play_until(ada, ben, PICKABLE)
    ada.locator(PICKABLE).first.click()
    until(ada, lambda: ada.locator(".in-hand").count() == 1)
    ada.keyboard.down("Escape")
    until(ada, lambda: ada.locator(f"{PICKABLE}[aria-pressed=true]").count() == 0)
    hold_on(ada, "Escape")
    assert ada.locator(":popover-open").count() == 0
    ada.keyboard.up("Escape")
    ada.keyboard.press("Escape")
    assert ada.locator("#menu:popover-open").count() == 1
