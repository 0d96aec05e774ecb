"""How the tests play in a browser: by mouse, by keyboard, and with nothing but forms."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Collection
from random import Random

from playwright.sync_api import Error, Page, Request
from tests.kit.waiting import PATIENCE, naps

INSTANT = {"bot_pace": "instant"}
LONGEST = 400  # presses; a game against a bot has about fifty

OPEN = "#board button[name=play]:not([disabled]), #arrange"  # what can be pressed and plays something, or leads there
PICKABLE = ".tiles button[name=pick]"

# Setting a table and sitting down ------------------------------------------------------------


def set_table(page: Page, game: str, **chosen: str) -> str:
    """Set a table by its form; returns its address. The page is at the table then."""
    page.goto(f"/set-up/{game}")
    page.locator("main details").evaluate_all("all => all.forEach((fold) => { fold.open = true; })")
    for name, value in (INSTANT | chosen).items():
        field = page.locator(f"main [name={name}]")
        if name == "name" and not field.count():  # it is known already
            continue
        if field.first.get_attribute("type") == "radio":
            page.locator(f"main label:has([name={name}][value='{value}'])").click()
        elif field.first.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("form[action='/tables'] button.main").click()
    page.wait_for_url("**/t/*")
    return page.url


def sit_down(page: Page, table: str, name: str) -> None:
    """Come to a table and take its first free seat."""
    page.goto(table)
    page.locator("form[action$='/sit'] [name=name]").first.fill(name)
    page.locator("form[action$='/sit'] button.main").first.click()
    until(page, lambda: page.locator("#join").count() == 0)


def table_of_two(ada: Page, ben: Page, game: str, **chosen: str) -> str:
    """A table of Ada, who begins where somebody does, and Ben; returns its address."""
    first = {"first": "1"} if game == "lucky_numbers" else {}
    table = set_table(ada, game, **({"name": "Ada", "seat2": "person"} | first | chosen))
    sit_down(ben, table, "Ben")
    for page in (ada, ben):
        until(page, lambda page=page: page.locator("#board").count() == 1)  # type: ignore[misc]
    return table


def id_of(table: str) -> str:
    """A table's id, of its address."""
    return re.split(r"[/?#]", table.partition("/t/")[2])[0]


# What a page shows -----------------------------------------------------------------------------


def is_over(page: Page) -> bool:
    return page.locator("#after").count() > 0


def ply(page: Page) -> int:
    return int(page.locator("main").get_attribute("data-ply") or 0)


def has_chosen(page: Page) -> bool:
    """Whether a secret choice is in, which changes no ply."""
    return page.locator("#board [name=play][aria-pressed=true]").count() > 0


def until(page: Page, is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something is so. (Playwright's own wait_for_function needs eval, which our pages forbid.)"""
    end, nap = time.monotonic() + seconds, naps()
    while not is_so():
        assert time.monotonic() < end, f"waited {seconds} seconds in vain"
        page.wait_for_timeout(1000 * max(next(nap), 0.02))


def renew(page: Page) -> None:
    """Load a page anew that may be doing so at the same moment: without JavaScript it asks the browser for that now and then."""

    def is_new() -> bool:
        try:
            return page.reload() is not None
        except Error:
            return False

    until(page, is_new)


def load_whole(page: Page, address: str) -> None:
    """Load a page, and wait until all that it asks for is there and drawn. ("networkidle" never came once, on a busy machine.)"""
    asked: Counter[Request] = Counter()
    page.on("request", lambda one: asked.update([one]))
    for ended in ("requestfinished", "requestfailed"):
        page.on(ended, lambda one: asked.subtract([one]))
    page.goto(address)
    page.evaluate(DRAWN)  # what is loaded lazily is asked for by then
    until(page, lambda: max(asked.values(), default=0) <= 0)
    page.evaluate(DRAWN)


# Two frames: what is known at the first is laid out at the second.
DRAWN = "() => new Promise((goOn) => requestAnimationFrame(() => requestAnimationFrame(goOn)))"


def wait_for_turn(page: Page) -> bool:
    """Wait until something can be played here; False where the game is over instead."""
    until(page, lambda: page.locator(f"{OPEN}, #after").count() > 0)
    return not is_over(page)


# Playing ---------------------------------------------------------------------------------------


def choose(page: Page, chance: Random) -> str:
    """The id of something to press, so that the game comes to an end: the free cell that a tile fits best; "" for nothing."""
    buttons = page.locator(OPEN).evaluate_all(_BUTTONS)
    cells = [one for one in buttons if one["misfit"] is not None]
    if cells:
        best = min(cells, key=lambda one: float(one["misfit"]))
        cells = [best] if best["misfit"] < 4 else []
    calm = [one for one in buttons if not one["exchanges"] and one["misfit"] is None]
    found = cells or calm or buttons
    return str(chance.choice(found)["id"]) if found else ""


# Of each button: how far the tile to be placed is from the middle of what its free cell takes; none for others.
_BUTTONS = """
(all) => {
  const tile = Number(document.querySelector(".in-hand b")?.textContent ?? 0);
  return all.map((one) => {
    const takes = one.querySelector(".accepts")?.dataset.takes.match(/\\d+/g)?.map(Number);
    const misfit = takes ? Math.abs(tile - (takes[0] + takes.at(-1)) / 2) : null;
    return { id: one.id, misfit, exchanges: one.querySelector(".sign")?.dataset.seen === "⇄" };
  });
}
"""


def press(page: Page, chance: Random) -> None:
    """Play something by mouse and wait until the page shows that it was played."""
    before, name = ply(page), choose(page, chance)
    if not name:
        return  # the page has just changed
    if not click(page, name):
        return
    if name == "arrange":
        page.locator("#ready").click()
    wait_for_play(page, before)


def click(page: Page, name: str) -> bool:
    """Click a button; False where it has gone meanwhile: a bid may be another one until the bots have chosen too."""
    button = page.locator(f"#{name}")
    for _ in range(int(PATIENCE / 2)):
        try:
            button.click(timeout=2000)
        except Error:
            if not button.count():
                return False
        else:
            return True
    raise AssertionError(f"{name} cannot be clicked")


def wait_for_play(page: Page, before: int) -> None:
    """Wait until the page shows more than `before`, or that a choice is in."""
    until(page, lambda: ply(page) > before or has_chosen(page) or is_over(page))


def play_by_mouse(page: Page, seed: int = 1) -> int:
    """Play to the end of the game; returns how often something was pressed."""
    chance = Random(seed)
    for presses in range(LONGEST):
        if not wait_for_turn(page):
            return presses
        press(page, chance)
    raise AssertionError("the game does not end")


def play_by_two(ada: Page, ben: Page, seed: int = 2) -> None:
    """Play to the end of the game in two browsers, each of which is brought up to date by what the other plays."""
    chance = Random(seed)
    for _ in range(LONGEST):
        if is_over(ada) and is_over(ben):
            return
        for page in (ada, ben):
            if page.locator("main[data-yours]").count() and not is_over(page):
                press(page, chance)
                until(page, lambda: ply(ada) == ply(ben))
    raise AssertionError("the game does not end")


class Forms:
    """Somebody who plays through the forms of the page's HTML, without the browser: quick, for long ways.

    `read` keeps every page that came.
    """

    def __init__(self, page: Page, table: str) -> None:
        self._requests = page.request
        self.table = table
        self.read: list[str] = []

    def look(self, address: str = "") -> str:
        self.read.append(self._requests.get(self.table + address).text())
        return self.read[-1]

    def ply(self) -> int:
        """The ply at which the table stands."""
        found = re.search(r'data-ply="(\d+)"', self.look())
        assert found
        return int(found[1])

    def play(self, chance: Random, html: str = "", wishes: Collection[str] = ()) -> bool:
        """Play something of a page just read, or of the table as it stands, if possible what is wished.

        False where there is nothing to play.
        """
        html = html or self.look()
        if 'id="arrange"' in html:
            html = self.look("?pick=all")
        plays = re.findall(r'name="play" value="([^"]+)"', html)
        if not plays or re.search(r'name="play"[^>]*aria-pressed="true"', html):
            return False
        placing = [one for one in plays if one in wishes] or [one for one in plays if one != "discard"]
        form = {name: _field(html, name) for name in ("_csrf_token", "ply")}
        answer = self._requests.post(f"{self.table}/play", form=form | {"play": chance.choice(placing or plays)})
        assert answer.ok, answer.text()
        self.read.append(answer.text())
        return True


def _field(html: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="(\w+)"', html)
    assert found, name
    return found[1]


def play_until(ada: Page, ben: Page, selector: str) -> None:
    """Play on, quickly, until Ada's page has what a selector finds."""
    forms, chance = [Forms(page, ada.url) for page in (ada, ben)], Random(5)
    for _ in range(LONGEST):
        if ada.locator(selector).count():
            return
        assert any(one.play(chance) for one in forms)
        until(ada, lambda: f'data-ply="{ply(ada)}"' in forms[0].look())
    raise AssertionError(f"{selector} does not come")


# By keyboard -------------------------------------------------------------------------------------

# Where the focus is, seen from a button: there, in the same grid, before it or after it.
_WHERE = """
(button) => {
  const active = document.activeElement;
  const grid = button.closest("[data-arrows]");
  if (active === button) return { there: true };
  if (grid && grid.contains(active)) {
    const all = [...grid.querySelectorAll("button")];
    return { columns: Number(grid.dataset.arrows), from: all.indexOf(active), to: all.indexOf(button) };
  }
  return { back: Boolean(active.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_PRECEDING) };
}
"""


def go_to(page: Page, name: str) -> None:
    """Bring the focus to a button by Tab and the arrows alone."""
    button = page.locator(f"#{name}")
    for _ in range(80):
        where = button.evaluate(_WHERE)
        if where.get("there"):
            return
        if "from" not in where:
            page.keyboard.press("Shift+Tab" if where["back"] else "Tab")
            continue
        (row, column), (wanted_row, wanted_column) = (divmod(where[end], where["columns"]) for end in ("from", "to"))
        if row != wanted_row:
            page.keyboard.press("ArrowDown" if wanted_row > row else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if wanted_column > column else "ArrowLeft")
    raise AssertionError(f"{name} cannot be reached by keyboard")


def focused(page: Page) -> str:
    """The id of what has the focus, or the name of its tag."""
    return str(page.evaluate("document.activeElement.id || document.activeElement.tagName"))
