"""Simulations over Ray: a real cluster of two nodes, workers and nodes that die, and whatever cannot be reached."""

from __future__ import annotations

import importlib
import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.sizes import WHOLE

import jardinet
from jardinet.arena import cluster as over_ray
from jardinet.arena.cluster import LOCAL, OBJECT_STORE, ClusterError, spread
from jardinet.arena.simulate import simulate
from jardinet.arena.tournament import tournament

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Ray's nodes share a machine on Linux alone")

GAME = jardinet.load_game("maudits_criquets")
LEVELS = ["greedy", "random"]
NODE = {"num_cpus": 1, "object_store_memory": OBJECT_STORE, "include_dashboard": False}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of one node, on the loopback device alone; tests add others."""
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # short: the paths of sockets are
    settings = {
        "RAY_AUTH_MODE": "disabled",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_TMPDIR": folder,
        "RAY_USAGE_STATS_ENABLED": "0",
    }
    with pytest.MonkeyPatch.context() as environment:
        for name, value in settings.items():
            environment.setenv(name, value)
        environment.delenv("RAY_ADDRESS", raising=False)
        from ray.cluster_utils import Cluster

        started: Any = Cluster(initialize_head=True, head_node_args=NODE)
        try:
            yield started
        finally:
            started.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def second_node(cluster: Any) -> Iterator[Any]:
    """A second node, as long as the test leaves it alive."""
    node = cluster.add_node(**NODE)
    yield node
    if node in cluster.worker_nodes:
        cluster.remove_node(node)


def busy_workers(node: Any) -> list[int]:
    """The processes of a node that play a chunk just now."""
    raylet = node.all_processes["raylet"][0].process.pid
    children = Path(f"/proc/{raylet}/task/{raylet}/children").read_text().split()
    return [int(pid) for pid in children if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_play")]


def play(cluster: Any, games: int, on_progress: Callable[[int], None] | None = None) -> Any:
    over_cluster = partial(spread, address=cluster.address)
    return simulate(GAME, LEVELS, games, 4, spread=over_cluster, on_progress=on_progress)


@WHOLE
def test_totals_are_those_of_one_core_though_a_worker_and_then_a_node_are_killed(
    cluster: Any, second_node: Any
) -> None:
    killed: list[str] = []

    def kill(done: int) -> None:
        busy = busy_workers(second_node) if len(killed) < 2 else []
        if busy and not killed:
            os.kill(busy[0], signal.SIGKILL)
            killed.append("worker")
        elif busy:
            cluster.remove_node(second_node, allow_graceful=False)
            killed.append("node")

    together = play(cluster, 25_100, kill)
    assert killed == ["worker", "node"]
    assert together == simulate(GAME, LEVELS, 25_100, 4, workers=2)


@WHOLE
def test_a_connection_that_is_there_already_is_used_and_kept(cluster: Any) -> None:
    import ray

    with ray.init(cluster.address, log_to_driver=False, logging_level=logging.ERROR):
        assert simulate(GAME, LEVELS, 700, 4, spread=spread) == simulate(GAME, LEVELS, 700, 4, workers=1)
        assert ray.is_initialized()


@WHOLE
def test_a_tournament_is_that_of_one_core(cluster: Any) -> None:
    alone = tournament(GAME, LEVELS, 1500, 4, workers=1)
    together = tournament(GAME, LEVELS, 1500, 4, spread=partial(spread, address=cluster.address))
    assert np.array_equal(alone.rows, together.rows)


@WHOLE
def test_ctrl_c_keeps_the_finished_chunks_and_leaves_the_cluster_running(cluster: Any) -> None:
    code = (
        "import sys, jardinet, msgspec; from functools import partial\n"
        "from jardinet.arena.simulate import simulate; from jardinet.arena.cluster import spread\n"
        "game = jardinet.load_game('maudits_criquets')\n"
        "tally = simulate(game, ['random', 'random'], 10**9, 1, spread=partial(spread, address=sys.argv[1]),\n"
        "                 on_progress=lambda done: print(done, flush=True))\n"
        "print(msgspec.json.encode(tally).decode())"
    )
    command = [sys.executable, "-c", code, cluster.address]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        # Ray itself may say before that a node is gone: another test has killed one.
        assert any(line == "500\n" for line in process.stdout)
        os.killpg(process.pid, signal.SIGINT)
        said, errors = process.communicate(timeout=60)
    tally = json.loads(said.splitlines()[-1])
    assert (process.returncode, errors) == (0, "")
    assert tally["is_interrupted"] and tally["games"] >= 500 and tally["games"] % 500 == 0
    assert sum(tally["ends"].values()) == tally["games"]
    assert play(cluster, 10).games == 10


@WHOLE
def test_an_interrupt_between_two_chunks_leaves_the_cluster_running(cluster: Any) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    assert play(cluster, 10**9, interrupt).is_interrupted
    assert play(cluster, 10).games == 10


def with_a_comment(source: Path) -> None:
    shutil.copytree(jardinet.__path__[0], source, ignore=shutil.ignore_patterns("__pycache__"))
    with (source / "bots/random.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")


def without_arena(source: Path) -> None:
    source.mkdir()
    (source / "__init__.py").touch()


@WHOLE
@pytest.mark.parametrize(
    ("install", "says"),
    [
        (with_a_comment, "has other rules, bots or NumPy"),
        (without_arena, "Is the same jardinet.* installed on every node"),
    ],
)
def test_a_node_with_another_jardinet_is_found_out(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Callable[[Path], None], says: str
) -> None:
    install(tmp_path / "jardinet")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    node = cluster.add_node(**NODE)
    try:
        with pytest.raises(ClusterError, match=says):
            play(cluster, 20_000)
    finally:
        cluster.remove_node(node)


@WHOLE
def test_a_cluster_for_one_run_listens_on_the_loopback_device_alone_and_ends_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code = (
        "import sys, jardinet; from functools import partial\n"
        "from jardinet.arena.simulate import simulate; from jardinet.arena.cluster import spread\n"
        "game = jardinet.load_game('maudits_criquets')\n"
        "tell = lambda done: (print(done, flush=True), input() if done == 500 else None)\n"
        f"simulate(game, {LEVELS}, 1000, 4, spread=partial(spread, address={LOCAL!r}), on_progress=tell)"
    )
    monkeypatch.delenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", raising=False)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        # Ray itself may say before that a node is gone: another test has killed one.
        assert any(line == "500\n" for line in process.stdout)
        addresses = listening(process.pid)
        said, _ = process.communicate("\n", timeout=60)
    assert (process.returncode, said) == (0, "1000\n")
    assert addresses == {"0100007F", "0000000000000000FFFF00000100007F"}  # 127.0.0.1, as IPv4 and within IPv6
    until = time.monotonic() + 20  # the last of Ray's processes notice a moment later that their own has gone
    while pids_of(process.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert pids_of(process.pid) == []


def pids_of(session: int) -> list[str]:
    """The processes of a session."""
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    return [stat.split()[0] for stat in stats if int(stat.rpartition(")")[2].split()[3]) == session]


def listening(session: int) -> set[str]:
    """The addresses, as the kernel writes them, on which the processes of a session accept connections."""
    handles = [fd for pid in pids_of(session) for fd in Path(f"/proc/{pid}/fd").iterdir()]
    links = {str(fd.readlink()) for fd in handles if fd.is_symlink()}
    rows = [row.split() for name in ("tcp", "tcp6") for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return {row[1].partition(":")[0] for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in links}


# What cannot be reached --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
        ("127.0.0.1:99999", "no Ray cluster answers"),
        ("", "'' is not the address of a cluster"),
        ("nonsense", "'nonsense' is not the address of a cluster"),
        ("ray://127.0.0.1:10001", "give host:port of the head node, or auto, or local"),
    ],
)
def test_an_address_without_a_cluster_is_refused(address: str, says: str) -> None:
    with pytest.raises(ClusterError, match=says):
        simulate(GAME, LEVELS, 10, 1, spread=partial(spread, address=address))


@WHOLE
def test_a_server_that_is_no_cluster_is_given_up_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        call = ["simulate", "lucky-numbers", "--ray", f"127.0.0.1:{silent.getsockname()[1]}"]
        done = subprocess.run(
            [sys.executable, "-m", "jardinet", *call], capture_output=True, text=True, timeout=90, check=False
        )
    assert done.returncode == 2
    assert "no Ray cluster can be joined at 127.0.0.1:" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_ray_the_message_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['ray'] = None\nfrom jardinet.cli import main\nmain()"
    call = [sys.executable, "-c", code, "simulate", "lucky-numbers", "--ray", "local"]
    done = subprocess.run(call, capture_output=True, text=True, timeout=90, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "jardinet[cluster]"' in done.stderr


def test_a_bot_of_another_package_is_part_of_the_code_that_nodes_must_have_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "some_bots"
    package.mkdir()
    (package / "__init__.py").write_text("class Bot: pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    bot = importlib.import_module("some_bots").Bot()
    code = over_ray._code.__wrapped__  # not what is remembered
    usual = code(GAME.name, ("random",))
    monkeypatch.setattr(over_ray, "bot_of", lambda level, game: bot)
    with_bot = code(GAME.name, ("random",))
    (package / "choice.py").write_text("BEST = 1\n")
    assert len({usual, with_bot, code(GAME.name, ("random",))}) == 3
