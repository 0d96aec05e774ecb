"""A real server and a real browser: Debian's Chromium, driven by Playwright. Everything stays on this machine.

It is Chromium's headless shell, the whole engine without what surrounds a page, which takes a third of the processor time
off these tests. JARDINET_TEST_CHROMIUM names another one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from tests.server.browser.players import PATIENCE

START = """
import sys
from jardinet.server.serve import serve
from jardinet.server.keys import Keys
from jardinet.server.settings import Settings
serve(Settings(sys.argv[1], Keys.of("00" * 32)), port=int(sys.argv[2]), browse=False, on_start=lambda url: print(url, flush=True))
"""
QUIET = (
    "--no-sandbox",  # as root there is none to be had
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)


class Site:
    """A server in a process of its own, which can be stopped and started again at the same place."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self._environment = {**os.environ, **environment}
        self.database = folder / "tables.sqlite3"
        self._port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", START, f"sqlite:///{self.database}", str(self._port)],
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )
        assert self._process.stdout
        self.url = self._process.stdout.readline().strip().rstrip("/")
        assert self.url, "the server did not start"
        self._port = int(self.url.rpartition(":")[2])

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    one = Site(tmp_path_factory.mktemp("site"))
    yield one
    one.stop()


def launch(playwright: Playwright) -> Browser:
    chromium = os.environ.get("JARDINET_TEST_CHROMIUM") or shutil.which("chromium-headless-shell")
    assert chromium, "no Chromium: `make test` installs Debian's package"
    return playwright.chromium.launch(executable_path=chromium, args=list(QUIET))


@pytest.fixture(scope="module")  # not longer: Playwright's event loop is in the way of other tests' own
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Open a page of the site as somebody new, who asks for less motion; faults in its scripts fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = "/", script: str = "", **options: object) -> Page:
        asked = {"base_url": site.url, "reduced_motion": "reduce", **options}
        context = browser.new_context(**asked)  # type: ignore[arg-type]
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
