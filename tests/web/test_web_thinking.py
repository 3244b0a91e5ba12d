"""Thinking on the visitor's own device: hints, reviews and analyses come from the browser where the server offers a site,
and from the server where they cannot. Needs Pyodide, which `make site` fetches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.bots.test_review import near_the_end, played
from tests.server.servers import Running, settings_for, wait_for
from tests.web.browsing import Reader
from tests.web.test_web_site import PATIENCE, PYODIDE
from triarchy.engine.portable import running as portable
from triarchy.site.build import build_site

pytestmark = [pytest.mark.web, pytest.mark.slow]

CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', {get: () => %d})"
STATE = """async () => {
  const address = performance.getEntriesByType("resource").find(({name}) => name.endsWith("/thinking.js")).name;
  const { thinking } = await import(address);
  thinking.limit = 240000; // a busy machine is slow, not wrong
  return thinking.state;
}"""
BOT = {"kind": "bot", "strength": "easy"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a built site, below a path."""
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not here (`make site` fetches it): no browser can think")
    site = tmp_path_factory.mktemp("offered") / "site"
    build_site(site, PYODIDE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portable, "_begun", True)
        running = Running(settings_for(tmp_path_factory.mktemp("thinks"), site=site))
        running.ready("meridian")
        yield running
        running.close()


class Asked:
    """What a page asks for, from when it is opened on."""

    def __init__(self, page: Page) -> None:
        self.addresses: list[str] = []
        page.on("request", lambda request: self.addresses.append(request.url))

    def times(self, end: str) -> int:
        """How often a call was made, by the end of its path."""
        return sum(urlsplit(each).path.endswith(end) for each in self.addresses)

    @property
    def elsewhere(self) -> list[str]:
        own = {urlsplit(each).netloc for each in self.addresses[:1]}
        return [each for each in self.addresses if urlsplit(each).netloc not in own | {""}]


def with_cores(someone: Reader, count: int) -> Asked:
    someone.context.add_init_script(CORES % count)
    return Asked(someone.page)


def until(page: Page, state: str = "ready") -> None:
    """Python starts in the page, on a machine that may have other work."""
    wait_for(lambda: page.evaluate(STATE) == state, PATIENCE / 1000)


def to_move(someone: Reader) -> dict[str, Any]:
    """A new table at which somebody is to move."""
    while True:
        table = someone.api(
            "POST", "/api/tables", {"game": "meridian", "seats": [{"kind": "me"}, BOT]}
        )
        if someone.api("GET", f"/api/tables/{table['id']}")["your_turn"]:
            return dict(table)


def test_a_hint_comes_from_the_browser_and_says_what_the_server_says(
    reader: Callable[..., Reader], server: Running
) -> None:
    anna = reader(server)
    asked = with_cores(anna, 8)
    table = to_move(anna)["id"]
    page = anna.go(f"/table/{table}")
    until(page)
    page.locator("#hint").click()
    advice = page.locator("#prompt .advice")
    expect(advice).to_be_visible(timeout=PATIENCE)
    assert (asked.times("/hint/question"), asked.times("/hint")) == (1, 0)
    decision = anna.api("GET", f"/api/tables/{table}/screen")["decision"]
    told = anna.api("POST", f"/api/tables/{table}/hint", {"decision": decision})
    expect(advice).to_contain_text(told["label"])
    expect(advice).to_contain_text(told["reasons"][-1])
    assert asked.elsewhere == []


def test_a_review_comes_from_the_browser_and_is_there_at_once_the_next_time(
    reader: Callable[..., Reader], server: Running
) -> None:
    anna = reader(server)
    asked = with_cores(anna, 8)
    table, _, loses = near_the_end("meridian")
    record = played(table, loses).record()
    table_id = anna.api("POST", "/api/records", record)["id"]
    page = anna.go(f"/replay/{table_id}?move=0")
    until(page)
    for _ in range(2):
        page.locator("#review").click()
        curve = page.get_by_role("slider", name="Win chances by move")
        expect(curve).to_be_visible(timeout=2 * PATIENCE)
        panel = page.locator("#review-panel")
        panel.locator(".verdict", has_text="??").first.click()
        page.get_by_role("button", name="Show it on the board").click()
        expect(page.locator("#prompt")).to_contain_text("The better turn", timeout=PATIENCE)
        assert asked.times("/review") == asked.times("/review/better") == 0
        page.reload()
        until(page)
    assert (
        server.service.reviews.kept(
            table_id, server.service.frame(server.service.snapshot(table_id))
        )
        is None
    )
    page.goto(f"{server.url}/table/{table_id}")
    assert asked.elsewhere == []


def test_a_position_is_judged_by_the_browser(
    reader: Callable[..., Reader], server: Running
) -> None:
    anna = reader(server)
    asked = with_cores(anna, 4)
    page = anna.go("/analyse")
    page.locator("[data-begin=meridian]").first.click()
    until(page)
    page.locator("#judge").click()
    expect(page.locator("#judged ul li").first).to_be_visible(timeout=PATIENCE)
    assert asked.times("/analyse/judge") == 0


def test_where_the_files_cannot_be_had_or_the_owner_does_not_want_it_the_server_thinks(
    reader: Callable[..., Reader], server: Running
) -> None:
    anna = reader(server)
    asked = with_cores(anna, 8)
    anna.page.route("**/python/*.zip", lambda route: route.fulfill(body=b"PK\x03\x04cut off"))
    page = anna.go(f"/table/{to_move(anna)['id']}")
    until(page, "gone")
    page.locator("#hint").click()
    expect(page.locator("#prompt .advice")).to_be_visible(timeout=PATIENCE)
    assert (asked.times("/hint/question"), asked.times("/hint")) == (0, 1)
    ben = reader(server)
    asked = with_cores(ben, 8)
    page = ben.go("/")
    page.locator("#settings").click()
    box = page.get_by_label("Work out hints and reviews on this device")
    expect(box).to_be_checked()
    box.uncheck()
    page = ben.go(f"/table/{to_move(ben)['id']}")
    page.locator("#hint").click()
    expect(page.locator("#prompt .advice")).to_be_visible(timeout=PATIENCE)
    assert not page.workers and asked.times("/hint") == 1


def test_a_server_without_a_site_offers_nothing_of_this(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    with_cores(anna, 16)
    page = anna.go("/")
    page.locator("#settings").click()
    expect(page.get_by_label("Sounds")).to_be_visible()
    expect(page.get_by_label("Work out hints and reviews on this device")).to_have_count(0)
