"""What the long tests share: servers that run, alone or two at one database, and chance from a seed that is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.kit.servers import ServerProcess, Start, starter
from tests.kit.stores import PostgresProcess, RedisProcess
from tests.long.sizes import SEED, SHARE, log

from jardinet.server.intervals import Intervals


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """Chance that the seed decides, another one for each test."""
    log.info("%s: JARDINET_LONG=%g JARDINET_LONG_SEED=%s", request.node.name, SHARE, SEED)
    return Random(f"{SEED} {request.node.name}")


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresProcess]:
    """PostgreSQL that runs."""
    one = PostgresProcess()
    try:
        one.start()
        yield one
    finally:
        one.close()


@pytest.fixture(scope="module")
def _redis() -> Iterator[RedisProcess]:
    one = RedisProcess()
    try:
        yield one
    finally:
        one.kill()


@pytest.fixture
def redis(_redis: RedisProcess) -> RedisProcess:
    """Redis that runs."""
    if not _redis.is_running:
        _redis.start()
    return _redis


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Start]:
    """Starts so many servers at one database; none of them has met a fault of ours when all is over."""
    with starter(tmp_path, Intervals()) as start:
        yield start


@pytest.fixture(scope="module")
def _two(
    tmp_path_factory: pytest.TempPathFactory, postgresql: PostgresProcess, _redis: RedisProcess
) -> Iterator[list[ServerProcess]]:
    _redis.start()
    with starter(tmp_path_factory.mktemp("two"), Intervals()) as start:
        yield start(postgresql.new_database(), 2, JARDINET_REDIS_URL=_redis.url)


@pytest.fixture
def two(_two: list[ServerProcess], redis: RedisProcess) -> tuple[ServerProcess, ServerProcess]:
    """Two processes of one server on PostgreSQL."""
    one, other = _two
    for server in _two:
        if not server.is_running:
            server.start()
    return one, other
