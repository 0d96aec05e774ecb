"""Analysis page of a finished game: what was luck, what was error, and every turn with what would have been better.

It is made beside the requests (analyses/runner.py); until it is there the page says so and looks again by itself.
"""

from __future__ import annotations

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from jardinet.server.analyses.runner import LOOK_AGAIN, AnalysisRunner, BrokenAnalysisError, can_be_analysed
from jardinet.server.boards.context import names_at
from jardinet.server.pages.ending import analysis_url, practice_url, replay_url, review_url
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.pages.replay import found_game, seat_of
from jardinet.server.pages.walk import moments_at
from jardinet.server.people.practice import practisers_of
from jardinet.server.people.reader import Reader, reader_of
from jardinet.server.storage.database import Database
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.analysis import report
from jardinet.words.analysis_page import sections_of
from jardinet.words.game_words import load_words, title_in

STYLES_URL = "/words"  # where words/static is served


class AnalysisPages(Controller):
    """Controller of the analysis page of a finished game."""

    path = "/t/{table_id:str}"

    @get("/analysis/{number:int}", name="analysis")
    async def show(
        self,
        request: PageRequest,
        service: NamedDependency[TableService],
        database: NamedDependency[Database],
        analyses: NamedDependency[AnalysisRunner],
        table_id: FromPath[str],
        number: FromPath[int],
    ) -> Response[str]:
        """The analysis of a game that is over; of one that runs there is none, as it would tell what is hidden."""
        reader = reader_of(request)
        table, game = await found_game(service, table_id, number)
        if game.state is None or not can_be_analysed(table, game):
            raise NotFoundException
        try:
            found, is_broken = await analyses.find(table, game), False
        except BrokenAnalysisError:
            found, is_broken = None, True
        may_practise = bool(found) and reader.person in await practisers_of(database, table.id, number)
        language, replay = reader.language, replay_url(table.id, number)
        words = load_words(language, game.state.get_game(), names_at(table, language), seat_of(table, reader.person))
        return analysis_page(
            reader,
            table,
            game,
            walk=review_url(table, game) if found and moments_at(game, found, table.seats_of(reader.person)) else "",
            practice=practice_url(table.id, number) if may_practise else "",
            again="" if found or is_broken else analysis_url(table, game),
            sections=sections_of(
                words,
                report(words, found, [one.move for one in game.log], [one.seat for one in game.taken_back]),
                lambda turn: f"{replay}?step={turn}",
            )
            if found
            else None,
        )


def analysis_page(
    reader: Reader,
    table: TableState,
    game: TableGame,
    *,
    again: str = "",
    walk: str = "",
    practice: str = "",
    sections: str | None = None,
) -> Response[str]:
    """The page of an analysis, also while it is being made, or cannot be.

    Args:
        reader: for whom it is.
        table, game: what was played.
        again: the address at which the page looks again; empty: nothing is being made.
        walk: that of the game's moments; empty: there are none.
        practice: that of what the reader may practise; empty: nothing.
        sections: the analysis, as HTML.
    """
    return page(
        "analysis.html",
        reader,
        table_id=table.id,
        title=title_in(reader.language, table.agreement.game),
        number=game.number,
        has_others=len(table.games) > 1,
        replay=replay_url(table.id, game.number),
        walk=walk,
        practice=practice,
        figures=f"/api/tables/{table.id}/analysis/{game.number}",
        style=f"{STYLES_URL}/analysis.css",
        again=again,
        seconds=LOOK_AGAIN,
        sections=sections,
    )
