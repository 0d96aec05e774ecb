"""Full disks: what cannot be written is refused in a sentence, what was acknowledged stays, and all goes on with the space."""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import pytest
from tests.kit.servers import ServerProcess, Start
from tests.kit.stores import PostgresProcess
from tests.long.people import Answer, Line, new_account
from tests.long.sizes import log, rounds, size, until
from tests.sizes import WHOLE

pytestmark = WHOLE

TRIES = 10  # while the disk is full
SECONDS_A_TURN = 10
SAID = 64 * 1024  # bytes that a server may say of it
SPACE = 48  # MB of a small disk, which a new database of PostgreSQL has eight of

REFUSED, POSSIBLE = "the database cannot be written (", "the database can be written again."


class Disk(Protocol):
    """Disk that can be full."""

    def fill(self) -> None:
        """Leave no space."""

    def free(self) -> None:
        """Have space again."""


class SmallDisk:
    """Disk of its own, which only root can make.

    Attributes:
        folder: where it is.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    @contextmanager
    def mounted(cls, folder: Path) -> Iterator[SmallDisk]:
        """Such a disk at a folder."""
        made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SPACE}m", "tmpfs", str(folder)], check=False)
        if made.returncode:
            pytest.skip("only root can make a disk")
        try:
            yield cls(folder)
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)

    def fill(self) -> None:
        """See Disk."""
        with (self.folder / "filler").open("wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)):
                    pass
            except OSError:
                pass

    def free(self) -> None:
        """See Disk."""
        (self.folder / "filler").unlink()


class ShortFiles:
    """Disk on which files stay short, for one process: those of a database are longer already.

    What a file has room for can be written: SQLite begins its log of writes anew when that is long.
    """

    def __init__(self, server: ServerProcess) -> None:
        self._server = server

    def fill(self) -> None:
        """See Disk; the server can still say something."""
        self._limit(self._server.log.stat().st_size + SAID)

    def free(self) -> None:
        """See Disk."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, most: int) -> None:
        resource.prlimit(self._server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


class Somebody:
    """Person who plays alone, table after table, and knows what was answered."""

    def __init__(self, server: ServerProcess, chance: Random) -> None:
        self._chance, self._server = chance, server
        self._account = new_account(server.address, "Ada", chance)
        self._line = Line(server.address, self._account)
        self._moves: dict[str, str] = {}  # by table, as last answered
        self._current = ""

    def open(self, **agreed: Any) -> Answer:
        """Ask for a table."""
        asked = {"game": "lucky_numbers", "parameters": {}, "seats": ["person", "person"], **agreed}
        return self._line.ask("POST", "/api/tables", asked)

    def opened(self, **agreed: Any) -> str:
        """A table's id."""
        answer = self.open(**agreed)
        assert answer.status == 201, answer
        return str(answer.json()["id"])

    def state(self, table_id: str) -> Any:
        """How a table stands."""
        return self._line.table(table_id)

    def sees_more(self, table_id: str, ply: int) -> bool:
        """Whether a table is further than that, or all is over."""
        state = self.state(table_id)
        return bool(state["seq"] > ply or state["status"] == "finished")

    def play(self) -> Answer:
        """Ask for one play; what is answered is so, and so is what is refused."""
        if not self._current:
            self._current = self.opened()
            begun = self._line.post(f"/api/tables/{self._current}/sit", seat=1, beside=True)
            self._moves[self._current] = begun["state"]["moves"]
        state = self.state(self._current)
        assert state["moves"] == self._moves[self._current]
        move = self._chance.choice(state["legal"])
        asked = {"ply": state["seq"], "moves": [move], "seat": state["seat"]}
        answer = self._line.ask("POST", f"/api/tables/{self._current}/play", asked)
        if answer.status == 200:
            after = answer.json()["state"]
            self._moves[self._current] = after["moves"]
            if after["status"] == "finished":
                self._current = ""
        return answer

    def play_anew(self) -> Answer:
        """Ask for a first play at another table."""
        self._current = ""
        return self.play()

    def is_refused(self) -> bool:
        """Whether a play is."""
        answer = self.play()
        assert answer.status in (200, 503), answer
        assert answer.status == 200 or "the database cannot be written to at the moment" in answer.json()["error"]
        return answer.status == 503

    def page_of_refusal(self) -> str:
        """What a page says to a play that is refused."""
        cookies = dict(one.split("=", 1) for one in self._account.cookies.split("; "))
        path = f"/t/{self._current}"
        page = self._line.get_page(f"{path}?pick=all", cookies)  # a hand to set up is arranged then
        assert page.status == 200
        play = re.search(r'name="play" value="([^"]+)"', page.body.decode())
        assert play
        ply = str(self.state(self._current)["seq"])
        answer = self._line.post_form(f"{path}/play", cookies, ply=ply, play=play[1])
        assert answer.status == 503
        return answer.body.decode()

    def check_all(self) -> None:
        """Fail where anything is not as it was answered."""
        for table_id, moves in self._moves.items():
            assert self.state(table_id)["moves"] == moves


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder for a database alone, which whoever runs PostgreSQL may enter."""
    with TemporaryDirectory(prefix="jardinet-disk-") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def test_a_server_on_sqlite_outlives_a_full_disk(at: Start, folder: Path, chance: Random) -> None:
    with SmallDisk.mounted(folder) as disk:
        (server,) = at(f"sqlite:///{folder / 'tables.sqlite3'}")
        _outlives(server, disk, chance)
        server.close()


def test_a_server_on_sqlite_outlives_a_limit_of_its_files(at: Start, folder: Path, chance: Random) -> None:
    """Which a quota is like; it needs no root."""
    (server,) = at(f"sqlite:///{folder / 'tables.sqlite3'}")
    _outlives(server, ShortFiles(server), chance)


def test_a_server_on_postgresql_outlives_a_full_disk(
    at: Start, postgresql: PostgresProcess, folder: Path, chance: Random
) -> None:
    with SmallDisk.mounted(folder) as disk:
        place = folder / "cluster"
        place.mkdir()
        shutil.chown(place, "postgres", "postgres")
        postgresql.run("psql", "--command", f"CREATE TABLESPACE small LOCATION '{place}'")
        database = postgresql.new_database("--tablespace=small")
        (server,) = at(database)
        _outlives(server, disk, chance)
        server.close()
        postgresql.run("dropdb", "--force", database.rpartition("/")[2])
        postgresql.run("psql", "--command", "DROP TABLESPACE small")


def _outlives(server: ServerProcess, disk: Disk, chance: Random) -> None:
    ada, times = Somebody(server, chance), size(20, 1)
    for number in rounds("full disks", times):
        for _ in range(chance.randint(1, 20)):
            assert ada.play().status == 200
        bots = ada.opened(seats=["greedy", "greedy"], bot_pace="quick")
        clock = ada.opened(seconds_a_turn=SECONDS_A_TURN, seats=["person", "greedy"])
        assert ada.play_anew().status == 200  # of a table that is over there would be nothing to refuse
        disk.fill()
        # Something small may still find room after what was larger did not.
        until(lambda: all(ada.is_refused() for _ in range(TRIES)), "nothing can be written any more")
        assert "The database cannot be written to at the moment" in ada.page_of_refusal()
        seen = {table_id: ada.state(table_id)["seq"] for table_id in (bots, clock)}
        disk.free()
        assert not ada.is_refused()
        for table_id, ply in seen.items():
            until(partial(ada.sees_more, table_id, ply), "bots and clocks go on by themselves")
        until(partial(_is_over, server, ada, number + 1), "the log says that it is over")
    assert server.told().count(REFUSED) == times, server.told()
    server.kill()
    server.start()
    ada.check_all()
    log.info("%s", server.told())


def _is_over(server: ServerProcess, ada: Somebody, times: int) -> bool:
    assert not ada.is_refused()
    return server.told().count(POSSIBLE) == times
