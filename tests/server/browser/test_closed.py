"""A table that is closed while its page is open: the page says so by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.server.browser.conftest import Site
from tests.server.browser.players import id_of, set_table

Visit = Callable[..., Page]


def test_an_open_page_says_that_its_table_was_closed(visit: Visit, site: Site) -> None:
    ada = visit(locale="fr")
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person")
    connection = ada.locator("#connection")
    expect(connection).to_have_text("")
    environment = {**os.environ, "JARDINET_DATABASE_URL": f"sqlite:///{site.database}"}
    call = [sys.executable, "-m", "jardinet", "admin", "close", id_of(table)]
    subprocess.run(call, env=environment, check=True, capture_output=True, timeout=60)
    expect(connection).to_have_text("Cette table a été fermée.", timeout=60_000)
    assert ada.reload() is not None
    expect(ada.locator("#main")).not_to_contain_text("Ada")
