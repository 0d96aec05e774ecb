"""Layer of a game with its words: all that faces need of them, as one typed object; see GameWords for those at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from jardinet.games.registry import Layer, instance_of

if TYPE_CHECKING:
    from jardinet.games.api import Game, NamedError
    from jardinet.games.drawing import Labels
    from jardinet.words.agreements import OptionValue
    from jardinet.words.coach import Advice, Teaching
    from jardinet.words.examples import Example
    from jardinet.words.game_words import AnyWords, Section
    from jardinet.words.hints import Judge, Suggestion
    from jardinet.words.language import Language

WordsT = TypeVar("WordsT", bound="AnyWords")
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, kw_only=True)
class WordsLayer(Generic[WordsT, ViewT]):
    """Layer of a game with its words; every function gets the reader's language, alone or within the words.

    Attributes:
        words: makes the words of a table; see GameWords for its arguments.
        labels: the labels in the picture of a position.
        rules_page: the rules as told to players.
        options: the variants, by parameter: the heading, and its values with a sentence each.
        examples: positions that show what a clause means, in the order of the clauses.
        coach: a coach's advice on a position to its viewer, who has to act or sees the end.
        lesson: the moments of the lesson that its bots layer prepares; None if it prepares none.
        praise: what a seat has done well in a finished game, in a sentence; None: nothing is said.
        kinds: what each kind of decision and error is called, see `State.decision_kind` and `State.error_named`: a phrase that
            can begin a line.
        error_why: what bears the name of an error out, in a sentence; None: its errors have no names.
        titles: by language code, the game's published title, if it differs from that of its entry.
        hint: the best action for a seat that has to act in a state, and why, by a judge of such states; None if the game has
            no evaluator.
    """

    words: Callable[[Language, Game, Sequence[str], int | None], WordsT]
    labels: Callable[[WordsT, ViewT], Labels]
    rules_page: Callable[[Language], list[Section]]
    options: Callable[[Language], Mapping[str, tuple[str, list[OptionValue]]]]
    examples: Callable[[Language], list[Example]]
    coach: Callable[[WordsT, ViewT], list[Advice]]
    lesson: Callable[[WordsT], Teaching] | None = None
    praise: Callable[[WordsT, Any, int], str] | None = None
    kinds: Callable[[Language], Mapping[str, str]] = lambda _language: {}
    error_why: Callable[[WordsT, NamedError], str] | None = None
    titles: Mapping[str, str] = field(default_factory=dict)
    hint: Callable[[WordsT, Any, int, Judge], Suggestion] | None = None


WORDS: Layer[WordsLayer[AnyWords, Any]] = Layer("words", instance_of(WordsLayer))
