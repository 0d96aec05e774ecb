"""The table of Maudits Criquets: what a reader sees, may press and is told, and what nobody may see."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.kit.harness import Harness

import jardinet
from jardinet.games.maudits_criquets.names import KINDS
from jardinet.games.maudits_criquets.pieces import symbols
from jardinet.play.deal import Sealed
from jardinet.server.boards.context import AnyContext, BoardQuery, board_context
from jardinet.server.boards.maudits_criquets.board import BoardModel, Garden, board_model
from jardinet.server.pages.render import render
from jardinet.server.pages.table_page import TablePage, Visit
from jardinet.server.people.reader import Reader
from jardinet.server.reach import Way
from jardinet.server.tables import commands
from jardinet.server.tables.agreement import Agreement
from jardinet.server.tables.table import Seat, TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.language import load_language

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LAID_OUT = "reveal-corn reveal-corn reveal-locust"
CORN_HELD = f"{LAID_OUT} bid-a+bid-4 reveal-corn reveal-locust reveal-broccoli"  # Ada has 2 corn and a locust
ENGLISH = load_language("en")


def context_at(
    history: str, seat: int | None = 0, chosen: tuple[int, ...] = (), choice: str | None = None, **parameters: Any
) -> AnyContext:
    """A table of people that has come to `history`, as `seat` sees it."""
    game = jardinet.load_game("maudits_criquets", **parameters)
    seats = tuple(Seat(k, person=name, name=name) for k, name in enumerate(NAMES[: game.num_players()]))
    choices = dict.fromkeys(chosen, "bid-1")
    if seat is not None and choice:
        choices[seat] = choice
    table = TableState(
        id="table",
        host="Ada",
        agreement=Agreement("maudits_criquets", parameters, ["person"] * len(seats)),
        seats=seats,
        games=(TableGame(1, Sealed.from_seed(1), state=game.new_initial_state()),),
    )
    table = replace(table.played(history.split()), choices=choices)
    assert table.game
    return board_context(table, table.game, [] if seat is None else [seat], BoardQuery(), ENGLISH)


def shown_at(history: str, seat: int | None = 0, **given: Any) -> BoardModel:
    shown = board_model(context_at(history, seat, **given))
    assert isinstance(shown, BoardModel)
    return shown


def html_of(shown: BoardModel) -> str:
    reader = Reader(person=None, name="", language=ENGLISH, csrf="token")
    return render("maudits_criquets/board.html", reader, model=shown, marks={})


def own(shown: BoardModel) -> Garden:
    assert shown.own
    return shown.own


# Bidding


def test_every_card_in_hand_can_be_bid_and_says_so() -> None:
    cards = own(shown_at(LAID_OUT)).cards
    assert [(card.play, card.label) for card in cards[3:]] == [
        ("bid-4", "bid 4"),
        ("bid-5", "bid 5"),
        ("bid-6", "bid 6"),
        ("bid-a", "bid the ace, A"),
        ("bid-x", "bid the X"),
    ]


def test_a_played_card_stays_in_its_place_and_asks_instead_of_playing() -> None:
    card = own(shown_at(CORN_HELD)).cards[6]
    assert (card.bid, card.is_played, card.is_last, card.play, card.label) == (
        "A",
        True,
        True,
        "",
        "the ace, A, played",
    )
    html = html_of(shown_at(CORN_HELD))
    assert re.search(r'<button id="bid-a"[^>]*name="why" value="a" form="ask"', html)


def test_ones_own_choice_is_marked_and_every_other_card_may_still_be_bid() -> None:
    shown = shown_at(LAID_OUT, chosen=(0,), choice="bid-4")
    assert [card.bid for card in own(shown).cards if card.is_chosen] == ["4"]
    assert all(card.play for card in own(shown).cards)
    assert shown.prompt == "You bid 4, and may still change it. Still choosing: Ben."


def test_of_others_one_sees_only_that_they_have_chosen() -> None:
    shown = shown_at(LAID_OUT, seat=1, chosen=(0,))
    (ada,) = shown.others
    assert ada.status == "✓ has chosen"
    assert '<span data-seen="✓ " aria-hidden="true"></span>has chosen' in html_of(shown)
    assert not any(card.is_chosen or card.play for card in ada.cards)
    assert "chosen" in html_of(shown)
    assert 'aria-pressed="true"' not in html_of(shown)


def test_a_spectator_sees_everybody_and_can_press_nothing_that_plays() -> None:
    shown = shown_at(LAID_OUT, seat=None, players=3)
    assert shown.own is None
    assert [garden.title for garden in shown.others] == ["Ada", "Ben", "Cleo"]
    assert 'name="play"' not in html_of(shown)
    assert shown.prompt == "Everyone chooses a bid card in secret. Still choosing: Ada, Ben and Cleo."


def test_others_sit_in_order_from_ones_left() -> None:
    shown = shown_at(LAID_OUT, seat=1, players=4)
    assert [garden.title for garden in shown.others] == ["Cleo", "Dan", "Ada"]


@pytest.mark.anyio
async def test_a_secret_bid_changes_nothing_in_what_the_other_is_sent(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    table_id = await harness.service.open_table(ada, "Ada", Agreement("maudits_criquets", {}, ["person", "person"]))
    await harness.service.do(table_id, commands.Sit(1, ben, "Ben"))
    ply, now = (await harness.service.load(table_id)).ply, harness.service.now()
    pages: dict[str, list[str]] = {ada: [], ben: [], "": []}
    for bid in ("bid-4", "bid-6"):
        await harness.service.do(table_id, commands.Play(None, ply, (bid,), ada))
        for person, seen in pages.items():
            reader = Reader(person or None, "", ENGLISH, csrf="token")
            table = await harness.service.load(table_id)
            attendance = replace(harness.service.presence.attendance(table), at=now)
            visit = Visit(reader, Way("http://site/", ("http://site/",)), attendance)
            seen.append(TablePage.of(table, visit).fragment())
    assert pages[ada][0] != pages[ada][1]
    assert pages[ben][0] == pages[ben][1]
    assert pages[""][0] == pages[""][1]


# Picking


def test_whoever_picks_is_told_what_each_kind_brings() -> None:
    shown = shown_at(f"{CORN_HELD} bid-5+bid-2")
    corn = next(heap for heap in shown.loot if heap.kind == "corn")
    assert shown.prompt == "Your 5 takes now: pick one kind from the loot."
    assert (corn.play, corn.held, corn.brings) == ("pick-corn", 2, "+ 1 token")
    assert corn.label == "pick 1 corn, in your reserve: 2. Harvest! You turn 3 corn into 1 token."


def test_an_invasion_is_announced_before_it_is_picked() -> None:
    held = f"{LAID_OUT} bid-a+bid-4 reveal-locust reveal-locust reveal-corn bid-6+bid-3"
    locusts = next(heap for heap in shown_at(held).loot if heap.kind == "locust")
    assert locusts.is_bad
    assert locusts.brings == "invasion!"
    assert locusts.label.endswith("Invasion! You lose your whole reserve, 5 cards.")


def test_whoever_does_not_pick_may_ask_about_the_loot_and_play_nothing() -> None:
    shown = shown_at(f"{CORN_HELD} bid-5+bid-2", seat=1)
    assert shown.prompt == "Ada picks with the 5."
    assert [garden.status for garden in (own(shown), *shown.others)] == ["picks after that", "▸ picks now"]
    html = html_of(shown)
    assert 'name="play"' not in html
    assert re.search(r'<button id="loot-corn"[^>]*name="why" value="corn" form="ask"', html)


# The last turn


def test_before_the_first_turn_the_game_is_introduced() -> None:
    shown = shown_at(LAID_OUT)
    assert not shown.lines
    assert shown.introduction[0].startswith("Bid for crops")
    assert not shown_at(CORN_HELD).introduction


def test_a_turn_is_told_in_lines_with_pictures() -> None:
    lines = shown_at(f"{CORN_HELD} bid-5+bid-2 pick-corn").lines
    assert [line.sentence for line in lines] == [
        "The bids are revealed: you bid 5 and Ben bids 2.",
        "You take 1 corn.",
        "Harvest! You turn 3 corn into 1 token.",
    ]
    assert [[(sign.symbol, sign.text) for sign in line.signs] for line in lines] == [
        [("", "5"), ("", "2")],
        [("", "5"), ("corn", "×1")],
        [("corn", "→"), ("token", "×1")],
    ]


def test_a_line_keeps_its_name_when_the_turn_goes_on() -> None:
    before = shown_at(f"{CORN_HELD} bid-5+bid-2").lines
    after = shown_at(f"{CORN_HELD} bid-5+bid-2 pick-corn").lines
    assert before[0].name == after[0].name
    assert len({line.name for line in after}) == 3


def test_cancelled_cards_are_struck_and_an_impasse_is_explained() -> None:
    shown = shown_at(f"{LAID_OUT} bid-4+bid-4 reveal-locust")
    assert [line.sentence for line in shown.lines] == [
        "The bids are revealed: you bid 4 and Ben bids 4.",
        "You and Ben cancel each other out: you each bid 4.",
        "Impasse: nobody takes anything.",
        "New in the loot: 1 locust.",
    ]
    assert all(sign.is_struck for sign in shown.lines[1].signs)
    assert shown.note == "The last turn was an impasse: after another one, the loot is discarded."


@pytest.mark.parametrize(
    ("bids", "signs"),
    [
        ("bid-a+bid-2", ["A", "×2", "×1"]),
        ("bid-a+bid-x", ["X", "×2", "×1"]),
        ("bid-x+bid-2", ["2", "×2", "×1"]),  # MC-2.7
    ],
)
def test_a_whole_loot_is_shown_with_the_card_that_took_it(bids: str, signs: list[str]) -> None:
    line = shown_at(f"{LAID_OUT} {bids}").lines[1]
    assert [sign.text for sign in line.signs] == signs


# What the cards do


def test_what_the_cards_do_follows_what_was_agreed() -> None:
    usual = {hint.forms: hint.meaning for hint in shown_at(LAID_OUT).meanings}
    beginners = {hint.forms: hint.meaning for hint in shown_at(LAID_OUT, beginner=True, players=3).meanings}
    plain = {hint.forms for hint in shown_at(LAID_OUT, specials=False, numbers=4).meanings}
    assert "an ace lies beside it" in usual["X"]
    assert beginners["X"] == "Takes nothing: you pass."  # MC-7.1
    assert ("Only one player takes" in usual, "Only one player takes" in beginners) == (True, False)  # MC-7.2
    assert "1 to 4" in plain
    assert not {"A", "X"} & plain


# The end


def test_the_end_shows_tokens_and_winners_and_no_card_to_press() -> None:
    cut = {"crops": 1, "copies": 2, "locusts": 1}
    shown = shown_at("reveal-strawberry reveal-locust reveal-strawberry bid-a+bid-2", **cut)
    assert shown.is_over
    assert shown.prompt == "You win by a single token!"
    assert own(shown).is_winner
    assert own(shown).tokens == "1 token"  # MC-5.1
    html = html_of(shown)
    assert '</span>, wins,</span><span class="badge won"><span data-seen="★" aria-hidden="true"></span></span>' in html
    assert "<button" not in html


# The pieces


def test_every_piece_that_the_page_shows_is_on_the_sheet() -> None:
    sheet = ElementTree.fromstring(symbols())
    names = {symbol.get("id") for symbol in sheet}
    assert names == {*KINDS, "back", "token"}
    html = html_of(shown_at(f"{CORN_HELD} bid-5+bid-2 pick-corn"))
    assert set(re.findall(r"maudits_criquets\.svg#(\w+)", html)) <= names
