"""A position on a terminal screen: drawn by the game's own module, or described in words on a plain screen."""

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
        draw: the position within 80 columns, from its view, with the given seat's things in front.
        signs: the signs of the drawing and their meanings, in the words' language; None: there are none.
    """

    draw: Callable[[ViewT, WordsT, int], RenderableType]
    signs: Callable[[WordsT], Sequence[Hint]] | None = None


TERMINALS: Layer[TerminalLayer[Any, Any]] = Layer("terminal", instance_of(TerminalLayer))


def signs_of(words: AnyWords) -> Sequence[Hint]:
    """The signs in the drawings of the words' game, and their meanings."""
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
    """Show the position: drawn with `seat`'s things large, or read out, the others' things only `with_others`.

    Events just `told` and `known` lines are not read out again; returns all lines, or none if it is drawn.
    """
    if not screen.is_plain:
        screen.draw(TERMINALS.of(words.game.name).draw(view, words, seat))
        return []
    lines = words.describe(view, seat, with_others=with_others, told=told)
    screen.say(*(line for line in lines if line not in known))
    return lines
