"""Chance as a stated model: the decks and dice of a game, and what they give once their order is fixed.

A game names its sources (`Game.chance_sources`). Whoever plays it, a deal that can be checked or a generator, fixes an
order of each; a `ChanceSequence` then tells at every chance node what comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from jardinet.games.parameters import GameError


class Deck(msgspec.Struct, frozen=True):
    """Cards or tiles that are shuffled once and drawn without replacement.

    Attributes:
        name: one word, its own among the sources of a game: it separates their streams in a deal.
        cards: the chance action of each card, rising; equal cards stand several times.
    """

    name: str
    cards: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[int, ...]:
        """All that it can give."""
        return self.cards

    def weights(self, given: Sequence[int]) -> dict[int, int]:
        """How many of each card are left when `given` have been drawn, rising; those of which there is none left out."""
        left = Counter(self.cards)
        left.subtract(given)
        return {card: count for card, count in left.items() if count}


class Die(msgspec.Struct, frozen=True):
    """A die: every roll shows one of its faces, whatever came before.

    Attributes:
        name: one word, its own among the sources of a game.
        faces: the chance action of each face, rising; equal faces stand several times. All faces are equally likely.
    """

    name: str
    faces: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[int, ...]:
        """All that it can give."""
        return self.faces

    def weights(self, given: Sequence[int]) -> dict[int, int]:
        """How many faces show each action, rising; it depends on nothing that was rolled before."""
        return dict(Counter(self.faces))


ChanceSource = (
    Deck | Die
)  # `outcomes`: all that it can give; `weights(given)`: how often each, after what it gave before


class ChanceSequence:
    """What the sources of one game give, in an order that is fixed for each of them.

    Args:
        sources: see `Game.chance_sources`.
        order: gives the outcomes of a source, one after another: as many as a deck has, endless for a die.

    >>> import jardinet
    >>> game = jardinet.load_game("lucky_numbers")
    >>> rising = ChanceSequence(game.chance_sources(), lambda source: iter(source.outcomes))
    >>> state = game.new_initial_state()
    >>> state.action_to_string(state.current_player(), rising.next_outcome(state.legal_actions()))
    'reveal-1'
    """

    def __init__(self, sources: Sequence[ChanceSource], order: Callable[[ChanceSource], Iterator[int]]) -> None:
        """See the class."""
        orders = [order(source) for source in sources]
        self._order_of: Mapping[int, Iterator[int]] = {
            outcome: orders[k] for k, source in enumerate(sources) for outcome in source.outcomes
        }

    def next_outcome(self, possible: Sequence[int]) -> int:
        """What chance brings where one of `possible` comes (`State.legal_actions`); the source that gives it moves on.

        Raises:
            GameError: nothing is possible, since chance does not move there, or the deck has no card left.
        """
        if not possible:
            raise GameError("chance does not move here: somebody chooses, or the game is over.")
        return self.next_like(possible[0])

    def pass_over(self, outcomes: Iterable[int]) -> None:
        """Leave out what chance has brought already; raises GameError like `next_like`."""
        for outcome in outcomes:
            self.next_like(outcome)

    def next_like(self, outcome: int) -> int:
        """The next outcome of the source that `outcome` belongs to.

        Raises:
            GameError: it is no outcome of any source, or a deck has no card left.
        """
        order = self._order_of.get(outcome)
        if order is None:
            raise GameError(f"action {outcome} is no outcome of chance in this game.")
        try:
            return next(order)
        except StopIteration:
            raise GameError("the deck is used up: no card is left to be revealed.") from None
