"""Being called, in a browser: it subscribes, what the worker shows of a message, and whoever looks needs no call any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.kit.calls import PushService
from tests.kit.servers import ServerProcess, site_in
from tests.server.browser.axe import EVERYTHING, flaws
from tests.server.browser.players import until

Visit = Callable[..., Page]

# No browser of a test reaches its maker's push service: what it would have told is ours. And the headless shell has no
# place to show a notification, nor does it know which are shown.
SUBSCRIBES = """
const shown = [{ data: { url: "/rules" }, close: () => { document.body.dataset.closed = "yes"; } }];
if (window.ServiceWorkerRegistration) {
  Object.defineProperty(ServiceWorkerRegistration.prototype, "getNotifications", { value: async () => shown });
  Object.defineProperty(PushManager.prototype, "subscribe", { value: async () => (SUBSCRIPTION) });
  Object.defineProperty(PushManager.prototype, "getSubscription", { value: async () => null });
}
"""
# The worker's own script, with what surrounds it noted: what it shows of a message, and where a press on that leads.
WORKER = """
async (message) => {
  const heard = {}, told = [], done = [];
  const registration = { showNotification: async (...one) => { told.push(one); } };
  const clients = { claim: async () => {}, matchAll: async () => [], openWindow: async (url) => { told.push(url); } };
  const own = { addEventListener: (name, call) => { heard[name] = call; }, registration, clients, skipWaiting: () => {} };
  new Function("self", "navigator", await (await fetch("/service-worker.js")).text())(own, {});
  const event = (more) => ({ waitUntil: (one) => done.push(one), ...more });
  heard.push(event({ data: { json: () => message } }));
  heard.notificationclick(event({ notification: { close: () => {}, data: { url: message.url } } }));
  await Promise.all(done);
  return told;
}
"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with PushService().running() as running:
        yield running


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, service: PushService) -> Iterator[ServerProcess]:
    """A site that calls people."""
    folder: Path = tmp_path_factory.mktemp("calling")
    server = site_in(folder, JARDINET_PUSH="mailto:host@example.org", JARDINET_PUSH_HOSTS=service.origin)
    yield server
    server.close()


def at_settings(visit: Visit, site: ServerProcess, script: str = "") -> Page:
    """The settings of somebody called Ada."""
    page = visit("about:blank", script=script, bypass_csp=True, permissions=["notifications"])
    page.goto(f"{site.address}/account")
    page.get_by_label("What the others call you").fill("Ada")
    page.get_by_role("button", name="Keep this name").click()
    page.goto(f"{site.address}/settings")
    return page


def test_a_browser_subscribes_and_its_worker_shows_what_comes(
    visit: Visit, calling: ServerProcess, service: PushService
) -> None:
    phone = service.phone("ada")
    told = {"endpoint": phone.endpoint, "keys": phone.keys}
    subscription = f"{{ toJSON: () => ({json.dumps(told)}), unsubscribe: async () => true }}"
    page = at_settings(visit, calling, SUBSCRIBES.replace("SUBSCRIPTION", subscription))
    assert flaws(page, EVERYTHING) == []
    page.get_by_role("button", name="Call me on this device").click()
    page.get_by_text("1 device of yours is called.").wait_for()
    page.goto(f"{calling.address}/rules")
    until(page, lambda: page.locator("body").get_attribute("data-closed") == "yes")
    until(page, lambda: bool(page.evaluate("async () => Boolean((await navigator.serviceWorker.ready).active)")))
    message = {"title": "Your turn", "body": "Lucky Numbers with Ben", "url": "/t/abc", "tag": "x", "count": 1}
    (title, more), address = page.evaluate(WORKER, message)
    assert (title, more["body"], more["tag"]) == ("Your turn", "Lucky Numbers with Ben", "x")
    assert more["data"] == {"url": "/t/abc"} and address == "/t/abc"


def test_what_a_browser_refuses_is_told(visit: Visit, calling: ServerProcess) -> None:
    refuses = SUBSCRIBES.replace("async () => (SUBSCRIPTION)", 'async () => { throw new Error("no"); }')
    page = at_settings(visit, calling, refuses)
    page.get_by_role("button", name="Call me on this device").click()
    page.get_by_text("Your browser does not allow it for this site.").wait_for()


def test_an_iphone_is_told_of_its_home_screen(visit: Visit, calling: ServerProcess) -> None:
    phone = 'delete window.PushManager; Object.defineProperty(navigator, "standalone", { value: false });'
    page = at_settings(visit, calling, phone)
    page.get_by_text("first put Jardinet on your home screen", exact=False).wait_for()
