"""Figures that rows of the bench came to, kept in a JSON file: docs/bots/figures.json has those of docs/bots.md."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
from benches.bots.measured import Measured, Run
from benches.bots.rows import ROWS, Row

from jardinet.bots.levels import digest_of_nets
from jardinet.play.files import save_bytes

USUAL_SEED = 1


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Figure of a row, and how it came about.

    Attributes:
        row: the row's name.
        measured: what came of it.
        seed: of everything random; None: nobody noted it.
        commit: of the code, see `arena.training.commit_of_code`; empty: nobody noted it.
        net: SHA-256 of the net that played (`digest_of_nets`); empty: none did, or nobody noted it.
        reader: the file of a reader's net, where one was given.
        reader_nets: SHA-256 of that file; empty where none was given.
        seconds: how long it took, on whatever machine; None: nobody noted it.
        note: what a reader must know.
    """

    row: str
    measured: Measured
    seed: int | None = None
    commit: str = ""
    net: str = ""
    reader: str = ""
    reader_nets: str = ""
    seconds: float | None = None
    note: str = ""

    @classmethod
    def of(cls, row: Row, measured: Measured, run: Run, seconds: float, commit: str) -> Figure:
        """Of a row that has just been measured, with today's net."""
        reader = run.reader if row.reads else None
        return cls(
            row=row.name,
            measured=measured,
            seed=run.seed,
            commit=commit,
            net=_digest_today(row),
            reader=str(reader or ""),
            reader_nets=sha256(reader.read_bytes()).hexdigest() if reader else "",
            seconds=round(seconds, 1),
        )

    def command(self, row: Row) -> str:
        """The command that measures it again."""
        games = self.measured.games
        told = [
            f'python -m benches.bots --only "{self.row}"',
            f"--games {games}" if games != row.games else "",
            f"--seed {self.seed}" if self.seed not in (None, USUAL_SEED) else "",
            f"--reader {self.reader}" if self.reader else "",
        ]
        return " ".join(part for part in told if part)

    def marks(self, row: Row) -> str:
        """What must be known of it: of which net it is, if not of today's, and the note."""
        net = ""
        if self.net != _digest_today(row):
            net = "of an older net" if self.net else "of a net that nobody noted"
        return "; ".join(part for part in (net, self.note) if part)


def _digest_today(row: Row) -> str:
    """SHA-256 of the net that plays in a row; empty where none does."""
    return digest_of_nets(row.game, row.net) if row.net else ""


def read_figures(path: Path) -> dict[str, Figure]:
    """The figures in a file, by the names of their rows; none where there is no file.

    Raises:
        msgspec.DecodeError: the file has something else.
    """
    found = msgspec.json.decode(path.read_bytes(), type=list[Figure]) if path.exists() else []
    return {figure.row: figure for figure in found}


def keep(figure: Figure, path: Path) -> None:
    """Put a figure into a file in the place of an older one of its row; those of other rows stay."""
    # Read anew for each figure, since other rows may be measured at the same time.
    found = {**read_figures(path), figure.row: figure}
    order = {row.name: place for place, row in enumerate(ROWS)}
    figures = sorted(found.values(), key=lambda one: order.get(one.row, len(order)))
    save_bytes(path, msgspec.json.format(msgspec.json.encode(figures)) + b"\n")
