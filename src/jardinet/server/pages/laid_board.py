"""Board as it lies on a page: at a table, in a replay, in practice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

from jardinet.server.boards.context import AnyContext
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.words.game_words import title_in
from jardinet.words.language import Language


class LaidBoard(NamedTuple):
    """What a template shows of a position, under these names.

    Attributes:
        language: the reader's, with the game's words.
        title, sheets: the game's name and its style sheets' addresses.
        context, model, board: the position, what the game's board shows of it, and the template that does.
        marks: what is pointed at on it; see `BoardLayer.marks`.
    """

    language: Language
    title: str
    sheets: Sequence[str]
    context: AnyContext
    model: Any
    board: str
    marks: Mapping[str, str]

    @classmethod
    def of(cls, context: AnyContext, advised: Sequence[str] = ()) -> Self:
        """The board of a position; `advised`: the actions that it points at, in a row."""
        name = context.table.agreement.game
        layer = BOARDS.of(name)
        return cls(
            language=context.language,
            title=title_in(context.language, name),
            sheets=sheets_of(name),
            context=context,
            model=layer.model(context),
            board=f"{name}/{layer.template}",
            marks=layer.marks(context, advised),
        )


def sheets_of(game: str) -> list[str]:
    """The addresses of a game's style sheets."""
    return [static_url(game, sheet) for sheet in BOARDS.of(game).sheets]
