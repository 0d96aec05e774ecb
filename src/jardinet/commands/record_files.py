"""Files of records that a command is given: what is wrong with one of several is told by its name, and the others are done."""

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
    """Files of records that could be read.

    Attributes:
        records: by file, in the order in which they were named.
        exit_code: FAILED where a file was refused, else DONE.
    """

    def __init__(self, paths: Sequence[Path], language: Language) -> None:
        """Read the files; what is refused of several is told on stderr, in a language.

        Raises:
            GameError: the only file is no record; the message names it.
            OSError: it cannot be read.
        """
        self.exit_code = DONE
        self._language = language
        self._is_alone = len(paths) == 1
        self.records = self._each(paths, load)

    @property
    def count(self) -> int:
        """How many records there are."""
        return sum(map(len, self.records.values()))

    def each(self, make: Callable[[list[Record]], Made]) -> dict[Path, Made]:
        """What is made of the records of each file; a file whose records `make` refuses by a GameError is told like one that is none.

        Raises:
            GameError: it refuses the only file.
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
