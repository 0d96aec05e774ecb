"""What can be said of a recorded deal: fair, tampered with, or not to be checked and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from runpy import run_path

import msgspec
import pytest

import jardinet
from jardinet.games.api import State
from jardinet.play.deal import Deal, PublicDeal, Sealed
from jardinet.play.record import Record
from jardinet.play.record_format import read, write
from jardinet.play.verification import OUTCOMES, Verification, verify

PlayAtRandom = Callable[..., State]


@pytest.fixture(scope="session")
def play_at_random() -> PlayAtRandom:
    play: PlayAtRandom = run_path(str(Path(__file__).with_name("random_play.py")))["play_at_random"]
    return play


GAME = jardinet.load_game("lucky_numbers", setup="michael")
DEAL = Sealed.from_seed(5).deal(["one", "two"])


@pytest.fixture
def record(play_at_random: PlayAtRandom) -> Record:
    state = play_at_random(GAME, 5, None, DEAL.deck(GAME.chance_sources()[0].outcomes))
    return Record.of(state, ("ada", "ben"), deal=DEAL)


def test_an_honest_deal_is_fair_before_and_after_it_was_written(record: Record) -> None:
    for one in (record, *read(write(record))):
        verification = verify(one)
        assert verification.is_fair
        assert (verification.commitment_matches, verification.deck_matches) == (True, True)
        assert verification.differs_at is None
        assert verification.revealed > 8


def test_a_secret_that_was_not_committed_to_is_found_out(record: Record) -> None:
    other = Sealed.from_seed(6)
    verification = verify(replace(record, deal=PublicDeal(other.commitment, DEAL.nonces, DEAL.secret)))
    assert verification.outcome == "wrong-secret"
    assert (verification.commitment_matches, verification.deck_matches) == (False, True)
    assert not verification.is_fair


def test_another_nonce_is_found_out(record: Record) -> None:
    verification = verify(replace(record, deal=Deal(DEAL.secret, ("one", "too")).public(is_over=True)))
    assert verification.outcome == "wrong-deck"
    assert (verification.commitment_matches, verification.deck_matches) == (True, False)


def test_the_first_tile_that_is_not_the_deck_s_is_named(play_at_random: PlayAtRandom) -> None:
    deck = DEAL.deck(GAME.chance_sources()[0].outcomes)
    at = next(at for at in range(10, 40) if deck[at] != deck[at + 1])
    deck[at], deck[at + 1] = deck[at + 1], deck[at]
    record = Record.of(play_at_random(GAME, 5, None, deck), ("ada", "ben"), deal=DEAL)
    verification = verify(record)
    assert verification.outcome == "wrong-deck"
    assert verification.differs_at == at + 1


def test_what_cannot_be_checked_says_why(record: Record) -> None:
    assert verify(replace(record, deal=None)).outcome == "no-deal"
    assert verify(replace(record, deal=DEAL.public(is_over=False))).outcome == "not-revealed"
    broken_off = replace(record, moves=record.moves[:19], deal=DEAL.public(is_over=False))
    verification = verify(broken_off)
    assert verification.outcome == "unfinished"
    assert (verification.commitment_matches, verification.deck_matches) == (None, None)
    assert verification.revealed == 9  # eight of the set-up, one drawn


def test_every_outcome_is_a_sentence_and_plain_data() -> None:
    for outcome, sentence in OUTCOMES.items():
        verification = Verification(outcome, None, None, 3)
        assert str(verification) == sentence
        assert msgspec.convert(msgspec.to_builtins(verification), Verification) == verification
