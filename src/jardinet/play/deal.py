"""Verifiable deals (commit and reveal): nobody, not even the dealer, can choose the order of the deck.

The order of events is the point. A `Sealed` secret shows its commitment; then every seat adds a nonce; only then is
there a `Deal` with its deck. Once the game is over the secret is revealed, and anybody who kept the commitment can
shuffle the same deck again (docs/record.md does it in ten lines).
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256, shake_256
from random import Random, SystemRandom

from jardinet.games.api import Action, Game, Move
from jardinet.games.chance import ChanceSequence, ChanceSource, Deck
from jardinet.games.parameters import GameError

SECRET_BYTES = 32
_SYSTEM = SystemRandom()
NONCE_LENGTHS = range(1, 65)
_HEXADECIMAL = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"[!#-&(-\[\]-_a-~]{1,64}")  # as long as NONCE_LENGTHS
_WORDS = 2**32
_DECKS_KEPT = 256  # shuffled ones
_WORDS_AT_ONCE = 128  # enough for most decks at once; more are drawn if they run out


class DealError(GameError):
    """A secret or a nonce cannot be used; the message says what is allowed."""


@dataclass(frozen=True)
class PublicDeal:
    """Public part of a deal, which everybody may know, as stored in a record.

    Attributes:
        commitment: SHA-256 of the secret, 64 hexadecimal digits, known before the first tile.
        nonces: one a seat; none where the same deal is played at many tables, or where they are not known yet.
        secret: the 32 bytes, None until the game is over.

    Raises:
        DealError: one of them is not of that form.
    """

    commitment: str
    nonces: tuple[str, ...]
    secret: bytes | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        check_digits(self.commitment)
        for nonce in self.nonces:
            check_nonce(nonce)
        if self.secret is not None:
            check_secret(self.secret)


@dataclass(frozen=True)
class Deal:
    """A secret and the seats' nonces: together they make the order of the deck; without nonces the secret alone does.

    Raises:
        DealError: the secret is not 32 bytes, or a nonce is not 1 to 64 printable ASCII characters
            without spaces, quotes and backslashes.

    >>> deal = Sealed.from_seed(7).deal(["tulip", "rose"])
    >>> deal.deck(range(1, 9))
    [6, 8, 7, 2, 3, 1, 4, 5]
    """

    secret: bytes = field(repr=False)
    nonces: tuple[str, ...]

    def __post_init__(self) -> None:
        check_secret(self.secret)
        for nonce in self.nonces:
            check_nonce(nonce)

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in hexadecimal."""
        return sha256(self.secret).hexdigest()

    def outcomes(self, game: Game) -> ChanceSequence:
        """The outcomes of chance in a game of this deal: decks shuffled and dice rolled beforehand.

        Every source has its own stream of words: the first source of a game the unnamed one, each further one a stream
        with its name.
        """
        sources = game.chance_sources()

        def order(source: ChanceSource) -> Iterator[Action]:
            name = "" if source is sources[0] else source.name
            if isinstance(source, Deck):
                return iter(self.deck(source.outcomes, name))
            return self._rolls(source.outcomes, name)

        return ChanceSequence(sources, order)

    def deck(self, cards: Sequence[Action], name: str = "") -> list[Action]:
        """The cards (see `ChanceSource.outcomes`) in the order in which chance reveals them.

        A Fisher-Yates shuffle of the sorted cards, from the last place down to the second; each
        exchange takes the next number below its place from the deal's stream of that name.
        """
        return list(self._shuffled(tuple(sorted(cards)), name))

    @lru_cache(maxsize=_DECKS_KEPT)  # noqa: B019 - a deal is a small value, and a table asks for its deck at each draw
    def _shuffled(self, cards: tuple[Action, ...], name: str) -> tuple[Action, ...]:
        deck, words = list(cards), self._words(name)
        for last in range(len(deck) - 1, 0, -1):
            other = number_below(last + 1, words)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    @lru_cache(maxsize=_DECKS_KEPT)  # noqa: B019 - as above: it is sent with every play
    def public(self, *, is_over: bool) -> PublicDeal:
        """The public part at this point: with the secret only once the game is over."""
        return PublicDeal(self.commitment, self.nonces, self.secret if is_over else None)

    def _rolls(self, faces: Sequence[Action], name: str) -> Iterator[Action]:
        """The faces that a die shows, one after another: each is the next number below the count of faces."""
        words = self._words(name)
        while True:
            yield faces[number_below(len(faces), words)]

    def _words(self, name: str) -> Iterator[int]:
        """SHAKE-256 of the secret and the nonces as an endless stream of 4-byte big-endian numbers.

        One line each, version and the stream's name first: no two deals or streams have the same input, as names and
        nonces contain no line ends.
        """
        first = f"jardinet deal v1 {name}".rstrip()
        source = shake_256("\n".join([first, self.secret.hex(), *self.nonces]).encode("ascii"))
        done, wanted = 0, _WORDS_AT_ONCE
        while True:
            yield from struct.unpack(f">{wanted - done}I", source.digest(4 * wanted)[4 * done :])
            done, wanted = wanted, 2 * wanted


@dataclass(frozen=True)
class Sealed:
    """A secret that is committed to before any nonce is known; `deal` opens it for a game.

    Raises:
        DealError: the secret is not 32 bytes.

    >>> Sealed.from_seed(7)
    Sealed(commitment='23f517a856fde9ac…')
    """

    secret: bytes

    def __post_init__(self) -> None:
        check_secret(self.secret)

    @classmethod
    def fresh(cls, random: Random = _SYSTEM) -> Sealed:
        """A secret that nobody can guess, if `random` is the operating system's generator."""
        return cls(random.randbytes(SECRET_BYTES))

    @classmethod
    def from_seed(cls, seed: int, game: int = 1) -> Sealed:
        """The secret of a seed's game (1, 2, … of a match), always the same.

        For repeatable games only: anybody who knows or guesses the seed knows the deck beforehand.
        """
        return cls(sha256(f"jardinet secret v1\n{seed}\n{game}".encode("ascii")).digest())

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, in hexadecimal: to be published before the nonces are given."""
        return sha256(self.secret).hexdigest()

    def deal(self, nonces: Sequence[str]) -> Deal:
        """The deal of this secret and the nonces, one a seat; raises DealError like `Deal`."""
        return _deal(self.secret, tuple(nonces))

    def __repr__(self) -> str:
        """Only the beginning of the commitment, so that no log contains the secret."""
        return f"Sealed(commitment='{self.commitment[:16]}…')"


@lru_cache(maxsize=_DECKS_KEPT)  # a table asks for its deal at every play
def _deal(secret: bytes, nonces: tuple[str, ...]) -> Deal:
    return Deal(secret, nonces)


def fresh_nonces(seats: int, random: Random = _SYSTEM) -> tuple[str, ...]:
    """A nonce for each seat, for players who do not bring their own: 16 hexadecimal digits."""
    return tuple(random.randbytes(8).hex() for _ in range(seats))


def nonces_from_seed(seats: int, seed: int, game: int = 1) -> tuple[str, ...]:
    """The nonces that go with `Sealed.from_seed`: readable, always the same, no protection."""
    return tuple(f"seed={seed},game={game},seat={seat + 1}" for seat in range(seats))


def revealed(game: Game, moves: Sequence[Move]) -> list[Action]:
    """The outcomes that chance revealed in these moves, in order: if a deal was used, the beginning of its deck.

    Raises:
        GameError: the moves break the rules.
    """
    state, actions = game.new_initial_state(), []
    for move in moves:
        if state.is_chance_node() and isinstance(move, int):
            actions.append(move)
        state.apply(move)
    return actions


def first_difference(deal: Deal, game: Game, given: Sequence[Action]) -> int | None:
    """The place, from 1, of the first outcome of chance that is not the deal's; None if all are.

    Args:
        deal: what was promised.
        game: what was played.
        given: what chance brought, in order: see `revealed`.

    Raises:
        GameError: an action is no outcome of chance, or there are more than the deck has cards.
    """
    sequence = deal.outcomes(game)
    return next((at for at, outcome in enumerate(given, 1) if sequence.next_like(outcome) != outcome), None)


def number_below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to bound - 1, uniform if the 32-bit words are.

    Words from the last multiple of `bound` on are rejected: they would favour the small numbers.
    """
    limit = _WORDS - _WORDS % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound


def check_secret(secret: bytes) -> bytes:
    """Return the secret if it is 32 bytes; raise DealError otherwise, without showing it."""
    if type(secret) is not bytes or len(secret) != SECRET_BYTES:
        raise DealError("secret-size", "a secret has {size} bytes, and this one has not.", size=SECRET_BYTES)
    return secret


def check_nonce(nonce: str) -> str:
    """Return the nonce if it is 1 to 64 printable ASCII characters without spaces, quotes and backslashes.

    Raises:
        DealError: it is not.
    """
    if not _NONCE.fullmatch(nonce):
        raise DealError(
            "nonce",
            "{nonce!r} cannot be a nonce: it has {fewest} to {most} printable ASCII characters without "
            "spaces, quotes and backslashes.",
            nonce=nonce,
            fewest=NONCE_LENGTHS[0],
            most=NONCE_LENGTHS[-1],
        )
    return nonce


def check_digits(text: str) -> str:
    """Return a commitment, or a secret as text, if it is 64 hexadecimal digits; raise DealError otherwise."""
    if not _HEXADECIMAL.fullmatch(text):
        raise DealError(
            "digits", "{text!r} is not possible: 64 hexadecimal digits in lower case belong here.", text=text
        )
    return text
