"""What is said at a table of Fireflies: in English, and a little of it in German, by a catalogue of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fireflies import view as seen
from fireflies.game import FirefliesState
from fireflies.view import View
from jardinet.games.api import SIMULTANEOUS, TERMINAL, Action, Event
from jardinet.games.drawing import Labels
from jardinet.words.agreements import OptionValue
from jardinet.words.coach import Advice
from jardinet.words.examples import Example
from jardinet.words.game_words import (
    Clause,
    GameWords,
    Hint,
    NotUnderstood,
    Outcome,
    RankedSeat,
    Section,
    ranked,
    squeeze,
)
from jardinet.words.language import Language
from jardinet.words.layer import WordsLayer


class FirefliesWords(GameWords[FirefliesState, View]):
    """See GameWords."""

    def parse(self, state: FirefliesState, text: str, seat: int) -> list[Action]:
        """See GameWords.parse; `5` hangs a lantern on place 5."""
        word = squeeze(text)
        wanted = f"hang{word}" if word.isdecimal() else word
        for action in state.legal_actions(seat):
            if squeeze(self.game.player_texts[action]) == wanted:
                return [action]
        raise NotUnderstood(f"“{text.strip()}” is not possible now. {self.question(state.view(seat))}")

    def name_of(self, player: int, action: Action) -> str:
        """See GameWords.name_of."""
        return self.game.texts_of(player)[action].replace("-", " ")

    def completions(self, state: FirefliesState, seat: int) -> list[str]:
        """See GameWords.completions."""
        return [self.name_of(seat, action) for action in state.legal_actions(seat)]

    def tell(self, events: Sequence[Event]) -> list[str]:
        """See GameWords.tell."""
        return [self._told(event) for event in events]

    def _told(self, event: Event) -> str:
        match event:
            case seen.Wished(seat=seat, wish=wish):
                if wish is None:
                    return self.by(seat, "You get a wish.", "{name} gets a wish.")
                return self.by(seat, "You wish for places of the kind {wish}.", "{name} wishes for {wish}.", wish=wish)
            case seen.Rolled(count=count):
                return f"Fireflies that come: {count}."
            case seen.Turned(card=card):
                return "An owl!" if card == "owl" else "The sky is clear."
            case seen.Scattered(count=count):
                return f"The owls scatter the jar: {count} fly away, and everybody goes home."
            case seen.WentHome(seat=seat, share=share):
                return self.by(seat, "You go home with {share}.", "{name} goes home with {share}.", share=share)
            case seen.Hung(seat=seat, place=place, count=count):
                told = "on place {place}, which brings {count}."
                return self.by(
                    seat, f"You hang a lantern {told}", f"{{name}} hangs a lantern {told}", place=place, count=count
                )
            case seen.GameOver(end=end):
                return f"The game is over: {self.end_name(end)}."
        raise AssertionError(event)

    def question(self, view: View) -> str:
        """See GameWords.question."""
        if view.phase == "hanging" and view.legal:
            return self.language.gettext("Hang a lantern on a free place, 5 say.")
        return f"You can {self.language.either(view.legal)}." if view.legal else "There is nothing for you to do now."

    def moves(self, view: View) -> list[str]:
        """See GameWords.moves."""
        return [text.replace("-", " ") for text in view.legal]

    def why(self, state: FirefliesState, text: str) -> list[str]:
        """See GameWords.why: a place asks whether a lantern hangs there."""
        if not text.strip().isdecimal():
            raise NotUnderstood("Ask about a place: why 5.")
        owner = state.view().lanterns.get(int(text))
        return ["No lantern hangs there." if owner is None else f"A lantern of {self.who(owner)} hangs there."]

    def about_why(self, command: str) -> str:
        """See GameWords.about_why."""
        return f"whether a lantern hangs on a place ({command} 5)"

    def describe(self, view: View, seat: int | None, *, with_others: bool, told: Sequence[Event] = ()) -> list[str]:
        """See GameWords.describe."""
        seats = range(len(view.caught)) if with_others or seat is None else [seat]
        return (
            [f"In the jar: {view.jar}. Cards left: {view.deck}."]
            + [
                self.by(k, "You have caught {count}.", "{name} has caught {count}.", count=view.caught[k])
                for k in seats
            ]
            + [
                self.by(k, "You wish for {wish}.", "{name} wishes for {wish}.", wish=wish)
                for k, wish in view.wishes.items()
            ]
        )

    def outcome(self, view: View, events: Sequence[Event]) -> Outcome:
        """See GameWords.outcome."""
        standings = [
            RankedSeat(seat, place, f"{view.caught[seat]} caught")
            for place, seat in ranked([-one for one in view.caught])
        ]
        reason = f"The game is over: {self.end_name(str(view.end))}."
        names = self.language.every([self.who(seat) for seat in view.winners])
        return Outcome(f"Winners: {names}.", reason, "", standings)

    def end_name(self, end: str) -> str:
        """See GameWords.end_name."""
        return {"dawn": "the last one went home", "owls": "the owls came"}[end]

    def introduction(self) -> list[str]:
        """See GameWords.introduction."""
        return ["Stay for more fireflies, or go home with your share before the second owl comes."]

    def help(self) -> list[Hint]:
        """See GameWords.help."""
        return [Hint("stay", "wait for more"), Hint("go", "go home with a share"), Hint("5", "hang a lantern on 5")]


def labels(words: FirefliesWords, view: View) -> Labels:
    """See WordsLayer."""
    turn = "All choose" if view.player == SIMULTANEOUS else view.phase
    if view.player == TERMINAL:
        turn = words.outcome(view, ()).verdict
    names = [words.heading(seat) for seat in range(len(view.caught))]
    description = " ".join(words.describe(view, view.viewer, with_others=True))
    return Labels(title=f"Fireflies: {turn}", description=description, turn=turn, names=names, pile="Deck")


def rules_page(language: Language) -> list[Section]:
    """See WordsLayer."""
    _ = language.gettext
    told = _("The second owl of a night scatters the jar and sends everybody home.")
    return [Section(_("A night"), [Clause("FF-1", told), Clause("FF-2", "Ties share the victory.", is_ruling=True)])]


def options(language: Language) -> Mapping[str, tuple[str, list[OptionValue]]]:
    """See WordsLayer."""
    choices = [OptionValue("false", "no", "As usual."), OptionValue("true", "yes", "A secret wish for each.")]
    return {
        "wishes": ("Wishes", choices),
        "calm": ("Calm", [OptionValue("false", "no", "As usual."), OptionValue("true", "yes", "An owl fewer.")]),
    }


def examples(language: Language) -> list[Example]:
    """See WordsLayer."""
    return [Example("FF-1", "One owl has come already.", "fireflies", {}, "roll-2 turn-owl")]


def coach(words: FirefliesWords, view: View) -> list[Advice]:
    """See WordsLayer."""
    if view.phase == "over":
        return [Advice("", "That was a whole game.")]
    return [Advice(f"jar-{view.jar}", f"In the jar: {view.jar}. Owls of this night: {view.owls}.")]


LAYER: WordsLayer[FirefliesWords, View] = WordsLayer(
    words=FirefliesWords,
    labels=labels,
    rules_page=rules_page,
    options=options,
    examples=examples,
    coach=coach,
)
