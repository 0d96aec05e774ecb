"""A server that ends gracefully and starts again: whoever has a page open goes on by themselves, players and onlookers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page
from tests.kit.servers import ServerProcess, two_processes
from tests.server.browser.players import Forms, ply, set_table, table_of_two, until
from tests.sizes import WHOLE

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")


@pytest.fixture
def two(tmp_path: Path) -> Iterator[list[ServerProcess]]:
    """Two processes of one server."""
    with two_processes(tmp_path) as servers:
        yield servers


def noted_loads(pages: list[Page]) -> list[Page]:
    """Grows by a page whenever one is loaded anew."""
    loads: list[Page] = []

    def note(page: Page) -> None:
        loads.append(page)

    for page in pages:
        page.on("load", note)
    return loads


def know_of_it(pages: list[Page]) -> None:
    """Wait until each page tells its reader that there is no connection."""
    for page in pages:
        note = page.locator("#connection")
        until(page, lambda note=note: note.inner_text() == note.get_attribute("data-lost"))  # type: ignore[misc]


def show(pages: list[Page], reached: int) -> None:
    """Wait until each page shows how the table stands, and tells of nothing any more."""
    for page in pages:
        until(page, lambda page=page: ply(page) == reached and not page.locator("#connection").inner_text())  # type: ignore[misc]
    assert len({page.locator("#board").count() for page in pages}) == 1


def played(ada: Page, ben: Page, table: str) -> int:
    """What can be played is, without their pages; the ply after it."""
    forms = [Forms(page, table) for page in (ada, ben)]
    before = forms[0].ply()
    plays = [one.play(Random(3)) for one in forms]  # where all bid at once, both do
    assert any(plays)
    after = forms[0].ply()
    assert after > before
    return after


@WHOLE
@pytest.mark.parametrize("game", GAMES)
def test_players_and_onlookers_see_by_themselves_what_is_played_after_a_restart(
    visit: Visit, site: ServerProcess, game: str
) -> None:
    ada, ben = visit(), visit()
    table = table_of_two(ada, ben, game)
    pages = [ada, ben, visit(table), visit(table, locale="fr-FR")]
    loads = noted_loads(pages)
    for _ in range(2):
        show(pages, played(ada, ben, table))
        site.stop()
        know_of_it(pages)
        site.start()
        show(pages, played(ada, ben, table))
    assert loads == []


@WHOLE
@pytest.mark.parametrize("game", GAMES)
def test_pages_see_what_was_played_at_the_other_process_while_theirs_was_away(
    visit: Visit, two: list[ServerProcess], game: str
) -> None:
    one, other = two
    ada, ben = (visit(base_url=one.address) for _ in range(2))
    table = table_of_two(ada, ben, game)
    elsewhere = table.replace(one.address, other.address)
    at_one = [ada, ben, visit(table)]
    stay = [visit(elsewhere), visit(elsewhere, locale="de-DE")]
    host = visit(base_url=one.address)
    waiting = set_table(host, game, name="Eve", seat2="person")
    loads = noted_loads([*at_one, *stay, host])

    one.stop()
    show(stay, reached := played(ada, ben, elsewhere))
    know_of_it([*at_one, host])
    guest = visit(waiting.replace(one.address, other.address))
    guest.locator("form[action$='/sit'] [name=name]").first.fill("Zoe")
    guest.locator("form[action$='/sit'] button.main").first.click()
    one.start()
    show(at_one, reached)
    until(host, lambda: host.locator("#board").count() == 1)
    show([*at_one, *stay], played(ada, ben, table))
    assert loads == []
    for process in two:
        assert "Traceback" not in process.told()
