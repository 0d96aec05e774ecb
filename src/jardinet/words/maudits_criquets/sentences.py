"""Sentences at a table of Maudits Criquets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from jardinet.games.api import Event, Game
from jardinet.games.maudits_criquets import view as seen
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.names import BIDS, KINDS
from jardinet.games.maudits_criquets.view import SeatView, Stack, View
from jardinet.words.game_words import GameWords, Hint, Outcome, RankedSeat, ranked
from jardinet.words.language import Language


class MauditsCriquetsSentences(GameWords[MauditsCriquetsState, View]):
    """Sentences, see GameWords; what is typed is in commands.py."""

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """Name the kinds of cards in the reader's language; arguments as for GameWords."""
        super().__init__(language, game, names, you)
        pgettext = language.pgettext
        self._kinds = {
            "strawberry": pgettext("kind", "strawberry"),
            "corn": pgettext("kind", "corn"),
            "broccoli": pgettext("kind", "broccoli"),
            "blackberry": pgettext("kind", "blackberry"),
            "locust": pgettext("kind", "locust"),
        }
        self._all_of_kind = {
            "strawberry": pgettext("all of a kind, as an object", "the strawberries"),
            "corn": pgettext("all of a kind, as an object", "the corn"),
            "broccoli": pgettext("all of a kind, as an object", "the broccoli"),
            "blackberry": pgettext("all of a kind, as an object", "the blackberries"),
            "locust": pgettext("all of a kind, as an object", "the locusts"),
        }

    # What happened

    def tell(self, events: Sequence[Event]) -> list[str]:
        """Events of a move as sentences; see GameWords.tell.

        The cards laid out, the bids and a whole loot become one sentence each.
        """
        return [line for _, lines in self.steps(events) for line in lines]

    def steps(self, events: Sequence[Event]) -> list[tuple[list[Event], list[str]]]:
        """Like `tell`, for faces that show events as pictures: groups of events, and their sentences."""
        return [(group, list(self._sentences(group))) for group in _groups(events)]

    def _sentences(self, group: Sequence[Event]) -> Iterator[str]:
        first = group[0]
        if isinstance(first, seen.LaidOut):
            yield self._laid_out([event.card for event in group if isinstance(event, seen.LaidOut)])
        elif isinstance(first, seen.Bid):
            yield self._revealed([event for event in group if isinstance(event, seen.Bid)])
        elif isinstance(first, seen.TakesAll):
            yield self._takes_all(first, [event for event in group if isinstance(event, seen.Took)])
        elif isinstance(first, seen.RoundOver):
            yield from self._scored(first, [event for event in group if isinstance(event, seen.Majority)])
        elif line := self._gained(first) or self._came_to_nothing(first):
            yield line

    def _laid_out(self, cards: Sequence[str]) -> str:
        counts = Counter(cards)
        told = self._told([Stack(kind, counts[kind]) for kind in KINDS if counts[kind]])
        return self.language.gettext("New in the loot: {cards}.").format(cards=told)

    def _revealed(self, bids: Sequence[seen.Bid]) -> str:
        _ = self.language.gettext
        parts = [self.by(e.seat, _("you bid {bid}"), _("{name} bids {bid}"), bid=self.bid_told(e.bid)) for e in bids]
        return _("The bids are revealed: {bids}.").format(bids=self.language.every(parts))

    def _takes_all(self, event: seen.TakesAll, took: Sequence[seen.Took]) -> str:
        _ = self.language.gettext
        yours, theirs = {
            "ace": (
                _("Your ace takes the whole loot: {cards}."),
                _("{name}'s ace takes the whole loot: {cards}."),
            ),
            "x": (
                _("The X beats the ace: you take the whole loot, {cards}."),
                _("The X beats the ace: {name} takes the whole loot, {cards}."),
            ),
            "alone": (
                _("You are the only one to take, and get the whole loot: {cards}."),
                _("{name} is the only one to take, and gets the whole loot: {cards}."),
            ),
        }[event.reason]
        return self.by(event.seat, yours, theirs, cards=self._told([Stack(e.card, e.count) for e in took]))

    def _gained(self, event: Event) -> str:
        _, ngettext = self.language.gettext, self.language.ngettext
        if isinstance(event, seen.Took):
            cards = self.cards(event.card, event.count)
            return self.by(event.seat, _("You take {cards}."), _("{name} takes {cards}."), cards=cards)
        if isinstance(event, seen.Harvest):
            return self.by(
                event.seat,
                _("Harvest! You turn {cards} into {tokens}."),
                _("Harvest! {name} turns {cards} into {tokens}."),
                cards=self.cards(event.card, event.count),
                tokens=self.tokens(event.tokens),
            )
        if isinstance(event, seen.Invasion):
            yours = ngettext(
                "Invasion! You lose your whole reserve, {count} card.",
                "Invasion! You lose your whole reserve, {count} cards.",
                event.count,
            )
            theirs = ngettext(
                "Invasion! {name} loses the whole reserve, {count} card.",
                "Invasion! {name} loses the whole reserve, {count} cards.",
                event.count,
            )
            return self.by(event.seat, yours, theirs, count=event.count)
        return ""

    def _came_to_nothing(self, event: Event) -> str:
        _, ngettext = self.language.gettext, self.language.ngettext
        if isinstance(event, seen.Cancelled):
            names = self.language.every([self.names[seat] for seat in event.seats if seat != self.you])
            if self.you in event.seats:
                told = _("You and {names} cancel each other out: you each bid {bid}.")
            else:
                told = _("{names} cancel each other out: they each bid {bid}.")
            return told.format(names=names, bid=self.bid_told(event.bid))
        if isinstance(event, seen.Impasse):
            if event.count == 1:
                return _("Impasse: nobody takes anything.")
            return _("Another impasse: again, nobody takes anything.")
        if isinstance(event, seen.LootDiscarded):
            told = ngettext(
                "The loot is discarded, {count} card.", "The loot is discarded, {count} cards.", event.count
            )
            return told.format(count=event.count)
        return ""

    def _scored(self, event: seen.RoundOver, majorities: Sequence[seen.Majority]) -> Iterator[str]:
        _, ngettext = self.language.gettext, self.language.ngettext
        yield _("Round {round} ends with an interim scoring.").format(round=event.round)
        for majority in majorities:
            yours = ngettext(
                "You get a token for the most crops: {count} card.",
                "You get a token for the most crops: {count} cards.",
                majority.crops,
            )
            theirs = ngettext(
                "{name} gets a token for the most crops: {count} card.",
                "{name} gets a token for the most crops: {count} cards.",
                majority.crops,
            )
            yield self.by(majority.seat, yours, theirs, count=majority.crops)
        if not majorities:
            yield _("Nobody gets a token for the most crops.")

    # What is there

    def describe(self, view: View, seat: int | None, *, with_others: bool, told: Sequence[Event] = ()) -> list[str]:
        """The position read out in sentences; see GameWords.describe.

        Without the others' things the loot is left out if `told` has just laid it out, or while seats take: the question to the
        taker names it.
        """
        seats = sorted(view.seats, key=lambda other: other.seat != seat)[: None if with_others else 1]
        laid_out = Counter(event.card for event in told if isinstance(event, seen.LaidOut))
        is_known = view.phase == "picking" or laid_out == {stack.kind: stack.count for stack in view.loot}
        loot = [] if is_known and not with_others else [self.loot(view)]
        return [*loot, *self._pile_and_turn(view), *(line for other in seats for line in self._read_out(other))]

    def _pile(self, count: int) -> str:
        """A sentence that tells how many cards are hidden in the pile."""
        if not count:
            return self.language.pgettext("hidden cards", "The pile is empty.")
        hidden = self.language.ngettext("{count} card is hidden.", "{count} cards are hidden.", count)
        return hidden.format(count=count)

    def loot_and_pile(self, view: View) -> list[str]:
        """The cards in the loot, how many cards are hidden, and the state of the turn."""
        return [self.loot(view), *self._pile_and_turn(view)]

    def _pile_and_turn(self, view: View) -> list[str]:
        _ = self.language.gettext
        lines = [self._pile(view.pile)]
        if view.phase == "picking":
            waiting = [_("{name} with {bid}").format(name=self.who(s), bid=self.bid_of(view, s)) for s in view.takers]
            told = self.language.ngettext(
                "Still to take: {names}.", "Still to take, in this order: {names}.", len(waiting)
            )
            lines.append(told.format(names=self.language.every(waiting)))
        elif impasse := self.impasse(view):
            lines.append(impasse)
        return lines

    def impasse(self, view: View) -> str:
        """The effect of one impasse on the next turn; empty if there was none."""
        if not view.impasses:
            return ""
        return self.language.gettext("The last turn was an impasse: after another one, the loot is discarded.")

    def loot(self, view: View) -> str:
        """The cards in the loot, in a sentence."""
        if not view.loot:
            return self.language.gettext("The loot is empty.")
        return self.language.gettext("In the loot: {cards}.").format(cards=self._told(view.loot))

    def bid_told(self, bid: str) -> str:
        """A bid card in a sentence, in which a bare A would be heard as an article."""
        pgettext = self.language.pgettext
        return {"a": pgettext("bid card", "the ace"), "x": pgettext("bid card", "the X")}.get(bid, bid)

    def bid_of(self, view: View, seat: int) -> str:
        """The bid card that a seat played last, as it is printed; empty before the first of a round."""
        return (view.seats[seat].bid or "").upper()

    def _read_out(self, seat: SeatView) -> Iterator[str]:
        _ = self.language.gettext
        reserve = self._told(seat.reserve) if seat.reserve else _("empty")
        both = _("{reserve}; {tokens}").format(reserve=reserve, tokens=self.tokens(seat.tokens))
        yield self.language.entry(self.reserve_of(seat.seat), both)
        yield self.hand(seat)

    def hand(self, seat: SeatView) -> str:
        """A seat's bid cards, those in hand and those played, in a line."""
        hand = cards_in(seat.hand) or self.language.pgettext("hand", "empty")
        if seat.played:
            hand = self.language.gettext("{hand}; played: {cards}").format(hand=hand, cards=cards_in(seat.played))
        return self.language.entry(self.hand_of(seat.seat), hand)

    def reserve_of(self, seat: int) -> str:
        """The heading of a seat's reserve."""
        _ = self.language.gettext
        return self.by(seat, _("Your reserve"), _("{name}'s reserve"))

    def hand_of(self, seat: int) -> str:
        """The heading of a seat's bid cards."""
        _ = self.language.gettext
        return self.by(seat, _("Your hand"), _("{name}'s hand"))

    def fared(self, share: float, points: int, turns: int) -> str:
        """How many tokens somebody had in the end; see GameWords.fared."""
        return self.tokens(points)

    def tokens(self, count: int) -> str:
        """A count of point tokens in words: `2 tokens`."""
        return self.language.ngettext("{count} token", "{count} tokens", count).format(count=count)

    def cards(self, kind: str, count: int) -> str:
        """A count of garden cards of a kind in words: `2 corn`, `1 locust`."""
        ngettext = self.language.ngettext
        told = {
            "strawberry": ngettext("{count} strawberry", "{count} strawberries", count),
            "corn": ngettext("{count} corn", "{count} corn", count),
            "broccoli": ngettext("{count} broccoli", "{count} broccoli", count),
            "blackberry": ngettext("{count} blackberry", "{count} blackberries", count),
            "locust": ngettext("{count} locust", "{count} locusts", count),
        }
        return told[kind].format(count=count)

    def _told(self, stacks: Sequence[Stack]) -> str:
        return self.language.every([self.cards(stack.kind, stack.count) for stack in stacks])

    def outcome(self, view: View, events: Sequence[Event]) -> Outcome:
        """The result of a finished game, with its ranking; see GameWords.outcome.

        The ranking goes by tokens, then by locusts, which are told where they decide.
        """
        tokens, locusts = [seat.tokens for seat in view.seats], [locusts_in(seat.reserve) for seat in view.seats]
        sources = seen.sources_of(events, len(view.seats))
        standings = []
        for place, seat in ranked([(-tokens[seat], locusts[seat]) for seat in range(len(tokens))]):
            score = self.tokens(tokens[seat])
            if tokens.count(tokens[seat]) > 1:
                score = f"{score}, {self.cards('locust', locusts[seat])}"
            standings.append(RankedSeat(seat, place, score, self._sources(sources[seat])))
        return Outcome(
            verdict=self._verdict(view.winners, tokens),
            reason=self._reason(view.winners, tokens),
            consolation=self._consolation(view.winners, tokens),
            standings=standings,
        )

    def _verdict(self, winners: Sequence[int], tokens: Sequence[int]) -> str:
        _, ngettext = self.language.gettext, self.language.ngettext
        if len(winners) > 1:
            return self.sharers(winners)
        (winner,) = winners
        margin = tokens[winner] - max(count for seat, count in enumerate(tokens) if seat != winner)
        if margin == 0:
            return self.by(winner, _("You win with fewer locusts!"), _("{name} wins with fewer locusts!"))
        if margin == 1:
            return self.by(winner, _("You win by a single token!"), _("{name} wins by a single token!"))
        yours = ngettext("You win by {count} token!", "You win by {count} tokens!", margin)
        theirs = ngettext("{name} wins by {count} token!", "{name} wins by {count} tokens!", margin)
        return self.by(winner, yours, theirs, count=margin)

    def _reason(self, winners: Sequence[int], tokens: Sequence[int]) -> str:
        _ = self.language.gettext
        if tokens.count(max(tokens)) == 1:
            return _("All garden cards have been used: whoever has the most tokens wins.")
        if len(winners) == 1:
            return _("All garden cards have been used. Tokens are tied, so whoever has the fewest locusts wins.")
        return _("All garden cards have been used. Tokens and locusts are both tied.")

    def _consolation(self, winners: Sequence[int], tokens: Sequence[int]) -> str:
        _ = self.language.gettext
        if self.you is None or self.you in winners:
            return ""
        told = {
            0: _("So close: just as many tokens, but more locusts."),
            1: _("So close: you were a single token short."),
        }
        return told.get(tokens[winners[0]] - tokens[self.you], "")

    def _sources(self, sources: seen.Sources) -> list[str]:
        _ = self.language.gettext
        told = [
            (sources.harvests, _("{count} by harvest")),
            (sources.interim, _("{count} by interim scoring")),
            (sources.final, _("{count} at the end")),
        ]
        return [text.format(count=count) for count, text in told if count]

    def end_name(self, end: str) -> str:
        """A way the game can end, in a word or two; see GameWords.end_name."""
        return {"all-cards-used": self.language.gettext("all cards used")}[end]

    # For newcomers

    def introduction(self) -> list[str]:
        """The game in a few sentences, for newcomers; see GameWords.introduction."""
        _ = self.language.gettext
        lines = [
            _("Bid for crops, and beware of the locusts: whoever has the most tokens at the end wins."),
            _(
                "Three garden cards lie face up: the loot. Everyone bids one of their cards in secret, and all are "
                "revealed together."
            ),
            _(
                "Equal cards cancel each other out. Then the highest number takes one kind, the next highest "
                "another, and so on."
            ),
            _("Three cards of one crop in your reserve make a token. Three locusts eat your whole reserve."),
            _(
                "A card you have played is out until the round ends. Then whoever has the most crops in reserve gets "
                "a token, too."
            ),
        ]
        if self.game.parameters["specials"]:
            lines.insert(3, self._specials())
        return lines

    def _specials(self) -> str:
        _ = self.language.gettext
        if self.game.parameters["beginner"]:
            return _("The ace takes the whole loot; the X takes nothing (for beginners).")
        return _("The ace takes the whole loot; the X takes nothing, unless an ace lies beside it: then it takes all.")

    def meanings(self) -> list[Hint]:
        """The effect of each card, bid cards first, one line each: to look up during play."""
        _, numbers = self.language.gettext, int(self.game.parameters["numbers"])
        hints = [
            Hint(
                _("1 to {number}").format(number=numbers) if numbers > 1 else "1",
                _(
                    "From the highest number down, each takes one kind: all its cards, locusts included. Nobody may "
                    "decline."
                ),
            )
        ]
        if self.game.parameters["specials"]:
            hints += self._meanings_of_specials()
        hints.append(
            Hint("4 = 4", _("Equal cards cancel each other out, whatever they are: those players get nothing."))
        )
        if self.game.parameters["players"] == 2:
            hints.append(Hint(_("Only one player takes"), _("With two players, that player takes the whole loot.")))
        return [
            *hints,
            Hint(self.cards("corn", 3), _("Three cards of one crop in a reserve become a token at once.")),
            Hint(self.cards("locust", 3), _("An invasion: the whole reserve is lost. Tokens are safe.")),
        ]

    def _meanings_of_specials(self) -> list[Hint]:
        _ = self.language.gettext
        if self.game.parameters["beginner"]:
            return [
                Hint("A", _("Takes the whole loot; the others get nothing.")),
                Hint("X", _("Takes nothing: you pass.")),
            ]
        return [
            Hint(
                "A", _("Takes the whole loot; the others get nothing. But beside an X it is the ace that gets nothing.")
            ),
            Hint("X", _("Takes nothing. But if an ace lies beside it, it takes the whole loot.")),
        ]


def cards_in(bids: Sequence[str]) -> str:
    """Bid cards as they are printed."""
    return ", ".join(bid.upper() for bid in BIDS if bid in bids)


def locusts_in(stacks: Sequence[Stack]) -> int:
    """How many locusts lie there."""
    return sum(stack.count for stack in stacks if stack.kind == "locust")


def _groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """The events in groups: cards laid out, bids, a whole loot, a scoring."""
    group: list[Event] = []
    for event in events:
        if group and not _belongs(group[0], event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(first: Event, event: Event) -> bool:
    if isinstance(first, seen.LaidOut | seen.Bid):
        return isinstance(event, type(first))
    if isinstance(first, seen.TakesAll):
        return isinstance(event, seen.Took)
    return isinstance(first, seen.RoundOver) and isinstance(event, seen.Majority)
