"""Practice in a real browser: every position of a badly played game is answered, by mouse, by keyboard and without a script."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial

import msgspec
import pytest
from playwright.sync_api import Locator, Page
from tests.kit.servers import ServerProcess
from tests.kit.waiting import UNHURRIED
from tests.server.browser.axe import COLOURS, EVERYTHING, flaws
from tests.server.browser.players import set_table, until
from tests.server.errant import play_badly

from jardinet.analysis.practice import Judged, Position, cost_of, is_right

Visit = Callable[..., Page]
Press = Callable[[Locator], None]
PHONE = {"width": 390, "height": 844}


def by_mouse(button: Locator) -> None:
    button.click()


def by_keyboard(button: Locator) -> None:
    button.focus()
    button.press("Enter")


def erred(page: Page, site: ServerProcess, game: str, press: Press = by_mouse) -> None:
    """Somebody has played a game badly, and has come by its result to the first position to be practised."""
    for _ in range(5):  # by chance what is played badly may be well enough
        table = _lose(page, game)
        page.goto(table)
        until(page, partial(_is_analysed, site, table), UNHURRIED)  # which nobody has asked for
        if _found(site, table, "practice"):
            if page.locator(".anew iframe").count():  # without a script nothing comes by itself
                press(page.get_by_role("link", name="Look again").first)
            until(page, lambda: page.locator("[role=status] > a[href^='/practice']").count() == 1)
            press(page.get_by_role("link", name="Practise your errors"))
            until(page, lambda: page.locator("#board[action='/practice']").count() == 1)
            return
        assert page.get_by_role("link", name="Practise your errors").count() == 0
    raise AssertionError("nobody errs")


def _is_analysed(site: ServerProcess, table: str) -> bool:
    return _found(site, table, "analyses") == 1


def _found(site: ServerProcess, table: str, kind: str) -> int:
    """How many rows of a kind the database has of a table."""
    with closing(sqlite3.connect(site.file)) as database:
        query = f"SELECT count(*) FROM {kind} WHERE table_id = ?"
        return int(database.execute(query, (table.rpartition("/")[2],)).fetchone()[0])


def _lose(page: Page, game: str) -> str:
    """Play a game to its end, badly; returns the address of its table."""
    first = {"first": "1"} if game == "lucky_numbers" else {}
    table = set_table(page, game, name="Ada", seat2="casual", **first).split("?")[0]
    token = page.locator("[name=_csrf_token]").first.get_attribute("value") or ""
    origin = {"Origin": "/".join(table.split("/")[:3])}
    page.goto("about:blank")  # a page at the table would show every play

    def play(ply: int, text: str) -> None:
        form: dict[str, str | float | bool] = {"_csrf_token": token, "ply": str(ply), "play": text}
        page.context.request.post(f"{table}/play", form=form, headers=origin)

    play_badly(lambda: page.context.request.get(f"{table}/record").text(), play)
    return table


def asked(page: Page, site: ServerProcess) -> Position:
    """The position that a page asks about."""
    key = page.locator("#board [name=at]").get_attribute("value") or ""
    table, game, before, seat = key.split(".")
    with closing(sqlite3.connect(site.file)) as database:
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
    visit: Visit, site: ServerProcess, game: str, press: Press, options: dict[str, object]
) -> None:
    page = visit("/", **options)
    erred(page, site, game, press)
    total = int(page.locator("#progress").inner_text().split()[2])
    for number in range(1, total + 1):
        answer(page, asked(page, site), press)
        assert page.locator("#verdict").inner_text() == "Right!"
        assert page.locator("#progress").inner_text() == f"{number} of {total} right"
        press(page.locator("#next"))
        until(page, lambda: page.locator("#next").count() == 0)
    until(page, lambda: "right" in page.locator(".lead").inner_text())


@pytest.mark.parametrize("game", ["lucky_numbers", "maudits_criquets"])
def test_a_wrong_answer_is_told_what_was_better_on_every_screen(visit: Visit, site: ServerProcess, game: str) -> None:
    page = visit("/", bypass_csp=True)
    erred(page, site, game)
    while (wrong := wrong_button(page, asked(page, site))) is None:  # all that one press can play is right
        answer(page, asked(page, site), by_mouse)
        page.locator("#next").click()
        page.locator("#leave, .lead").wait_for()
        if not page.locator("#board").count():
            erred(page, site, game)
    wrong.click()
    page.locator("#next").wait_for()
    assert page.locator("#verdict").inner_text().startswith("Not quite:")
    assert "will come up again" in page.locator("#reasons").inner_text()
    for viewport in ({"width": 1280, "height": 800}, PHONE):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        outlined = page.locator(".pointed").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).outlineStyle)"
        )
        assert outlined
        assert "none" not in outlined  # what was better is marked on the board
        for scheme, options in (("light", EVERYTHING), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert flaws(page, options) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        for place in ("#verdict", "#next"):
            box = page.locator(place).bounding_box()
            assert box and box["y"] + box["height"] <= viewport["height"], place
