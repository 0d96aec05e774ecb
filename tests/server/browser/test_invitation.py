"""An invitation leads to the table: from its QR code, by another computer; and where nobody can come it says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.kit.codes import code_in_picture
from tests.kit.networks import elsewhere
from tests.kit.servers import ServerProcess, site_in

from jardinet.server.network import hosts_in_networks

LOOKS = "import sys, urllib.request as r; print(r.build_opener(r.ProxyHandler({})).open(sys.argv[1], timeout=20).read().decode())"


@pytest.fixture
def household(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that is open to the network, and opened here by a loopback address."""
    if not hosts_in_networks():
        pytest.skip("this machine is in no network")
    one = site_in(tmp_path, host="0.0.0.0")
    yield one
    one.close()


def waits(browser: Browser, site: ServerProcess, **options: str) -> Page:
    """Ada, who has set a table for two at that site as its form offers it, and waits."""
    page = browser.new_context(base_url=site.address, reduced_motion="reduce").new_page()
    page.goto("/set-up/lucky_numbers")
    page.locator("[name=name]").fill("Ada")
    for name, value in options.items():
        page.locator(f"select[name={name}]").select_option(value)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invitation")
    return page


def test_the_code_on_the_page_brings_another_computer_to_the_table(browser: Browser, household: ServerProcess) -> None:
    page = waits(browser, household)
    link = code_in_picture(page.locator(".qr").first.screenshot())
    port = household.address.rpartition(":")[2]
    assert link == f"http://{hosts_in_networks()[0]}:{port}/t/{page.url.rpartition('/')[2]}"
    invitation = page.locator(".invitation")
    assert invitation.locator(".link").first.get_attribute("href") == link
    assert "In this network only." in invitation.inner_text()
    assert f"firewall has to let in port {port} (TCP)" in invitation.inner_text()
    with elsewhere() as there:
        told = there.runs("python3", "-c", LOOKS, link).stdout
        assert "Ada invites you" in told
        links = there.runs("python3", "-c", LOOKS, link.replace("/t/", "/api/tables/") + "/links").stdout
        assert json.loads(links) == {"links": [link]}
        home = there.runs("python3", "-c", LOOKS, link.partition("/t/")[0] + "/").stdout
        assert "<b>Ada is waiting at a table</b>" in home  # it was listed beforehand
    page.get_by_role("link", name="Friends far apart?").click()
    page.wait_for_url("**/far-apart")
    assert page.get_by_role("heading", level=1).inner_text() == "Friends far apart"
    page.context.close()


def test_who_unticks_the_listing_is_not_on_the_home_page(browser: Browser, household: ServerProcess) -> None:
    page = waits(browser, household, is_listed="")
    page.goto("/")
    assert page.locator("#company").is_hidden()
    assert "Ada is waiting" not in page.content()
    page.context.close()


def test_where_only_this_computer_can_come_the_page_says_how_to_change_that_in_place_of_a_code(
    browser: Browser, site: ServerProcess
) -> None:
    page = waits(browser, site)
    invitation = page.locator(".invitation")
    assert not page.locator(".qr").count()
    assert "For now only this machine can open it" in invitation.inner_text()
    assert "jardinet serve --share (make play SHARE=1)" in invitation.inner_text()
    assert invitation.locator(".link").inner_text() == page.url.rstrip("/")
    page.goto("/set-up/lucky_numbers")
    assert page.locator("select[name=is_listed]").input_value() == ""
    page.context.close()
