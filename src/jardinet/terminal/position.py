"""A position on a screen: drawn by the game's own file here, or read out where the screen is plain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from rich.console import RenderableType

from jardinet.games.api import Event
from jardinet.games.registry import Layer, instance_of
from jardinet.terminal.screen import Screen
from jardinet.words.game_words import AnyWords, Hint

ViewT = TypeVar("ViewT")
WordsT = TypeVar("WordsT", bound=AnyWords)


@dataclass(frozen=True)
class TerminalLayer(Generic[ViewT, WordsT]):
    """Layer of a game that draws it in a terminal.

    Attributes:
        draw: the position within 80 columns, from its view; the things of the seat that is given lie in front.
        signs: what is drawn there in place of words, and what it means, in the words' language; None: nothing is.
    """

    draw: Callable[[ViewT, WordsT, int], RenderableType]
    signs: Callable[[WordsT], Sequence[Hint]] | None = None


TERMINALS: Layer[TerminalLayer[Any, Any]] = Layer("terminal", instance_of(TerminalLayer))


def signs_of(words: AnyWords) -> Sequence[Hint]:
    """The signs in the drawings of the words' game, and what each means."""
    signs = TERMINALS.of(words.game.name).signs
    return signs(words) if signs else []


def show(
    view: msgspec.Struct,
    words: AnyWords,
    screen: Screen,
    seat: int,
    *,
    with_others: bool,
    told: Sequence[Event] = (),
    known: Sequence[str] = (),
) -> Sequence[str]:
    """Show `seat`'s things, large where they are drawn; read out, the others' only `with_others`, and nothing just told.

    Lines that are `known` are not read out; returns all that there are, none where it is drawn.
    """
    if not screen.is_plain:
        screen.draw(TERMINALS.of(words.game.name).draw(view, words, seat))
        return []
    lines = words.describe(view, seat, with_others=with_others, told=told)
    screen.say(*(line for line in lines if line not in known))
    return lines
