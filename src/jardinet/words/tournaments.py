"""Tournaments in words: forms and rounds, and the sheets for tables of wood: who sits where, and boxes for the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from jardinet.games.parameters import GameError
from jardinet.games.registry import entry_of
from jardinet.tournaments.course import MatchTable, TournamentState, course_of
from jardinet.tournaments.draws import check_enough, next_round
from jardinet.tournaments.facts import EntryMade, TableEnded
from jardinet.tournaments.plan import EVENING, EVERYBODY, SEATS, TournamentError, TournamentPlan
from jardinet.words.language import Language

LONGEST_NAME = 60


@dataclass(frozen=True)
class TableSheet:
    """Sheet of a table in a round, on which its match is written down.

    Attributes:
        number: of the table, from 1.
        names: by seat.
        games: a line for each game of the match, such as `Game 1: Ada begins`.
    """

    number: int
    names: tuple[str, ...]
    games: tuple[str, ...]


@dataclass(frozen=True)
class RoundSheet:
    """Sheet of a round, from 1: its tables, and the names of those who rest."""

    number: int
    tables: tuple[TableSheet, ...]
    resting: tuple[str, ...]


def form_name(language: Language, form: str) -> str:
    """What a form is called."""
    _ = language.gettext
    return {EVERYBODY: _("everybody against everybody"), EVENING: _("an evening")}.get(form, _("tables by lot"))


def told_apart(names: Sequence[str]) -> list[str]:
    """Names of which each is said once: a second Ada is `Ada (2)`.

    >>> told_apart(["Ada", "Ben", "Ada"])
    ['Ada', 'Ben', 'Ada (2)']
    """
    seen, told, known = Counter[str](), list[str](), set(names)
    for name in names:
        seen[name] += 1
        apart = name
        while seen[name] > 1 and apart in known:
            apart = f"{name} ({seen[name]})"
            seen[name] += apart in known
        known.add(apart)
        told.append(apart)
    return told


def names_in(given: Sequence[str], language: Language) -> list[str]:
    """Names of those who take part: as given, or `Person 1` and so on where a single number is given.

    Raises:
        TournamentError: a name is too long to be printed.
    """
    if len(given) == 1 and given[0].isdecimal() and len(given[0]) < 5:
        count = min(int(given[0]), 1000)
        return [language.gettext("Person {number}").format(number=number) for number in range(1, count + 1)]
    names = [name for one in given if (name := " ".join(one.split()))]
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise TournamentError(
                "name-on-paper",
                "{name!r} cannot be printed as a name: use {most} characters at most.",
                name=name[:LONGEST_NAME],
                most=LONGEST_NAME,
            )
    return told_apart(names)


def all_rounds(plan: TournamentPlan, count: int) -> TournamentState:
    """A tournament of so many with all its rounds drawn, as if every table had ended; an evening cannot be drawn beforehand.

    Raises:
        TournamentError: that cannot be played; the message says what can.
    """
    plan.check()
    if plan.form == EVENING:
        raise TournamentError(
            "evening-on-paper", "an evening seats whoever is free: it needs a server. On paper there are tables by lot."
        )
    state = course_of(plan, [EntryMade(number) for number in range(1, count + 1)])
    check_enough(state)
    while fact := next_round(state):
        state = state.after(fact)
        for table in state.running:
            seats = len(table.entries)
            state = state.after(TableEnded(table.round, table.number, (0,) * seats, (True,) * seats))
    return state


def round_sheets(state: TournamentState, names: Sequence[str], language: Language, *, begins: bool) -> list[RoundSheet]:
    """The sheets of all rounds; `begins`: somebody begins a game, in each game of a match another one."""

    def sheet(table: MatchTable) -> TableSheet:
        here = tuple(names[entry - 1] for entry in table.entries)
        games = tuple(_game_told(language, number, here, begins=begins) for number in range(1, len(here) + 1))
        return TableSheet(table.number, here, games)

    return [
        RoundSheet(one.number, tuple(map(sheet, one.tables)), tuple(names[entry - 1] for entry in one.resting))
        for one in state.rounds
    ]


def _game_told(language: Language, number: int, names: Sequence[str], *, begins: bool) -> str:
    told = language.gettext("Game {number}").format(number=number)
    if begins:
        told = language.entry(told, language.gettext("{name} begins").format(name=names[number - 1]))
    return told


def summary(language: Language, state: TournamentState, title: str = "") -> str:
    """What is played, in a line: form, how many take part, rounds, and the seed of the lots."""
    _ = language.gettext
    people = language.ngettext("{count} takes part", "{count} take part", state.entries).format(count=state.entries)
    rounds = language.ngettext("{count} round", "{count} rounds", len(state.rounds)).format(count=len(state.rounds))
    parts = [title, form_name(language, state.plan.form), people, rounds]
    return ", ".join([*filter(None, parts), _("seed {seed}").format(seed=state.plan.seed)])


def seats_of_game(game: str) -> tuple[tuple[int, ...], bool]:
    """How many can play a game at a table of a tournament, and whether somebody begins in it; of any game if it is empty.

    Raises:
        GameError: there is no such game, or nobody can play it in a tournament.
    """
    if not game:
        return SEATS, True
    entry = entry_of(game)
    possible = tuple(count for count in SEATS if count in entry.players)
    if not possible:
        raise GameError("no-tournament-of", "{game} cannot be played in a tournament.", game=entry.title)
    return possible, any(one.name == "first" for one in entry.parameters)


def round_heading(language: Language, number: int) -> str:
    """The heading of a round."""
    return language.gettext("Round {number}").format(number=number)


def table_heading(language: Language, number: int) -> str:
    """The heading of a table."""
    return language.gettext("Table {number}").format(number=number)


def resting_told(language: Language, names: Sequence[str]) -> str:
    """Who rests in a round, in a sentence."""
    told = language.ngettext("{names} rests.", "{names} rest.", len(names))
    return told.format(names=language.every(list(names)))


def how_to_score(language: Language) -> list[str]:
    """What is said above the sheets."""
    _ = language.gettext
    return [
        _("A match has as many games as players, and in each of them another one begins."),
        _("After every game, write down what it counts for each in a match; the last line is for the sum."),
    ]
