"""Simulation of whole games, bots against bots, by the thousand and on every core.

The games are cut into chunks of a fixed size, each with its own generator, which follows from the seed and the chunk's
number alone: the totals do not depend on the number of processes, on a cluster (cluster.py), or on the order. In a
chunk all games advance together in one array of the rules' records, so a bot is asked once for hundreds of decisions.
The result is a Tally.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.arena.deals import Deals
from jardinet.arena.lockstep import play_chunk
from jardinet.arena.spreading import check_games, spread_over
from jardinet.arena.tally import Tally
from jardinet.bots.api import Bot
from jardinet.bots.own import bot_of
from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError

CHUNK = 500  # games; enough that Python's share of a step is negligible, few enough for a smooth progress bar


def simulate(
    game: Game,
    levels: Sequence[str | Bot],
    games: int,
    seed: int,
    *,
    rotate_first: bool = True,
    workers: int | None = None,
    spread: Callable[[Contest], Iterator[Tally]] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Tally:
    """Let bots play `games` games and count the results.

    Ctrl-C ends it early: the finished part is returned, with `is_interrupted` set. A script that calls this with
    several workers must guard its own code by `if __name__ == "__main__":`, as multiprocessing requires.

    Args:
        game: the game that is played.
        levels: the bot of each seat: a level's name, `FILE.py:CLASS`, or a bot made for the game (see
            `bots.own.bot_of`). With several processes, such a bot is copied into each of them; its answers should
            depend only on its arguments.
        games: how many, at least 1.
        seed: a whole number from 0; the same seed gives the same tally, with any number of workers.
        rotate_first: whether seat k modulo the players begins game k, from 0, so that seats can be compared; otherwise
            the seat of the game's parameter `first` always begins. Ignored in a game without one.
        workers: how many processes; None: one for each core. With 1 no process is started.
        spread: another way to play the chunks of a contest, such as `cluster.spread`; yields their tallies in any
            order. None: processes of this machine.
        on_progress: called after every chunk with the number of games finished so far.

    Raises:
        ParameterError: there is no such bot, it cannot be copied into other processes, or the numbers do not fit;
            nothing has been played.
        BotError, IllegalActionError: a bot failed, or broke the rules.
    """
    contest = Contest(game.name, game.parameters, list(levels), games, seed, rotate_first)
    contest.check()
    total = contest.nothing()
    try:
        for tally in spread_over(contest, workers, spread):
            total += tally
            if on_progress:
                on_progress(total.games)
    except KeyboardInterrupt:
        return msgspec.structs.replace(total, is_interrupted=True)
    return total


class Contest(msgspec.Struct, frozen=True):
    """All parameters that determine a simulation, as plain data for other processes: see `simulate`."""

    game: str
    parameters: dict[str, int | str]
    levels: Sequence[str | Bot]
    games: int
    seed: int
    rotate_first: bool

    @property
    def bots(self) -> Sequence[str | Bot]:
        """The bots."""
        return self.levels

    def check(self) -> None:
        """Raise ParameterError if something is not possible."""
        game = self._game()
        if len(self.levels) != game.num_players():
            raise ParameterError(
                "bots-for-players",
                "{bots} bots for {players} players: name one for each seat.",
                bots=len(self.levels),
                players=game.num_players(),
            )
        check_games(self.games, self.seed)
        self._loaded(game)

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.games // CHUNK))

    def play(self, chunk: int) -> Tally:
        """Play one chunk; its outcome depends on the contest and the number alone."""
        game = self._game()
        return play_chunk(game, self._loaded(game), self.firsts(chunk), Deals(game, self.seed).of_chunk(chunk))

    def firsts(self, chunk: int) -> NDArray[np.int64]:
        """The seat that begins each game of a chunk; meaningless if the game has no first seat."""
        numbers = np.arange(chunk * CHUNK, min((chunk + 1) * CHUNK, self.games))
        if self.rotate_first or "first" not in self.parameters:
            return numbers % len(self.levels)
        return np.full(len(numbers), int(self.parameters["first"]))

    def nothing(self) -> Tally:
        """The tally of no games, to start adding from."""
        game = self._game()
        return Tally.empty(game, [bot.name for bot in self._loaded(game)])

    def _game(self) -> Game:
        return load_game(self.game, **self.parameters)

    def _loaded(self, game: Game) -> list[Bot]:
        """The bot of each seat; seats with the same name share one bot."""
        named = {each: bot_of(each, game) for each in self.levels if isinstance(each, str)}
        return [named[each] if isinstance(each, str) else bot_of(each, game) for each in self.levels]
