"""A slow, plain referee of Maudits Criquets, written from rules/maudits-criquets.md to check the compiled rules against.

It knows nothing of src/: cards and bids are their names, and a game is one script that is read from
top to bottom as the rules are, and stops wherever chance or a player is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Any

Happening = tuple[object, ...]

CROPS = ("strawberry", "corn", "broccoli", "blackberry")
LOCUST = "locust"
KINDS = (*CROPS, LOCUST)
NUMBERS = ("1", "2", "3", "4", "5", "6")

CHANCE, ALL, NOBODY = "chance", "all", "nobody"  # whom the script asks, besides a seat


def none() -> Counter[str]:
    """No card of any kind."""
    return Counter(dict.fromkeys(KINDS, 0))


class Referee:
    """One game; `play` goes on with it, `happened` tells what came of the last play.

    Attributes:
        asked: CHANCE for a card, ALL for the bids, a seat for a kind, NOBODY once the game is over.
    """

    def __init__(
        self,
        players: int = 2,
        beginner: bool = False,
        majority_tie: str = "all",
        crops: int = 4,
        copies: int = 13,
        locusts: int = 14,
        numbers: int = 6,
        specials: bool = True,
        loot: int = 3,
    ) -> None:
        self.agreed = dict(locals())
        del self.agreed["self"]
        self.seats = range(players)
        self.beginner, self.majority_tie, self.loot_size = beginner, majority_tie, loot
        self.bid_cards = [*NUMBERS[:numbers], *(("a", "x") if specials else ())]
        self.pile = none()
        self.pile.update({**dict.fromkeys(CROPS[:crops], copies), LOCUST: locusts})
        self.cards = self.pile.total()
        self.loot = none()
        self.reserves = [none() for _ in self.seats]
        self.tokens = [0 for _ in self.seats]
        self.hands: list[list[str]] = []
        self.last_bids: list[str | None] = []
        self.impasses = self.rounds = 0
        self.harvested = self.discarded = self.majorities = 0  # cards, cards, tokens
        self.winners: list[int] = []
        self.happened: list[Happening] = []
        self.notes: Counter[str] = Counter()  # rare situations that came up
        self.moves: list[Any] = []
        self.script = self.game()
        self.asked: str | int = next(self.script)

    def play(self, move: Any) -> None:
        """The card that chance lays out, the bids of all seats, or the kind that the asked seat picks."""
        self.happened = []
        self.moves.append(move)
        self.asked = self.script.send(move)

    def copy(self) -> Referee:
        """The same game played again so far."""
        twin = Referee(**self.agreed)
        for move in self.moves:
            twin.play(move)
        return twin

    def kinds(self) -> list[str]:
        """The cards that chance can lay out, or the kinds that the asked seat can pick."""
        if self.asked in (ALL, NOBODY):
            return []
        source = self.pile if self.asked == CHANCE else self.loot
        return [kind for kind in KINDS if source[kind]]

    def game(self) -> Generator[str | int, Any, None]:
        while self.pile.total() or self.loot.total():  # MC-6.1
            yield from self.round()
            self.score()  # MC-5.1, 6.2: the last turn ends a round, too
        most = max(self.tokens)
        tied = [seat for seat in self.seats if self.tokens[seat] == most]
        fewest = min(self.reserves[seat][LOCUST] for seat in tied)
        self.winners = [seat for seat in tied if self.reserves[seat][LOCUST] == fewest]  # MC-6.3
        self.note("a tie that locusts decide", len(self.winners) < len(tied))
        self.note("a shared victory", len(self.winners) > 1)
        self.happened.append(("gameover", "all-cards-used", self.winners))
        yield NOBODY

    def round(self) -> Generator[str | int, Any, None]:
        """MC-5.1: until all bid cards are played; MC-6.1: or nothing is left to play for."""
        self.hands = [list(self.bid_cards) for _ in self.seats]
        self.last_bids = [None for _ in self.seats]
        while self.hands[0]:
            while self.loot.total() < self.loot_size and self.pile.total():  # MC-2.1
                yield from self.lay_out()
            self.note("a short loot", self.loot.total() < self.loot_size)
            yield from self.turn()
            if not self.pile.total() and not self.loot.total():
                self.note("the end within a round", bool(self.hands[0]))
                self.note("the end with a round", not self.hands[0])
                return

    def lay_out(self) -> Generator[str | int, Any, None]:
        card = yield CHANCE
        assert self.pile[card] > 0
        self.pile[card] -= 1
        self.loot[card] += 1
        self.happened.append(("laidout", card))

    def turn(self) -> Generator[str | int, Any, None]:
        bids = yield ALL
        assert len(bids) == len(self.seats)
        for seat, bid in enumerate(bids):
            self.hands[seat].remove(bid)  # MC-2.2
            self.last_bids[seat] = bid
            self.happened.append(("bid", seat, bid))
        lay = self.loot.total()
        yield from self.resolve(bids)
        if self.loot.total() < lay:
            self.note("a gain after an impasse", self.impasses == 1)
            self.impasses = 0
            return
        self.impasses += 1  # MC-3.1
        self.happened.append(("impasse", self.impasses))
        if self.impasses == 2:  # MC-3.2
            self.note("a loot discarded on the last bid card", not self.hands[0])
            self.note("a loot discarded", True)
            self.happened.append(("lootdiscarded", self.loot.total()))
            self.discarded += self.loot.total()
            self.loot = none()
            self.impasses = 0
        elif self.pile.total():
            self.note("an impasse on the last bid card", not self.hands[0])
            yield from self.lay_out()
        else:
            self.note("an impasse without a card to add", True)  # MC-3.3

    def resolve(self, bids: list[str]) -> Generator[str | int, Any, None]:
        uncancelled = {bid: seat for seat, bid in enumerate(bids) if bids.count(bid) == 1}
        for bid in dict.fromkeys(bids):
            if bid not in uncancelled:  # MC-2.3
                self.happened.append(("cancelled", bid, [seat for seat in self.seats if bids[seat] == bid]))
                self.note(f"cancelled {bid}", bid in "ax")
        if "a" in uncancelled:
            if "x" in uncancelled and not self.beginner:  # MC-2.5, 7.1
                self.take_all(uncancelled["x"], "x")
            else:  # MC-2.4
                self.note("an x beside an a of beginners", "x" in uncancelled)
                self.take_all(uncancelled["a"], "ace")
            return
        takers = [uncancelled[number] for number in reversed(NUMBERS) if number in uncancelled]
        if len(self.seats) == 2 and len(takers) == 1:  # MC-2.7
            self.take_all(takers[0], "alone")
            return
        for seat in takers:  # MC-2.6
            kinds = [kind for kind in KINDS if self.loot[kind]]
            if not kinds:
                self.note("nothing left to take", True)
                return
            kind = kinds[0] if len(kinds) == 1 else (yield seat)
            assert self.loot[kind] > 0
            self.gain(seat, [kind])
        self.note("kinds left over", bool(takers) and self.loot.total() > 0)  # MC-2.8

    def take_all(self, seat: int, reason: str) -> None:
        self.note(f"all by {reason}", True)
        self.happened.append(("takesall", seat, reason))
        self.gain(seat, [kind for kind in KINDS if self.loot[kind]])

    def gain(self, seat: int, kinds: list[str]) -> None:
        """MC-4.1 to 4.3, for everything that one seat takes in this turn."""
        reserve = self.reserves[seat]
        for kind in kinds:
            reserve[kind] += self.loot[kind]
            self.happened.append(("took", seat, kind, self.loot[kind]))
            self.loot[kind] = 0
        if reserve[LOCUST] >= 3:  # MC-4.2
            self.note("an invasion that forestalls a harvest", any(reserve[crop] >= 3 for crop in CROPS))
            self.happened.append(("invasion", seat, reserve.total()))
            self.discarded += reserve.total()
            self.reserves[seat] = none()
            return
        for crop in CROPS:  # MC-4.3
            tokens, reserve[crop] = divmod(reserve[crop], 3)
            if tokens:
                self.note("a harvest of two tokens", tokens == 2)
                self.note("a harvest with surplus", reserve[crop] > 0)
                self.happened.append(("harvest", seat, crop, tokens))
                self.tokens[seat] += tokens
                self.harvested += 3 * tokens

    def score(self) -> None:
        """MC-5.1, 5.2."""
        self.rounds += 1
        self.happened.append(("roundover", self.rounds))
        crops = [sum(reserve[crop] for crop in CROPS) for reserve in self.reserves]
        most = max(crops)
        first = [seat for seat in self.seats if crops[seat] == most]
        self.note("nobody has a crop", most == 0)
        self.note("a tied majority", most > 0 and len(first) > 1)
        if most == 0 or (len(first) > 1 and self.majority_tie == "none"):
            return
        for seat in first:
            self.tokens[seat] += 1
            self.majorities += 1
            self.happened.append(("majority", seat, most))

    def note(self, what: str, is_so: bool) -> None:
        if is_so:
            self.notes[what] += 1
