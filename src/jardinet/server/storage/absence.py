"""Absence of a database, as its callers notice it: logged once, and once more when it is over."""

from __future__ import annotations

import logging
from time import monotonic

_log = logging.getLogger(__name__)


class Absence:
    """Absence of a database: see the module. It may be read and not be written, so each kind of job is noted for itself."""

    def __init__(self) -> None:
        self._missed: set[str] = set()
        self._answered_at: dict[str, float] = {}

    def note(self, kind: str, error: Exception, asked_at: float) -> None:
        """Note that a job of this kind had no answer; one asked before the last answer came tells nothing new."""
        if asked_at < self._answered_at.get(kind, asked_at):
            return
        if not self._missed:
            _log.error("the database does not answer (%s): bots, clocks and all others wait until it does.", error)
        self._missed.add(kind)

    def end(self, kind: str) -> None:
        """Note that a job of this kind had its answer."""
        self._answered_at[kind] = monotonic()
        if self._missed:
            self._missed.discard(kind)
            if not self._missed:
                _log.warning("the database answers again.")
