"""Playing at a table, and then rematches, until the players here want no more."""

from __future__ import annotations

import sys

from jardinet.terminal.api import Table
from jardinet.terminal.screen import Screen
from jardinet.words.language import Language


def play_on(table: Table | None, screen: Screen, language: Language) -> int:
    """Play at a table, and at those of its rematches; returns the exit code of the last session, 0 where there is no table."""
    code = 0
    while table:
        with table.attended():
            with screen.leaving(table.told_return(language)):
                from jardinet.terminal.session import Session

                code = Session(table, screen, language).run()
            if code or not (table.is_over and table.people and sys.stdin.isatty()):
                break
            from jardinet.terminal.afterwards import Afterwards

            table = Afterwards(table, screen, language).ask()
    return code
