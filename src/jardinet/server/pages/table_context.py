"""Template context of a table: the same for a whole page and for a live update of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import urlencode

import segno

from jardinet.bots.levels import levels_of
from jardinet.games import title_of
from jardinet.games.parameters import GameError
from jardinet.server.boards.context import AnyContext, BoardQuery, board_context, names_at
from jardinet.server.boards.layer import BOARDS, static_url
from jardinet.server.pages.coach import coach_lines
from jardinet.server.pages.forms import table_url
from jardinet.server.pages.remarks import remarks_context
from jardinet.server.pages.render import render
from jardinet.server.people.reader import Reader
from jardinet.server.tables.table import TableState
from jardinet.words.game_words import level_name
from jardinet.words.language import Language


def table_context(
    table: TableState,
    reader: Reader,
    query: BoardQuery,
    base_url: str,
    problem: str = "",
    unseen: Collection[str] = (),
) -> dict[str, Any]:
    """Everything `table.html` needs; nothing in it is secret to the reader. `unseen`: see Presence."""
    seats, name = table.seats_of(reader.person), table.agreement.game
    layer = BOARDS.of(name)
    context: dict[str, Any] = {
        "table": _public(table, reader, table.away(unseen)),
        "title": title_of(name),
        "sheets": [static_url(name, sheet) for sheet in layer.sheets],
        "names": names_at(table, reader.language),
        "own_seats": seats,
        "invite": base_url.rstrip("/") + table_url(table.id),
        "problem": problem,
        "context": None,
        "key": table.key_of(seats[0]) if seats else None,
        "asked": _address(table, query),
    }
    context["absent"] = _absent(context["table"]["seats"], context["names"], reader.language)
    context["remarks"] = remarks_context(table, reader, context["names"])
    context["coach"] = coach_lines(table, reader)
    if table.game is None:
        context["qr"] = segno.make(context["invite"]).svg_inline(scale=4, border=2, dark="#000", light=None)
        return context
    board = board_context(table, table.game, seats, query, reader.language)
    context |= {"context": board, "model": layer.model(board), "board": f"{name}/{layer.template}"}
    context["language"] = board.language
    context |= {"answer": _answer(board), "log": board.log_lines()[:60]}
    context["news"] = board.news_lines()[-12:]
    return context


def table_fragment(table: TableState, reader: Reader, base_url: str, unseen: Collection[str] = ()) -> str:
    """The changing part of the page and its title, for a live update."""
    context = table_context(table, reader, BoardQuery(), base_url, unseen=unseen)
    return render("parts/live.html", reader, **context)


def _address(table: TableState, query: BoardQuery) -> str:
    """Where the page with what its reader asks for can be had again; empty where they ask for nothing."""
    asked = {name: value for name, value in [("pick", query.pick), ("why", query.why)] if value}
    return f"{table_url(table.id)}?{urlencode(asked)}" if asked else ""


def _answer(context: AnyContext) -> str:
    """The answer to what the page's address asks: why a cell is barred, say."""
    if not context.query.why:
        return ""
    try:
        return " ".join(context.words.why(context.state, context.query.why))
    except GameError as error:
        return str(error)


def _absent(seats: Sequence[dict[str, Any]], names: Sequence[str], language: Language) -> str:
    """Who of the others is away, and nobody plays for them; empty where nobody is."""
    absent = [names[seat["number"]] for seat in seats if seat["is_away"] and not (seat["is_yours"] or seat["level"])]
    told = language.ngettext("{names} is away.", "{names} are away.", len(absent))
    return told.format(names=language.every(absent)) if absent else ""


def _public(table: TableState, reader: Reader, away: Collection[int]) -> dict[str, Any]:
    """What a reader may know of a table, as plain data for the template; `away`: the seats whose people are."""
    seats, hosting = table.seats_of(reader.person), table.seats_of(table.host)
    return {
        "id": table.id,
        "ply": table.ply,
        "is_over": table.is_over,
        "followed_by": table.followed_by,
        "is_game_over": table.is_game_over,
        "is_host": reader.person == table.host,
        "may_go_on": table.may_go_on(reader.person),
        "hosts_seat": hosting[0] if hosting else None,
        "is_yours": any(seat in table.awaited() for seat in seats),
        "seats": [
            {
                "number": seat.number,
                "is_free": seat.is_free,
                "is_yours": seat.number in seats,
                "is_person": seat.person is not None,
                "level": seat.level,
                "is_away": seat.number in away,
                "is_asked": seat.asked is not None,
                "has_refused": seat.refused_ply == table.ply,
            }
            for seat in table.seats
        ],
        "offers": [{"seat": one.seat, "name": one.name, "person": one.person} for one in table.offers],
        "levels": {level: level_name(reader.language, level) for level in levels_of(table.agreement.game)},
        "agreement": table.agreement,
        "match": table.match,
        "game_number": table.game.number if table.game else 1,
        "deals": [(game.number, table.public_deal(game)) for game in table.games],
    }
