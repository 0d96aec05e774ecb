"""Layer of a game that lies on the page: its model, its templates and style sheets, wherever its package keeps them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from jardinet.games.registry import Layer, instance_of

if TYPE_CHECKING:
    from jardinet.games.api import State
    from jardinet.server.boards.context import BoardContext
    from jardinet.words.game_words import AnyWords

StateT = TypeVar("StateT", bound="State")
ViewT = TypeVar("ViewT")
WordsT = TypeVar("WordsT", bound="AnyWords")


class Prompting(Protocol):
    """Base of board models: what each holds beside what its own template shows."""

    @property
    def prompt(self) -> str:
        """What the reader can do now, or whom the table waits for, in a sentence or two."""


@dataclass(frozen=True, kw_only=True)
class BoardLayer(Generic[StateT, ViewT, WordsT]):
    """Layer of a game with its board on the page.

    Attributes:
        model: what the templates get as `model`, made of the position as its reader may see it.
        templates: a folder; templates call its `x.html` by `NAME/x.html`.
        static: a folder that is served as `/games/NAME/`.
        template: the board, within the form that plays it.
        sheets: the style sheets of a table's page, files of `static`.
        picture: what stands over the game on the home page; empty: nothing.
        picture_sheets: the style sheets that the picture needs; those of all games meet there, so they
            speak of nothing outside it.
    """

    model: Callable[[BoardContext[StateT, ViewT, WordsT]], Prompting]
    templates: Path
    static: Path
    template: str = "board.html"
    sheets: tuple[str, ...] = ()
    picture: str = ""
    picture_sheets: tuple[str, ...] = ()


BOARDS: Layer[BoardLayer[Any, Any, Any]] = Layer("board", instance_of(BoardLayer))


def static_url(game: str, file: str = "") -> str:
    """The address of a file of a game's `static` folder, or of the folder."""
    return f"/games/{game}/{file}"
