"""What pages and commands need of the notifier, which is loaded only where somebody can be called at all."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, runtime_checkable


@runtime_checkable
class Caller(Protocol):
    """Notifier, as pages and commands know it."""

    def saw(self, person: str) -> None:
        """Note that somebody looks at a page here."""

    async def ask_to_confirm(self, address: str, key: str, language: str) -> bool:
        """Send the mail whose link confirms an address; False: the mail server does not take it."""

    def mail_links(self, address: str) -> None:
        """Send soon, to a confirmed address, links by which its people sign in; to any other nothing is sent."""

    async def remind(self, at: datetime) -> int:
        """Do what is due at a time, as if it were then; returns how many calls were sent."""
