"""Verification of a recorded deal, as plain data: was it dealt as its commitment promised?."""

from __future__ import annotations

import msgspec

from jardinet.play.deal import Deal, first_difference, revealed
from jardinet.play.record import Record, state_of

OUTCOMES = {
    "fair": "The secret is the one that was committed to, and the deck is the one it makes.",
    "wrong-secret": "The secret is not the one that was committed to: this deal was tampered with.",
    "wrong-deck": "The secret is the one that was committed to, but the deck is not the one it makes.",
    "unfinished": "The game is not over: its secret is told only then.",
    "not-revealed": "The game is over, but its secret was not revealed.",
    "no-deal": "The record names no deal: there is nothing to check.",
}


class Verification(msgspec.Struct, frozen=True):
    """Verdict on the deal of a record: the results of its checks.

    Attributes:
        outcome: one of OUTCOMES.
        commitment_matches: whether the secret is the promised one; None if it is not known.
        deck_matches: whether chance revealed the deck's cards in order; None if the secret is not known.
        revealed: how many tiles or cards chance revealed.
        differs_at: the first of them, from 1, that is not the deck's; None if all are.
    """

    outcome: str
    commitment_matches: bool | None
    deck_matches: bool | None
    revealed: int
    differs_at: int | None = None

    @property
    def is_fair(self) -> bool:
        """Whether everything could be checked and matches."""
        return self.outcome == "fair"

    def __str__(self) -> str:
        """In English, one sentence."""
        return OUTCOMES[self.outcome]


def verify(record: Record) -> Verification:
    """Check the record's deal, as far as the data in the record allow.

    Raises:
        GameError: the record's moves break the rules.
    """
    given = revealed(record.game, record.moves)
    if record.deal is None:
        return Verification("no-deal", None, None, len(given))
    if record.deal.secret is None:
        outcome = "not-revealed" if state_of(record).is_terminal() else "unfinished"
        return Verification(outcome, None, None, len(given))
    deal = Deal(record.deal.secret, record.deal.nonces)
    is_promised = deal.commitment == record.deal.commitment
    differs_at = first_difference(deal, record.game, given)
    outcome = "wrong-secret" if not is_promised else "fair" if differs_at is None else "wrong-deck"
    return Verification(outcome, is_promised, differs_at is None, len(given), differs_at)
