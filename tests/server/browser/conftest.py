"""A real server and a real browser, one of each for all tests of a worker. Everything stays on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.kit.browsers import launch
from tests.kit.servers import ServerProcess, site_in
from tests.kit.waiting import PATIENCE

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    one = site_in(tmp_path_factory.mktemp("site"))
    yield one
    one.close()


class PlaywrightLoop:
    """Playwright's event loop, which goes on in this thread; only these tests see it, so that others may have their own."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def kept(self) -> Iterator[None]:
        """While Playwright is there."""
        self._loop = asyncio.get_running_loop()
        yield
        asyncio._set_running_loop(self._loop)

    @contextmanager
    def seen(self) -> Iterator[None]:
        """While a test of a browser runs."""
        asyncio._set_running_loop(self._loop)
        yield
        asyncio._set_running_loop(None)


_loop = PlaywrightLoop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if HERE not in item.path.parents:
        return (yield)
    with _loop.seen():
        return (yield)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, _loop.kept():
        one = launch(playwright)
        yield one
        one.close()


@pytest.fixture
def visit(browser: Browser, site: ServerProcess) -> Iterator[Callable[..., Page]]:
    """Open a page of the site as somebody new, who asks for less motion; faults in its scripts fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(path: str = "/", script: str = "", **options: object) -> Page:
        asked = {"base_url": site.address, "reduced_motion": "reduce", **options}
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
