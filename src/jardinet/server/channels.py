"""Litestar's channels plugin, changed: it forgets a channel without listeners, and sends nothing to such a channel.

Litestar's own keeps the name of every channel that anybody ever listened to, and looks at all of them whenever somebody
stops listening. A published message passes through a queue and a task, which costs time at every play, even at a table
that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Iterable

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.channels.subscriber import Subscriber
from litestar.types import LitestarEncodableType


class Channels(ChannelsPlugin):
    """Channels plugin that forgets a channel with its last listener."""

    def publish(self, data: LitestarEncodableType, channels: str | Iterable[str]) -> None:
        """See ChannelsPlugin. Where there is no other process, a channel has to have listeners here."""
        names = [channels] if isinstance(channels, str) else list(channels)
        if isinstance(self._backend, MemoryChannelsBackend):
            names = [name for name in names if self._channels.get(name)]
        if names:
            super().publish(data, names)

    async def unsubscribe(self, subscriber: Subscriber, channels: str | Iterable[str] | None = None) -> None:
        """End a subscription to some channels, or to all; a channel without listeners is forgotten."""
        names = (
            list(self._channels) if channels is None else [channels] if isinstance(channels, str) else list(channels)
        )
        await super().unsubscribe(subscriber, names)
        for name in names:
            if not self._channels.get(name, True):  # nor has somebody come meanwhile
                del self._channels[name]
