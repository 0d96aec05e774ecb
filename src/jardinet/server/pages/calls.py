"""Calls on pages: who wants to play with the reader, with the buttons that join them or say that it does not suit."""

from __future__ import annotations

from typing import Any

from jardinet.server.people.characters import face_of
from jardinet.server.people.reader import Reader
from jardinet.server.storage.database import Database
from jardinet.server.tables.invitations import open_to
from jardinet.words.game_words import title_in
from jardinet.words.language import isolated

MOST = 5  # on a page: the latest


async def calls_of(database: Database, reader: Reader) -> list[dict[str, Any]]:
    """The open invitations of a reader, the latest first, for parts/calls.html."""
    if reader.person is None:
        return []
    told = reader.language.gettext("{name} wants to play {game} with you.")
    return [
        {
            "table": one.table_id,
            "face": face_of(one.host),
            "name": one.host_name,
            "told": told.format(name=isolated(one.host_name), game=title_in(reader.language, one.agreement.game)),
        }
        for one in (await open_to(database, reader.person))[:MOST]
    ]
