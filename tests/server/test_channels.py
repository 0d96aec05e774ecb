from __future__ import annotations

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from jardinet.server.channels import Channels

pytestmark = pytest.mark.anyio


async def test_a_channel_is_forgotten_with_its_last_listener_and_no_sooner() -> None:
    async with Channels(MemoryChannelsBackend(), arbitrary_channels_allowed=True) as channels:
        first = await channels.subscribe(["table:a", "table:b"])
        second = await channels.subscribe("table:a")
        await channels.unsubscribe(first, ["table:a", "table:b"])
        assert set(channels._channels) == {"table:a"}
        channels.publish(b"news", "table:a")
        assert await anext(second.iter_events()) == b"news"
        await channels.unsubscribe(second)
        assert not channels._channels
        async with channels.start_subscription(["table:a"]) as third:
            channels.publish(b"more", "table:a")
            assert await anext(third.iter_events()) == b"more"
        assert not channels._channels
