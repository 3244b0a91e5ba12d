"""A server that offers games on the device: begun from its pages, played and found again without a connection, handed over once.
Needs Pyodide, which `make site` fetches."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.servers import Running, settings_for, wait_for
from tests.web.test_web_site import DESKTOP, PATIENCE, PHONE, PYODIDE, Visitor
from triarchy.kit.definition import DEFINITIONS
from triarchy.site import build

pytestmark = [pytest.mark.web, pytest.mark.slow]
NETWORKS = "caches.open('site-networks').then((cache) => cache.keys()).then((keys) => keys.map((key) => key.url))"
KEPT = r"site-[0-9a-f]{12}"
READY = "navigator.serviceWorker.ready.then(() => true)"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that offers a site of one game in two languages."""
    if not PYODIDE.is_dir():
        pytest.skip(
            "Pyodide is not here (`make site` fetches it): games on the device are not tried"
        )
    folder = tmp_path_factory.mktemp("here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "LANGUAGES", ("en", "de"))
        patch.setattr(build.DEFINITIONS, "all", lambda: [DEFINITIONS["meridian"]])
        build.build_site(folder / "site", PYODIDE)
    running = Running(settings_for(folder / "data", site=folder / "site", root_path="/games"))
    running.url += "/games"
    running.ready("meridian")
    yield running
    running.close()


def kept(page: Page, pattern: str) -> list[str]:
    """The names of the caches that begin so."""
    names: list[str] = page.evaluate("caches.keys()")
    return [name for name in names if re.match(pattern, name)]


class Guest(Visitor):
    """Somebody at the server."""

    def begin_here(self) -> None:
        """Begin a game on the device, from the server's home page."""
        self.page.goto(f"{self.address}/")
        card = self.page.locator(".game[data-game=meridian]")
        card.locator("select.count").select_option("2")
        card.locator("select.strength").select_option("easy")
        card.locator(".on-device").click()
        self.page.locator("dialog .actions button").first.click()
        self.inner.locator("#table:not(.loading) #board svg").first.wait_for()


@pytest.fixture
def guest(browser: Browser, running: Running, request: pytest.FixtureRequest) -> Iterator[Guest]:
    someone = Guest(browser, running.url, **getattr(request, "param", {"viewport": DESKTOP}))
    yield someone
    someone.context.close()
    assert someone.left() == []


@pytest.mark.parametrize("guest", [{"viewport": PHONE}], indirect=True)
def test_a_game_is_begun_here_played_without_a_connection_and_handed_over_once(
    guest: Guest, running: Running
) -> None:
    page = guest.page
    guest.begin_here()
    assert f"{running.url}/here/en/index.html#/table/" in page.url
    guest.inner.locator(".tabs [data-sheet=players]").click()
    expect(guest.inner.locator("#watching")).to_be_visible()
    expect(guest.inner.locator("#watching")).to_have_text("On this device, not rated")
    guest.inner.locator("body").press("Escape")
    assert page.evaluate(READY)
    guest.context.set_offline(True)
    page.reload()
    guest.inner.locator("#table:not(.loading) #board svg").first.wait_for()
    assert guest.play(10_000)
    guest.inner.locator("#actions .steps, #again").first.wait_for()

    page.goto(f"{guest.address}/history")  # the server's own worker answers
    expect(page.locator("h1")).to_have_text("No connection")
    page.locator("#here").click()
    expect(guest.inner.locator("#mine a")).to_have_count(1, timeout=PATIENCE)

    guest.context.set_offline(False)
    page.goto(f"{guest.address}/")
    expect(page.locator(".toast")).to_contain_text("is now in My games, unrated", timeout=PATIENCE)
    for _ in range(2):
        page.goto(f"{guest.address}/history")
        expect(page.locator("#played li")).to_have_count(1)
        expect(page.locator("#played .aside")).not_to_contain_text("rated")


def test_what_the_server_refuses_stays_on_the_device_and_is_said(
    guest: Guest, running: Running
) -> None:
    page = guest.page
    page.goto(f"{guest.address}/")
    page.evaluate(
        "async (module) => { const { note } = await import(module); await note('abcdefghij01', {record: {}, seats: "
        "[{you: true}], once: 'abcdefghij01', finished: 0}); }",
        running.app.state.static.address("hand_over.js"),
    )
    page.route("**/api/records/device", lambda route: route.fulfill(status=503, body="{}"))
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".toast")).to_have_count(0)
    page.unroute("**/api/records/device")
    page.reload()
    expect(page.locator(".toast")).to_contain_text(
        "The server did not take a game", timeout=PATIENCE
    )
    page.reload()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".toast")).to_have_count(0)


def test_a_new_table_can_be_one_on_this_device(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/new?game=meridian")
    page.locator("#your-name").fill("Anna")
    page.locator("#on-device").check()
    expect(page.locator("#public")).to_be_hidden()
    expect(page.locator("#seats option[value=open]")).to_have_count(0)
    page.locator("#create").click()
    guest.inner.locator("#table:not(.loading) #board svg").first.wait_for()
    expect(guest.inner.locator("#players-list")).to_contain_text("Anna")


def test_the_reader_chooses_what_is_kept(guest: Guest) -> None:
    page = guest.page
    page.goto(f"{guest.address}/")
    page.locator("#settings").click()
    page.locator("#offline").check()
    wait_for(lambda: kept(page, KEPT))
    page.reload()
    page.locator("#settings").click()
    page.get_by_label("Expert bot: Meridian").check()
    wait_for(lambda: len([url for url in page.evaluate(NETWORKS) if url.endswith(".npz")]) == 2)
    page.locator("#offline").uncheck()
    wait_for(lambda: not kept(page, "site-"))
