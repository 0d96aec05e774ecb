"""A game of a die beside a deck, in which some have nothing to choose and chance has the last word, in records and deals."""

from __future__ import annotations

import pytest

import jardinet
from jardinet.games.api import CHANCE, NO_ACTION, TERMINAL, State
from jardinet.play.deal import Sealed, first_difference, revealed
from jardinet.play.match import Match, match_of
from jardinet.play.record import InMatch, Record, state_of
from jardinet.play.record_format import RecordError, read, write
from jardinet.play.verification import verify

NAMES = ("ada", "ben", "cy")
GAME = jardinet.load_game("fireflies", players=3)
STAY, GO = (GAME.action_of(0, text) for text in ("stay", "go"))


def played(number: int, plies: int | None = None, stays: int = 3) -> Record:
    """Seat 1 goes home at once, seat 2 after `stays` turns of a night, seat 3 a turn later."""
    deal = Sealed.from_seed(number).deal(["one", "two", "three"])
    state, chance, turns = GAME.new_initial_state(), deal.outcomes(GAME), 0
    while not state.is_terminal() and plies != len(state.history()):
        if state.is_chance_node():
            state.apply_action(chance.next_outcome(state.legal_actions()))
        elif state.is_simultaneous_node():
            turns = turns + 1 if NO_ACTION in move_of(state, turns, stays) else 1
            state.apply(move_of(state, turns, stays))
        else:
            state.apply_action(state.legal_actions()[0])
    return Record.of(state, NAMES, deal=deal, match=InMatch(number, "replay"))


def move_of(state: State, turns: int, stays: int) -> tuple[int, ...]:
    wanted = {0: GO, 1: GO if turns > stays else STAY, 2: GO if turns > stays + 1 else STAY}
    move = []
    for seat in range(3):
        legal = state.legal_actions(seat)
        move.append(NO_ACTION if not legal else wanted[seat] if wanted[seat] in legal else legal[0])
    return tuple(move)


def ended_by(end: str) -> Record:
    return next(one for one in map(played, range(1, 100)) if state_of(one).end() == end)


def test_it_reads_back_wherever_it_was_broken_off_and_its_deal_can_be_checked() -> None:
    whole = played(1)
    for plies in range(len(whole.moves) + 1):
        record = played(1, plies)
        assert read(write(record)) == [record]
        assert verify(record).outcome == ("fair" if plies == len(whole.moves) else "unfinished")


@pytest.mark.parametrize("end", ["dawn", "owls"])
def test_a_game_ends_as_well_by_chance_as_by_choice(end: str) -> None:
    record = ended_by(end)
    before = GAME.new_initial_state()
    for move in record.moves[:-1]:
        before.apply(move)
    assert (before.current_player() == CHANCE) == (end == "owls")
    assert state_of(record).current_player() == TERMINAL
    assert f'[End "{end}"]' in write(record)
    assert verify(record).is_fair


def test_seats_with_nothing_to_choose_have_their_place_in_a_turn() -> None:
    turns = [line for line in write(played(1)).splitlines() if line[:1].isdecimal()]
    assert any("g/s/s" in turn for turn in turns)
    assert any(" -/" in turn for turn in turns)
    assert all(turn.split(". ")[1].startswith("=") for turn in turns)


def test_the_die_and_the_deck_are_both_checked() -> None:
    record = played(1)
    given = revealed(GAME, record.moves)
    deal = Sealed.from_seed(1).deal(["one", "two", "three"])
    assert first_difference(deal, GAME, given) is None
    for place, outcome in enumerate(given):
        source = next(source for source in GAME.chance_sources() if outcome in source.outcomes)
        other = next(one for one in source.outcomes if one != outcome)
        assert first_difference(deal, GAME, [*given[:place], other]) == place + 1


def test_another_roll_is_found_out() -> None:
    text = write(played(1))
    first = text.partition("\n1. =")[2][0]
    changed = text.replace(f"\n1. ={first}", f"\n1. ={int(first) % 3 + 1}", 1)
    told = [line for line in changed.splitlines() if not line.startswith(("[Result", "[Points"))]
    state = GAME.new_initial_state()
    for line in told:
        if line[:1].isdecimal():
            GAME.read_turn(state, line.split(". ", 1)[1])
    record = Record.of(state, NAMES, deal=Sealed.from_seed(1).deal(["one", "two", "three"]), match=InMatch(1, "replay"))
    assert verify(record).outcome == "wrong-deck"
    assert verify(record).differs_at == 1


def test_such_games_make_a_match() -> None:
    match = Match(GAME, tie="replay")
    records = [played(number) for number in (1, 2, 3)]
    for record in records:
        match.add(state_of(record))
    assert match_of(read(write(*records))).totals == match.totals
    assert match.games_played == 3


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("\n2. =", "\n2. 1: =", "is not what the rest of the record makes it: '2. ="),
        ("\n2. =", "\n2. owl", "is not possible|is no part of a turn"),
        ("\n2. =", "\n2. hello=", "is no part of a turn"),
        ("g/s/s", "s/-/s", "is not possible"),
        ("[End ", "[Enf ", "Enf is not possible here"),
    ],
)
def test_what_breaks_such_a_game_is_refused(old: str, new: str, reason: str) -> None:
    text = write(played(1))
    assert old in text
    with pytest.raises(RecordError, match=reason):
        read(text.replace(old, new, 1))
