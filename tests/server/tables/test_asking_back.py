"""Taking back among people: asked for only before anything hidden has shown, agreed on by all, and never where it matters."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from msgspec.structs import replace as changed
from tests.kit.harness import Harness
from tests.server.tables.test_decide import NOON, at_table
from tests.server.tables.test_taking_back import taking

from jardinet.play.taking_back import TakeBackError
from jardinet.server.tables.agreement import DAY, Agreement
from jardinet.server.tables.commands import AnswerBack, AskBack, Command, GiveUp, Play
from jardinet.server.tables.decide import decide
from jardinet.server.tables.errors import NotYoursError, StaleError
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.taking_back import asks_back, is_asked_back, is_refused_back, may_ask_back

PEOPLE = ADA, BEN, CLEO = "ada", "ben", "cleo"
TILES = Agreement("lucky_numbers", {"setup": "michael"}, ["person"] * 3, first="1", seed=5, seconds_a_turn=3 * DAY)


def done(table: TableState, command: Command, days: float = 0) -> TableState:
    return decide(table, command, NOON + timedelta(days=days), Random(1))


def at_choice(agreement: Agreement = TILES) -> TableState:
    """A table where Ada may take a tile from the table."""
    table = at_table(agreement, *PEOPLE[: len(agreement.seats)])
    for _turn in range(80):
        assert table.state
        seat = table.awaited()[0]
        legal = [table.state.action_to_string(seat, one) for one in table.state.legal_actions()]
        if seat == 0 and any(text.startswith("take-") for text in legal):
            return table
        text = "discard" if "discard" in legal else "draw" if "draw" in legal else legal[-1]
        table = done(table, Play(seat, table.ply, (text,), PEOPLE[seat]))
    raise AssertionError("no tile came to lie on the table")


def taken(agreement: Agreement = TILES) -> tuple[TableState, TableState]:
    """A table before Ada has taken a tile and placed it, and after it."""
    before = at_choice(agreement)
    return before, done(before, Play(0, before.ply, taking(before), ADA))


def test_it_is_taken_back_once_all_have_agreed() -> None:
    before, table = taken()
    assert may_ask_back(table, ADA)
    assert not may_ask_back(table, BEN), "he has drawn since: nothing of his can be taken back"
    asked = done(table, AskBack(ADA, table.ply))
    assert (asks_back(asked), is_asked_back(asked, BEN), is_asked_back(asked, CLEO)) == (ADA, True, True)
    assert (is_asked_back(asked, ADA), may_ask_back(asked, ADA), is_asked_back(asked, "nobody")) == (False,) * 3
    assert done(asked, AskBack(ADA, table.ply)) is asked, "it is asked once"
    one = done(asked, AnswerBack(BEN, agrees=True))
    assert (one.ply, is_asked_back(one, BEN), is_asked_back(one, CLEO)) == (table.ply, False, True)
    back = done(one, AnswerBack(CLEO, agrees=True), days=1)
    assert back.state
    assert before.state
    assert (back.state.serialize(), back.awaited(), back.ply) == (before.state.serialize(), [0], table.ply + 1)
    assert back.deadline == NOON + timedelta(days=4), "the turn is given back with its time"
    assert (asks_back(back), is_refused_back(back)) == (None, False)
    again = done(back, Play(0, back.ply, taking(back), ADA))
    assert may_ask_back(again, ADA), "people may agree as often as they like"


def test_one_no_is_enough_and_is_not_asked_about_again_before_the_next_play() -> None:
    _, table = taken()
    no = done(done(table, AskBack(ADA)), AnswerBack(BEN, agrees=False))
    assert (asks_back(no), is_refused_back(no), may_ask_back(no, ADA), no.ply) == (None, True, False, table.ply)
    assert done(no, AnswerBack(CLEO, agrees=True)) is no, "nobody asks any more"
    with pytest.raises(TakeBackError, match="not everybody agrees"):
        done(no, AskBack(ADA))


def test_never_holds_at_this_table_for_all() -> None:
    _, table = taken()
    never = done(done(table, AskBack(ADA)), AnswerBack(BEN, agrees=False, again=False))
    assert not may_ask_back(never, ADA)
    assert never.state
    legal = [never.state.action_to_string(1, one) for one in never.state.legal_actions()]
    later = done(never, Play(1, never.ply, (legal[-1],), BEN))
    for person in PEOPLE:
        with pytest.raises(TakeBackError, match="does not want to be asked again"):
            done(later, AskBack(person))


def test_a_play_is_an_answer_too() -> None:
    _, table = taken()
    asked = done(table, AskBack(ADA))
    assert asked.state
    text = asked.state.action_to_string(1, asked.state.legal_actions()[-1])
    played = done(asked, Play(1, asked.ply, (text,), BEN))
    assert (asks_back(played), is_asked_back(played, CLEO)) == (None, False)
    with pytest.raises(StaleError):
        done(played, AnswerBack(CLEO, agrees=True, ply=asked.ply))


def test_nothing_is_asked_once_anything_hidden_has_shown() -> None:
    before, table = taken()
    drawn = done(table, Play(1, table.ply, ("draw",), BEN))
    assert not may_ask_back(drawn, ADA)
    with pytest.raises(TakeBackError, match="something hidden has shown"):
        done(drawn, AskBack(ADA))
    with pytest.raises(TakeBackError):
        done(at_table(TILES, *PEOPLE), AskBack(ADA))
    shown = done(before, Play(0, before.ply, ("draw",), ADA))
    assert not may_ask_back(shown, ADA), "a tile that was drawn is known"


def test_where_it_matters_and_where_nobody_can_be_asked_it_is_not_possible() -> None:
    _, table = taken()
    for agreement in (changed(TILES, rated=True), changed(TILES, tournament="cup")):
        one = replace(table, agreement=agreement)
        assert not may_ask_back(one, ADA)
        with pytest.raises(TakeBackError, match="at a rated table, or in a tournament"):
            done(one, AskBack(ADA))
    alone = done(done(table, GiveUp(BEN)), GiveUp(CLEO))
    with pytest.raises(TakeBackError, match="nobody plays here who could be asked"):
        done(alone, AskBack(ADA))
    for command in (AskBack("dan"), AnswerBack("dan", agrees=True)):
        with pytest.raises(NotYoursError):
            done(table, command)
    with pytest.raises(StaleError):
        done(table, AskBack(ADA, table.ply - 1))


def test_who_has_given_up_is_not_asked() -> None:
    _, table = taken()
    left = done(done(table, GiveUp(CLEO)), AskBack(ADA))
    assert not is_asked_back(left, CLEO)
    assert done(left, AnswerBack(BEN, agrees=True)).ply == table.ply + 1


@pytest.mark.anyio
async def test_question_and_answers_are_the_same_for_every_process(harness: Harness) -> None:
    ada, ben = await harness.person("Ada"), await harness.person("Ben")
    agreed = changed(TILES, seats=["person"] * 2)
    table_id = await harness.service.open_table(ada, "Ada", agreed)
    await harness.service.sit(table_id, 1, ben, "Ben")
    people, table = [ada, ben], await harness.service.load(table_id)
    while not may_ask_back(table, ada):
        seat, state = table.awaited()[0], table.state
        assert state
        texts = [state.action_to_string(seat, one) for one in state.legal_actions()]
        text = next((one for one in texts if one.startswith("take-")), None) if seat == 0 else None
        text = text or ("discard" if "discard" in texts else texts[-1])
        table = await harness.service.do(table_id, Play(seat, table.ply, (text,), people[seat]))
    await harness.service.do(table_id, AskBack(ada))
    others = TableService(harness.database)
    asked = await others.load(table_id)
    assert (asks_back(asked), is_asked_back(asked, ben)) == (ada, True)
    await others.do(table_id, AnswerBack(ben, agrees=True))
    back = await harness.service.load(table_id)
    assert back.game
    assert (asks_back(back), len(back.game.taken_back)) == (None, 1)
