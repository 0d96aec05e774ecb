"""Simulation of whole games, bots against bots, by the thousand and on every core.

The games are cut into chunks of a fixed size, each with a generator of its own that follows from
the seed and the chunk's number alone: the totals do not depend on who plays them, one process,
several, or a cluster (cluster.py), or in which order. In a chunk all games advance side by side in
one array of the rules' records, so a bot is asked once for hundreds of decisions. What comes out of
it all is a Tally.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection

import msgspec
import numpy as np
from numpy.typing import NDArray

from jardinet.arena.lockstep import play_chunk
from jardinet.arena.tally import Tally
from jardinet.bots.levels import load_bot
from jardinet.games import load_game
from jardinet.games.api import Game
from jardinet.games.parameters import ParameterError

CHUNK = 500  # games; enough that Python's share of a step hardly counts, few enough for a lively progress bar


def simulate(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int,
    *,
    rotate_first: bool = True,
    workers: int | None = None,
    spread: Callable[[Contest], Iterator[Tally]] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Tally:
    """Let bots play `games` games and count what came of them.

    Ctrl-C ends it early: what is finished is returned, with `is_interrupted` set. A script that
    calls this with several workers keeps its own doings under `if __name__ == "__main__":`, as
    multiprocessing asks of every script.

    Args:
        game: what is played.
        levels: the bot of each seat, by level.
        games: how many, at least 1.
        seed: a whole number from 0; the same seed gives the same tally, whatever `workers` is.
        rotate_first: game k, from 0, is begun by seat k modulo the players, so that seats can be
            compared; else always by the game's parameter `first`. Of no effect in a game without one.
        workers: how many processes; None: one for each core. With 1 no process is started.
        spread: plays the chunks of a contest in another way, and gives their tallies in any order:
            `cluster.spread`, say. None: by processes of this machine.
        on_progress: called after every chunk with the number of games finished so far.

    Raises:
        ParameterError: there is no such level, or the numbers do not fit; nothing has been played.
    """
    contest = Contest(game.name, game.parameters, list(levels), games, seed, rotate_first)
    contest.check()
    if workers and spread:
        raise ParameterError(f"workers={workers} is not possible here: what plays the games has its own processes.")
    total = contest.nothing()
    play_all = spread or partial(_spread, workers=workers or _cores())
    try:
        for tally in play_all(contest):
            total += tally
            if on_progress:
                on_progress(total.games)
    except KeyboardInterrupt:
        return msgspec.structs.replace(total, is_interrupted=True)
    return total


class Contest(msgspec.Struct, frozen=True):
    """Parameters of a simulation, all that decide it, as plain data for other processes: see `simulate`."""

    game: str
    parameters: dict[str, int | str]
    levels: list[str]
    games: int
    seed: int
    rotate_first: bool

    def check(self) -> None:
        """Raise ParameterError where something is not possible."""
        game = self._game()
        if len(self.levels) != game.num_players():
            raise ParameterError(f"{len(self.levels)} bots for {game.num_players()} players: name one for each seat.")
        if self.games < 1 or self.seed < 0:
            raise ParameterError(f"games={self.games}, seed={self.seed}: games is at least 1, seed at least 0.")
        for level in self.levels:
            load_bot(level, game)

    def chunks(self) -> range:
        """The numbers of its chunks."""
        return range(-(-self.games // CHUNK))

    def play(self, chunk: int) -> Tally:
        """Play one chunk; its outcome depends on the contest and the number alone."""
        game = self._game()
        bots = {level: load_bot(level, game) for level in self.levels}
        generator = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(chunk,)))
        return play_chunk(game, [bots[level] for level in self.levels], self.firsts(chunk), generator)

    def firsts(self, chunk: int) -> NDArray[np.int64]:
        """The seat that begins each game of a chunk; it means nothing in a game in which none begins."""
        numbers = np.arange(chunk * CHUNK, min((chunk + 1) * CHUNK, self.games))
        if self.rotate_first or "first" not in self.parameters:
            return numbers % len(self.levels)
        return np.full(len(numbers), int(self.parameters["first"]))

    def nothing(self) -> Tally:
        """The tally of no games, to start adding from."""
        return Tally.empty(self._game(), self.levels)

    def _game(self) -> Game:
        return load_game(self.game, **self.parameters)


def _spread(contest: Contest, workers: int) -> Iterator[Tally]:
    """The tallies of all chunks, in their order, played by that many processes or, with one, by this one."""
    workers = min(workers, len(contest.chunks()))
    return map(contest.play, contest.chunks()) if workers == 1 else _spread_over_processes(contest, workers)


def _spread_over_processes(contest: Contest, workers: int) -> Iterator[Tally]:
    """The tallies of all chunks, in their order, played by that many processes.

    None of them outlives this, nor does the thread that manages them: one that still ends while Python does may
    find its pipes closed ("Exception ignored in threading", bad file descriptor).
    """
    # One helper process imports the rules once and forks the workers from itself; where that is
    # not possible every worker starts afresh.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["__main__", __name__])
    waiting: deque[Future[Tally]] = deque()
    other_end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_work_on_a_leash, initargs=(other_end,))
    try:
        for chunk in contest.chunks():
            with _interrupts_held_back():  # it may start a process, which is not to be broken off halfway
                waiting.append(pool.submit(contest.play, chunk))
            if len(waiting) > 4 * workers:
                yield _first_of(waiting)
        while waiting:
            yield _first_of(waiting)
        pool.shutdown()
    except KeyboardInterrupt:
        _break_off(pool, leash)
        yield from [future.result() for future in waiting if not (future.cancelled() or future.exception())]
        raise
    finally:
        _break_off(pool, leash)
        other_end.close()


def _first_of(waiting: deque[Future[Tally]]) -> Tally:
    """Wait for the first; it leaves the queue when it is there, so that no interrupt counts it twice."""
    tally = waiting[0].result()
    waiting.popleft()
    return tally


def _break_off(pool: ProcessPoolExecutor, leash: Connection) -> None:
    """End the workers now, whatever they do, and wait until nothing of the pool is left; no harm if nothing is."""
    with _interrupts_held_back():
        leash.close()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C takes effect afterwards, and never in a process that is started here.

    Blocking the signal is what such a process inherits, at its very start and whatever it imports; in this process
    another thread may still receive it, so that a handler has to keep it as well. Only the main thread has handlers.
    """
    kept: list[int] = []
    is_main = threading.current_thread() is threading.main_thread()
    usual = signal.signal(signal.SIGINT, lambda number, _: kept.append(number)) if is_main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, usual)
        if kept:
            signal.raise_signal(signal.SIGINT)


def _work_on_a_leash(end: Connection) -> None:
    """Make this process a worker: Ctrl-C, which reaches every process of a terminal, is the parent's affair.

    It ends at once, even while it plays or compiles, when the parent lets go of the leash or is no more.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(end,), daemon=True).start()


def _end_when_let_go(end: Connection) -> None:
    with suppress(EOFError, OSError):
        end.recv()
    os._exit(1)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
