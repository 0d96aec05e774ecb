"""Layer of a game on the page: its board's model, its templates and style sheets, in any folders of its package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from jardinet.games.registry import Layer, instance_of

if TYPE_CHECKING:
    from jardinet.games.api import Event, State
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


def no_sound(_event: Event) -> str:
    """The sound of an event in a silent game: none."""
    return ""


def marked_alone(_context: BoardContext[Any, Any, Any], plays: Sequence[str]) -> Mapping[str, str]:
    """The marks of a game whose buttons are called as what they play, without ghosts."""
    return dict.fromkeys(plays, "")


@dataclass(frozen=True, kw_only=True)
class BoardLayer(Generic[StateT, ViewT, WordsT]):
    """What a game declares for its board on a table's page.

    Attributes:
        model: what the templates get as `model`, made of the position as its reader may see it.
        templates: a folder with the game's templates; other templates include its `x.html` as `NAME/x.html`.
        static: a folder that is served as `/games/NAME/`.
        template: the board, within the form that plays it. One that shows what has just happened has the class `shows-news`:
            then the page's news are only read out, not shown.
        sheets: the style sheets of a table's page, files of `static`.
        celebration: signs that fly past when the reader has won, each in a column of a grid; empty: nothing.
        marks: the buttons that a coach or a hint points at, from the texts of the actions it advises, in order: by
            the button's id, the piece that would lie there then, shown by the template as a ghost; empty: none.
        sounds: how an event sounds, one of the names in `static/sounds.json`; empty: not at all.
    """

    model: Callable[[BoardContext[StateT, ViewT, WordsT]], Prompting]
    templates: Path
    static: Path
    template: str = "board.html"
    sheets: tuple[str, ...] = ()
    celebration: str = ""
    marks: Callable[[BoardContext[StateT, ViewT, WordsT], Sequence[str]], Mapping[str, str]] = marked_alone
    sounds: Callable[[Event], str] = no_sound


BOARDS: Layer[BoardLayer[Any, Any, Any]] = Layer("board", instance_of(BoardLayer))


def static_url(game: str, file: str = "") -> str:
    """The address of a file of a game's `static` folder, or of the folder."""
    return f"/games/{game}/{file}"
