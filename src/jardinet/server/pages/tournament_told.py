"""Tournament as pages tell it: phase, rounds, standings, the reader's own table, and what the host has changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from babel.dates import format_timedelta

from jardinet.server.pages.days import weekends_told
from jardinet.server.people.characters import face_of
from jardinet.server.tournaments.held import HeldTournament
from jardinet.server.tournaments.rows import ListedTournament
from jardinet.tournaments import facts
from jardinet.tournaments.course import MatchTable, TournamentRound
from jardinet.tournaments.plan import EVENING, LOTS
from jardinet.tournaments.standings import standings
from jardinet.words.agreements import pace_name, span_text
from jardinet.words.game_words import title_in
from jardinet.words.language import Language, isolated
from jardinet.words.tournaments import form_name, resting_told, round_heading, table_heading

MOST_CHANGES = 50  # the latest
MINUS = "−"


class SeatTold(NamedTuple):
    """Somebody at a table of a tournament; `points` is empty while the match is not over."""

    name: str
    points: str
    is_winner: bool


class MatchTableTold(NamedTuple):
    """Table of a round, for templates; `address` is empty until it is opened."""

    round: int
    number: int
    heading: str
    seats: tuple[SeatTold, ...]
    is_over: bool
    is_own: bool
    is_corrected: bool
    address: str

    @property
    def names(self) -> list[str]:
        """By seat."""
        return [seat.name for seat in self.seats]


class RoundTold(NamedTuple):
    """Round, for templates; `resting` is a sentence, empty if nobody rests."""

    number: int
    heading: str
    tables: tuple[MatchTableTold, ...]
    resting: str
    is_over: bool


class LineTold(NamedTuple):
    """Line of the standings, for templates."""

    place: int
    entry: int
    name: str
    face: str
    points: str
    wins: int
    matches: int
    is_own: bool


class TournamentTold(NamedTuple):
    """Tournament, for templates.

    Attributes:
        what: what is played, in a line.
        phase: see `tournaments.course.Phase`.
        told: how it stands, in sentences.
        clock: the time until what comes next, such as `4:05`; empty if no time is known.
        clock_told: the same in words.
        rounds: the latest first.
        running: on an evening the tables that play, whenever they began; None in the other forms, and while none does.
        entrants: the names of those who take part, in the order in which they came.
        own: the reader's table, now or last; None: they have none.
        own_entry: the number of the reader's entry; None: they do not take part.
        is_in: the reader takes part and has not left.
        changes: what host and people have changed, with when, the latest first.
    """

    id: str
    title: str
    what: str
    phase: str
    told: str
    clock: str
    clock_told: str
    rounds: tuple[RoundTold, ...]
    running: RoundTold | None
    lines: tuple[LineTold, ...]
    entrants: tuple[str, ...]
    own: MatchTableTold | None
    own_entry: int | None
    is_in: bool
    admits: bool
    is_host: bool
    changes: tuple[tuple[str, str], ...]


def figure(number: int) -> str:
    """A number with the minus sign of typography."""
    return str(number).replace("-", MINUS)


def title_of(language: Language, title: str, game: str) -> str:
    """What a tournament is called; one without a title by its game."""
    return title or language.gettext("Tournament: {game}").format(game=title_in(language, game))


def what_told(language: Language, held: HeldTournament | ListedTournament) -> str:
    """What is played, in a line."""
    _, plan, agreement = language.gettext, held.plan, held.agreement
    bank = (agreement.bank.seconds, agreement.bank.increment) if agreement.bank else None
    parts = [title_in(language, agreement.game), form_name(language, plan.form)]
    if plan.form == LOTS:
        parts.append(language.ngettext("{count} round", "{count} rounds", plan.rounds).format(count=plan.rounds))
    parts.append(language.ngettext("{count} at a table", "{count} at a table", plan.seats).format(count=plan.seats))
    parts.append(pace_name(language, agreement.seconds_a_turn, bank))
    parts.append(_("rated") if agreement.rated else _("not rated"))
    return " · ".join(filter(None, (", ".join(parts), weekends_told(agreement, language))))


def tournament_told(
    held: HeldTournament, language: Language, at: datetime, reader: str | None, *, is_host: bool
) -> TournamentTold:
    """A tournament as it stands at a time, for a reader."""
    own_entry = held.entry_of(reader)
    table = held.state.table_of(own_entry) if own_entry else None
    due = held.begins_at if held.plan.form != EVENING or not held.state.rounds else held.ends_at
    left = max(timedelta(), due - at) if due else None
    return TournamentTold(
        held.id,
        title_of(language, held.title, held.agreement.game),
        what_told(language, held),
        held.state.phase,
        " ".join(_sentences(held, language, left)),
        _clock(left) if left is not None else "",
        span_text(language, left) if left is not None else "",
        tuple(_round(held, one, language, own_entry) for one in reversed(held.state.rounds)),
        _running(held, language, own_entry),
        lines_of(held, own_entry),
        tuple(held.names[entry] for entry in held.state.active),
        _table(held, table, language, own_entry) if table else None,
        own_entry,
        own_entry is not None and own_entry not in held.state.gone,
        held.state.admits,
        is_host,
        tuple(_changes(held, language, at)),
    )


def lines_of(held: HeldTournament, own_entry: int | None = None) -> tuple[LineTold, ...]:
    """The standings."""
    return tuple(
        LineTold(
            line.place,
            line.entry,
            held.names[line.entry],
            face_of(held.player_of(line.entry).person),
            figure(line.points),
            line.wins,
            line.matches,
            line.entry == own_entry,
        )
        for line in standings(held.state)
    )


def _running(held: HeldTournament, language: Language, own_entry: int | None) -> RoundTold | None:
    if held.plan.form != EVENING or not held.state.running:
        return None
    tables = tuple(_table(held, table, language, own_entry) for table in held.state.running)
    return RoundTold(0, language.gettext("Tables that play"), tables, "", is_over=False)


def _round(held: HeldTournament, one: TournamentRound, language: Language, own_entry: int | None) -> RoundTold:
    resting = [isolated(held.names[entry]) for entry in one.resting]
    return RoundTold(
        one.number,
        round_heading(language, one.number),
        tuple(_table(held, table, language, own_entry) for table in one.tables),
        resting_told(language, resting) if resting else "",
        one.is_over,
    )


def _table(held: HeldTournament, table: MatchTable, language: Language, own_entry: int | None) -> MatchTableTold:
    points = table.points or (None,) * len(table.entries)
    seats = tuple(
        SeatTold(held.names[entry], "" if made is None else figure(made), entry in table.winners)
        for entry, made in zip(table.entries, points, strict=True)
    )
    table_id = held.table_id_of(table)
    return MatchTableTold(
        table.round,
        table.number,
        table_heading(language, table.number),
        seats,
        table.points is not None,
        own_entry in table.entries,
        table.is_corrected,
        f"/t/{table_id}" if table_id in held.begun else "",
    )


def _sentences(held: HeldTournament, language: Language, left: timedelta | None) -> Sequence[str]:
    """How a tournament stands."""
    _, state = language.gettext, held.state
    people = language.ngettext("{count} takes part.", "{count} take part.", len(state.active))
    people = people.format(count=len(state.active))
    if state.phase == "off":
        return [_("The host has called it off.")]
    if state.phase == "over":
        return [_("It is over.")]
    if state.phase == "paused":
        return [people, _("The host has paused it: tables play on, and no round begins.")]
    if not state.rounds:
        begins = (
            _("The host begins the first round.")
            if left is None
            else _("The first round begins in {time}.").format(time=span_text(language, left))
        )
        return [people, begins]
    if held.plan.form == EVENING:
        if left:
            return [
                people,
                _("Whoever is free is seated anew, for {time} still.").format(time=span_text(language, left)),
            ]
        return [_("Nobody is seated anew any more: the last tables play.")]
    number, planned = len(state.rounds), state.planned_rounds
    if state.running:
        plays = _("Round {number} of {planned} is played.").format(number=number, planned=max(planned or 0, number))
        return [people, plays]
    over = _("Round {number} is over.").format(number=number)
    if left is None:
        return [people, over, _("The host begins the next round.")]
    return [people, over, _("The next round begins in {time}.").format(time=span_text(language, left))]


def _clock(left: timedelta) -> str:
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    return f"{minutes}:{seconds:02}"


def _changes(held: HeldTournament, language: Language, at: datetime) -> list[tuple[str, str]]:
    """What host and people have changed, with when."""
    told = []
    for one in reversed(held.facts):
        sentence = _change(held, one.fact, language)
        if sentence:
            since = format_timedelta(one.at - at, add_direction=True, locale=language.code)
            told.append((sentence, since))
    return told[:MOST_CHANGES]


def _change(held: HeldTournament, fact: facts.TournamentFact, language: Language) -> str:
    """A change in a sentence; empty if it is what happens anyhow."""
    _ = language.gettext
    match fact:
        case facts.TableCorrected(round_number, number, points):
            table = held.state.table(round_number, number)
            names = [held.names[entry] for entry in table.entries]
            made = [f"{isolated(name)} {figure(one)}" for name, one in zip(names, points, strict=True)]
            return _("The host has set the result of table {table} in round {round}: {points}.").format(
                table=number, round=round_number, points=language.every(made)
            )
        case facts.EntryLeft(entry):
            return _("{name} has left.").format(name=isolated(held.names[entry]))
        case facts.EntryReturned(entry):
            return _("{name} is back.").format(name=isolated(held.names[entry]))
        case facts.EntryHandedOver(entry, player):
            name = isolated(held.players[player].name)
            return _("{name} plays on for entry {entry}, with its points.").format(name=name, entry=entry)
        case facts.TournamentPaused():
            return _("The host has paused the tournament.")
        case facts.TournamentResumed():
            return _("The host lets the tournament go on.")
        case facts.TournamentEnded(is_called_off):
            return _("The host has called it off.") if is_called_off else ""
    return ""
