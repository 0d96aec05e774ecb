"""Passkeys in a browser, with an authenticator that Chromium plays; and what is said where none can work."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import CDPSession, Page
from tests.kit.servers import ServerProcess
from tests.server.browser.axe import EVERYTHING, flaws
from tests.server.browser.players import until

MAKE, USE = "Make a passkey", "Sign in by a passkey"
NOWHERE = "Passkeys cannot work here"
PHONE_OF_ADA = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}

Visit = Callable[..., Page]


@pytest.fixture
def named(site: ServerProcess) -> str:
    """The site by a name, for which browsers make passkeys."""
    return f"http://localhost:{site.address.rpartition(':')[2]}"


@pytest.fixture
def keeping(visit: Visit, named: str) -> Iterator[tuple[Page, CDPSession]]:
    """A page of somebody called Ada, whose browser has an authenticator."""
    page = visit("about:blank", bypass_csp=True)
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE_OF_ADA})
    page.goto(f"{named}/account")
    page.get_by_label("What the others call you").fill("Ada")
    page.get_by_role("button", name="Keep this name").click()
    yield page, session
    session.detach()


def test_somebody_makes_a_passkey_signs_out_and_comes_back_by_it_alone(
    keeping: tuple[Page, CDPSession], named: str
) -> None:
    page, _ = keeping
    page.get_by_role("button", name=MAKE).click()
    until(page, lambda: page.get_by_text("Passkey, Chrome").count() == 1)
    assert flaws(page, EVERYTHING) == []
    page.get_by_role("button", name="Sign out", exact=False).first.click()
    page.wait_for_url(f"{named}/")
    page.goto(f"{named}/sign-in")
    assert flaws(page, EVERYTHING) == []
    with page.expect_request(lambda one: one.method == "POST" and one.url == f"{named}/sign-in") as sent:
        page.get_by_role("button", name=USE).click()
    page.wait_for_url(f"{named}/")
    assert "Ada" in page.inner_text("h1")

    # Whoever has listened sends the same again.
    form: dict[str, str | float | bool] = {
        name: value[0] for name, value in parse_qs(sent.value.post_data or "").items()
    }
    again = page.request.post(f"{named}/sign-in", form=form)
    assert again.status == 422
    assert "That took too long" in again.text()


def test_who_has_no_passkey_here_is_told_and_can_go_on(keeping: tuple[Page, CDPSession], named: str) -> None:
    page, session = keeping
    page.goto(f"{named}/sign-in")
    session.send("WebAuthn.disable")  # no device answers any more
    page.evaluate("() => { navigator.credentials.get = async () => { throw new Error('nobody is there'); }; }")
    page.get_by_role("button", name=USE).click()
    until(page, lambda: "Nothing came of it" in page.locator("#passkey .hint").inner_text())
    assert page.get_by_role("button", name=USE).is_enabled()


@pytest.mark.parametrize("path", ["/account", "/sign-in"])
def test_where_no_passkey_can_work_one_sentence_says_so(visit: Visit, path: str) -> None:
    page = visit("/account")
    page.get_by_label("What the others call you").fill("Ada")
    page.get_by_role("button", name="Keep this name").click()
    page.goto(path)  # at an address of digits
    until(page, lambda: NOWHERE in page.locator("#passkey").inner_text())
    assert page.locator("#passkey button").count() == 0


def test_without_a_script_nothing_is_said_of_passkeys(visit: Visit) -> None:
    page = visit("/sign-in", java_script_enabled=False)
    assert "asskey" not in page.inner_text("main")
