"""Half an hour of everything at once: whoever plays is answered, nothing is lost, and the memory stays as it is."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import linear_regression, mean, quantiles

from tests.kit.servers import ServerProcess, Start
from tests.long.people import Line
from tests.long.players import Crowd, playing
from tests.long.sizes import SHARE, log, size
from tests.long.visitors import Visitors
from tests.sizes import WHOLE

pytestmark = WHOLE

PLAYERS = 6
TENTHS = 10
LOOKS = 10  # at the memory, in each tenth
MOST_GROWTH = 32.0  # MB from the first third, in which caches fill, to the end

_ERRORS = re.compile(r'jardinet_errors_total\{status="5\d\d"\} (\S+)')


def test_the_memory_stays_as_it_is_and_nothing_is_lost_while_people_play_and_watch_and_bots_play(
    at: Start, tmp_path: Path, chance: Random
) -> None:
    (server,) = at(f"sqlite:///{tmp_path / 'tables.sqlite3'}", JARDINET_LIMITS="off")
    seconds, closing = size(1800, 10), threading.Event()
    with playing([[server.address]], PLAYERS, chance) as (crowd,):
        crowd.play_on(PLAYERS)
        visitors = Visitors(server.address, lambda: [one.tables[-1].id for one in crowd.players], closing)
        kinds = visitors.kinds()
        with ThreadPoolExecutor(len(kinds)) as pool:
            visiting = [pool.submit(kind, Random(chance.random())) for kind in kinds]
            try:
                memory = _watched(server, crowd, visiting, seconds)
            finally:
                closing.set()
        for one in visiting:
            one.result()
    log.info("%s", ", ".join(f"{count} {what}" for what, count in sorted(visitors.done.items())))
    assert len(visitors.done) >= len({kind.__name__ for kind in kinds}), visitors.done
    errors = _ERRORS.findall(Line(server.address).ask("GET", "/metrics").body.decode())
    assert [float(one) for one in errors] == [0.0, 0.0]
    assert server.told() == ""
    _is_flat(memory)


def _watched(
    server: ServerProcess, crowd: Crowd, visiting: list[Future[None]], seconds: float
) -> list[tuple[float, float]]:
    """The moments, in seconds, and the server's megabytes then; fails where any of those who come and go has."""
    memory, begun = [], time.monotonic()
    for tenth in range(1, TENTHS + 1):
        plays = crowd.acknowledged
        for _ in range(LOOKS):
            time.sleep(seconds / TENTHS / LOOKS)
            memory.append((time.monotonic() - begun, server.megabytes()))
            for one in visiting:
                if one.done():
                    one.result()
        plays = crowd.acknowledged - plays
        log.info("tenth %d: %.0f plays/s, %.0f MB", tenth, plays * TENTHS / seconds, memory[-1][1])
    took = quantiles((one for player in crowd.players for one in player.took), n=20)
    told = 1000 * took[9], 1000 * took[18]
    log.info(
        "%d plays, %.0f a second: p50 %.0f ms, p95 %.0f ms", crowd.acknowledged, crowd.acknowledged / seconds, *told
    )
    return memory


def _is_flat(memory: list[tuple[float, float]]) -> None:
    warm = memory[len(memory) // 3 :]
    slope = linear_regression(*zip(*warm, strict=True)).slope * 60
    first, last = (mean(megabytes for _, megabytes in some) for some in (warm[:LOOKS], warm[-LOOKS:]))
    log.info("from the first third to the end: %.0f to %.0f MB, %+.2f MB a minute", first, last, slope)
    if SHARE:  # else nothing is warm yet
        assert last - first < MOST_GROWTH
