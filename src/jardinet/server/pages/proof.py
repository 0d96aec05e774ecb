"""Downloads of a table: the record of its games, and the proof that nobody chose the order of the deck."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from jardinet.games.api import CHANCE
from jardinet.games.chance import Deck
from jardinet.play.record_format import write
from jardinet.play.verification import verify
from jardinet.server.boards.context import names_at
from jardinet.server.pages.daily_told import daily_url, told_when
from jardinet.server.pages.forms import PageRequest
from jardinet.server.pages.render import page
from jardinet.server.people.reader import reader_of
from jardinet.server.tables.service import TableService
from jardinet.server.tables.table import TableState
from jardinet.server.tables.table_game import TableGame
from jardinet.words.game_words import title_in
from jardinet.words.language import Language
from jardinet.words.verification import verification_sentence


class ProofPages(Controller):
    """Controller of a table's downloads: the record of its games, and the proof of its shuffles."""

    path = "/t/{table_id:str}"

    @get("/record", name="record")
    async def record(self, service: NamedDependency[TableService], table_id: FromPath[str]) -> Response[str]:
        """The games of the table as one file (docs/record.md); of a running game without its secret."""
        table = await service.load(table_id)
        records = [record for game in table.games if (record := table.record_of(game, service.now()))]
        if not records:
            raise NotFoundException
        name = f"{table.agreement.game}-{records[0].date}-{table.id}.jdn"
        return Response(
            write(*records),
            media_type="text/plain",
            headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"},
        )

    @get("/proof", name="proof")
    async def proof(
        self, request: PageRequest, service: NamedDependency[TableService], table_id: FromPath[str]
    ) -> Response[str]:
        """What was promised before each game, and whether it was kept."""
        reader, table = reader_of(request), await service.load(table_id)
        return page(
            "proof.html",
            reader,
            table_id=table.id,
            title=title_in(reader.language, table.agreement.game),
            names=names_at(table, reader.language),
            has_record=table.game is not None,
            is_lesson=table.agreement.seed is not None,
            deck=_deck(table),
            is_daily=table.agreement.day is not None,
            daily=daily_url(table.agreement.game, table.agreement.day) if table.agreement.day else "",
            told=told_when(reader.language, table.agreement.day) if table.agreement.day else "",
            games=[_proof(table, game, reader.language, service.now()) for game in table.games],
        )


def _deck(table: TableState) -> str:
    """The cards before the shuffle, in the words of the record; empty if chance is more than one deck."""
    game = table.agreement.load(0)
    source, *others = game.chance_sources()
    if others or not isinstance(source, Deck):
        return ""
    texts = game.texts_of(CHANCE)
    return " ".join(texts[card].removeprefix("reveal-") for card in source.outcomes)


def _proof(table: TableState, game: TableGame, language: Language, at: datetime) -> dict[str, Any]:
    """What everybody may know of a game's deal at a time."""
    public, record = table.public_deal(game, at), table.record_of(game, at)
    outcome = verify(record).outcome if record else None
    verdict = verification_sentence(language, outcome) if outcome else ""
    if outcome and not table.agreement.is_told(at):
        outcome, verdict = (
            "unfinished",
            language.gettext("That day is not over everywhere yet: then the deal is checked."),
        )
    return {
        "number": game.number,
        "commitment": public.commitment,
        "nonces": public.nonces,
        "secret": public.secret.hex() if public.secret else "",
        "outcome": outcome,
        "verdict": verdict,
    }
