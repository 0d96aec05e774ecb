"""Replay page, turn by turn: the position as the game draws it, and in words what happened.

Only what has been played is shown, of a running game too; a picture is a resource of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, Parameter

from jardinet.games import title_of
from jardinet.games.api import Event, State
from jardinet.server.boards.context import names_at
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.pages.rules import PICTURE_POLICY, number_of
from jardinet.server.people.reader import reader_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableGame, TableState
from jardinet.words.game_words import load_words
from jardinet.words.language import CODES, load_language
from jardinet.words.pictures import picture


@dataclass(frozen=True)
class Step:
    """A turn of a replay: how many moves were played when it was over, and what happened in it."""

    moves: int
    events: Sequence[Event]


class ReplayPages(Controller):
    """Controller: see the module."""

    path = "/t/{table_id:str}"

    @get("/replay/{number:int}", name="replay")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        number: FromPath[int],
        step: int | None = Parameter(default=None),
    ) -> Response[str]:
        """A game after turn `step`, by default its last one; a step that is none is the nearest."""
        reader = reader_of(request)
        table, game = await _found(service, table_id, number)
        seat = _seat_of(table, reader.person)
        steps = steps_of(game, seat)
        at = len(steps) if step is None else min(max(step, 0), len(steps))
        state = position(game, steps, at)
        words = load_words(reader.language, state.get_game(), names_at(table, reader.language), seat)
        view = state.view(seat)
        return page(
            "replay.html",
            reader,
            table_id=table.id,
            title=title_of(table.agreement.game),
            numbers=[one.number for one in table.games if one.state],
            number=number,
            at=at,
            last=len(steps),
            turns=[" ".join(words.tell(one.events)) for one in steps],
            described=words.describe(view, seat, with_others=True),
            result=words.result(view) if state.is_terminal() else [],
            is_running=game.state is not None and not game.state.is_terminal(),
        )

    @get("/picture/{number:int}/{name:str}", response_headers=PICTURE_POLICY)
    async def picture(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        table_id: FromPath[str],
        number: FromPath[int],
        name: FromPath[str],
        lang: str = Parameter(default=CODES[0]),
    ) -> Response[str]:
        """The position after so many turns as `7.svg`, the reader's own things in front.

        Its address names the language, which the reader may change while the picture is still kept.
        """
        language = load_language(lang)
        table, game = await _found(service, table_id, number)
        seat = _seat_of(table, reader_of(request).person)
        steps, at = steps_of(game, seat), number_of(name)
        if at > len(steps):
            raise NotFoundException
        state = position(game, steps, at)
        words = load_words(language, state.get_game(), names_at(table, language), seat)
        return Response(
            picture(words, state, seat),
            media_type="image/svg+xml",
            headers={"Cache-Control": "private, max-age=3600"},
        )


def steps_of(game: TableGame, viewer: int | None) -> list[Step]:
    """The turns of a game as far as it has come, as the lines of its record are, and what a seat may know of them."""
    assert game.state
    terms = game.state.get_game()
    reader, done, steps = terms.new_initial_state(), 0, []
    for turn in terms.turns([one.move for one in game.log]):
        terms.read_turn(reader, turn.text)
        moves = len(reader.history())
        steps.append(Step(moves, [event for one in game.log[done:moves] for event in one.events_for(viewer)]))
        done = moves
    return steps


def position(game: TableGame, steps: Sequence[Step], at: int) -> State:
    """The position after `at` of the steps, 0 for the beginning."""
    assert game.state
    state = game.state.get_game().new_initial_state()
    for one in game.log[: steps[at - 1].moves if at else 0]:
        state.apply(one.move)
    return state


async def _found(service: TableService, table_id: str, number: int) -> tuple[TableState, TableGame]:
    table = await service.load(table_id)
    game = next((game for game in table.games if game.number == number and game.state), None)
    if game is None:
        raise NotFoundException
    return table, game


def _seat_of(table: TableState, person: str | None) -> int | None:
    """The reader's seat where they have one alone."""
    seats = table.seats_of(person)
    return seats[0] if len(seats) == 1 else None
