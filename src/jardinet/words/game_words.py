"""Words of a game at a table: one interface for all games, in the reader's language.

Faces decide the looks; the sentences, and the meaning of typed words, are decided here once.
"""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Container, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from jardinet.bots.levels import TEACHER, told_of
from jardinet.games import title_of
from jardinet.games.api import Action, Event, Game, State
from jardinet.games.parameters import GameError
from jardinet.words.language import Language, isolated
from jardinet.words.layer import WORDS

StateT = TypeVar("StateT", bound=State)
ViewT = TypeVar("ViewT")


class NotUnderstood(GameError):  # noqa: N818 - reads better where it is raised
    """A player's input or request is not possible; the message is in their language already."""

    def __init__(self, told: str) -> None:
        """Make the error, `told` its message in the player's language."""
        super().__init__("not-understood", "{told}", told=told)


class Hint(NamedTuple):
    """One line of help: what to type, and what it does."""

    forms: str
    meaning: str


class Clause(NamedTuple):
    """One clause of the rules as told to players; a ruling is ours, not a rulebook's."""

    number: str
    text: str
    is_ruling: bool = False


class Section(NamedTuple):
    """A heading of the rules page and what stands below it."""

    title: str
    clauses: list[Clause]


class RankedSeat(NamedTuple):
    """A seat in the ranking of a finished game.

    Attributes:
        seat: from 0.
        place: from 1; equal ones share it.
        score: the basis of the ranking, in words: `3 free cells`.
        sources: of the score, as `2 by harvest`; empty if the game has none.
    """

    seat: int
    place: int
    score: str
    sources: Sequence[str] = ()


class Outcome(NamedTuple):
    """How a game ended, in sentences.

    Attributes:
        verdict: who won, and by how much.
        reason: what ended the game, and the tie-break if one decided.
        consolation: how narrowly the reader lost; empty if not narrowly, or if they won or watched.
        standings: everybody, the best first.
    """

    verdict: str
    reason: str
    consolation: str
    standings: Sequence[RankedSeat]


class GameWords(ABC, Generic[StateT, ViewT]):
    """The words of one game at one table.

    Args:
        language: the reader's.
        game: with its parameters; its edition affects some words.
        names: what the seats are called, seat by seat.
        you: the reader's seat, addressed as "you"; None: everybody is named (two at one keyboard, a replay).
    """

    def __init__(self, language: Language, game: Game, names: Sequence[str], you: int | None) -> None:
        """Set the reader's language, game and names; arguments as for the class."""
        self.language = language
        self.game = game
        self.names = names
        self.you = you

    @abstractmethod
    def parse(self, state: StateT, text: str, seat: int) -> list[Action]:
        """The actions meant by a text typed by `seat`, which has to act, in order.

        Canonical (`take-13`), short (`t13`) and localised forms are understood, in any case, with
        or without accents, spaces and hyphens.

        Raises:
            NotUnderstood: it is no action of this game, or not legal now; the message says why.
        """

    @abstractmethod
    def name_of(self, player: int, action: Action) -> str:
        """An action in words: `place on b3`."""

    def play_told(self, state: StateT, player: int, action: Action) -> str:
        """An action in words that say all of it, in a state in which it can be played: `place the 13 on b3`."""
        return self.name_of(player, action)

    @abstractmethod
    def completions(self, state: StateT, seat: int) -> list[str]:
        """The texts that `seat` could type now, in the reader's language."""

    @abstractmethod
    def tell(self, events: Sequence[Event]) -> list[str]:
        """The events as sentences, one per line."""

    @abstractmethod
    def question(self, view: ViewT) -> str:
        """The options of the viewer, or else of the player to move, in a line or two."""

    @abstractmethod
    def moves(self, view: ViewT) -> list[str]:
        """The legal actions of the viewer, or else of the player to move, each with the text to type."""

    @abstractmethod
    def why(self, state: StateT, text: str) -> list[str]:
        """The answer to "why b3?": the reasons against it, or that there are none.

        Raises:
            NotUnderstood: the text does not name anything to ask about.
        """

    def rule_of(self, state: StateT, text: str) -> str:
        """The clause behind the answer of `why`, for a link on pages. Empty if no rule forbids it.

        Raises:
            NotUnderstood: see `why`.
        """
        return ""

    @abstractmethod
    def about_why(self, command: str) -> str:
        """One line of help about the command that asks why; `command` is its name here."""

    def fared(self, share: float, points: int, turns: int) -> str:
        """How somebody fared with a deal, in short, to be compared with others: `21 turns`.

        Args:
            share: of the victory, 0 to 1.
            points: what the game counts in a match.
            turns: how many they had.
        """
        return self.language.ngettext("{count} turn", "{count} turns", turns).format(count=turns)

    @abstractmethod
    def describe(self, view: ViewT, seat: int | None, *, with_others: bool, told: Sequence[Event] = ()) -> list[str]:
        """The position read out, for ears and plain terminals: `seat`'s things first, or only those.

        Args:
            view: the position.
            seat: whose things come first.
            with_others: whether to describe everybody's things and the common ones; otherwise only what `seat` needs
                for a turn.
            told: events told just before, which need not be repeated.
        """

    @abstractmethod
    def outcome(self, view: ViewT, events: Sequence[Event]) -> Outcome:
        """How the finished game ended.

        Args:
            view: the last position.
            events: all events of the game; if empty, the sources of scores are left out.
        """

    def result(self, view: ViewT) -> list[str]:
        """The outcome as lines: who won, why, and everybody's score, the best first."""
        outcome = self.outcome(view, ())
        standings = [self.language.entry(self.heading(one.seat), one.score) for one in outcome.standings]
        return [*filter(None, (outcome.verdict, outcome.reason, outcome.consolation)), *standings]

    @abstractmethod
    def end_name(self, end: str) -> str:
        """A way a game can end (`Game.ends`), in a word or two."""

    @abstractmethod
    def introduction(self) -> list[str]:
        """The game in a few sentences, for somebody who has never seen it."""

    @abstractmethod
    def help(self) -> list[Hint]:
        """The game's own commands."""

    def by(self, seat: int, yours: str, theirs: str, **told: object) -> str:
        """The sentence about the reader, or about a seat by its {name}, filled in."""
        return yours.format(**told) if seat == self.you else theirs.format(name=self.names[seat], **told)

    def who(self, seat: int) -> str:
        """A seat's name in a sentence; the reader's own is "you"."""
        return self.language.gettext("you") if seat == self.you else self.names[seat]

    def sharers(self, seats: Sequence[int]) -> str:
        """The names of those who share the victory of a finished game, in a sentence."""
        told = self.language.gettext("{names} share the victory!")
        told = told.format(names=self.language.every([self.who(seat) for seat in seats]))
        return told[0].upper() + told[1:]

    def match_verdict(self, winners: Sequence[int]) -> str:
        """Who won a match that is over."""
        _ = self.language.gettext
        if len(winners) > 1:
            return self.sharers(winners)
        return self.by(winners[0], _("You win the match!"), _("{name} wins the match!"))

    def heading(self, seat: int) -> str:
        """A seat's name as a heading over its things; the reader's is "You"."""
        return self.language.gettext("You") if seat == self.you else self.names[seat]


AnyWords = GameWords[Any, Any]


def ranked(marks: Sequence[Any]) -> list[tuple[int, int]]:
    """Seats by their marks, the least first: `(place, seat)`, equal ones at the same place in seat order.

    >>> ranked([2, 0, 2])
    [(1, 1), (2, 0), (2, 2)]
    """
    order = sorted(range(len(marks)), key=lambda seat: marks[seat])
    return [(1 + sum(other < marks[seat] for other in marks), seat) for seat in order]


def names_of(language: Language, seats: Sequence[str], bots: Container[int]) -> list[str]:
    """The names of the seats at a table: people's own names, bots' levels, all different.

    >>> from jardinet.words.language import load_language
    >>> names_of(load_language("en"), ["ada", "expert", "expert"], {1, 2})
    ['ada', 'Expert', 'Expert 2']

    A person named "you" is translated in every language; at a table with other people such a name is replaced by a
    number.

    >>> names_of(load_language("fr"), ["you", "expert"], {1}), names_of(load_language("fr"), ["you", "ada"], ())
    (['toi', 'Expert'], ['Joueur 1', 'ada'])
    """
    is_alone = sum(seat not in bots for seat in range(len(seats))) == 1
    names: list[str] = []
    for seat, given in enumerate(seats):
        if given == "you":
            names.append(language.gettext("you") if is_alone else player_name(language, seat))
            continue
        name = level_name(language, given) if seat in bots else given
        count = 1 + sum(earlier == given for earlier in seats[:seat])
        names.append(isolated(name if count == 1 else f"{name} {count}"))
    return names


def player_name(language: Language, seat: int) -> str:
    """The name of a player without one, from the number of the seat, from 0."""
    return language.gettext("Player {number}").format(number=seat + 1)


def taken_names(language: Language, seats: Sequence[str | None], bots: Container[int]) -> list[str]:
    """Like `names_of`, only for the seats that are taken; None is a free seat."""
    taken = [(seat, given) for seat, given in enumerate(seats) if given]
    return names_of(language, [given for _, given in taken], {k for k, (seat, _) in enumerate(taken) if seat in bots})


def level_name(language: Language, level: str) -> str:
    """The name of a bot: a level or a baseline in words, another package's level in its own words, `FILE.py:CLASS` as typed."""
    pgettext = language.pgettext
    names = {
        "random": pgettext("bot", "Random"),
        "greedy": pgettext("bot", "Greedy"),
        "novice": pgettext("bot", "Novice"),
        "casual": pgettext("bot", "Casual"),
        "skilled": pgettext("bot", "Skilled"),
        "expert": pgettext("bot", "Expert"),
        "master": pgettext("bot", "Master"),
        TEACHER: pgettext("bot", "Practice partner"),
    }
    return names.get(level) or (level if ":" in level else language.of_any_game("bot", level.title()))


def level_told(language: Language, game_name: str, level: str) -> str:
    """How a bot of a level plays a game, in a short sentence."""
    return language.of_game(game_name).gettext(told_of(game_name, level))


def title_in(language: Language, game_name: str) -> str:
    """The published title of a game in the reader's language; if there is none, the publisher's own.

    >>> from jardinet.words.language import load_language
    >>> [title_in(load_language(code), "maudits_criquets") for code in ("en", "fr", "es", "de")]
    ['Grasshopper Poker', 'Maudits Criquets', 'Maudits Criquets', 'Heuschrecken Poker']
    """
    return WORDS.of(game_name).titles.get(language.code, title_of(game_name))


def load_words(language: Language, game: Game, names: Sequence[str], you: int | None = None) -> AnyWords:
    """The words of `game` in `language`: see GameWords."""
    return WORDS.of(game.name).words(language.of_game(game.name), game, names, you)


def rules_page(language: Language, game_name: str) -> list[Section]:
    """The rules of a game as told to players, in our own words."""
    return WORDS.of(game_name).rules_page(language.of_game(game_name))


def words_in(text: str) -> set[str]:
    """The words of a list with commas between them, squeezed; catalogues list the further words for a command in this way.

    >>> sorted(words_in("robar, llévate una"))
    ['llevateuna', 'robar']
    """
    return {squeeze(word) for word in text.split(",")}


def squeeze(text: str) -> str:
    """A typed text normalized for comparison: no case, accents, spaces or hyphens.

    >>> squeeze("Défausser"), squeeze("take - 13")
    ('defausser', 'take13')
    """
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return "".join(c for c in bare if not c.isspace() and c not in "-_")
