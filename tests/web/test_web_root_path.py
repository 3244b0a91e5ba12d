"""Pages below a path: whatever the client asks for, leads to or keeps is below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.server.servers import Running, settings_for
from tests.web.browsing import Reader

pytestmark = pytest.mark.web
ROOT = "/games"
SCOPE = "async () => new URL((await navigator.serviceWorker.ready).scope).pathname"
PAGES = ("/new", "/rules/meridian", "/learn/meridian", "/puzzles/meridian", "/history", "/you")


@pytest.fixture
def below(tmp_path: Path) -> Iterator[Running]:
    running = Running(settings_for(tmp_path, root_path=ROOT))
    running.url += ROOT
    running.ready("meridian")
    yield running
    running.close()


def test_a_reader_never_leaves_the_path(below: Running, reader: Callable[..., Reader]) -> None:
    anna = reader(below)
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.url.startswith("http"):
            asked.append(urlsplit(request.url).path)

    anna.page.on("request", note)
    for path in PAGES:
        anna.page.goto(below.url + path)
        anna.page.wait_for_load_state("networkidle")
    anna.page.goto(f"{below.url}/")
    assert anna.page.evaluate(SCOPE) == f"{ROOT}/"
    anna.page.get_by_role("button", name="Play Meridian now against bots").click()
    anna.page.get_by_role("button", name="Just play").click()
    anna.page.wait_for_url(f"**{ROOT}/table/*")
    anna.page.wait_for_selector("#board .now > svg", timeout=90_000)
    anna.page.wait_for_load_state("networkidle")
    anna.page.locator(".brand").click()
    anna.page.wait_for_url(f"**{ROOT}/")
    expect(anna.page.locator(f"a[href^='{ROOT}/table/']").first).to_be_visible()
    assert len(asked) > 50
    assert [path for path in asked if not path.startswith(f"{ROOT}/")] == []
