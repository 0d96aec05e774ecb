"""Distribution of work in chunks: over the processes of this machine, or in any other way.

The result of a chunk depends on its number alone, so the sum of all chunks is the same, wherever they are played.
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
    """Work in chunks, as plain data for other processes: for example, a `Contest` of `simulate`.

    Attributes:
        game: its name.
        bots: as `bots.own.bot_of` takes them.
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


Spread = Callable[[Any], Iterator[Any]]  # from a Chunked to the results of its chunks, in any order


def check_games(games: int, seed: int) -> None:
    """Raise ParameterError if this number of games, or this seed, is not possible."""
    if games < 1 or seed < 0:
        raise ParameterError(
            "games-and-seed",
            "games={games}, seed={seed}: games must be at least 1, seed at least 0.",
            games=games,
            seed=seed,
        )


def spread_over(work: Chunked[Part], workers: int | None, spread: Spread | None) -> Iterator[Part]:
    """Yield the results of all chunks, in any order.

    Args:
        work: the chunks to play; it is checked.
        workers: how many processes; None: one for each core. With 1 no process is started.
        spread: another way to play the chunks, such as `cluster.spread`; None: processes of this machine, in order.

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
    """Raise ParameterError if a bot cannot be pickled."""
    has_script = hasattr(sys.modules["__main__"], "__file__")
    for bot in work.bots:
        if type(bot).__module__ == "__main__" and not has_script:  # a worker would look for it in that file
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
    """Yield the results of all chunks, in order, played by that many processes.

    No process outlives this, nor does the thread that manages them: a thread that ends during Python's shutdown may
    find its pipes closed ("Exception ignored in threading", bad file descriptor).
    """
    # One helper process imports the rules once and forks the workers from itself; if that is not possible every worker
    # starts afresh.
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["__main__", type(work).__module__])
    waiting: deque[Future[Part]] = deque()
    other_end, leash = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_work_on_a_leash, initargs=(other_end,))
    try:
        for chunk in work.chunks():
            with interrupts.held_back():  # it may start a process, which must not be interrupted
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
    """Wait for the first result; it leaves the queue only when it is there, so that no interrupt counts it twice."""
    part = waiting[0].result()
    waiting.popleft()
    return part


def _break_off(pool: ProcessPoolExecutor, leash: Connection) -> None:
    """End the workers at once, even busy ones, and wait until nothing of the pool is left; idempotent."""
    with interrupts.held_back():
        leash.close()
        pool.shutdown(cancel_futures=True)


def _work_on_a_leash(end: Connection) -> None:
    """Make this process a worker: it ignores Ctrl-C, which the parent handles.

    It ends at once, even while it plays or compiles, when the parent closes the leash or dies.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_let_go, args=(end,), daemon=True).start()


def _end_when_let_go(end: Connection) -> None:
    with suppress(EOFError, OSError):
        end.recv()
    os._exit(1)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
