"""The deal of the day in two browsers, one of which runs no script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.kit.servers import ServerProcess
from tests.server.browser.places import play_by_forms
from tests.server.browser.players import id_of, is_over, play_by_mouse, until
from tests.server.browser.test_secrets import Reading
from tests.server.copies import secret_of
from tests.sizes import first_of

Visit = Callable[..., Page]


def begin(page: Page, game: str, name: str) -> str:
    """Begin today's deal from the home page, by its link and its form; returns the table's address."""
    page.goto("/")
    page.locator(f"a[href='/day/{game}']").click()
    page.locator("main form [name=name]").fill(name)
    page.locator("main form button.main").click()
    page.wait_for_url("**/t/*")
    return page.url


@pytest.mark.parametrize("game", first_of(("lucky_numbers", "maudits_criquets"), 2))
def test_who_is_done_first_learns_nothing_and_tells_nothing_of_the_deck(
    visit: Visit, site: ServerProcess, game: str
) -> None:
    ada, ben = visit(), visit(java_script_enabled=False)
    reading = Reading(ada)
    tables = {"Ada": begin(ada, game, "Ada"), "Ben": begin(ben, game, "Ben")}
    secrets = {secret_of(site.file, id_of(table)) for table in tables.values()}
    assert len(secrets) == 1, "both have the same deal"
    play_by_mouse(ada)
    until(ada, lambda: is_over(ada))
    ada.locator(".after a[href^='/day/']").click()
    until(ada, lambda: ada.locator(".compared").count() == 1)
    for part in ("", "/replay/1", "/record", "/proof"):
        assert ben.request.get(tables["Ada"] + part).status == 403
    assert ben.request.get(f"/api/tables/{id_of(tables['Ada'])}").status == 403
    listed = ben.request.get(f"/day/{game}").text()
    assert ">Ada<" in listed
    assert "compared" not in listed
    ada.goto(tables["Ada"] + "/proof")
    (secret,) = secrets
    assert len(reading.texts) > 5
    assert not any(secret.hex() in text for text in reading.texts)

    play_by_forms(ben, tables["Ben"])
    ben.goto(f"/day/{game}")
    told = ben.locator("section[aria-labelledby=who] tbody th").all_inner_texts()  # others of this site may be there
    assert {"Ada", "Ben you"} <= set(told)
    assert ben.locator(".shared").input_value().startswith("Jardinet, ")
    ada.goto(f"/day/{game}")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.locator("[data-copy]").click()
    until(ada, lambda: ada.locator("#copied").inner_text() == "Copied")
    assert ada.evaluate("navigator.clipboard.readText()") == ada.locator(".shared").input_value()
