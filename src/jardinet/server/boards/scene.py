"""What a game's board is drawn from: the position as its reader may see it, and what they may do."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jardinet.games.api import Event, State
from jardinet.server.tables.table import GameAt, TableState
from jardinet.words.game_words import GameWords, load_words, names_of
from jardinet.words.language import Language


@dataclass(frozen=True)
class Asked:
    """What the address of a page asks for beside the table: nothing of it changes the game.

    Attributes:
        pick: a face-up tile that the reader thinks of taking, as text; empty for none.
        why: what the reader asks about: `b3`, `b3 13`; empty for nothing.
    """

    pick: str = ""
    why: str = ""


@dataclass(frozen=True)
class Scene:
    """See the module.

    Attributes:
        table: where it is played; its deals hold what no page may show.
        state: the position.
        view: the same as plain data, as `seat` may see it.
        seat: whose things lie in front; None: a spectator's page.
        may_act: whether that seat has to act now, or may change what it has chosen.
        choice: what it has secretly chosen, as text; None for nothing.
        asked: see Asked.
        words: the game's words in the reader's language.
    """

    table: TableState
    game: GameAt
    state: State
    view: Any
    seat: int | None
    may_act: bool
    choice: str | None
    asked: Asked
    words: GameWords
    language: Language

    @property
    def names(self) -> Sequence[str]:
        """What the seats are called, seat by seat."""
        return self.words.names

    @property
    def news_from(self) -> int:
        """Where in the game's story the news begin: see `news`."""
        since = 0
        for k, one in enumerate(self.game.told):
            if one.seat == self.seat or (one.seat < -1) or (self.seat is None and one.seat >= 0):
                since = k
        return since

    def news(self) -> list[Event]:
        """What happened since the front seat acted last; for spectators since the last decision of anybody."""
        return [event for one in self.game.told[self.news_from :] for event in one.events]

    def log(self) -> list[str]:
        """Everything that happened in this game, a sentence a line, the latest first."""
        return self.words.tell([event for one in self.game.told for event in one.events])[::-1]


def names_at(table: TableState, language: Language) -> list[str]:
    """What the seats are called: people as they say, bots by their level, a free seat by a dash."""
    bots = {chair.number for chair in table.chairs if chair.level and not chair.person}
    called = [chair.name or chair.level or "–" for chair in table.chairs]
    return names_of(language, called, bots)


def set_scene(
    table: TableState, game: GameAt, seats: Sequence[int], choice: str | None, asked: Asked, language: Language
) -> Scene:
    """The scene for whoever has `seats`; the first of them that has to act is in front.

    Args:
        table: as it stands.
        game: a game of it that has begun.
        seats: the reader's own; none for a spectator.
        choice: what the seat in front has chosen secretly; see `in_front`.
        asked: from the page's address.
        language: the reader's.
    """
    assert game.state
    seat = in_front(table, seats)
    names = names_at(table, language)
    you = seat if len(seats) == 1 else None
    return Scene(
        table=table,
        game=game,
        state=game.state,
        view=game.state.view(seat),
        seat=seat,
        may_act=seat in table.acting() and game is table.game and table.chairs[seat or 0].level is None,
        choice=choice,
        asked=asked,
        words=load_words(language, game.state.get_game(), names, you),
        language=language,
    )


def in_front(table: TableState, seats: Sequence[int]) -> int | None:
    """Which of a reader's seats is in front: the first that is awaited, else their first; None without any."""
    waiting = [seat for seat in seats if seat in table.awaited()]
    return next(iter([*waiting, *seats]), None)


def present(scene: Scene) -> Any:
    """What the template `boards/GAME.html` shows: see the game's own file here."""
    return importlib.import_module(f"jardinet.server.boards.{scene.table.agreement.game}").present(scene)
