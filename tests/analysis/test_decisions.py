"""Kinds of decisions: each is what the position says, and together they cost what the account says."""

from __future__ import annotations

from functools import cache

import pytest

import jardinet
from jardinet.analysis.decisions import judged_decisions, kinds_of
from jardinet.analysis.ledger import analyse
from jardinet.analysis.model import Analysis
from jardinet.analysis.practice import mistakes
from jardinet.arena.tournament import tournament
from jardinet.play.record import PlayedFor, Record

KINDS = {
    "lucky_numbers": {"set-up", "choose", "place", "exchange", "missed", "left", "discarded", "room"},
    "maudits_criquets": {"behind", "ahead", "level", "pick", "locusts", "ace-into-x", "into-equal", "x-for-nothing"},
}


@cache
def played(name: str, seed: int = 1) -> tuple[Record, Analysis]:
    game = jardinet.load_game(name)
    (record, *_) = tournament(game, ["random", "greedy"], 2, seed, recorded=True, workers=1).records.values()
    return record, analyse(record.game, record.moves)


@pytest.mark.parametrize("name", list(KINDS))
def test_each_seats_kinds_add_up_to_its_account(name: str) -> None:
    record, analysis = played(name)
    found = kinds_of(record.game, record.moves, analysis)
    assert set().union(*found) <= KINDS[name]
    for kinds, account in zip(found, analysis.accounts, strict=True):
        assert sum(one.decisions for one in kinds.values()) == account.decisions
        assert sum(one.cost for one in kinds.values()) == pytest.approx(account.errors, abs=1e-4)


def test_what_a_bot_chose_in_somebodys_place_is_none_of_theirs() -> None:
    record, _ = played("lucky_numbers")
    analysis = analyse(record.game, record.moves)
    before = next(one.before for one in judged_decisions(record.game, record.moves, analysis) if one.is_own)
    seat = next(one.decision.seat for one in judged_decisions(record.game, record.moves, analysis) if one.is_own)
    again = analyse(record.game, record.moves, played_for=[PlayedFor(before, seat, "skilled")])
    counts = [
        sum(one.decisions for one in kinds_of(record.game, record.moves, each)[seat].values())
        for each in (analysis, again)
    ]
    assert counts[1] == counts[0] - 1


@pytest.mark.parametrize("name", list(KINDS))
def test_a_position_to_practise_says_its_kind(name: str) -> None:
    record, analysis = played(name)
    by_place = {
        (one.before, one.decision.seat): one.kind for one in judged_decisions(record.game, record.moves, analysis)
    }
    found = mistakes(record.game, record.moves, analysis)
    assert found
    assert [one.kind for one in found] == [by_place[one.before, one.seat] for one in found]


def test_kinds_of_lucky_numbers_follow_the_turn() -> None:
    state = jardinet.load_game("lucky_numbers").new_initial_state()
    kinds = []
    while not state.is_terminal():
        seat = state.current_player()
        action = state.legal_actions()[-1] if seat >= 0 else state.chance_outcomes()[0][0]
        text = state.action_to_string(seat, action)
        if seat >= 0:
            kind = state.decision_kind(seat, action)
            board = {cell.name: cell.tile for cell in state.view(seat).boards[seat].cells}  # type: ignore[attr-defined]
            is_set_up = state.view(seat).phase == "setup-placing"  # type: ignore[attr-defined]
            if is_set_up:
                assert kind == "set-up"
            elif text.startswith("place-"):
                assert kind == ("exchange" if board[text.removeprefix("place-")] else "place")
            else:
                assert kind == ("place" if text == "discard" else "choose")
            kinds.append(kind)
        state.apply_action(action)
    assert {"set-up", "choose"} < set(kinds)


def test_kinds_of_maudits_criquets_look_at_tokens_and_locusts() -> None:
    game = jardinet.load_game("maudits_criquets")
    state = game.new_initial_state()
    for text in ("reveal-corn", "reveal-corn", "reveal-locust"):
        state.apply_action(state.string_to_action(state.current_player(), text))
    assert state.decision_kind(0, 0) == "level"
    state.record["tokens"][0] = 1
    assert (state.decision_kind(0, 0), state.decision_kind(1, 0)) == ("ahead", "behind")
    state.record["reserve"][1][4] = 2  # one locust lies in the loot: it would be the third
    assert (state.decision_kind(0, 0), state.decision_kind(1, 0)) == ("ahead", "locusts")
