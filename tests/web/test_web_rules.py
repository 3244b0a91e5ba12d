"""The rulebook in the browser: its page, its drawer at the table, and "what is this?"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.server.servers import Running
from tests.tigris.scenes import BULL, LION
from tests.web.browsing import DESKTOP, PHONE, Reader, middle
from tests.web.test_web_choosing import TRADERS, WAR, at_position
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import figure_position

pytestmark = pytest.mark.web

GAMES = ["china", "meridian", "tigris"]
MOST = 300_000
"""Bytes of a rules page, with its styles and scripts."""
PRINTED = """window.print = () => {
  const shown = [...document.querySelectorAll("main section")].filter((each) => each.offsetHeight);
  document.body.dataset.printed = shown.map((each) => each.id).join(" ");
};"""


@pytest.mark.parametrize("game", GAMES)
def test_a_rules_page_is_small_and_asks_for_no_figure(
    reader: Callable[..., Reader], game: str
) -> None:
    someone = reader()
    requests: list[Request] = []
    someone.page.on("requestfinished", lambda request: requests.append(request))
    page = someone.go(f"/rules/{game}")
    figures = sum(len(each.figures) for each in DEFINITIONS[game].text.rulebook("en"))
    expect(page.locator("figure > svg")).to_have_count(figures)
    page.wait_for_load_state("networkidle")
    asked = [each.url for each in requests if each.resource_type in ("image", "fetch")]
    assert not [url for url in asked if f"/rules/{game}" in url or f"/games/{game}" in url]
    assert sum(each.sizes()["responseBodySize"] for each in requests) < MOST


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a_figure_is_played(reader: Callable[..., Reader], game: str, size: dict[str, int]) -> None:
    someone = reader(viewport=size)
    page = someone.go(f"/rules/{game}")
    assert someone.sideways() == 0
    page.locator("figure [data-figure]").first.click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".prompt.your-turn")).to_be_visible()


def test_the_figures_are_dark_on_a_dark_device(reader: Callable[..., Reader]) -> None:
    page = reader(color_scheme="dark").go("/rules/meridian")
    expect(page.locator("figure.light")).to_have_count(0)
    expect(page.locator("figure.dark > svg").first).to_be_visible()
    page.emulate_media(color_scheme="light")
    expect(page.locator("figure.dark")).to_have_count(0)


def test_the_summary_is_printed_alone(reader: Callable[..., Reader]) -> None:
    someone = reader()
    someone.page.add_init_script(PRINTED)
    page = someone.go("/rules/meridian")
    page.emulate_media(media="print")
    page.locator("#print").dispatch_event("click")
    expect(page.locator("body")).to_have_attribute("data-printed", "rule-summary")


def table_from(reader: Reader, game: str, figure: str) -> Page:
    """A table that begins with a figure, with the reader to move."""
    position = figure_position(DEFINITIONS[game].folder, figure)
    seats = [{"kind": "bot", "strength": "easy"}] * position["players"]
    seats[position["to_move"]] = {"kind": "me", "name": "Anna"}
    body: dict[str, Any] = {"game": game, "seats": seats, "start": figure}
    page = reader.go(f"/table/{reader.api('POST', '/api/tables', body)['id']}")
    page.wait_for_selector(".prompt.your-turn")
    return page


@pytest.mark.parametrize(
    ("game", "figure", "section"),
    [
        ("china", "example-1-axel", "main"),
        ("meridian", "figure-a", "city"),
        ("tigris", "revolt-defence", "revolt"),
        ("tigris", "war-attack", "war"),
        ("tigris", "treasure-choice", "treasure"),
    ],
)
def test_the_drawer_opens_at_what_is_to_be_done_now(
    reader: Callable[..., Reader], game: str, figure: str, section: str
) -> None:
    page = table_from(reader(), game, figure)
    page.click("#rules")
    here = page.locator("dialog section.here")
    expect(here).to_have_id(f"rule-{section}")
    expect(here.locator("h2")).to_be_in_viewport()
    for kind in ("learn", "puzzles", "legend"):
        expect(page.locator(f"dialog a[href='/{kind}/{game}']")).to_have_count(1)


SYMBOL = """() => {
  for (const part of document.querySelectorAll("#board .now [data-what]")) {
    const box = part.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y)?.closest("[data-what]");
    if (hit && !hit.closest("[data-move]")) return {x, y, what: hit.dataset.what, name: hit.dataset.name};
  }
}"""
BOARDS = {"china": "board", "meridian": "board", "tigris": "start"}


def a_symbol(game: str, page: Page) -> tuple[float, float, str]:
    """Where a symbol of the board is, and what it is called, by its place or by the legend."""
    middle(page, "#board .now svg")
    symbol = page.evaluate(SYMBOL)
    if symbol.get("name"):
        return symbol["x"], symbol["y"], symbol["name"]
    name = next(e.name for e in DEFINITIONS[game].text.legend("en") if e.id == symbol["what"])
    return symbol["x"], symbol["y"], name


@pytest.mark.parametrize("game", GAMES)
def test_a_symbol_says_what_it_is_under_the_mouse(reader: Callable[..., Reader], game: str) -> None:
    page = table_from(reader(), game, BOARDS[game])
    x, y, name = a_symbol(game, page)
    page.mouse.move(x, y)
    expect(page.locator("#what")).to_contain_text(name)


@pytest.mark.parametrize("game", GAMES)
def test_a_symbol_says_what_it_is_under_a_finger(reader: Callable[..., Reader], game: str) -> None:
    page = table_from(reader(viewport=PHONE, has_touch=True), game, BOARDS[game])
    x, y, name = a_symbol(game, page)
    finger = page.context.new_cdp_session(page)
    down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    finger.send("Input.dispatchTouchEvent", down)
    expect(page.locator("#what")).to_contain_text(name)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_symbol_says_what_it_is_also_when_the_board_is_drawn_meanwhile(
    reader: Callable[..., Reader],
) -> None:
    anna = reader(viewport=PHONE, has_touch=True)
    page = table_from(anna, "china", BOARDS["china"])
    x, y, name = a_symbol("china", page)
    # The first answer is that there is no time.
    refused = {"status": 503, "json": {"error": "Try again in a moment."}}
    page.route("**/legend?*", lambda route: route.fulfill(**refused), times=1)
    finger = page.context.new_cdp_session(page)
    down = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    up: dict[str, Any] = {"type": "touchEnd", "touchPoints": []}
    with page.expect_response("**/legend?*"):
        finger.send("Input.dispatchTouchEvent", down)
    expect(page.locator("#what")).to_be_hidden()
    finger.send("Input.dispatchTouchEvent", up)
    page.evaluate(DRAWN_ANEW)
    finger.send("Input.dispatchTouchEvent", down)
    expect(page.locator("#what")).to_contain_text(name)
    finger.send("Input.dispatchTouchEvent", up)


DRAWN_ANEW = """() => addEventListener("pointerdown", () => {
  const board = document.querySelector("#board .now");
  board.replaceChildren(...[...board.children].map((drawing) => drawing.cloneNode(true)));
}, { once: true })"""


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_goes_from_symbol_to_symbol(reader: Callable[..., Reader], game: str) -> None:
    page = table_from(reader(), game, BOARDS[game])
    middle(page, "#board .now svg")
    names = {each.id: each.name for each in DEFINITIONS[game].text.legend("en")}
    seen = []
    for _ in range(3):
        page.keyboard.press("s")
        expect(page.locator("[data-what]:focus")).to_have_count(1)
        seen.append(page.locator("[data-what]:focus").get_attribute("data-what") or "")
        expect(page.locator("#what")).to_contain_text(names[seen[-1]])
    assert len(set(seen)) == 3
    page.keyboard.press("Escape")
    expect(page.locator("#what")).to_be_hidden()


def test_a_field_of_china_tells_facts_of_this_game(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.sit_down("china", 3)
    anna.play_moves(table, 12)
    page = anna.go(f"/table/{table}")
    field = "#board .now [data-what=house][data-facts]"
    page.mouse.move(*middle(page, field))
    expect(page.locator("#what")).to_contain_text("s house.")
    expect(page.locator("#what")).to_contain_text("Houses in ")


def test_nothing_is_explained_over_a_decision_where_the_pointer_rests(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    rulers = {"C5": (LION, "black"), "I5": (BULL, "black")}
    at_position(anna, **WAR, leaders={**TRADERS, **rulers})
    page = anna.page
    page.mouse.click(*middle(page, "[data-move='tile black']"))
    page.mouse.click(*middle(page, "#board [data-move='cell F6']"))
    page.wait_for_selector("#hand [data-as^=war]")
    page.wait_for_timeout(1500)  # what is to be seen is that nothing happens in this time
    expect(page.locator("#what")).to_be_hidden()
    x, y, name = a_symbol("tigris", page)
    page.mouse.move(x, y + 60, steps=4)  # who comes back asks
    page.mouse.move(x, y, steps=4)
    expect(page.locator("#what")).to_contain_text(name)
