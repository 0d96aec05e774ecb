"""Books of puzzles, one for each day until it begins anew: a file beside a game's bots, and the puzzle of a day.

docs/decisions/0041-puzzles.md tells how a puzzle is chosen and how sure it is.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from datetime import date
from functools import cached_property, lru_cache
from io import BytesIO

import msgspec

from jardinet.analysis.practice import Judged, Position
from jardinet.bots.levels import measured_beside_bots
from jardinet.games import load_game, playable_games
from jardinet.games.api import Game, State
from jardinet.games.parameters import GameError

FILE = "puzzles.json.gz"  # beside a game's bots


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """Position with one right answer for the seat that has to act.

    Attributes:
        game: its name.
        players: how many play; all other parameters are the game's defaults.
        moves: all that led there, as `State.serialize` writes it.
        seat: that has to act, from 0.
        turn: of the game, from 1.
        costs: by path, by action, see `analysis.practice.Judged`: after the right action what is not surely worse than the
            best costs 0, and the best comes first.
        answer: the text of the one right action.
        kind: what it is about; see `kind_of`.
        difficulty: 1 to 5, from what the five levels answer.
        lead: how much more the right action is worth than every other one, in shares of the victory.
        doubt: half the width of the 95 % interval of `lead`; 0 for exact values.
        rollouts: of each action; 0: the values are exact.
    """

    game: str
    players: int
    moves: str
    seat: int
    turn: int
    costs: dict[str, dict[str, float]]
    answer: str
    kind: str
    difficulty: int
    lead: float
    doubt: float = 0.0
    rollouts: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether its values are exact."""
        return not self.rollouts

    @cached_property
    def state(self) -> State:
        """The position, which nobody may change."""
        return self.rules.deserialize_state(self.moves)

    @property
    def rules(self) -> Game:
        """The game with its parameters."""
        return load_game(self.game, players=self.players)

    @property
    def position(self) -> Position:
        """The same for practice, where it is answered: nobody has erred in it."""
        judged = {path: _judged(costs, self.answer if not path else None) for path, costs in self.costs.items()}
        before = len(self.state.history())
        return Position(self.seat, self.turn, before, "", 0.0, judged, self.kind.partition("/")[0])


class PuzzleBook(msgspec.Struct, frozen=True):
    """Puzzles of one game.

    Attributes:
        game: its name.
        seed: of all that is random in them.
        count: how many are wanted.
        chunks: how many chunks of bots' games were looked through; 0 once it is complete.
        puzzles: in the order of their days; in the order in which they were found while some are missing.
    """

    game: str
    seed: int
    count: int
    chunks: int
    puzzles: list[Puzzle]

    @property
    def is_complete(self) -> bool:
        """Whether no puzzle is missing."""
        return len(self.puzzles) == self.count

    def number_on(self, day: date) -> int:
        """The number, from 1, of the puzzle of a day: the book is gone through day by day, and then begun anew."""
        return day.toordinal() % len(self.puzzles) + 1

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle of a number, from 1.

        Raises:
            GameError: there is none.
        """
        if not 1 <= number <= len(self.puzzles):
            raise GameError(
                "no-such-puzzle",
                "there is no puzzle {number}: they are numbered 1 to {last}.",
                number=number,
                last=len(self.puzzles),
            )
        return self.puzzles[number - 1]


_BOOK = msgspec.json.Decoder(PuzzleBook)


def kind_of(state: State, seat: int, answer: str) -> str:
    """What a puzzle is about: the kind of decision, what the right action does, and how many play.

    For example `choose/take/3`: of three players, one has to take a tile rather than draw. Two puzzles of one kind are
    alike.
    """
    decision = state.decision_kind(seat, state.string_to_action(seat, answer))
    return f"{decision}/{answer.partition('-')[0]}/{state.num_players()}"


@lru_cache(maxsize=4)
def book_of(game_name: str) -> PuzzleBook | None:
    """The book of puzzles that comes with a game; None: it has none."""
    content = measured_beside_bots(game_name, FILE)
    return None if content is None else _BOOK.decode(gzip.decompress(content))


def games_with_puzzles() -> list[str]:
    """The games that come with puzzles."""
    return [name for name in playable_games() if book_of(name)]


def read_book(content: bytes) -> PuzzleBook:
    """The book in a file.

    Raises:
        GameError: it is none.
    """
    try:
        return _BOOK.decode(gzip.decompress(content))
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise GameError("no-puzzle-book", "this is no file of puzzles: {reason}.", reason=str(error)) from None


def written_book(book: PuzzleBook) -> bytes:
    """The file of a book: the same bytes for the same puzzles."""
    out = BytesIO()
    with gzip.GzipFile("", "wb", 9, out, mtime=0) as file:
        file.write(msgspec.json.encode(book))
    return out.getvalue()


def _judged(costs: Mapping[str, float], answer: str | None) -> Judged:
    """The judgement of a position by its costs, the best action being `answer` or else the first that costs nothing."""
    best = answer or min(costs, key=lambda text: costs[text])
    return Judged(dict(costs), {best: 1.0})
