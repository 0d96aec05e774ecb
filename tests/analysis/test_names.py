"""An error has a name only where the position bears it out: each proof is held to the boards, the table, and the bids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

import jardinet
from jardinet.analysis.decisions import JudgedDecision, judged_decisions
from jardinet.analysis.ledger import analyse
from jardinet.analysis.turning_points import LEAST
from jardinet.arena.tournament import tournament
from jardinet.games.api import State
from jardinet.games.lucky_numbers.game import LuckyNumbersState
from jardinet.games.lucky_numbers.names import CELL_NAMES
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.layer import WORDS

LUCKY_NUMBERS = {"missed", "left", "discarded", "room"}
MAUDITS_CRIQUETS = {"ace-into-x", "into-equal", "x-for-nothing"}


@cache
def errors(name: str) -> tuple[JudgedDecision, ...]:
    """The errors of some games of two and of three, judged by the net alone."""
    return tuple(_errors(name))


def _errors(name: str) -> Iterator[JudgedDecision]:
    for levels in (["random", "greedy"], ["novice", "casual", "greedy"]):
        game = jardinet.load_game(name, players=len(levels))
        for record in tournament(game, levels, 6, 3, recorded=True, workers=1).records.values():
            analysis = analyse(record.game, record.moves, rollouts=0)
            for one in judged_decisions(record.game, record.moves, analysis):
                if one.is_own and one.decision.cost >= LEAST:
                    yield one


def after(one: JudgedDecision, text: str) -> State:
    """The position after an action of the seat."""
    state = one.state.clone()
    state.apply_action(state.string_to_action(one.decision.seat, text))
    return state


def room(state: State, seat: int, tile: int) -> set[str]:
    """The free cells of a seat that take a tile, as the rules explain them."""
    assert isinstance(state, LuckyNumbersState)
    cells = state.view(seat).boards[seat].cells
    return {
        name for name, cell in zip(CELL_NAMES, cells, strict=True) if not cell.tile and fits(state, name, tile, seat)
    }


def fits(state: LuckyNumbersState, cell: str, tile: int, seat: int) -> bool:
    return not state.why_not(cell, tile, seat)


def face_up(state: State, seat: int) -> list[int]:
    """The tiles that lie face up."""
    assert isinstance(state, LuckyNumbersState)
    return list(state.view(seat).table)


def hidden(state: State, seat: int, cell: str) -> int:
    """How many hidden tiles a free cell takes."""
    assert isinstance(state, LuckyNumbersState)
    unseen = state.view(seat).unseen
    return sum(count for tile, count in enumerate(unseen, 1) if fits(state, cell, tile, seat))


def test_what_an_error_of_lucky_numbers_is_called_is_seen_on_the_boards() -> None:
    found = Counter[str]()
    for one in errors("lucky_numbers"):
        if (named := one.named) is None:
            continue
        seat, proof, state = one.decision.seat, named.proof, one.state
        then, better = after(one, one.decision.action), after(one, one.decision.best[0].action)
        assert one.kind == named.kind
        found[named.kind] += 1
        if named.kind == "missed":
            assert one.decision.best[0].action == f"take-{proof['tile']}"
            assert one.decision.action == "draw"
            assert room(state, seat, int(proof["tile"])) == set(str(proof["cells"]).split()) != set()
        elif named.kind == "left":
            following, tile = int(proof["seat"]), int(proof["tile"])
            assert following == (seat + 1) % state.num_players()
            assert room(then, following, tile) == set(str(proof["cells"]).split()) != set()
            lying = [face_up(here, seat).count(tile) for here in (state, then, better)]
            assert lying[1] > max(lying[0], lying[2])
        elif named.kind == "discarded":
            assert one.decision.action == "discard"
            assert one.decision.best[0].action.removeprefix("place-") in str(proof["cells"]).split()
            assert room(state, seat, int(proof["tile"])) == set(str(proof["cells"]).split())
        else:
            cell = str(proof["cell"])
            assert hidden(then, seat, cell) == proof["count"]
            assert hidden(better, seat, cell) == proof["instead"]
            assert int(proof["instead"]) >= max(2 * int(proof["count"]), int(proof["count"]) + 3)
    assert set(found) == LUCKY_NUMBERS


def test_what_an_error_of_maudits_criquets_is_called_is_what_others_were_likely_to_bid() -> None:
    found = Counter[str]()
    for one in errors("maudits_criquets"):
        if (named := one.named) is None:
            continue
        found[named.kind] += 1
        bid, proof = one.decision.action.removeprefix("bid-"), named.proof
        likely = {made.seat: {choice.action: choice.chance for choice in made.best} for made in one.others}
        assert len(likely) == one.state.num_players() - 1
        what = {"ace-into-x": "bid-x", "into-equal": f"bid-{bid}", "x-for-nothing": "bid-a"}[named.kind]
        most = max(100 * bids.get(what, 0.0) for bids in likely.values())
        assert proof["percent"] == pytest.approx(most, abs=0.51)
        if named.kind == "x-for-nothing":
            assert bid == "x" and most < 10
        else:
            assert most >= 24.5
            assert 100 * likely[int(proof["seat"])].get(what, 0.0) == pytest.approx(most)
            assert (bid == "a") if named.kind == "ace-into-x" else (proof["bid"] == bid)
    assert set(found) >= MAUDITS_CRIQUETS - {"ace-into-x"}


def test_no_ace_fears_an_x_in_the_game_of_beginners() -> None:
    for beginner, kind in ((False, "ace-into-x"), (True, None)):
        game = jardinet.load_game("maudits_criquets", beginner=beginner)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        ace, one = (state.string_to_action(0, f"bid-{bid}") for bid in "a1")
        named = state.error_named(0, ace, one, {1: {"bid-x": 0.5, "bid-2": 0.5}})
        assert (named and named.kind) == kind
        assert state.error_named(0, ace, one, {1: {"bid-2": 1.0}}) is None


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", ["lucky_numbers", "maudits_criquets"])
def test_every_name_and_its_proof_is_a_sentence(name: str, code: str) -> None:
    told = set[str]()
    for one in errors(name):
        if named := one.named:
            players = one.state.num_players()
            words = load_words(load_language(code), one.state.get_game(), ["Ada", "Ben", "Cleo"][:players], None)
            layer = WORDS.of(name)
            assert layer.error_why
            told.add(layer.kinds(words.language)[named.kind])
            sentence = layer.error_why(words, named)
            assert sentence[0].isupper() and sentence.endswith(".") and "{" not in sentence
    assert len(told) >= 2
