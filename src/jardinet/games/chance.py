"""An explicit model of chance: the decks and dice of a game, and what they give once their order is fixed.

A game names its sources (`Game.chance_sources`). A verifiable deal or a random generator fixes an order for each; a
`ChanceSequence` then gives the outcome at every chance node.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from jardinet.games.parameters import GameError


class ChanceSource(msgspec.Struct, frozen=True):
    """Source that chance draws from: a Deck or a Die.

    Attributes:
        name: one word, unique among the sources of a game: it separates their random streams in a deal.
        outcomes: the chance action of each card or face, rising; equal ones are repeated.
    """

    name: str
    outcomes: tuple[int, ...]

    def weights(self, given: Sequence[int]) -> dict[int, int]:
        """How often each outcome can still come after `given`: rising, only those that still can."""
        raise NotImplementedError


class Deck(ChanceSource, frozen=True):
    """Cards or tiles that are shuffled once and drawn without replacement."""

    def weights(self, given: Sequence[int]) -> dict[int, int]:
        """How many of each card are left when `given` have been drawn."""
        left = Counter(self.outcomes)
        left.subtract(given)
        return {card: count for card, count in left.items() if count}


class Die(ChanceSource, frozen=True):
    """A die: every roll shows one of its faces, all equally likely, independent of earlier rolls."""

    def weights(self, given: Sequence[int]) -> dict[int, int]:
        """How many faces show each outcome; it depends on nothing that was rolled before."""
        return dict(Counter(self.outcomes))


class ChanceSequence:
    """Sequence of the outcomes that the sources of one game give, in an order fixed for each source.

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
        """Fix the order of every source; arguments as for the class."""
        orders = [order(source) for source in sources]
        self._order_of: Mapping[int, Iterator[int]] = {
            outcome: orders[k] for k, source in enumerate(sources) for outcome in source.outcomes
        }

    def next_outcome(self, possible: Sequence[int]) -> int:
        """The next outcome at a chance node with the outcomes `possible` (`State.legal_actions`); its source moves on.

        Raises:
            GameError: nothing is possible, since chance does not move there, or the deck has no card left.
        """
        if not possible:
            raise GameError("chance-does-not-move", "chance does not move here: somebody chooses, or the game is over.")
        return self.next_like(possible[0])

    def pass_over(self, outcomes: Iterable[int]) -> None:
        """Skip outcomes that chance has brought already; raises GameError like `next_like`."""
        for outcome in outcomes:
            self.next_like(outcome)

    def next_like(self, outcome: int) -> int:
        """The next outcome of the source that `outcome` belongs to.

        Raises:
            GameError: it is no outcome of any source, or a deck has no card left.
        """
        order = self._order_of.get(outcome)
        if order is None:
            raise GameError("no-outcome", "action {action} is not an outcome of chance in this game.", action=outcome)
        try:
            return next(order)
        except StopIteration:
            raise GameError("deck-used-up", "the deck is used up: no card is left to be revealed.") from None
