"""Page at which a substitute takes an entry of a tournament over, by the link that its host gave them."""

from __future__ import annotations

from typing import Any

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from jardinet.games.parameters import GameError
from jardinet.server.introductions import Introductions
from jardinet.server.keys import Keys
from jardinet.server.pages.forms import Form, PageRequest, name_in
from jardinet.server.pages.render import page
from jardinet.server.pages.tournament_told import tournament_told
from jardinet.server.people.reader import reader_of
from jardinet.server.statuses import status_of
from jardinet.server.tournaments.held import HeldTournament
from jardinet.server.tournaments.substitutes import check_substitute
from jardinet.server.tournaments.tournaments import Tournaments


class SubstitutePages(Controller):
    """Controller of the page at which a substitute takes an entry over, by the link that the host gave them."""

    path = "/tournaments/{tournament_id:str}/take/{entry:int}/{key:str}"

    @get("/")
    async def ask(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        keys: NamedDependency[Keys],
        tournament_id: FromPath[str],
        entry: FromPath[int],
        key: FromPath[str],
    ) -> Response[str]:
        """What the reader would take over."""
        held = await _by_key(tournaments, keys, tournament_id, entry, key)
        return _take_page(request, tournaments, held, entry)

    @post("/")
    async def take(
        self,
        request: PageRequest,
        tournaments: NamedDependency[Tournaments],
        introductions: NamedDependency[Introductions],
        keys: NamedDependency[Keys],
        tournament_id: FromPath[str],
        entry: FromPath[int],
        key: FromPath[str],
        data: Form,
    ) -> Any:
        """Play on for the entry, by a name as guests do."""
        held, reader = await _by_key(tournaments, keys, tournament_id, entry, key), reader_of(request)
        try:
            reader = await introductions.introduce(request, name_in(data, reader))
            await tournaments.substitute(tournament_id, entry, str(reader.person), reader.name)
        except GameError as error:
            told = reader.language.tell_alone(error)
            return _take_page(request, tournaments, held, entry, told, status_of(error))
        return Redirect(f"/tournaments/{tournament_id}", status_code=303)


async def _by_key(tournaments: Tournaments, keys: Keys, tournament_id: str, entry: int, given: str) -> HeldTournament:
    held = await tournaments.load(tournament_id)
    check_substitute(keys, held, entry, given)
    return held


def _take_page(
    request: PageRequest,
    tournaments: Tournaments,
    held: HeldTournament,
    entry: int,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    reader = reader_of(request)
    told = tournament_told(held, reader.language, tournaments.now(), reader.person, is_host=False)
    return page("tournament_take.html", reader, status, one=told, name=held.names[entry], problem=problem)
