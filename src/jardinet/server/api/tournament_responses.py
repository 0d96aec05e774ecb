"""Tournaments as programs send and get them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from jardinet.server.people.names import LONGEST_NAME
from jardinet.server.tournaments.held import DELAYS, LONGEST_TITLE, HeldTournament
from jardinet.server.tournaments.rows import ListedTournament
from jardinet.tournaments.course import Phase
from jardinet.tournaments.plan import MOST_ROUNDS
from jardinet.tournaments.standings import standings

MOST_POINTS = 9999

Minutes = Annotated[int, Meta(ge=1, le=DELAYS[-1])]
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
FormName = Annotated[
    Literal["everybody", "lots", "evening"],
    Meta(description="Everybody against everybody, tables by lot, or whoever is free is seated anew until a time."),
]


class TournamentRequest(msgspec.Struct, frozen=True):
    """What tournament to open."""

    game: Annotated[str, Meta(max_length=100, description="A name that `load_game` takes.")]
    form: FormName = "lots"
    title: Annotated[str, Meta(max_length=LONGEST_TITLE)] = ""
    seats: Annotated[int, Meta(ge=2, le=4, description="How many sit at a table.")] = 2
    rounds: Annotated[int, Meta(ge=0, le=MOST_ROUNDS, description="Rounds by lot; 0 in the other forms.")] = 3
    pace: Annotated[str, Meta(max_length=20, description="Time to think, as for a seek.")] = "300+10"
    ties: Annotated[
        Literal["shared", "wins"],
        Meta(description="Equal points share a place, or matches won and then direct meetings decide."),
    ] = "shared"
    rated: bool = False
    weekends_off: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="Clocks of days stand still on Saturday and Sunday of this time zone; null: they do not."),
    ] = None
    begins_after: Annotated[
        int, Meta(ge=0, le=DELAYS[-1], description="Minutes until the first round begins by itself; 0: you begin it.")
    ] = 0
    by_itself: Annotated[bool, Meta(description="Further rounds begin by themselves.")] = True
    pause: Annotated[int, Meta(ge=0, le=3600, description="Seconds between two rounds.")] = 60
    no_show: Annotated[Minutes, Meta(description="Minutes until a bot plays for somebody who does not come.")] = 5
    lasts: Annotated[Minutes, Meta(description="Minutes of an evening.")] = 180


class OpenedResponse(msgspec.Struct, frozen=True):
    """A tournament that you have opened; its PIN makes you its host on another device, and is told only here."""

    id: str
    pin: str


class TournamentEntry(msgspec.Struct, frozen=True):
    """Tournament in a list."""

    id: str
    title: str
    game: str
    form: FormName
    seats: int
    entries: Annotated[int, Meta(description="How many have entered.")]
    phase: Phase
    opened: Annotated[int, Meta(description="In milliseconds since 1970.")]


class EntrantResponse(msgspec.Struct, frozen=True):
    """Somebody who takes part, or has left."""

    entry: Annotated[int, Meta(description="Their number, from 1, in the order in which they came.")]
    name: str
    has_left: bool
    is_yours: bool


class MatchResponse(msgspec.Struct, frozen=True):
    """Table of a round."""

    number: int
    entries: Annotated[list[int], Meta(description="By seat the number of an entry.")]
    points: Annotated[list[int] | None, Meta(description="By seat the points of its match; null while it is played.")]
    is_corrected: Annotated[bool, Meta(description="The host has set them.")]
    table: Annotated[str | None, Meta(description="The id of the table where it is played; null: it is being opened.")]


class RoundResponse(msgspec.Struct, frozen=True):
    """Round, with its tables and who rests."""

    number: int
    tables: list[MatchResponse]
    resting: list[int]


class PlaceResponse(msgspec.Struct, frozen=True):
    """Line of the standings; who has played nothing themselves has none."""

    place: int
    entry: int
    name: str
    points: int
    wins: Annotated[int, Meta(description="Matches won; a shared victory counts too.")]
    matches: int


class TournamentResponse(msgspec.Struct, frozen=True):
    """Tournament as it stands."""

    id: str
    title: str
    game: str
    form: FormName
    seats: int
    rounds_planned: Annotated[int | None, Meta(description="How many rounds there are to be; null on an evening.")]
    ties: str
    rated: bool
    seed: Annotated[int, Meta(description="Of the lots: anybody can draw them again.")]
    phase: Annotated[Phase, Meta(description="`off`: the host called it off.")]
    is_host: bool
    admits: Annotated[bool, Meta(description="People can still enter.")]
    begins: Annotated[int | None, Meta(description="When the next round begins by itself, in milliseconds since 1970.")]
    ends: Annotated[int | None, Meta(description="When an evening ends, in milliseconds since 1970.")]
    version: Annotated[int, Meta(description="Grows with every change.")]
    entries: list[EntrantResponse]
    rounds: list[RoundResponse]
    standings: list[PlaceResponse]


class PointsRequest(msgspec.Struct, frozen=True):
    """Result that the host sets."""

    points: Annotated[list[Points], Meta(max_length=4, description="By seat the points of the match.")]


class HostRequest(msgspec.Struct, frozen=True):
    """What the host does."""

    do: Annotated[
        Literal["begin", "pause", "resume", "end", "off"],
        Meta(description="Begin the next round; pause; go on; end it with its standings; or call it off."),
    ]


class EntrantRequest(msgspec.Struct, frozen=True):
    """Somebody whom the host enters."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class EntryRequest(msgspec.Struct, frozen=True):
    """What the host does with an entry."""

    do: Literal["left", "back"]


class SubstituteKeyResponse(msgspec.Struct, frozen=True):
    """Key by which somebody takes an entry over, and the path of the page where people do."""

    key: str
    path: str


class TakeRequest(msgspec.Struct, frozen=True):
    """What opens an entry to a substitute."""

    key: Annotated[str, Meta(max_length=100)]


def tournament_entry(one: ListedTournament) -> TournamentEntry:
    """A tournament as lists have it."""
    return TournamentEntry(
        one.id,
        one.title,
        one.agreement.game,
        one.plan.form,  # type: ignore[arg-type]
        one.plan.seats,
        one.entries,
        one.phase,  # type: ignore[arg-type]
        _milliseconds(one.created_at) or 0,
    )


def tournament_response(held: HeldTournament, reader: str | None) -> TournamentResponse:
    """A tournament as a reader sees it; None: nobody in particular."""
    state, plan = held.state, held.plan
    tables = {
        (table.round, table.number): table_id
        for table in state.tables
        if (table_id := held.table_id_of(table)) in held.begun
    }
    return TournamentResponse(
        id=held.id,
        title=held.title,
        game=held.agreement.game,
        form=plan.form,  # type: ignore[arg-type]
        seats=plan.seats,
        rounds_planned=state.planned_rounds,
        ties=plan.ties,
        rated=held.agreement.rated,
        seed=plan.seed,
        phase=state.phase,
        is_host=reader == held.host,
        admits=state.admits,
        begins=_milliseconds(held.begins_at),
        ends=_milliseconds(held.ends_at),
        version=held.version,
        entries=[
            EntrantResponse(entry, name, entry in state.gone, held.player_of(entry).person == reader)
            for entry, name in held.names.items()
        ],
        rounds=[
            RoundResponse(
                one.number,
                [
                    MatchResponse(
                        table.number,
                        list(table.entries),
                        None if table.points is None else list(table.points),
                        table.is_corrected,
                        tables.get((table.round, table.number)),
                    )
                    for table in one.tables
                ],
                list(one.resting),
            )
            for one in state.rounds
        ],
        standings=[
            PlaceResponse(line.place, line.entry, held.names[line.entry], line.points, line.wins, line.matches)
            for line in standings(state)
        ],
    )


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else round(at.timestamp() * 1000)
