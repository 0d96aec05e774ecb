"""Tournament of bots with paired deals: every deal is played in all rotations of a line-up over the seats.

Chance in a deal follows from the seed and the deal's number alone, not from the moves (deals.py), and each bot has a
generator of its own: so all games of a deal have the same tiles or cards in the same order, and luck cancels out as
bots change seats. Deals are assigned to the line-ups in turn (lineups.py). The result is one row per game; standings.py
counts them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.arena.deals import BOTS, Deals
from jardinet.arena.lineups import Lineup, lineups_of, one_among
from jardinet.arena.lockstep import Histories, Seated, begin, play_games
from jardinet.arena.luck import LuckCounter
from jardinet.arena.spreading import Spread, check_games, spread_over
from jardinet.bots.api import Bot
from jardinet.bots.levels import load_evaluator
from jardinet.bots.own import bot_of
from jardinet.games import load_game
from jardinet.games.api import Game, Move
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Every
from jardinet.play.record import LONGEST_NAME, Record

CHUNK = 1000  # games, about; more than in simulate, as a bot is asked for a part of the seats only
RECORDED = 1000  # the most games of which records can be kept, with all their moves

GameRows = NDArray[Any]  # see `row_type`


@dataclass(frozen=True)
class TournamentOutcome:
    """Result of a tournament.

    Attributes:
        game: what was played.
        bots: their names; a row names each by its number.
        lineups: deal k was played by the line-up k modulo their number.
        rows: shape (games,), dtype `row_type`: the games in the order of their deals.
        records: the games as records, by deal and rotation, if they were asked for.
        is_adjusted: whether luck was counted.
        is_interrupted: whether fewer deals were played than asked for.
    """

    game: Game
    bots: tuple[str, ...]
    lineups: Sequence[Lineup]
    rows: GameRows
    records: Mapping[tuple[int, int], Record]
    is_adjusted: bool
    is_interrupted: bool

    def shares(self) -> NDArray[np.float64]:
        """The victories of each seat in each game, shape (games, players); one shared by k counts 1/k."""
        won = self.rows["won"]
        shares: NDArray[np.float64] = won / np.maximum(won.sum(1, keepdims=True), 1)
        return shares


def tournament(
    game: Game,
    bots: Sequence[str | Bot],
    games: int,
    seed: int,
    *,
    is_one_among: bool = False,
    recorded: bool = False,
    adjusted: bool = False,
    workers: int | None = None,
    spread: Spread | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> TournamentOutcome:
    """Let bots play each other on paired deals.

    Ctrl-C ends it early: the finished part is returned, with `is_interrupted` set. For several workers see `simulate`.

    Args:
        game: the game with its number of players; the seat `first`, if there is one, begins every game.
        bots: at least two of different names: as `bots.own.bot_of` takes them.
        games: the least number: every line-up plays equally many whole deals, two or more.
        seed: a whole number from 0; the same seed gives the same games, with any number of workers.
        is_one_among: whether the first of two bots, which may have one name, has one seat and the second all others,
            instead of all line-ups.
        recorded: whether to keep the games as records too: of RECORDED games at most.
        adjusted: whether to count luck too, see luck.py.
        workers, spread: as in `simulate`.
        on_progress: called after every chunk with the number of games finished so far.

    Raises:
        ParameterError: there is no such bot, two have one name, or the numbers do not fit; nothing has been played.
        BotError, IllegalActionError: a bot failed, or broke the rules.

    >>> from jardinet import load_game
    >>> outcome = tournament(load_game("lucky_numbers"), ["random", "greedy"], 20, seed=1, workers=1)
    >>> len(outcome.rows), outcome.rows["bot"][:2].tolist(), outcome.rows["deal"][:4].tolist()
    (20, [[0, 1], [1, 0]], [0, 0, 1, 1])
    """
    contest = Tournament.of(game, bots, games, seed, is_one_among=is_one_among, recorded=recorded, adjusted=adjusted)
    parts: list[_ChunkResult] = []
    done, is_interrupted = 0, False
    try:
        for part in spread_over(contest, workers, spread):
            parts.append(part)
            done += len(part.rows)
            if on_progress:
                on_progress(done)
    except KeyboardInterrupt:
        is_interrupted = True
    parts.sort(key=lambda part: part.chunk)
    rows = np.concatenate([np.zeros(0, row_type(game.num_players())), *(part.rows for part in parts)])
    records = {
        place: contest.record(*place, moves) for part in parts for place, moves in sorted(part.histories.items())
    }
    return TournamentOutcome(game, contest.names(), contest.lineups(), rows, records, adjusted, is_interrupted)


def row_type(players: int) -> np.dtype[np.void]:
    """Row of a game: its `deal` and `rotation`, from 0; each seat's `bot`, whether it `won`, its match `points` and `place`.

    Places count from 1: winners are first, the others follow by match points; ties share the better place. `end` is one
    of `Game.ends`; `turns` and `decisions` are counted as in `Tally`. `luck` is in shares of the victory, 0 if it was
    not counted.
    """
    return np.dtype(
        [
            ("deal", "i8"),
            ("rotation", "i2"),
            ("bot", "i2", (players,)),
            ("won", "?", (players,)),
            ("place", "i1", (players,)),
            ("points", "i4", (players,)),
            ("end", "i1"),
            ("turns", "i4"),
            ("decisions", "i4"),
            ("luck", "f8", (players,)),
        ]
    )


class _ChunkResult(NamedTuple):
    """Games of one chunk, and, if they are kept, the players' moves by deal and rotation."""

    chunk: int
    rows: GameRows
    histories: dict[tuple[int, int], list[Move]]


class Tournament(msgspec.Struct, frozen=True):
    """All parameters that determine a tournament, as plain data for other processes: see `tournament`.

    Attributes:
        deals: how many, of all line-ups together.
    """

    game: str
    parameters: dict[str, int | str]
    bots: list[str | Bot]
    deals: int
    seed: int
    recorded: bool
    is_one_among: bool = False
    adjusted: bool = False

    @classmethod
    def of(
        cls,
        game: Game,
        bots: Sequence[str | Bot],
        games: int,
        seed: int,
        *,
        is_one_among: bool = False,
        recorded: bool = False,
        adjusted: bool = False,
    ) -> Tournament:
        """Check the arguments, and round the number of games up to whole deals."""
        check_games(games, seed)
        for bot in bots:
            bot_of(bot, game)
        names = [_name_of(bot) for bot in bots]
        twice = [name for name, count in Counter(names).items() if count > 1]
        if len(bots) < 2 or (twice and not is_one_among):
            raise ParameterError(
                "bots-to-meet",
                "the bots {bots}: there must be at least two, each with a different name.",
                bots=Every(names),
            )
        if adjusted:
            load_evaluator(game, at_a_glance=True)
        contest = cls(game.name, game.parameters, list(bots), 0, seed, recorded, is_one_among, adjusted)
        rounds = max(2, -(-games // contest._games_a_round()))  # a single deal has no measurable scatter
        contest = msgspec.structs.replace(contest, deals=rounds * len(contest.lineups()))
        if recorded and contest.games() > RECORDED:
            raise ParameterError(
                "too-many-records",
                "records of {games} games are too many: {most} at most are possible.",
                games=contest.games(),
                most=RECORDED,
            )
        return contest

    def lineups(self) -> list[Lineup]:
        """The line-ups."""
        players = int(self.parameters["players"])
        return one_among(players) if self.is_one_among else lineups_of(len(self.bots), players)

    def names(self) -> tuple[str, ...]:
        """The names of the bots: as they were given, otherwise their own."""
        return tuple(map(_name_of, self.bots))

    def games(self) -> int:
        """How many games it has."""
        return self.deals // len(self.lineups()) * self._games_a_round()

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.deals // self._deals_a_chunk()))

    def play(self, chunk: int) -> _ChunkResult:
        """Play one chunk; its outcome depends on the tournament and the number alone."""
        game, lineups, size = self._game(), self.lineups(), self._deals_a_chunk()
        deals = range(chunk * size, min((chunk + 1) * size, self.deals))
        places = [(deal, rotation) for deal in deals for rotation in range(len(lineups[deal % len(lineups)]))]
        seating = np.array([lineups[deal % len(lineups)][rotation] for deal, rotation in places])
        dealt = Deals(game, self.seed)
        reveal = dealt.reveal([deal for deal, _ in places])
        luck = LuckCounter(game, len(places)) if self.adjusted else None
        histories: Histories = {i: [] for i in range(len(places) if self.recorded else 0)}
        played = play_games(
            game,
            [Seated(bot_of(bot, game), dealt.generator(BOTS, chunk, k)) for k, bot in enumerate(self.bots)],
            seating,
            begin(game, len(places)),
            luck.counted(reveal) if luck else reveal,
            histories,
        )
        rows = np.zeros(len(places), row_type(game.num_players()))
        rows["deal"], rows["rotation"] = np.array(places).T
        rows["bot"], rows["turns"], rows["decisions"] = seating, played.turns, played.decisions
        rows["won"] = game.wins_of(played.states)
        rows["end"] = played.states["end"]
        rows["points"] = game.match_points_of(played.states)
        rows["place"] = _places(rows["won"], rows["points"])
        if luck:
            rows["luck"] = luck.luck
        return _ChunkResult(chunk, rows, {places[i]: moves for i, moves in histories.items()})

    def record(self, deal: int, rotation: int, moves: Sequence[Move]) -> Record:
        """The record of one game, from its players' moves; chance is drawn again from its deal."""
        lineup = self.lineups()[deal % len(self.lineups())]
        state = Deals(self._game(), self.seed).followed(deal, moves)
        return Record.of(state, [self.names()[bot][-LONGEST_NAME:] for bot in lineup[rotation]])

    def _games_a_round(self) -> int:
        """The number of games in a round, in which every line-up plays one deal."""
        return sum(map(len, self.lineups()))

    def _deals_a_chunk(self) -> int:
        """The deals of a chunk: whole rounds, so that an interrupted result is balanced too; two rounds if they are long."""
        return max(2, CHUNK // self._games_a_round()) * len(self.lineups())

    def _game(self) -> Game:
        return load_game(self.game, **self.parameters)


def _name_of(bot: str | Bot) -> str:
    return bot if isinstance(bot, str) else bot.name


def _places(won: NDArray[np.bool_], points: NDArray[np.int32]) -> NDArray[np.int64]:
    """The place of each seat, shape (games, players): see `row_type`."""
    is_better = (won[:, None, :] > won[:, :, None]) | (
        (won[:, None, :] == won[:, :, None]) & (points[:, None, :] > points[:, :, None])
    )  # [game, seat, other]
    places: NDArray[np.int64] = 1 + is_better.sum(2)
    return places
