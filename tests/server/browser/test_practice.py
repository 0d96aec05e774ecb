"""Practice in a real browser: every position of a badly played game is answered, by mouse, by keyboard and without a script."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import msgspec
import pytest
from playwright.sync_api import Locator, Page
from tests.server.browser.axe import COLOURS, EVERYTHING, flaws
from tests.server.browser.conftest import Site
from tests.server.browser.players import set_table, until
from tests.server.errant import play_badly

from jardinet.analysis.practice import Judged, Position, cost_of, is_right

Visit = Callable[..., Page]
Press = Callable[[Locator], None]
PHONE = {"width": 390, "height": 844}


def erred(page: Page, game: str) -> None:
    """Somebody has played a game badly, and is at the first position to be practised."""
    for _ in range(5):  # by chance what is played badly may be well enough
        _lose(page, game)
        until(page, lambda: page.locator("#board, .lead").count() == 1)
        if page.locator("#board").count():
            return
    raise AssertionError("nobody errs")


def _lose(page: Page, game: str) -> None:
    first = {"first": "1"} if game == "lucky_numbers" else {}
    table = set_table(page, game, name="Ada", seat2="casual", **first).split("?")[0]
    token = page.locator("[name=_csrf_token]").first.get_attribute("value") or ""
    origin = {"Origin": "/".join(table.split("/")[:3])}

    def play(ply: int, text: str) -> None:
        form: dict[str, str | float | bool] = {"_csrf_token": token, "ply": str(ply), "play": text}
        page.context.request.post(f"{table}/play", form=form, headers=origin)

    play_badly(lambda: page.context.request.get(f"{table}/record").text(), play)
    page.goto(f"{table}/analysis/1")
    page.get_by_role("link", name="Practise your errors").click()


def asked(page: Page, site: Site) -> Position:
    """The position that a page asks about."""
    key = page.locator("#board [name=at]").get_attribute("value") or ""
    table, game, before, seat = key.split(".")
    with closing(sqlite3.connect(site.database)) as database:
        where = "table_id = ? AND game = ? AND before = ? AND seat = ?"
        (content,) = database.execute(
            f"SELECT content FROM practice WHERE {where}", (table, int(game), int(before), int(seat))
        ).fetchone()
    return msgspec.json.decode(content, type=Position)


def best(judged: Judged) -> str:
    return max(judged.mixture, key=judged.mixture.__getitem__)


def answer(page: Page, position: Position, press: Press) -> None:
    """Press what is best, in as many steps as the board asks for."""
    text = best(position.judged[""])
    if page.locator("#arrange").count():
        press(page.locator("#arrange"))
        press(page.locator("#ready"))
    elif text.startswith("take-"):
        press(page.locator(f"#table-{text.removeprefix('take-')}"))
        press(page.locator(f"#board [name=play][value='{text} {best(position.judged[text])}']"))
    else:
        press(page.locator(f"#board [name=play][value='{text}']"))
    page.locator("#next").wait_for()


def wrong_button(page: Page, position: Position) -> Locator | None:
    """A button that plays at once what is not right; None where there is none."""
    buttons = page.locator("#board [name=play]").all()
    wrong = [one for one in buttons if not is_right(cost_of(position, (one.get_attribute("value") or "").split()))]
    return wrong[0] if wrong else None


def by_mouse(button: Locator) -> None:
    button.click()


def by_keyboard(button: Locator) -> None:
    button.focus()
    button.press("Enter")


@pytest.mark.parametrize(
    ("game", "press", "options"),
    [
        ("lucky_numbers", by_mouse, {}),
        ("maudits_criquets", by_keyboard, {}),
        ("lucky_numbers", by_keyboard, {"java_script_enabled": False}),
        ("maudits_criquets", by_mouse, {"java_script_enabled": False, "viewport": PHONE}),
    ],
)
def test_all_positions_are_answered_rightly_one_after_another(
    visit: Visit, site: Site, game: str, press: Press, options: dict[str, object]
) -> None:
    page = visit("/", **options)
    erred(page, game)
    total = int(page.locator("#progress").inner_text().split()[2])
    for number in range(1, total + 1):
        answer(page, asked(page, site), press)
        assert page.locator("#verdict").inner_text() == "Right!"
        assert page.locator("#progress").inner_text() == f"{number} of {total} right"
        press(page.locator("#next"))
        until(page, lambda: page.locator("#next").count() == 0)
    until(page, lambda: "right" in page.locator(".lead").inner_text())


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_wrong_answer_is_told_what_was_better_on_every_screen(visit: Visit, site: Site, game: str) -> None:
    page = visit("/", bypass_csp=True)
    erred(page, game)
    while (wrong := wrong_button(page, asked(page, site))) is None:  # all that one press can play is right
        answer(page, asked(page, site), by_mouse)
        page.locator("#next").click()
        page.locator("#leave, .lead").wait_for()
        if not page.locator("#board").count():
            erred(page, game)
    wrong.click()
    page.locator("#next").wait_for()
    assert page.locator("#verdict").inner_text().startswith("Not quite:")
    assert "will come again later" in page.locator("#reasons").inner_text()
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        for scheme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert flaws(page, options) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        for place in ("#verdict", "#next"):
            box = page.locator(place).bounding_box()
            assert box and box["y"] + box["height"] <= viewport["height"], place
