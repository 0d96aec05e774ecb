"""What a table weighs on its way to somebody who has never been here: everything its page asks for, as it is sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request
from tests.server.browser.players import OPEN, set_table, until

MOST = 60_000  # bytes of a table, scripts and drawings and all


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_table_is_light(visit: Callable[..., Page], game: str) -> None:
    host = visit()
    table = set_table(host, game, name="Ada", seat2="casual", seat3="casual", seat4="casual")
    until(host, lambda: host.locator(OPEN).count() > 0)
    came: list[Request] = []

    def keep(request: Request) -> None:  # Playwright takes no method of a list's
        came.append(request)

    newcomer = visit("/rules", storage_state=host.context.storage_state())
    newcomer.context.new_cdp_session(newcomer).send("Network.clearBrowserCache")
    newcomer.on("requestfinished", keep)
    newcomer.goto(table)
    newcomer.wait_for_load_state("networkidle")
    sizes = {one.url: one.sizes()["responseBodySize"] for one in came}
    assert any(url.endswith("/static/table.css") for url in sizes), sizes
    assert sum(sizes.values()) <= MOST, sizes
