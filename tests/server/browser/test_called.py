"""Being called, in a browser: it subscribes, what the worker shows of a message, and whoever looks needs no call any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.kit.browsers import launch_whole
from tests.kit.calls import PushService
from tests.kit.servers import ServerProcess, site_in
from tests.server.browser.axe import EVERYTHING, flaws
from tests.server.browser.players import until
from tests.sizes import WHOLE

from jardinet.server.notifications.push import PushMessage, content_of

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


@WHOLE
def test_a_message_that_is_delivered_is_shown_and_replaced(browser: Browser, calling: ServerProcess) -> None:
    """As a push service delivers it: by the browser to its worker, which no page need be open for."""
    whole = launch_whole(browser)
    try:
        context = whole.new_context(permissions=["notifications"], base_url=calling.address)
        page = context.new_page()
        page.goto("/rules")
        page.evaluate(
            "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
        )
        workers, known = context.new_cdp_session(page), list[dict[str, str]]()
        workers.on("ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"]))
        workers.send("ServiceWorker.enable")
        until(page, lambda: bool(known))

        def delivered(*of: PushMessage) -> None:
            for one in of:
                to = {"origin": calling.address, "registrationId": known[0]["registrationId"]}
                workers.send("ServiceWorker.deliverPushMessage", {**to, "data": content_of(one).decode()})

        def shown() -> list[list[str]]:
            found = page.evaluate(
                "navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) => all.map((one) => [one.body, one.data.url]))"
            )
            return sorted(found)

        delivered(
            PushMessage("Your turn", "Lucky Numbers with Ben", "/t/abc", "abc", 1),
            PushMessage("Your turn", "Maudits Criquets with Cleo", "/t/def", "def", 2),
        )
        until(page, lambda: len(shown()) == 2)
        assert shown() == [["Lucky Numbers with Ben", "/t/abc"], ["Maudits Criquets with Cleo", "/t/def"]]
        delivered(PushMessage("Your turn", "Lucky Numbers with Ben and Dan", "/t/abc", "abc", 2))
        until(page, lambda: shown()[0][0] == "Lucky Numbers with Ben and Dan")
        assert len(shown()) == 2
    finally:
        whole.close()


def test_what_a_browser_refuses_is_told(visit: Visit, calling: ServerProcess) -> None:
    refuses = SUBSCRIBES.replace("async () => (SUBSCRIPTION)", 'async () => { throw new Error("no"); }')
    page = at_settings(visit, calling, refuses)
    page.get_by_role("button", name="Call me on this device").click()
    page.get_by_text("Your browser does not allow it for this site.").wait_for()


def test_an_iphone_is_told_of_its_home_screen(visit: Visit, calling: ServerProcess) -> None:
    phone = 'delete window.PushManager; Object.defineProperty(navigator, "standalone", { value: false });'
    page = at_settings(visit, calling, phone)
    page.get_by_text("first put Jardinet on your home screen", exact=False).wait_for()
