"""Match (LN-7): as many games in a row as players, each seat first player once, points added up."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from jardinet.games.api import Game, State
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Every
from jardinet.play.record import InMatch, Record, state_of


class MatchError(GameError):
    """Something does not belong to this match; the message says what does."""


class ScoreRow(msgspec.Struct, frozen=True):
    """One game on the score sheet.

    Attributes:
        number: the game, from 1.
        first: the seat that began, from 0; None in a game in which nobody is first.
        points: its match points, seat by seat (`State.match_points`).
        totals: the points so far, seat by seat.
    """

    number: int
    first: int | None
    points: list[int]
    totals: list[int]


class Match:
    """Games in a row with the same parameters and a rotating first seat.

    Args:
        game: with its parameters; its seat `first` begins the first game.
        tie: `shared` victory, or `replay`: another full round of games until one leads (LN-7.3).

    Raises:
        ParameterError: the game's edition does not settle a tie that way.

    >>> import jardinet
    >>> match = Match(jardinet.load_game("lucky_numbers", first=1))
    >>> match.next_game()
    lucky_numbers(first=1)
    >>> match.add([2, -3])
    >>> match.next_game(), match.totals, match.is_over
    (lucky_numbers(), [2, -3], False)
    """

    def __init__(self, game: Game, tie: str = "shared") -> None:
        self.game = game
        self.tie = game.check_tie(tie)
        self._rows: list[ScoreRow] = []

    @property
    def games_played(self) -> int:
        """How many games are over."""
        return len(self._rows)

    @property
    def rounds(self) -> int:
        """How many full rounds are over: in each every seat is first player once (LN-7.1)."""
        return len(self._rows) // self.game.num_players()

    @property
    def totals(self) -> list[int]:
        """The points so far, seat by seat."""
        return list(self._rows[-1].totals) if self._rows else [0] * self.game.num_players()

    @property
    def is_over(self) -> bool:
        """Whether the last round is full and, if ties are replayed, one seat leads alone (LN-7.3)."""
        if not self._rows or len(self._rows) % self.game.num_players():
            return False
        return self.tie == "shared" or len(self._leaders()) == 1

    @property
    def winners(self) -> list[int]:
        """The seats with the highest total, in order; empty while the match runs."""
        return self._leaders() if self.is_over else []

    @property
    def next_in_match(self) -> InMatch:
        """The place of the next game in the match, for its record."""
        return InMatch(self.games_played + 1, self.tie)

    def next_game(self) -> Game:
        """The game to be played next, its first player the seat after the last one's.

        Raises:
            MatchError: the match is over.
        """
        if self.is_over:
            raise MatchError(
                "match-over", "the match is over after {games} games: begin another one.", games=self.games_played
            )
        if "first" not in self.game.parameters:  # games with simultaneous moves have no first seat
            return self.game
        first = (int(self.game.parameters["first"]) + self.games_played) % self.game.num_players()
        return self.game.with_parameters(first=first)

    def add(self, result: State | Sequence[int]) -> None:
        """Score the next game: its final state, or its points seat by seat.

        Raises:
            MatchError: the state is not the end of the next game, or there is not one number per seat.
        """
        game = self.next_game()
        points = _points_of(result, game) if isinstance(result, State) else list(result)
        if len(points) != game.num_players():
            raise MatchError(
                "match-numbers",
                "{numbers} numbers are given: a game counts for {seats} seats.",
                numbers=len(points),
                seats=game.num_players(),
            )
        totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        first = game.parameters.get("first")
        self._rows.append(ScoreRow(self.games_played + 1, None if first is None else int(first), points, totals))

    def clone(self) -> Match:
        """An independent copy."""
        copy = Match(self.game, self.tie)
        copy._rows = list(self._rows)
        return copy

    def score_sheet(self) -> list[ScoreRow]:
        """One row per finished game."""
        return list(self._rows)

    def _leaders(self) -> list[int]:
        totals = self.totals
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def __repr__(self) -> str:
        return f"<Match of {self.game!r}, tie={self.tie}, totals {self.totals} after {self.games_played} games>"


def match_of(records: Sequence[Record]) -> Match:
    """The match of these games, in order; the last one may be unfinished and is not scored then.

    Raises:
        MatchError: they are not the games of one match; the message counts them.
    """
    if not records or records[0].match is None:
        raise MatchError("no-match", "these records are not of a match: the first one has no Match tag.")
    match = Match(records[0].game, records[0].match.tie)
    for number, record in enumerate(records, 1):
        if record.match != match.next_in_match or record.seats != records[0].seats:
            raise MatchError(
                "match-does-not-go-on",
                "game {number} does not continue this match: game {number} with tie={tie} and the seats "
                "{seats} belongs here.",
                number=number,
                tie=match.tie,
                seats=Every(records[0].seats),
            )
        if record.game != match.next_game():
            raise MatchError(
                "match-game",
                "game {number} is {game!r}: {wanted!r} belongs here.",
                number=number,
                game=record.game,
                wanted=match.next_game(),
            )
        state = state_of(record)
        if state.is_terminal():
            match.add(state)
        elif number < len(records):
            raise MatchError(
                "match-game-not-over", "game {number} is not over: only the last one may be broken off.", number=number
            )
    return match


def _points_of(state: State, game: Game) -> list[int]:
    if state.get_game() != game:
        raise MatchError(
            "other-game", "{game!r} does not belong here: {wanted!r} does.", game=state.get_game(), wanted=game
        )
    if not state.is_terminal():
        raise MatchError("not-over-to-count", "the game is not over: only a finished game counts.")
    return state.match_points()
