"""The shuffle: what it makes, that nothing is favoured, and that nobody can look before the end."""

from __future__ import annotations

import logging
import struct
from hashlib import sha256, shake_256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import chi2

import jardinet
from jardinet.play.deal import (
    Deal,
    DealError,
    PublicDeal,
    Sealed,
    fresh_nonces,
    nonces_from_seed,
    number_below,
    revealed,
)

DEALS = 100_000
SECRETS = st.binary(min_size=32, max_size=32)
NONCES = st.text(st.sampled_from("abcXYZ019!#=,-~"), min_size=1, max_size=63)


def test_a_deal_known_by_heart_never_changes() -> None:
    deal = Deal(bytes(range(32)), ("ada", "ben"))
    assert deal.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert deal.deck(range(20)) == [6, 2, 18, 1, 8, 9, 3, 4, 12, 5, 10, 15, 16, 13, 0, 14, 17, 11, 7, 19]


def test_a_seed_known_by_heart_makes_the_same_secret_for_ever() -> None:
    assert Sealed.from_seed(7, 2).secret == sha256(b"jardinet secret v1\n7\n2").digest()


@given(SECRETS, st.lists(NONCES, min_size=2, max_size=4), st.lists(st.integers(1, 20), max_size=300))
def test_a_deck_holds_the_cards_it_was_made_of_in_whatever_order_they_were_given(
    secret: bytes, nonces: list[str], cards: list[int]
) -> None:
    deal = Deal(secret, tuple(nonces))
    assert sorted(deal.deck(cards)) == sorted(cards)
    assert deal.deck(cards) == deal.deck(cards[::-1])


@given(SECRETS, NONCES, NONCES)
def test_every_seat_s_nonce_and_its_place_matter(secret: bytes, one: str, other: str) -> None:
    cards = range(80)  # two decks of 80 are equal by chance once in 10**118
    assert Deal(secret, (one, other)).deck(cards) != Deal(secret, (one, other + "!")).deck(cards)
    assert (Deal(secret, (one, other)).deck(cards) == Deal(secret, (other, one)).deck(cards)) == (one == other)
    assert Deal(secret, (one,)).deck(cards) != Deal(secret, (one, other)).deck(cards)


def test_the_first_source_has_the_plain_stream_and_further_ones_their_own() -> None:
    """A game of one deck is dealt as it always was; dice and second decks say nothing about one another."""
    deal, cards = Deal(bytes(range(32)), ("ada", "ben")), tuple(range(20))
    first, second = deal.deck(cards), deal.deck(cards, "weather")
    assert first != second
    assert sorted(first) == sorted(second)
    source = b"jardinet deal v1 weather\n" + bytes(range(32)).hex().encode() + b"\nada\nben"
    words = iter(struct.unpack(">999I", shake_256(source).digest(3996)))
    expected = list(cards)
    for last in range(19, 0, -1):
        other = number_below(last + 1, words)
        expected[last], expected[other] = expected[other], expected[last]
    assert second == expected


@pytest.fixture(scope="module")
def decks() -> NDArray[np.int8]:
    """A hundred thousand deals of ten cards, shape (DEALS, 10)."""
    return np.array([_deal(number).deck(range(10)) for number in range(DEALS)], np.int8)


def test_every_place_of_the_deck_gets_every_card_equally_often(decks: NDArray[np.int8]) -> None:
    """Counts of a random permutation's places: their sum of squares, times (n - 1)/n, has (n - 1)² degrees of freedom."""
    cards = decks.shape[1]
    counts = np.array([np.bincount(decks[:, place], minlength=cards) for place in range(cards)])
    statistic = ((counts - DEALS / cards) ** 2 / (DEALS / cards)).sum() * (cards - 1) / cards
    assert chi2.sf(statistic, (cards - 1) ** 2) > 0.001


def test_any_four_cards_lie_in_every_order_equally_often(decks: NDArray[np.int8]) -> None:
    places = decks.argsort(axis=1)
    for four in ((0, 1, 2, 3), (6, 7, 8, 9), (0, 3, 6, 9)):
        orders = places[:, four].argsort(axis=1) @ (64, 16, 4, 1)
        _, counts = np.unique(orders, return_counts=True)
        assert len(counts) == 24
        assert chi2.sf(((counts - DEALS / 24) ** 2 / (DEALS / 24)).sum(), 23) > 0.001


def test_first_and_last_tile_of_a_whole_pile_are_any_number_equally_often() -> None:
    deals, pile = 10_000, jardinet.load_game("lucky_numbers", players=4).chance_sources()[0].outcomes
    decks = np.array([_deal(number).deck(pile) for number in range(deals)])
    for place in (0, 1, -2, -1):
        counts = np.bincount(decks[:, place], minlength=21)[1:]
        assert chi2.sf(((counts - deals / 20) ** 2 / (deals / 20)).sum(), 19) > 0.001


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1)))
def test_words_that_would_favour_small_numbers_are_rejected(bound: int, words: list[int]) -> None:
    whole = 2**32 // bound * bound
    kept = [word for word in words if word < whole]
    assert number_below(bound, iter([*words, 0])) == (kept[0] % bound if kept else 0)


def test_the_last_word_is_rejected_where_it_would_favour_zero() -> None:
    assert number_below(3, iter([2**32 - 1, 5])) == 2
    assert number_below(4, iter([2**32 - 1, 5])) == 3


def test_the_commitment_is_there_before_the_nonces_and_stays() -> None:
    sealed = Sealed.fresh()
    deal = sealed.deal(fresh_nonces(3))
    assert deal.commitment == sealed.commitment == sha256(sealed.secret).hexdigest()


def test_fresh_secrets_and_nonces_are_never_twice_the_same() -> None:
    assert len({Sealed.fresh().secret for _ in range(100)}) == 100
    assert len({nonce for _ in range(25) for nonce in fresh_nonces(4)}) == 100


def test_a_seed_repeats_a_game_and_every_game_of_a_match_differs() -> None:
    decks = [Sealed.from_seed(7, game).deal(nonces_from_seed(2, 7, game)).deck(range(40)) for game in (1, 1, 2, 3)]
    assert decks[0] == decks[1]
    assert len({tuple(deck) for deck in decks}) == 3


def test_nothing_printed_or_logged_shows_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    sealed = Sealed.fresh()
    deal = sealed.deal(["one", "two"])
    shown = [show(thing) for show in (repr, str) for thing in (sealed, deal, deal.public(is_over=True))]
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("test").warning("%s %r", sealed, deal)
    for text in (*shown, caplog.text, f"{deal}", repr(vars(deal.public(is_over=False)))):
        assert deal.secret.hex() not in text
        assert repr(deal.secret)[2:-1] not in text


def test_a_deal_tells_its_secret_only_when_the_game_is_over() -> None:
    deal = Sealed.from_seed(1).deal(["one", "two"])
    assert deal.public(is_over=False) == PublicDeal(deal.commitment, ("one", "two"), None)
    assert deal.public(is_over=True).secret == deal.secret


@pytest.mark.parametrize("nonce", ["", "a b", 'a"b', "a'b", "a\\b", "a\nb", "é", "\x7f", "x" * 65])
def test_a_nonce_that_is_no_plain_word_is_refused(nonce: str) -> None:
    with pytest.raises(DealError, match="1 to 64 printable ASCII characters"):
        Sealed.from_seed(1).deal(["fine", nonce])


@pytest.mark.parametrize("secret", [b"", b"x" * 31, b"x" * 33, bytearray(32)])
def test_a_secret_of_another_length_is_refused_without_being_shown(secret: bytes) -> None:
    with pytest.raises(DealError, match=r"^a secret has 32 bytes, and this one has not\.$"):
        Sealed(secret)
    with pytest.raises(DealError):
        Deal(secret, ("one",))


def test_a_commitment_that_is_no_sha_256_is_refused() -> None:
    with pytest.raises(DealError, match="64 hexadecimal digits"):
        PublicDeal("ABC", ("one", "two"))


def test_what_chance_revealed_is_the_beginning_of_the_deck() -> None:
    game = jardinet.load_game("lucky_numbers", setup="michael")
    assert revealed(game, [13, 31, 4, 21, 7]) == [13, 4, 7]


def _deal(number: int) -> Deal:
    return Sealed.from_seed(number).deal(["a", "b"])
