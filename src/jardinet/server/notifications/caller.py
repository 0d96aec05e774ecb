"""What pages need of the notifier, which is loaded only where somebody can be called at all."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Caller(Protocol):
    """Notifier, as pages know it."""

    def saw(self, person: str) -> None:
        """Note that somebody looks at a page here."""

    async def ask_to_confirm(self, address: str, key: str, language: str) -> bool:
        """Send the mail whose link confirms an address; False: the mail server does not take it."""
