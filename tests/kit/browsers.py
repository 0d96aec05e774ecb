"""Real browsers: Debian's Chromium, driven by Playwright.

It is Chromium's headless shell, the whole engine without what surrounds a page, which takes a third of the processor time
off these tests. JARDINET_TEST_CHROMIUM names another one.
"""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

BESIDE = "garden.home"  # a name by which a browser of these tests finds this computer, and takes it for another one
QUIET = (
    "--no-sandbox",  # as root there is none to be had
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    f"--host-resolver-rules=MAP {BESIDE} 127.0.0.1",
)


def launch(playwright: Playwright) -> Browser:
    chromium = os.environ.get("JARDINET_TEST_CHROMIUM") or shutil.which("chromium-headless-shell")
    assert chromium, "no Chromium: `make test` installs Debian's package"
    return playwright.chromium.launch(executable_path=chromium, args=list(QUIET))


def launch_whole(beside: Browser) -> Browser:
    """Chromium with what surrounds a page: it has a place for notifications."""
    chromium = shutil.which("chromium")
    assert chromium, "no whole Chromium: `make test-whole` installs Debian's package"
    return beside.browser_type.launch(executable_path=chromium, args=[*QUIET, "--headless=new"])
