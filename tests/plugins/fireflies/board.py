"""Fireflies on the page: a button for each thing that can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fireflies.game import FirefliesState
from fireflies.view import Hung, Rolled, Scattered, View
from fireflies.words import FirefliesWords
from jardinet.games.api import Event
from jardinet.server.boards.context import BoardContext
from jardinet.server.boards.layer import BoardLayer

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class BoardModel:
    """Everything of a position; `buttons`: the action's text, what pressing it says, whether it is chosen."""

    prompt: str
    lines: Sequence[str]
    buttons: Sequence[tuple[str, str, bool]]


def board_model(context: BoardContext[FirefliesState, View, FirefliesWords]) -> BoardModel:
    """See BoardModel."""
    view, words = context.view, context.words
    waiting = [context.names[seat] for seat in context.table.awaited()]
    if view.phase == "over":
        prompt = words.outcome(view, ()).verdict
    elif context.may_act:
        prompt = words.question(view)
    else:
        prompt = f"Waiting for {context.language.every(waiting)}."
    legal = view.legal if context.may_act else []
    return BoardModel(
        prompt=prompt,
        lines=words.describe(view, context.seat, with_others=True),
        buttons=[(text, text.replace("-", " "), text == context.choice) for text in legal],
    )


def sound_of(event: Event) -> str:
    """A rustle for fireflies that come, a buzz for those that go, and a knock for a lantern."""
    return {Rolled: "draw", Scattered: "invasion", Hung: "place"}.get(type(event), "")


LAYER: BoardLayer[FirefliesState, View, FirefliesWords] = BoardLayer(
    model=board_model,
    templates=FOLDER / "templates",
    static=FOLDER / "static",
    sheets=("board.css",),
    sounds=sound_of,
)
