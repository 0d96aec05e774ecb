"""Names of the cards, bids, phases and ends of Maudits Criquets, in texts, views and records."""

from __future__ import annotations

from collections.abc import Mapping

from jardinet.games.maudits_criquets import rules

KINDS = ("strawberry", "corn", "broccoli", "blackberry", "locust")
BIDS = ("1", "2", "3", "4", "5", "6", "a", "x")

PHASES = {
    rules.FILLING: "filling",
    rules.BIDDING: "bidding",
    rules.PICKING: "picking",
    rules.OVER: "over",
}
ENDS = {rules.ALL_CARDS_USED: "all-cards-used"}


def bids_of(parameters: Mapping[str, int | str]) -> list[int]:
    """The actions of the bid cards in a game with these parameters, in the order 1 to 6, A, X (MC-1.1)."""
    numbers = list(range(int(parameters["numbers"])))
    return [*numbers, rules.ACE, rules.X] if parameters["specials"] else numbers
