"""Simulation on a Ray cluster: the same chunks as on one machine, hence the same totals.

Ray assigns chunks to nodes, and retries a chunk whose worker or node died. Ray is imported only when a cluster is asked
for. docs/cluster.md shows how to set one up.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import secrets
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import jardinet
from jardinet.arena.spreading import Chunked, Part
from jardinet.bots.own import bot_of
from jardinet.bots.own_modules import files_of
from jardinet.extras import extra
from jardinet.games import load_game
from jardinet.games.parameters import GameError
from jardinet.games.sentences import Sentence
from jardinet.system_errors import reason_of

AUTO, LOCAL = "auto", "local"  # Ray's own words for an address

RETRIES = 10  # a machine may be lost now and then; after so many losses the chunk itself is at fault
QUEUED = 4  # chunks handed out for each core, so that none waits for the next one
OBJECT_STORE = 80 * 2**20  # bytes; Ray's least is 75 MiB, and a tally is a few hundred bytes
PATIENCE = 5  # seconds to wait for an address to answer


class ClusterError(GameError):
    """There is no such cluster, or its nodes cannot play. The message says what to do."""


def spread(contest: Chunked[Part], address: str = AUTO) -> Iterator[Part]:
    """Yield the results of all chunks of a contest, in any order, played by a Ray cluster.

    On Ctrl-C finished results are still yielded before KeyboardInterrupt is raised. A process
    that is connected to Ray already keeps its connection; otherwise one is opened and closed.

    Args:
        contest: a `simulate.Contest` or `tournament.Tournament`; it is checked.
        address: `host:port` of the head node, from any machine of the cluster; "local": a cluster on this
            machine for as long as this lasts, reachable from nowhere else; "auto": the one named by the
            environment's RAY_ADDRESS, else the one that runs on this machine, else as "local".

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: the cluster is not reachable, or its nodes have another Jardinet or NumPy than this machine.
        GameError: a bot broke the rules.

    >>> from functools import partial
    >>> from jardinet.arena.simulate import simulate
    >>> game = jardinet.load_game("lucky_numbers")
    >>> far_away = partial(spread, address="10.1.2.3:6379")
    >>> simulate(game, ["greedy", "random"], 10**6, seed=1, spread=far_away)  # doctest: +SKIP
    """
    with _connected(address) as ray:
        try:
            yield from _parts(ray, contest)
        except ray.exceptions.RayTaskError as error:
            raise _told(error) from error
        except ray.exceptions.RayError as error:
            raise ClusterError(
                "cluster-gave-up", "the cluster gave up. Ray says: “{words}”", words=_first_line(error)
            ) from error


def _parts(ray: ModuleType, contest: Chunked[Part]) -> Iterator[Part]:
    """Submit the chunks, at most a few per core at a time, and yield their results."""
    play = ray.remote(max_retries=RETRIES)(_play)
    code = _code(contest.game, _named(contest))
    chunks = iter(contest.chunks())
    playing: set[Any] = set()
    try:
        while True:
            cores = int(ray.cluster_resources().get("CPU", 0))  # nodes come and go
            room = QUEUED * max(cores, 1) - len(playing)
            playing |= {play.remote(contest, chunk, code) for chunk in islice(chunks, max(room, 0))}
            if not playing:
                return
            (done, *_), _rest = ray.wait(list(playing))
            part: Part = ray.get(done)
            playing.remove(done)  # only now, so that no interrupt counts it twice
            yield part
    except KeyboardInterrupt:
        finished, unfinished = ray.wait(list(playing), num_returns=len(playing), timeout=0)
        for one in unfinished:
            ray.cancel(one)
        yield from map(ray.get, finished)
        raise


def _play(contest: Chunked[Part], chunk: int, code: str) -> Part:
    """Play one chunk on a node, after checking that it has the same code as the others: otherwise totals would mean nothing."""
    if code != _code(contest.game, _named(contest)):
        raise ClusterError(
            "node-differs",
            "{node} has other rules, bots or NumPy than this machine: install the same Jardinet and NumPy on "
            "every node.",
            node=platform.node(),
        )
    return contest.play(chunk)


def _named(contest: Chunked[Any]) -> tuple[str | type, ...]:
    """The bots, by name; bot objects by their class."""
    return tuple(bot if isinstance(bot, str) else type(bot) for bot in contest.bots)


@cache
def _code(game_name: str, bots: tuple[str | type, ...]) -> str:
    """Hash of all code that, with the seed, decides a game: rules, bots and arena as they are on disk, and NumPy's version.

    A game, or a bot, that comes as a package of its own adds the folder that its module is in; a bot of a file adds its files.
    """
    game = load_game(game_name)
    ours = Path(jardinet.__path__[0])
    kinds = [bot if isinstance(bot, type) else type(bot_of(bot, game)) for bot in bots]
    others = {place for kind in (type(game), *kinds) for place in files_of(kind) or [_place_of(kind)]}
    digest = hashlib.sha256(np.__version__.encode())
    for place in (
        *(ours / folder for folder in ("games", "bots", "arena")),
        *sorted(place for place in others if not place.is_relative_to(ours)),
    ):
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()


def _place_of(kind: type) -> Path:
    """The folder of the package that defines a class, or its file if it is in no package."""
    module = sys.modules[kind.__module__]
    file = Path(str(module.__file__))
    return file.parent if module.__package__ else file


def _told(error: Any) -> GameError:
    """The error of a node: the game's own error, or one that says that the node cannot play at all."""
    if isinstance(error.cause, GameError):
        return error.cause
    return ClusterError(
        "node-cannot-play",
        "a node cannot play. Is the same jardinet[cluster] installed on every node? It says: “{words}”",
        words=_first_line(error.cause),
    )


def _first_line(error: BaseException) -> str:
    return str(error).strip().split("\n", 1)[0]


# Connecting --------------------------------------------------------------------------------


@contextmanager
def _connected(address: str) -> Iterator[ModuleType]:
    """Ray, connected to the cluster of an address."""
    named = (os.environ.get("RAY_ADDRESS") or AUTO) if address == AUTO else address
    if named not in (AUTO, LOCAL):
        _check_answers(named)
    local = named == LOCAL or (named == AUTO and not _runs_here())
    ray = _imported(local)
    if address == AUTO and ray.is_initialized():
        yield ray
        return
    try:
        _connect(ray, LOCAL if local else named)
        yield ray
    finally:
        ray.shutdown()


def _imported(local: bool) -> ModuleType:
    """Ray, configured before its import: no usage reports, little output, short timeouts."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns of GPUs that nobody uses
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "1")
    os.environ.setdefault("RAY_py_gcs_connect_timeout_s", str(PATIENCE))
    if local:
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # listens on the loopback device alone
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))  # else Ray leaves one in ~/.ray
    with extra("cluster"):
        import ray
    return ray


def _connect(ray: ModuleType, address: str) -> None:
    own = {"object_store_memory": OBJECT_STORE, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        raise ClusterError(
            "cluster-not-joined",
            "no Ray cluster can be joined at {address}. This machine has to be one of its nodes "
            "(`ray start --address=…`); where it asks for a token, set RAY_AUTH_MODE=token. Ray says: “{words}”",
            address=address,
            words=_first_line(error),
        ) from error


def _check_answers(address: str) -> None:
    """Raise ClusterError if nothing listens at the address; Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if not host or "/" in host or not port.isdecimal():
        raise ClusterError(
            "no-cluster-address",
            "{address!r} is not the address of a cluster: give host:port of the head node, or auto, or local.",
            address=address,
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(
            "cluster-silent",
            "no Ray cluster answers at {address} ({reason}). `ray start --head` begins one.",
            address=address,
            reason=reason_of(error) if isinstance(error, OSError) else Sentence("no port has such a number"),
        ) from error


def _runs_here() -> bool:
    """Whether the cluster that was last started on this machine is running; Ray stores its address."""
    note = Path(os.environ.get("RAY_TMPDIR", tempfile.gettempdir()), "ray", "ray_current_cluster")
    try:
        _check_answers(note.read_text(encoding="ascii").strip())
    except (OSError, ClusterError):
        return False
    return True
