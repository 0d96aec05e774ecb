"""Whose turn it is for whoever looks elsewhere: the tab's title and icon, and a notification for those who want one.

A headless browser shows no notification: the tests keep what the page asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page
from tests.kit.browsers import BESIDE
from tests.kit.servers import ServerProcess
from tests.server.browser.listening import LISTEN, heard
from tests.server.browser.players import Forms, set_table, sit_down, until

Visit = Callable[..., Page]

RECORD = """
window.notices = [];
window.Notification = class {
  static permission = localStorage.getItem("allowed") ?? "default";
  static requestPermission() {
    window.asked = true;
    Notification.permission = window.reply ?? "granted";
    localStorage.setItem("allowed", Notification.permission);
    return Promise.resolve(Notification.permission);
  }
  constructor(title, options) {
    window.notices.push([title, options.body, options.tag]);
    window.latest = this;
  }
  close() { window.isAway = true; }
};
"""
# What keeps the screen bright, and is refused where a test says so.
BRIGHT = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { async request(kind) {
  if (window.isRefused) throw new DOMException("no", "NotAllowedError");
  const lock = Object.assign(new EventTarget(), { kind, released: false, async release() {
    if (lock.released) return;
    lock.released = true;
    lock.dispatchEvent(new Event("release"));
  } });
  window.locks.push(lock);
  return lock;
} } });
"""
SEE = """
(isHidden) => {
  Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true });
  if (isHidden) for (const one of window.locks) one.release(); // as browsers do
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
HIDE = "() => Object.defineProperty(document, 'hidden', { get: () => true })"


def table_where_ben_begins(visit: Visit, **options: object) -> tuple[Page, Page, str]:
    ada, ben = visit(**options), visit()
    table = set_table(ada, "lucky_numbers", name="Ada", seat2="person", first="2")
    sit_down(ben, table, "Ben")
    until(ada, lambda: ada.locator("#board").count() == 1)
    return ada, ben, table


def play_on(page: Page, table: str) -> None:
    """Whoever's turn it is plays until it is another's."""
    forms, chance = Forms(page, table), Random(1)
    for _ in range(4):
        if not forms.play(chance):
            return


def icon(page: Page) -> str:
    return str(page.locator("#icon").get_attribute("href")).rpartition("/")[2]


def wants_notices(page: Page) -> bool:
    return page.locator("html").get_attribute("data-notify") == "on"


def ask_for_notices(page: Page) -> None:
    page.keyboard.press("Escape")
    page.locator("#open-settings").click()
    page.locator("#set-notify").select_option("on")


def test_title_and_icon_of_the_tab_tell_when_it_is_ones_turn(visit: Visit) -> None:
    ada, ben, table = table_where_ben_begins(visit)
    until(ada, lambda: ada.title() == "Lucky Numbers · Jardinet" and icon(ada) == "icon.svg")
    play_on(ben, table)
    until(ada, lambda: ada.title() == "● Your turn – Lucky Numbers · Jardinet" and icon(ada) == "icon-turn.svg")
    assert ada.request.get(f"/static/{icon(ada)}").headers["content-type"].startswith("image/svg+xml")
    ada.reload()
    assert icon(ada) == "icon-turn.svg", "the server says so too"
    play_on(ada, table)
    until(ada, lambda: ada.title() == "Lucky Numbers · Jardinet" and icon(ada) == "icon.svg")


def test_a_notification_comes_once_a_turn_to_who_looks_elsewhere(visit: Visit) -> None:
    ada, ben, table = table_where_ben_begins(visit, script=RECORD)
    assert ada.evaluate("window.asked") is None, "nothing is asked before somebody wants it"
    with ada.expect_navigation():
        ask_for_notices(ada)
    assert wants_notices(ada)
    play_on(ben, table)
    until(ada, lambda: icon(ada) == "icon-turn.svg")
    assert ada.evaluate("window.notices") == [], "who looks at the page sees it there"
    ada.evaluate(HIDE)
    for turn in (1, 2):
        play_on(ada, table)
        until(ada, lambda: icon(ada) == "icon.svg")
        play_on(ben, table)
        until(ada, lambda: icon(ada) == "icon-turn.svg")
        assert len(ada.evaluate("window.notices")) == turn
    [title, body, tag] = ada.evaluate("window.notices.at(-1)")
    assert title == "Your turn – Lucky Numbers"
    assert body == ada.locator(".yours [aria-hidden]").get_attribute("data-seen")
    assert tag in table
    assert ada.evaluate("window.isAway") is True, "one that is out of date is taken away"
    ada.evaluate(
        "() => { window.isAway = false; window.focus = () => { window.hasFocus = true; }; window.latest.onclick(); }"
    )
    assert ada.evaluate("[window.hasFocus, window.isAway]") == [True, True]


def test_where_it_is_not_allowed_it_stays_off_and_says_so(visit: Visit) -> None:
    ada, _ben, _table = table_where_ben_begins(visit, script=RECORD + "window.reply = 'denied';")
    ask_for_notices(ada)
    until(ada, lambda: ada.locator("#set-notify").input_value() == "off")
    assert ada.locator("#at-once").inner_text() == "Your browser does not allow it for this site."
    ada.reload()
    assert not wants_notices(ada)


def test_without_javascript_nobody_is_offered_a_notification(visit: Visit) -> None:
    page = visit("/settings", java_script_enabled=False)
    assert page.locator("#set-theme").is_visible()
    assert not page.locator("#set-notify").is_visible()


def test_by_plain_http_from_another_machine_it_is_said_why_there_are_none(visit: Visit, site: ServerProcess) -> None:
    page = visit(site.address.replace("127.0.0.1", BESIDE) + "/settings")
    assert page.evaluate("isSecureContext") is False
    assert not page.locator("#set-notify").is_visible()
    assert "an address with https" in page.locator("#insecure").inner_text()
    page.goto(f"{site.address}/settings")
    assert page.locator("#set-notify").is_visible()
    assert not page.locator("#insecure").is_visible()


def brightness(page: Page) -> list[bool]:
    """Of each lock that the page had on the screen whether it still has it."""
    return [bool(one) for one in page.evaluate("() => window.locks.map((one) => !one.released)")]


def test_the_screen_stays_bright_while_it_is_ones_turn_and_the_page_is_seen(visit: Visit) -> None:
    ada, ben, table = table_where_ben_begins(visit, script=BRIGHT)
    assert brightness(ada) == []
    play_on(ben, table)
    until(ada, lambda: brightness(ada) == [True])
    assert ada.evaluate("window.locks[0].kind") == "screen"
    ada.evaluate(SEE, True)
    assert brightness(ada) == [False]
    ada.evaluate(SEE, False)
    until(ada, lambda: brightness(ada) == [False, True])
    play_on(ada, table)
    until(ada, lambda: brightness(ada) == [False, False])
    ada.evaluate(SEE, True)
    ada.evaluate(SEE, False)
    assert brightness(ada) == [False, False], "it is not their turn"


def test_a_browser_keeps_its_own_screen_bright_and_nothing_is_said_where_it_refuses(visit: Visit) -> None:
    record = """
    const request = WakeLock.prototype.request;
    window.asked = 0;
    WakeLock.prototype.request = function (kind) { window.asked += 1; return request.call(this, kind); };
    """
    absent = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
    for script in (record, absent, BRIGHT + "window.isRefused = true;"):
        ada, ben, table = table_where_ben_begins(visit, script=script)
        play_on(ben, table)
        until(ada, lambda ada=ada: icon(ada) == "icon-turn.svg")  # type: ignore[misc]
        if script is record:
            assert ada.evaluate("window.asked") == 1


def test_ones_turn_at_another_table_is_told_and_leads_there_until_it_is_over(visit: Visit) -> None:
    ada, ben, table = table_where_ben_begins(visit, script=LISTEN)
    first = ada.url
    other = set_table(ada, "lucky_numbers", seat2="person", first="2")
    sit_down(ben, other, "Ben")
    ada.goto(first)
    link = ada.locator("#elsewhere a")
    assert link.count() == 0
    play_on(ben, other)
    until(ada, lambda: link.count() == 1)
    told = "Your turn at another table: Lucky Numbers"
    assert link.inner_text() == told
    assert [one.text for one in heard(ada) if one.region == "elsewhere"] == [told]
    play_on(ben, table)  # a page of this table takes nothing of it away
    until(ada, lambda: icon(ada) == "icon-turn.svg")
    assert link.inner_text() == told
    ada.reload()
    until(ada, lambda: link.count() == 1)
    play_on(ada, other)
    until(ada, lambda: link.count() == 0)
    play_on(ben, other)
    until(ada, lambda: link.count() == 1)
    link.click()
    ada.wait_for_url(other)
    until(ada, lambda: icon(ada) == "icon-turn.svg")
    assert (link.get_attribute("href") or "-") in first, "from there the other one waits"
