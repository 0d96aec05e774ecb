"""Plan of a tournament: its form, how many sit at a table, how many rounds there are, and how ties in the standings are settled."""

from __future__ import annotations

import msgspec

from jardinet.games.parameters import GameError
from jardinet.games.sentences import Either

EVERYBODY, LOTS, EVENING = "everybody", "lots", "evening"
FORMS = (EVERYBODY, LOTS, EVENING)
SHARED, WINS = "shared", "wins"
TIES = (SHARED, WINS)
SEATS = (2, 3, 4)  # at a table
MOST_ROUNDS = 20
MOST_OF_EVERYBODY = 8  # entries: with more, everybody against everybody takes longer than an evening
MOST_ENTRIES = 256  # 64 tables of four


class TournamentError(GameError):
    """Something is not possible in a tournament; the message says why."""


class TournamentPlan(msgspec.Struct, frozen=True):
    """Plan of a tournament; `check` before use.

    Attributes:
        form: `everybody` meets everybody else once, two at a table; `lots`: rounds of tables by lot; `evening`: whoever is free
            is seated anew.
        seats: how many are to sit at a table, 2 to 4; tables of three and four fill up for each other where it does not divide.
        rounds: how many rounds there are by lot; 0 in the other forms, where it follows from the entries or from the time.
        ties: equal points share a place (`shared`), or matches won decide and then direct meetings (`wins`).
        seed: of the lots, so that anybody can draw them again.
        possible: how many the game lets play at a table.
    """

    form: str = LOTS
    seats: int = 4
    rounds: int = 3
    ties: str = SHARED
    seed: int = 0
    possible: tuple[int, ...] = SEATS

    @property
    def most_entries(self) -> int:
        """How many can take part."""
        return MOST_OF_EVERYBODY if self.form == EVERYBODY else MOST_ENTRIES

    def check(self) -> None:
        """Raise TournamentError if that cannot be played; the message says what can.

        >>> TournamentPlan("everybody", seats=2, rounds=0).check()
        """
        if self.form not in FORMS:
            raise TournamentError(
                "tournament-form",
                "form={form!r} is not possible: it must be {forms}.",
                form=self.form,
                forms=Either(FORMS),
            )
        seats = [count for count in SEATS if count in self.possible and (self.form != EVERYBODY or count == 2)]
        if self.seats not in seats:
            raise TournamentError(
                "tournament-seats",
                "tables of {count} are not possible here: {possible} sit at a table.",
                count=self.seats,
                possible=Either(seats),
            )
        if self.form == LOTS and self.rounds not in range(1, MOST_ROUNDS + 1):
            raise TournamentError(
                "tournament-rounds",
                "{rounds} rounds are not possible: choose 1 to {most}.",
                rounds=self.rounds,
                most=MOST_ROUNDS,
            )
        if self.form != LOTS and self.rounds:
            raise TournamentError(
                "tournament-no-rounds", "rounds are chosen only where tables are drawn by lot: leave it 0 here."
            )
        if self.ties not in TIES:
            raise TournamentError(
                "tournament-ties",
                "ties={ties!r} is not possible: it must be {possible}.",
                ties=self.ties,
                possible=Either(TIES),
            )
