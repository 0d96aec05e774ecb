"""Results of rated tournaments' tables that their host has corrected: ratings follow them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, select

from jardinet.server.storage.tournament_models import TournamentFactRow, TournamentTableRow
from jardinet.tournaments.facts import TableCorrected, decode_fact

_AT_ONCE = 500  # ids in one statement


def corrected_points(connection: Connection, table_ids: Collection[str]) -> dict[str, Sequence[int]]:
    """The points of each seat at tables whose result was corrected, by the latest correction.

    Args:
        connection: to the database.
        table_ids: among these tables.
    """
    found = select(
        TournamentTableRow.table_id,
        TournamentTableRow.tournament_id,
        TournamentTableRow.round,
        TournamentTableRow.number,
    )
    if len(table_ids) <= _AT_ONCE:
        found = found.where(TournamentTableRow.table_id.in_(table_ids))
    tables = {(row.tournament_id, row.round, row.number): row.table_id for row in connection.execute(found)}
    if not tables:
        return {}
    facts = select(TournamentFactRow.tournament_id, TournamentFactRow.content)
    facts = facts.where(TournamentFactRow.content.startswith('{"type":"table-corrected"'))
    if len(ids := {tournament_id for tournament_id, _, _ in tables}) <= _AT_ONCE:
        facts = facts.where(TournamentFactRow.tournament_id.in_(ids))
    points: dict[str, Sequence[int]] = {}
    for row in connection.execute(facts.order_by(TournamentFactRow.tournament_id, TournamentFactRow.number)):
        fact = decode_fact(row.content)
        assert isinstance(fact, TableCorrected)
        if table_id := tables.get((row.tournament_id, fact.round, fact.table)):
            points[table_id] = fact.points
    return points
