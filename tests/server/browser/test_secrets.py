"""No page and no live update tells what its reader may not know; see the API's test of the same."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from random import Random

import pytest
from playwright.sync_api import Page, Response, WebSocket
from tests.kit.servers import ServerProcess
from tests.server.browser.players import LONGEST, Forms, id_of, ply, table_of_two, until
from tests.server.copies import secret_of, twin
from tests.sizes import first_of

Visit = Callable[..., Page]
GAMES = ("lucky_numbers", "maudits_criquets")


class Reading:
    """Everything that a page gets to read from here on: HTML and live updates."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts: list[str] = []
        page.on("response", self._note)
        page.on("websocket", self._listen)

    def _note(self, response: Response) -> None:
        if "html" in response.headers.get("content-type", ""):
            self.texts.append(response.text())

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.texts.append(str(frame)))

    def live(self, address: str) -> str:
        """What a table's page and its first live update say; what comes beside them is of other tables."""
        self.texts = []

        def of_the_table() -> list[str]:
            return [text for text in self.texts if not text.startswith("{")]

        self.page.goto(address)
        until(self.page, lambda: len(of_the_table()) == 2)
        return "\n".join(sorted(of_the_table()))  # which of the two is noted first is chance


def told_of(text: str, site: ServerProcess, table: str) -> str:
    """What is said of a table, but for its id, the commitment and the time, which tell nothing, and a form's own token."""
    commitment = sha256(secret_of(site.file, id_of(table))).hexdigest()
    text = text.replace(id_of(table), "ID").replace(commitment, "COMMITMENT")
    return re.sub(r'name="_csrf_token" value="\w+"|data-now="[\d.]+"|\?at=[\d.]+', "", text)


@pytest.mark.parametrize("game", first_of(GAMES[::-1]))
def test_nothing_that_others_read_in_a_whole_game_tells_the_secret(
    visit: Visit, site: ServerProcess, game: str
) -> None:
    ada, ben, eve = visit(), visit(), visit()
    readings = [Reading(page) for page in (ben, eve)]
    table = table_of_two(ada, ben, game)
    eve.goto(table)
    first, second, chance = Forms(ada, table), Forms(ben, table), Random(4)
    plays = 0
    while 'aria-labelledby="after"' not in first.look():
        plays += first.play(chance) or second.play(chance)
        assert plays < LONGEST
    for page in (ben, eve):
        until(page, lambda page=page: page.locator("#after").count() == 1)  # type: ignore[misc]
        assert ply(page) == ply(eve)

    secret = secret_of(site.file, id_of(table))
    texts = [*second.read, *(text for one in readings for text in one.texts)]
    assert len(texts) > 2 * plays
    for form in (secret.hex(), secret.hex().upper(), b64encode(secret).decode().rstrip("=")):
        assert not any(form in text for text in texts)
    assert secret.hex() in second.look("/proof")  # now that it is over, it is told


@pytest.mark.parametrize("game", GAMES)
def test_pages_and_live_updates_do_not_depend_on_what_is_hidden(visit: Visit, site: ServerProcess, game: str) -> None:
    ada, ben, eve = visit(), visit(), visit()
    table = table_of_two(ada, ben, game)
    first, second, chance = Forms(ada, table), Forms(ben, table), Random(4)
    readings = [(Reading(ben), 1), (Reading(eve), -1)]
    compared = 0
    for count in range(12):
        first.play(chance)
        if count % 4 == 3:
            for reading, seat in readings:
                other = table.replace(id_of(table), twin(site.file, id_of(table), seat))
                for one in (ada, ben):
                    one.request.get(other)  # who is there is no secret
                for path in ("", "/proof", "/replay/1", "/record"):
                    pages = [reading.page.request.get(one + path).text() for one in (table, other)]
                    assert told_of(pages[0], site, table) == told_of(pages[1], site, other)
                assert told_of(reading.live(table), site, table) == told_of(reading.live(other), site, other)
                compared += 1
        second.play(chance)
    assert compared == 6
