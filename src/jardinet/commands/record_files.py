"""Loading of the record files given to a command: a bad one among several is reported by name, and the others are used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from jardinet.commands.options import DONE, FAILED
from jardinet.games.parameters import GameError
from jardinet.play.files import load
from jardinet.play.record import Record
from jardinet.system_errors import reason_of
from jardinet.words.language import Language

Made = TypeVar("Made")


class LoadedFiles:
    """Record files that could be read.

    Attributes:
        records: by file, in the order in which they were named.
        exit_code: FAILED if a file was refused, else DONE.
    """

    def __init__(self, paths: Sequence[Path], language: Language) -> None:
        """Read the files, of a folder all its `*.jdn`; if one of several is refused, say so on stderr, in `language`.

        Raises:
            GameError: the only file is no record, or a folder has none; the message names it.
            OSError: the only file cannot be read.
        """
        self.exit_code = DONE
        self._language = language
        self._is_alone = len(paths) == 1
        files = [file for found in self._each(paths, _files_in).values() for file in found]
        self._is_alone = self._is_alone and len(files) == 1
        self.records = self._each(files, load)

    @property
    def count(self) -> int:
        """The number of records in all files."""
        return sum(map(len, self.records.values()))

    def each(self, make: Callable[[list[Record]], Made]) -> dict[Path, Made]:
        """Apply `make` to the records of each file; a file that it refuses by a GameError is reported like one that cannot be read.

        Raises:
            GameError: `make` refuses the only file.
        """
        return self._each(self.records, lambda path: make(self.records[path]))

    def _each(self, paths: Iterable[Path], make: Callable[[Path], Made]) -> dict[Path, Made]:
        made = dict[Path, Made]()
        for path in paths:
            try:
                made[path] = make(path)
            except GameError as error:
                self._refuse(error.within("{path}: {reason}", path=path))
            except OSError as error:
                self._refuse(error)
        return made

    def _refuse(self, error: GameError | OSError) -> None:
        if self._is_alone:
            raise error
        language = self._language
        if isinstance(error, OSError):
            told = language.entry(str(error.filename), language.text(reason_of(error)))
        else:
            told = language.tell(error)
        typer.echo(told, err=True)
        self.exit_code = FAILED


def _files_in(path: Path) -> list[Path]:
    """The file itself, or those of a folder, by name."""
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*.jdn"))
    if not found:
        raise GameError("no-records-there", "there are no records (*.jdn) in this folder.")
    return found
