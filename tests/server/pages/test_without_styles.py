"""What is heard and what is seen can be told apart where no style sheet is used, as in text browsers."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from tests.kit.pages import Site

from jardinet.games import registered_games

INLINE = {"span", "b", "i", "small", "svg", "use", "path", "em", "strong", "bdi", "a", "button"}
VOID = {"input", "img", "meta", "link", "br", "hr"}


class WithoutStyles(HTMLParser):
    """Reader of a page that finds where a text for the ear and one for the eye follow each other without a sign between them.

    A blank is none: WebKit's text interface drops it beside what nobody sees.

    Attributes:
        run_together: both texts of each such place.
    """

    def __init__(self) -> None:
        """Read nothing yet."""
        super().__init__()
        self.run_together: list[str] = []
        self._open: list[bool] = []  # of each element that is open, whether it is for the ear
        self._last = ("", False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note whether what follows is for the ear; an element with a line of its own ends the last text."""
        if tag not in INLINE:
            self._last = ("", False)
        if tag not in VOID:
            self._open.append("visually-hidden" in (dict(attrs).get("class") or "").split())

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing stands in such an element."""

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag not in INLINE:
            self._last = ("", False)
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Compare a text with the one before it."""
        last, was_heard = self._last
        is_heard, data = any(self._open), data.strip()
        if not data:
            return
        if last and was_heard != is_heard and last[-1].isalnum() and data[0].isalnum():
            self.run_together.append(f"{last}|{data}")
        self._last = (data, is_heard)


class Twice(HTMLParser):
    """Reader of a page that finds what is read twice where no style sheet is used.

    Attributes:
        texts: what is there for the eye alone, hidden from the ear, and yet a text beside one for the ear.
    """

    def __init__(self) -> None:
        """Read nothing yet."""
        super().__init__()
        self.texts: list[str] = []
        self._open: list[bool] = []  # of each element that is open, whether it is for the eye alone

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note whether what follows is for the eye alone: hidden from the ear, and not from the eye."""
        told = dict(attrs)
        if tag not in VOID:
            is_seen = told.get("aria-hidden") == "true" and "visually-hidden" not in (told.get("class") or "")
            self._open.append(is_seen and tag != "p")  # what was news before is heard no more, and stays a text

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing stands in such an element."""

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        self._open.pop()

    def handle_data(self, data: str) -> None:
        """Note a text that is only seen."""
        if data.strip() and any(self._open):
            self.texts.append(data)


@pytest.mark.parametrize("game", registered_games())
def test_each_thing_is_read_once(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    own = reader.set_table(game, name="Ada", seat2="random")
    for address in ("/", f"{table}/replay/1?step=9", f"{table}/replay/1?step=9999", table, own):
        page = Twice()
        html = reader.get(address).text
        page.feed(html)
        assert page.texts == []
        assert address == "/" or 'data-seen="' in html


@pytest.mark.parametrize("game", registered_games())
def test_what_is_heard_and_what_is_seen_do_not_run_together(site: Site, game: str) -> None:
    table, reader = site.finished_table(game), site.visitor()
    own = reader.set_table(game, name="Ada", seat2="random")
    for address in (f"{table}/replay/1?step=9", f"{table}/replay/1?step=9999", table, own):
        page = WithoutStyles()
        page.feed(reader.get(address).text)
        assert page.run_together == []
