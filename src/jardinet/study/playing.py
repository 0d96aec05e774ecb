"""Games of a study, in chunks for any number of processes: a bot against itself, and such games analysed.

Every game is a deal of its own. Chance follows from the seed and the deal's number alone, not from the parameters, so
variants are played on the same tiles or cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.analysis.ledger import analyse
from jardinet.arena.deals import BOTS, Deals
from jardinet.arena.lockstep import Histories, PlayedGames, Seated, begin, play_games
from jardinet.arena.luck import LuckCounter
from jardinet.arena.spreading import Chunked, Part, spread_over
from jardinet.bots.levels import load_bot
from jardinet.games import load_game
from jardinet.games.api import Game, Move
from jardinet.study.layer import STUDIES

PLAYED, ANALYSED = 250, 10  # games of a chunk

# The parts of a result, besides the value of the game before it.
HEADINGS = ("luck", "bids", "errors", "unexplained")

Rows = NDArray[Any]


class SelfPlay(msgspec.Struct, frozen=True):
    """Games of a bot against itself; the first seat begins, if the game has one.

    Attributes:
        game: its name.
        parameters: as `load_game` takes them.
        level: the bot in every seat.
        games: how many.
        seed: of everything random.
    """

    game: str
    parameters: dict[str, int | str]
    level: str
    games: int
    seed: int

    @property
    def bots(self) -> list[str]:
        """The names of the bots that play, the one in every seat."""
        return [self.level]

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.games // PLAYED))

    def play(self, chunk: int) -> Rows:
        """Play one chunk: a row for each game, with its `end`, `turns` and `decisions`.

        Each seat has its `share` of the victory, and the same `without_luck` (arena/luck.py).
        """
        game = load_game(self.game, **self.parameters)
        deals = range(chunk * PLAYED, min((chunk + 1) * PLAYED, self.games))
        luck = LuckCounter(game, len(deals))
        played = play_deals(game, self.level, deals, self.seed, luck=luck)
        seats = (game.num_players(),)
        rows = np.zeros(
            len(deals),
            [
                ("share", "f8", seats),
                ("without_luck", "f8", seats),
                ("end", "i1"),
                ("turns", "i4"),
                ("decisions", "i4"),
            ],
        )
        rows["share"] = game.shares_of(played.states)
        rows["without_luck"] = rows["share"] - luck.luck
        rows["end"], rows["decisions"] = played.states["end"], played.decisions
        rows["turns"] = STUDIES.of(self.game).turns(game, played)
        return rows


class Ledgers(SelfPlay, frozen=True):
    """Such games, each analysed for its first seat: see `analysis.ledger`."""

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.games // ANALYSED))

    def play(self, chunk: int) -> Rows:
        """Play one chunk and analyse it: a row for each game, with its `result` and the sum of each of HEADINGS."""
        game = load_game(self.game, **self.parameters)
        deals = range(chunk * ANALYSED, min((chunk + 1) * ANALYSED, self.games))
        histories: Histories = {i: [] for i in range(len(deals))}
        play_deals(game, self.level, deals, self.seed, histories=histories)
        rows = np.zeros(len(deals), [(name, "f8") for name in ("result", *HEADINGS)])
        for row, deal, moves in zip(rows, deals, histories.values(), strict=True):
            account = analyse(game, history_of(game, self.seed, deal, moves), rollouts=0).accounts[0]
            row["result"], row["luck"], row["bids"] = account.result, account.luck, account.bids
            row["errors"], row["unexplained"] = account.gifts - account.errors, account.unexplained
        return rows


def all_of(
    work: Chunked[Part], workers: int | None, join: Callable[[list[Part]], Part], tell: Callable[[int], None]
) -> Part:
    """The joined results of all chunks of some work, in order.

    Args:
        work: the chunks to play.
        workers: how many processes; None: one for each core.
        join: joins the chunks' results.
        tell: is called with the number of chunks that are finished.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    parts = list[Part]()
    for part in spread_over(work, workers, None):
        parts.append(part)
        tell(len(parts))
    return join(parts)


def play_deals(
    game: Game,
    level: str,
    deals: range,
    seed: int,
    *,
    histories: Histories | None = None,
    look: Callable[[Rows], None] | None = None,
    luck: LuckCounter | None = None,
) -> PlayedGames:
    """Let a level play itself.

    Args:
        game: the game that is played.
        level: the bot in every seat.
        deals: the numbers of the games.
        seed: of everything random.
        histories: as in `play_games`.
        look: called with all positions, dtype `rules.STATE`, whenever chance has moved and before any seat does.
        luck: counts the luck.
    """
    dealt = Deals(game, seed)
    generator, chance = dealt.generator(BOTS, deals.start), dealt.reveal(deals)
    counted = luck.counted(chance) if luck else chance

    def reveal(states: Rows) -> None:
        counted(states)
        if look:
            look(states)

    seating = np.zeros((len(deals), game.num_players()), np.int64)
    return play_games(
        game, [Seated(load_bot(level, game), generator)], seating, begin(game, len(deals)), reveal, histories
    )


def history_of(game: Game, seed: int, deal: int, moves: Sequence[Move]) -> list[Move]:
    """All moves of a game, chance included, from those of its players."""
    return Deals(game, seed).followed(deal, moves).history()
