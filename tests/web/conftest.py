"""A server and a browser per worker, and readers who come and go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.server import dealing
from tests.server.servers import Running, settings_for
from tests.web.browsing import CHROMIUM, FLAGS, Reader, Server

expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    dealing.name(item.nodeid)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the tests of the page are skipped")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def web_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.close()


@pytest.fixture(scope="session")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server in this process, whose tables can be set to any position."""
    running = Running(settings_for(tmp_path_factory.mktemp("open")))
    running.ready("meridian", "tigris", "china")
    yield running
    running.close()


@pytest.fixture
def reader(browser: Browser, web_server: Server) -> Iterator[Callable[..., Reader]]:
    """Makes readers; at the end none of their pages may have met an error."""
    made: list[Reader] = []

    def make(server: Server | Running | None = None, **settings: object) -> Reader:
        made.append(Reader(browser, server or web_server, **settings))
        return made[-1]

    yield make
    for each in made:
        each.close()
