"""A table that is closed while its page is open: the page says so by itself."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.kit.forking import run
from tests.kit.servers import ServerProcess
from tests.server.browser.players import id_of, set_table

Visit = Callable[..., Page]


def test_an_open_page_says_that_its_table_was_closed(visit: Visit, site: ServerProcess) -> None:
    ada = visit(locale="fr")
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person")
    connection = ada.locator("#connection")
    expect(connection).to_have_text("")
    assert run("admin", "close", id_of(table), JARDINET_DATABASE_URL=site.database).returncode == 0
    expect(connection).to_have_text("Cette table a été fermée.", timeout=60_000)
    assert ada.reload() is not None
    expect(ada.locator("#main")).not_to_contain_text("Ada")
