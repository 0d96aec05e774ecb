"""All that is kept of a person, as one zip: JSON of what the database has of them, and the records of their games."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy import Connection, select

from jardinet.play.record_format import write
from jardinet.server.storage.account_models import DeviceRow, WayRow
from jardinet.server.storage.daily_models import DailyPlayRow
from jardinet.server.storage.database import Database
from jardinet.server.storage.models import PersonRow, PracticeRow, PreferencesRow, SeatRow, TokenRow, VacationRow
from jardinet.server.storage.notification_models import CallSettingsRow, PushRow
from jardinet.server.storage.profile_models import BlockRow, ProfileRow
from jardinet.server.storage.rating_models import RatingChangeRow, RatingRow
from jardinet.server.storage.seek_models import SeekRow
from jardinet.server.storage.tournament_models import TournamentPlayerRow
from jardinet.server.tables.errors import NoSuchTableError
from jardinet.server.tables.service import TableService

MOST_TABLES = 1000  # the latest; the others are named

_BLOCKED = select(PersonRow.name).where(PersonRow.id == BlockRow.blocked_id).scalar_subquery().label("name")

# What is told of each kind of row: everything but hashes, which tell nobody anything.
_COLUMNS: dict[str, tuple[Any, ...]] = {
    "devices": (DeviceRow.label, DeviceRow.made_at, DeviceRow.seen_at),
    "ways_back": (WayRow.kind, WayRow.handle, WayRow.made_at),
    "tokens": (TokenRow.label, TokenRow.created_at),
    "practice": (PracticeRow.table_id, PracticeRow.game, PracticeRow.before, PracticeRow.cost, PracticeRow.tries),
    "seeks": (SeekRow.game, SeekRow.players, SeekRow.pace, SeekRow.value, SeekRow.doubt, SeekRow.made_at),
    "calls": (
        CallSettingsRow.turns,
        CallSettingsRow.invitations,
        CallSettingsRow.digest_hour,
        CallSettingsRow.quiet_from,
        CallSettingsRow.quiet_until,
        CallSettingsRow.zone,
        CallSettingsRow.language,
        CallSettingsRow.looked_at,
        CallSettingsRow.address,
        CallSettingsRow.confirmed_at,
    ),
    "called_browsers": (PushRow.endpoint, PushRow.made_at),
    "tournaments": (TournamentPlayerRow.tournament_id, TournamentPlayerRow.number),
    "vacations": (VacationRow.begun_at, VacationRow.until),
    "preferences": (PreferencesRow.content,),
    "profile": (ProfileRow.handle, ProfileRow.is_public, ProfileRow.shows_level, ProfileRow.made_at),
    "blocked": (BlockRow.made_at, _BLOCKED),
    "ratings": (RatingRow.played, RatingRow.value, RatingRow.deviation, RatingRow.games, RatingRow.latest),
    "rated_games": (
        RatingChangeRow.table_id,
        RatingChangeRow.game,
        RatingChangeRow.played,
        RatingChangeRow.gained,
        RatingChangeRow.value,
    ),
    "deals_of_the_day": (
        DailyPlayRow.played,
        DailyPlayRow.day,
        DailyPlayRow.table_id,
        DailyPlayRow.begun_at,
        DailyPlayRow.ended_at,
        DailyPlayRow.share,
        DailyPlayRow.points,
        DailyPlayRow.turns,
    ),
    "seats": (SeatRow.table_id, SeatRow.number, SeatRow.name, SeatRow.is_over, SeatRow.opened_at),
}


async def export_of(database: Database, service: TableService, person: str) -> bytes:
    """The zip of a person: `person.json`, and a file `games/TABLE.jdn` for each of their tables that has a record.

    Raises:
        DatabaseAwayError: the database does not answer.
    """
    told = await database.read(lambda connection: _told(connection, person))
    tables = list(dict.fromkeys(seat["table_id"] for seat in told["seats"]))
    told["tables_without_a_file"] = tables[MOST_TABLES:]
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as file:
        file.writestr("person.json", msgspec.json.format(msgspec.json.encode(told), indent=2))
        for table_id in tables[:MOST_TABLES]:
            with suppress(NoSuchTableError):  # it was removed meanwhile
                table = await service.load(table_id)
                records = [record for game in table.games if (record := table.record_of(game, service.now()))]
                if records:
                    file.writestr(f"games/{table_id}.jdn", write(*records))
    return packed.getvalue()


def _told(connection: Connection, person: str) -> dict[str, Any]:
    found = select(PersonRow.id, PersonRow.name, PersonRow.created_at).where(PersonRow.id == person)
    row = connection.execute(found).mappings().one_or_none()
    told: dict[str, Any] = dict(row or {"id": person})
    for name, columns in _COLUMNS.items():
        kind = columns[0].class_
        rows = select(*columns).where(kind.person_id == person)
        if kind is SeatRow:
            rows = rows.order_by(SeatRow.opened_at.desc(), SeatRow.table_id)
        told[name] = [dict(one) for one in connection.execute(rows).mappings()]
    return told
