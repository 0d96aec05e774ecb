"""Commands at a table of Maudits Criquets: what can be typed, what it means, and why something cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from string import digits

from jardinet.games.api import Action, Game
from jardinet.games.maudits_criquets import view as seen
from jardinet.games.maudits_criquets.game import MauditsCriquetsState
from jardinet.games.maudits_criquets.view import SeatView, View
from jardinet.words.game_words import Hint, NotUnderstood, squeeze, words_in
from jardinet.words.language import Language
from jardinet.words.maudits_criquets.sentences import MauditsCriquetsSentences, cards_in


class MauditsCriquetsWords(MauditsCriquetsSentences):
    """Words of Maudits Criquets: see GameWords."""

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """Collect the words of typed commands, in the reader's language; arguments as for GameWords."""
        super().__init__(language, game, names, you)
        pgettext = language.pgettext
        self._said = {"bid": pgettext("command", "bid"), "pick": pgettext("command", "pick")}
        also = {"bid": pgettext("also typed", "play"), "pick": pgettext("also typed", "take, choose")}
        self._cards = {
            "a": words_in(pgettext("also typed", "ace, the ace")),
            "x": words_in(pgettext("also typed", "the X, pass")),
        }
        self._verbs = {verb: {verb, squeeze(said), *words_in(also[verb])} for verb, said in self._said.items()}

    # Typed words

    @cached_property
    def _called(self) -> dict[str, set[str]]:
        """By kind, every squeezed word for its cards, one or several; made when something is typed, not for every page."""
        counted = {kind: [squeeze(self.cards(kind, count)) for count in (1, 2, 5)] for kind in self._kinds}
        return {kind: {squeeze(word), *map(_bare, counted[kind])} for kind, word in self._kinds.items()}

    def parse(self, state: MauditsCriquetsState, text: str, seat: int) -> list[Action]:
        """The actions that a typed text means, for a seat; see GameWords.parse.

        A card is enough, `4` or `a`; so is a kind, `2 strawberries` too, or its first letters, `co`.
        """
        _, meanings = self.language.gettext, self._meanings(squeeze(text))
        if not meanings:
            told = _("“{text}” is not a play.").format(text=text.strip())
            raise NotUnderstood(f"{told} {self.question(state.view(seat))}")
        possible = [action for action in meanings if action in state.legal_actions(seat)]
        if not possible:
            raise NotUnderstood(self._why_illegal(state, seat, meanings[0]))
        if len(possible) > 1:
            words = self.language.either([self._form(action) for action in possible])
            raise NotUnderstood(_("“{text}” can mean {words}.").format(text=text.strip(), words=words))
        return possible

    def _meanings(self, word: str) -> list[Action]:
        """Every action that a squeezed word can mean: by a full word, else by the first letters of a kind.

        The letters are those of the reader's language: in others, `c` may not mean corn.
        """
        written, begun = [], []
        for action, text in self.game.player_texts.items():
            verb, _, what = text.partition("-")
            called: set[str] = self._called.get(what, set())
            if word == squeeze(self.name_of(0, action)):  # as hints say it
                written.append(action)
            for spoken in {*self._verbs[verb], ""}:
                rest = word.removeprefix(spoken)
                if not rest or not word.startswith(spoken):
                    continue
                if rest in {what, *self._cards.get(what, ())} or _bare(rest) in called:
                    written.append(action)
                elif verb == "pick" and _bare(rest) and any(one.startswith(_bare(rest)) for one in called):
                    begun.append(action)
        return sorted(set(written or begun))

    def completions(self, state: MauditsCriquetsState, seat: int) -> list[str]:
        """The texts that a seat could type now; see GameWords.completions."""
        actions = state.legal_actions(seat)
        return [f"{self._said[self._parts(action)[0]]} {self._form(action)}" for action in actions]

    def _parts(self, action: Action) -> tuple[str, str]:
        verb, _, what = self.game.player_texts[action].partition("-")
        return verb, what

    def _form(self, action: Action) -> str:
        """The text to type for an action, without its verb."""
        _, what = self._parts(action)
        return self._kinds.get(what, what)

    def _why_illegal(self, state: MauditsCriquetsState, seat: int, action: Action) -> str:
        verb, what = self._parts(action)
        view = state.view(seat)
        if verb == "bid" and view.phase == "bidding":
            return self._not_in_hand(what, view.seats[seat])
        if verb == "pick" and view.player == seat:
            return self._not_in_loot(what, view)
        return self.language.gettext("That is not possible now.") + " " + self.question(view)

    def _not_in_hand(self, bid: str, seat: SeatView) -> str:
        told = self.language.gettext("Not in hand: {bid}. In hand: {hand}.")
        return told.format(bid=self.bid_told(bid), hand=cards_in(seat.hand))

    def _not_in_loot(self, kind: str, view: View) -> str:
        told = self.language.gettext("there is none in the loot. {loot}").format(loot=self.loot(view))
        return self.language.entry(self._kinds[kind], told)

    # Reasons

    def why(self, state: MauditsCriquetsState, text: str) -> list[str]:
        """The answer to the command `why`: whether a play is possible, with reasons; see GameWords.why.

        For a bid card, who still holds it; for a kind, the result of taking it.

        A seat's name before it limits the answer to that seat: all of it is open, or known by counting (MC-8).
        """
        _, pgettext = self.language.gettext, self.language.pgettext
        view, (named, meanings) = state.view(), self._asked_about(text)
        if len(meanings) != 1:
            example = pgettext("command", "why")
            raise NotUnderstood(
                _("Ask about a bid card or a kind: {why} 4, {why} {kind}.").format(
                    why=example, kind=self._kinds["corn"]
                )
            )
        verb, what = self._parts(meanings[0])
        if verb == "bid":
            is_to_pick = view.phase == "picking" and view.player in self._asking(view)  # so no card can be bid now
            lines = self._hold(what, view.seats if named is None else [view.seats[named]])
            return [*lines, self.question(view)] if is_to_pick and named is None else lines
        seats = [view.seats[seat] for seat in (self._asking(view) if named is None else [named])]
        there = {stack.kind: stack.count for stack in view.loot}
        if what not in there:
            return [self._not_in_loot(what, view), *(self._in_reserve(what, seat) for seat in seats)]
        lines = [self._beside(what, there[what], seat) for seat in seats]
        if (
            named is None and meanings[0] in state.legal_actions() and view.player in self._asking(view)
        ):  # the rules say what follows
            gain = [event for event in state.events(meanings[0]) if getattr(event, "seat", None) == view.player]
            lines += self.tell([event for event in gain if isinstance(event, seen.Invasion | seen.Harvest)])
        return lines

    def rule_of(self, state: MauditsCriquetsState, text: str) -> str:
        """The clause behind the answer of `why`; empty if no rule forbids the play; see GameWords.rule_of."""
        _named, meanings = self._asked_about(text)
        verb, what = self._parts(meanings[0]) if len(meanings) == 1 else ("", "")
        is_missing = verb == "pick" and all(stack.kind != what for stack in state.view().loot)
        return "MC-2.6" if is_missing else ""

    def about_why(self, command: str) -> str:
        """A line of help on what the command `why` can be asked; see GameWords.about_why."""
        sentence = self.language.gettext(
            "who still has a bid card ({why} 4), or how many of a kind are in loot and reserve ({why} "
            "{kind}); about somebody else: {why} {name} 4"
        )
        other = next((name for seat, name in enumerate(self.names) if seat != self.you), "")
        return sentence.format(why=command, kind=self._kinds["corn"], name=other)

    def _asked_about(self, text: str) -> tuple[int | None, list[Action]]:
        """The subject of a question, `4` or `ada 4`: the seat that is named, or None, and the possible meanings of the rest."""
        name, _space, rest = text.strip().rpartition(" ")
        called = [squeeze(one) for one in self.names]
        if (meanings := self._meanings(squeeze(text))) or squeeze(name) not in called:
            return None, meanings
        return called.index(squeeze(name)), self._meanings(squeeze(rest))

    def _asking(self, view: View) -> Sequence[int]:
        """The seats that an answer is for: the reader, else the one that moves, else all."""
        if self.you is not None:
            return [self.you]
        return [view.player] if view.player >= 0 else range(len(view.seats))

    def _hold(self, bid: str, seats: Sequence[SeatView]) -> list[str]:
        """Which of these seats have a bid card in hand and which have not, the reader's own first."""
        _, ngettext, lines = self.language.gettext, self.language.ngettext, []
        for own in (seat for seat in seats if seat.seat == self.you):
            yours = _("You have {bid} in hand."), _("You have already played {bid} this round.")
            lines.append(yours[bid not in own.hand].format(bid=self.bid_told(bid)))
        others = [seat for seat in seats if seat.seat != self.you]
        if holders := [self.names[seat.seat] for seat in others if bid in seat.hand]:
            told = ngettext("{names} has {bid} in hand.", "{names} have {bid} in hand.", len(holders))
            lines.append(told.format(names=self.language.every(holders), bid=self.bid_told(bid)))
        if without := [self.names[seat.seat] for seat in others if bid not in seat.hand]:
            told = ngettext(
                "{names} has already played {bid} this round.",
                "{names} have already played {bid} this round.",
                len(without),
            )
            lines.append(told.format(names=self.language.every(without), bid=self.bid_told(bid)))
        return lines

    def _beside(self, kind: str, count: int, seat: SeatView) -> str:
        _ = self.language.gettext
        yours, theirs = (
            _("In the loot: {cards}. In your reserve: {held}."),
            _("In the loot: {cards}. In {name}'s reserve: {held}."),
        )
        return self.by(seat.seat, yours, theirs, cards=self.cards(kind, count), held=self._held(kind, seat))

    def _in_reserve(self, kind: str, seat: SeatView) -> str:
        _ = self.language.gettext
        yours, theirs = _("In your reserve: {held}."), _("In {name}'s reserve: {held}.")
        return self.by(seat.seat, yours, theirs, held=self._held(kind, seat))

    def _held(self, kind: str, seat: SeatView) -> str:
        return self.cards(kind, next((stack.count for stack in seat.reserve if stack.kind == kind), 0))

    # What can be done

    def question(self, view: View) -> str:
        """The options of the player to move, in a line or two; see GameWords.question."""
        _, told = self.language.gettext, [text.partition("-")[2] for text in view.legal]
        if not told:
            return _("There is nothing for you to do now.")
        if view.phase == "bidding":
            cards = self.language.either([self.bid_told(bid) for bid in told])
            return _("Bid one of your cards for the loot: {cards}.").format(cards=cards)
        cards = self.language.either([self.cards(stack.kind, stack.count) for stack in view.loot])
        return _("Take one kind: {cards} (for example: {example}).").format(cards=cards, example=self._kinds[told[0]])

    def moves(self, view: View) -> list[str]:
        """The legal actions, each with the text to type; see GameWords.moves."""
        _, lines = self.language.gettext, []
        counts = {stack.kind: stack.count for stack in view.loot}
        for text in view.legal:
            verb, _dash, what = text.partition("-")
            if verb == "bid":
                lines.append(self.language.entry(what, self._bid_name(what)))
            else:
                told = _("take {cards}").format(cards=self.cards(what, counts[what]))
                lines.append(self.language.entry(self._kinds[what], told))
        return lines

    def name_of(self, player: int, action: Action) -> str:
        """An action in words; see GameWords.name_of."""
        verb, what = self._parts(action)
        if verb == "bid":
            return self._bid_name(what)
        return self.language.gettext("pick {cards}").format(cards=self._all_of_kind[what])

    def _bid_name(self, bid: str) -> str:
        return self.language.gettext("bid {bid}").format(bid=self.bid_told(bid))

    def help(self) -> list[Hint]:
        """Help on the game's own commands; see GameWords.help."""
        _, bid, pick, corn = self.language.gettext, self._said["bid"], self._said["pick"], self._kinds["corn"]
        hints = [Hint(f"{bid} 4, 4", _("bid your 4"))]
        if self.game.parameters["specials"]:
            hints.append(Hint(f"{bid} a, a, x", _("bid your ace, or your X")))
        return [
            *hints,
            Hint(f"{pick} {corn}, {corn}", _("take all cards of that kind")),
            Hint(", ".join(self._first_letters()), _("the same: the first letters of a kind are enough")),
        ]

    def _first_letters(self) -> list[str]:
        """The shortest beginning of each kind's word that is unique among the kinds."""
        words = [squeeze(word) for word in self._kinds.values()]
        shortest = []
        for word in words:
            lengths = range(1, len(word))
            others = [other for other in words if other != word]
            length = next((n for n in lengths if not any(o.startswith(word[:n]) for o in others)), len(word))
            shortest.append(word[:length])
        return shortest


def _bare(word: str) -> str:
    """A squeezed word without its leading number, as all cards of a kind are taken anyway."""
    return word.lstrip(digits)
