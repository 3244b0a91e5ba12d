"""The built site, served as files alone: whole games, a lesson, a puzzle, hints and reviews, without a server and without a
connection. Needs Pyodide, which `make site` fetches."""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, FrameLocator, Page, expect

from tests.server.servers import wait_for
from tests.web.browsing import LIT, PLAY_ON
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import puzzles
from triarchy.server.screens.practice import puzzle_state, scene
from triarchy.site.build import build_site

pytestmark = [pytest.mark.web, pytest.mark.slow]

PYODIDE = Path(__file__).parents[2] / "scripts/site/node_modules/pyodide"
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
PATIENCE = 240_000
"""Milliseconds: Python starts in the page, and bots think there, on a machine that may have other work."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PYODIDE.is_dir():
        pytest.skip("Pyodide is not here (`make site` fetches it): the built site is not tried")
    folder = tmp_path_factory.mktemp("built") / "site"
    build_site(folder, PYODIDE)
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where plain files are served, below a path."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "http.server",
        str(port),
        "--bind",
        "127.0.0.1",
        "-d",
        str(site.parent),
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        wait_for(lambda: _answers(port))
        yield f"http://127.0.0.1:{port}/site/"
        server.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Visitor:
    """Somebody with a browser of their own; whatever they load is noted, and every error."""

    def __init__(self, browser: Browser, address: str, **settings: Any) -> None:
        self.address = address
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda each: each.type == "error" and self.errors.append(each.text))
        return page

    @property
    def inner(self) -> FrameLocator:
        """The page in the frame."""
        return self.page.frame_locator("#page")

    def go(self, path: str = "") -> FrameLocator:
        self.page.goto(self.address + (f"en/index.html#{path}" if path else ""))
        return self.inner

    def switch_off(self) -> None:
        """Come again once the browser has all that it needs, and cut the connection."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self.page.reload()
        self.page.wait_for_function("navigator.serviceWorker.controller")
        self.context.set_offline(True)

    def begin(self, game: str, strength: str = "easy") -> str:
        """One click to a game; the table's path."""
        card = self.inner.locator(f".game[data-game={game}]")
        if card.locator("select.count").count():
            card.locator("select.count").select_option(index=0)
        card.locator("select.strength").select_option(strength)
        card.locator(".play").click()
        self.inner.locator("dialog .actions button").first.click()
        self.inner.locator("#table:not(.loading) #board svg").first.wait_for()
        return urlsplit(self.page.url).fragment

    def play(self, most: int) -> bool:
        """Click what is lit; whether the game is over."""
        over = False
        for _ in range(4):  # each call plays for five minutes at most
            found = self.page.frames[1].evaluate(PLAY_ON, [LIT, most])
            over = found["over"]
            if over or found["clicks"] >= most:
                break
        return over

    def left(self) -> list[str]:
        """What was asked for elsewhere."""
        own = urlsplit(self.address).netloc
        return [
            each
            for each in self.asked
            if urlsplit(each).netloc not in (own, "") and not each.startswith(("data:", "blob:"))
        ]


@pytest.fixture
def visitor(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    someone = Visitor(browser, address, **getattr(request, "param", {"viewport": DESKTOP}))
    yield someone
    someone.context.close()
    assert someone.left() == []
    assert someone.errors == []


READERS: dict[str, dict[str, Any]] = {
    "en": {"locale": "en-GB"},
    "de": {"locale": "de-DE"},
    "nl": {"locale": "nl-NL", "color_scheme": "dark"},
}
JOURNEYS = [
    (game, language, offline, {"viewport": viewport, **READERS[language]})
    for game, language in (("meridian", "en"), ("tigris", "de"), ("china", "nl"))
    for viewport, offline in ((DESKTOP, game == "tigris"), (PHONE, game != "tigris"))
]
"""Each game in a language of its own, on a desk and on a phone: on one of them without a connection."""


def _name(value: Any) -> str:
    """How a journey's part is named."""
    if isinstance(value, dict):
        return f"{value['viewport']['width']}"
    return {True: "offline", False: "online"}.get(value, value)


@pytest.mark.parametrize(
    ("game", "language", "offline", "visitor"), JOURNEYS, indirect=["visitor"], ids=_name
)
def test_a_whole_game_is_played_by_clicks_reloaded_in_the_middle_and_reviewed(
    game: str, language: str, offline: bool, visitor: Visitor
) -> None:
    visitor.go()
    if offline:
        visitor.switch_off()
    path = visitor.begin(game)
    assert f"/{language}/" in visitor.page.url
    assert not visitor.play(8)
    visitor.inner.locator("#hint").click()
    expect(visitor.inner.locator(".hinted").first).to_be_attached(timeout=PATIENCE)
    visitor.page.reload()
    visitor.inner.locator("#table:not(.loading) #board svg").first.wait_for()
    assert urlsplit(visitor.page.url).fragment == path
    assert visitor.play(10_000)
    visitor.inner.locator("#actions .steps, #again").first.wait_for()
    visitor.page.evaluate(f"location.hash = '{path.replace('table', 'replay')}'")
    visitor.inner.locator("#review").click()
    visitor.inner.locator("#curve svg.curve").wait_for(timeout=2 * PATIENCE)


@pytest.mark.parametrize("offline", [False, True], ids=_name)
@pytest.mark.parametrize(
    "visitor", [{"viewport": DESKTOP}, {"viewport": PHONE}], indirect=True, ids=_name
)
def test_a_lesson_a_puzzle_and_a_position_are_worked_at(visitor: Visitor, offline: bool) -> None:
    page = visitor.go("/")
    if offline:
        visitor.switch_off()
    visitor.page.evaluate("location.hash = '/learn/meridian'")
    page.locator("#board svg").first.wait_for()
    expect(page.locator("#list li")).not_to_have_count(0)
    page.locator("#actions .primary").first.wait_for()
    puzzle = puzzles(DEFINITIONS["meridian"].folder)[0]
    table = scene(puzzle.position, puzzle.solution)
    while puzzle_state(puzzle, table) == "open":
        table.play(table.legal[0])
    visitor.page.evaluate(f"location.hash = '/puzzles/meridian/{puzzle.id}'")
    for move in table.moves:
        page.locator(f"#practice [data-move='{move}']").first.dispatch_event("click")
        expect(page.locator("#practice[aria-busy]")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#said")).to_have_class("right", timeout=PATIENCE)
    visitor.page.evaluate("location.hash = '/analyse'")
    page.locator("[data-begin=meridian]").first.click()
    page.locator("#board [data-move], #hand [data-move]").first.wait_for()


def test_a_game_file_goes_out_and_comes_in_again(visitor: Visitor, tmp_path: Path) -> None:
    record = DEFINITIONS["meridian"].folder / "example.json"
    page = visitor.go("/import")
    page.locator("#file").set_input_files(record)
    page.locator("#slider, #number").first.wait_for(state="attached")
    path = urlsplit(visitor.page.url).fragment
    assert path.startswith("/replay/")
    visitor.go("/")
    expect(page.locator("#mine a")).to_have_count(1, timeout=PATIENCE)


def test_a_game_goes_on_without_a_connection(visitor: Visitor) -> None:
    visitor.go()
    visitor.begin("meridian")
    visitor.switch_off()
    visitor.page.reload()
    visitor.inner.locator("#table:not(.loading) #board svg").first.wait_for()
    visitor.inner.locator(LIT).first.wait_for(state="attached")
    visitor.play(1)
    visitor.page.evaluate("location.hash = '/rules/meridian'")
    visitor.inner.locator("#rulebook figure svg").first.wait_for()


def test_two_tabs_with_one_game_are_one_game(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.begin("meridian")
    visitor.inner.locator(LIT).first.wait_for(state="attached")
    other = visitor.tab()
    other.goto(visitor.page.url)
    there = other.frame_locator("#page")
    there.locator(LIT).first.wait_for(state="attached")
    before = there.locator("#prompt").inner_text()
    visitor.play(1)
    expect(there.locator("#prompt")).not_to_have_text(before, timeout=PATIENCE)


WITHOUT = {
    "no place to keep anything": (
        "Object.defineProperty(globalThis, 'indexedDB', {get() { throw new Error('private'); }})",
        "This browser saves nothing",
    ),
    "no vectors": ("WebAssembly.validate = () => false", "it lacks WebAssembly with SIMD"),
}


@pytest.mark.parametrize("lack", WITHOUT)
def test_what_a_browser_lacks_is_said_in_one_sentence(
    browser: Browser, address: str, lack: str
) -> None:
    program, sentence = WITHOUT[lack]
    someone = Visitor(browser, address)
    someone.page.add_init_script(program)
    someone.go("/")
    expect(someone.page.locator("#warning")).to_contain_text(sentence, timeout=PATIENCE)
    someone.inner.locator(".game").first.wait_for()
    someone.context.close()


def test_a_damaged_file_is_named(browser: Browser, address: str) -> None:
    someone = Visitor(browser, address, service_workers="block")
    someone.page.route("**/python/*.zip", lambda route: route.fulfill(body=b"PK\x03\x04cut off"))
    someone.go("/")
    expect(someone.page.locator("#warning")).to_contain_text("is damaged", timeout=PATIENCE)
    someone.context.close()


def test_rules_that_were_cut_off_are_named(browser: Browser, address: str, site: Path) -> None:
    (packed,) = (site / "python").glob("*.zip")
    cut = io.BytesIO()
    with zipfile.ZipFile(packed) as whole, zipfile.ZipFile(cut, "w") as other:
        for name in whole.namelist():
            data = whole.read(name)
            other.writestr(
                name, data[: len(data) // 2] if name.endswith("china/rules.wasm") else data
            )
    someone = Visitor(browser, address, service_workers="block")
    someone.page.route("**/python/*.zip", lambda route: route.fulfill(body=cut.getvalue()))
    someone.go("/")
    expect(someone.page.locator("#warning")).to_contain_text(
        "is damaged: rules.wasm (china)", timeout=PATIENCE
    )
    someone.context.close()


def test_a_full_device_loses_nothing(browser: Browser, address: str) -> None:
    someone = Visitor(browser, address)
    someone.page.add_init_script(
        "const put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put = function (...values) {"
        "if (globalThis.full) throw new DOMException('full', 'QuotaExceededError'); return put.apply(this, values); }"
    )
    someone.go("/")
    someone.begin("meridian")
    someone.inner.locator(LIT).first.wait_for(state="attached")
    prompt = someone.inner.locator("#prompt")
    expect(prompt).to_contain_text("Your turn")  # what a bot did before has been shown
    before = prompt.inner_text()
    someone.page.evaluate("globalThis.full = true")
    warning, sure = someone.page.locator("#warning"), someone.inner.locator("#confirm")
    for _ in range(80):  # the first choices are written only when something comes of them
        if warning.is_visible():
            break
        (sure if sure.is_visible() else someone.inner.locator(LIT).first).dispatch_event("click")
        someone.page.wait_for_timeout(250)  # a fresh question cannot be confirmed yet
    expect(warning).to_contain_text("no room left")
    someone.page.evaluate("globalThis.full = false")
    someone.page.reload()
    expect(prompt).to_have_text(before, timeout=PATIENCE)
    someone.context.close()
