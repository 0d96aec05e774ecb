"""Spreading of work that is cut into chunks: over the processes of this machine, or in any other way.

What a chunk brings depends on its number alone, so whoever adds up all of them gets the same, whoever played them.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from jardinet import interrupts
from jardinet.bots.api import Bot
from jardinet.games.parameters import ParameterError
from jardinet.games.sentences import Sentence

Part_co = TypeVar("Part_co", covariant=True)
Part = TypeVar("Part")


class Chunked(Protocol[Part_co]):
    """Work in chunks, as plain data for other processes: a `Contest` of `simulate`, say.

    Attributes:
        game: the name of what is played.
        bots: who plays, as `bots.own.bot_of` takes them.
    """

    @property
    def game(self) -> str: ...  # noqa: D102 - told above

    @property
    def bots(self) -> Sequence[str | Bot]: ...  # noqa: D102

    def chunks(self) -> range:
        """The numbers of its chunks."""
        ...

    def play(self, chunk: int, /) -> Part_co:
        """Play one chunk; what comes of it depends on this and the number alone."""
        ...


Spread = Callable[[Any], Iterator[Any]]  # from a Chunked to what its chunks bring, in any order


def check_games(games: int, seed: int) -> None:
    """Raise ParameterError where so many games, or such a seed, are not possible."""
    if games < 1 or seed < 0:
        raise ParameterError(
            "games-and-seed",
            "games={games}, seed={seed}: games must be at least 1, seed at least 0.",
            games=games,
            seed=seed,
        )


def spread_over(work: Chunked[Part], workers: int | None, spread: Spread | None) -> Iterator[Part]:
    """What all chunks bring, in any order.

    Args:
        work: what is played; it is checked.
        workers: how many processes; None: one for each core. With 1 no process is started.
        spread: plays the chunks in another way, `cluster.spread` say; None: by processes of this machine, in their order.

    Raises:
        ParameterError: both are given, or a bot cannot be copied into other processes.
    """
    if workers and spread:
        raise ParameterError(
            "workers-elsewhere",
            "workers={workers} is not possible here: what plays the games has its own processes.",
            workers=workers,
        )
    if spread:
        return spread(work)
    workers = min(workers or _cores(), len(work.chunks()))
    if workers == 1:
        return map(work.play, work.chunks())
    _check_travels(work)
    return _spread_over_processes(work, workers)


def _check_travels(work: Chunked[Any]) -> None:
    """Raise ParameterError where a bot cannot be pickled."""
    has_script = hasattr(sys.modules["__main__"], "__file__")
    for bot in work.bots:
        if type(bot).__module__ == "__main__" and not has_script:  # a file is where a worker would look for it
            raise _stays_here(bot, Sentence("its class stands in no file"))
        try:
            pickle.dumps(bot)
        except Exception as error:
            raise _stays_here(bot, str(error)) from error


def _stays_here(bot: Any, reason: Sentence | str) -> ParameterError:
    return ParameterError(
        "bot-does-not-travel",
        "the bot {bot!r} cannot be copied into other processes ({reason}): play with workers=1, or name "
        "it as FILE.py:CLASS.",
        bot=getattr(bot, "name", bot),
        reason=reason,
    )


def _spread_over_processes(work: Chunked[Part], workers: int) -> Iterator[Part]:
    """What all chunks bring, in their order, played by that many processes.

    None of them outlives this, nor does the thread that manages them: one that still ends while Python does may
    find its pipes closed ("Exception ignored in threading", bad file descriptor).
    """
    # One helper process imports the rules once and forks the workers from itself; where that is
    # not possible every worker starts afresh.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["__main__", type(work).__module__])
    waiting: deque[Future[Part]] = deque()
    other_end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_work_on_a_leash, initargs=(other_end,))
    try:
        for chunk in work.chunks():
            with interrupts.held_back():  # it may start a process, which is not to be broken off halfway
                waiting.append(pool.submit(work.play, chunk))
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


def _first_of(waiting: deque[Future[Part]]) -> Part:
    """Wait for the first; it leaves the queue when it is there, so that no interrupt counts it twice."""
    part = waiting[0].result()
    waiting.popleft()
    return part


def _break_off(pool: ProcessPoolExecutor, leash: Connection) -> None:
    """End the workers now, whatever they do, and wait until nothing of the pool is left; no harm if nothing is."""
    with interrupts.held_back():
        leash.close()
        pool.shutdown(cancel_futures=True)


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
