"""The review in the browser: the curve is the slider, mistakes are jumped to, the better turn is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.bots.test_review import near_the_end, played
from tests.server.servers import Running, wait_for
from tests.web.browsing import DRAWN, Reader, middle

pytestmark = pytest.mark.web


def finished(anna: Reader) -> tuple[str, int]:
    """A record whose last turn threw the win away, and where that turn begins."""
    table, _, loses = near_the_end("meridian")
    record = played(table, loses).record()
    return str(anna.api("POST", "/api/records", record)["id"]), len(table.moves)


def test_a_review_is_worked_out_and_leads_from_mistake_to_mistake(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table, here = finished(anna)
    page = anna.go(f"/replay/{table}?move=0")
    page.get_by_role("button", name="Review").first.click()
    curve = page.get_by_role("slider", name="Win chances by move")
    expect(curve).to_be_visible(timeout=240_000)
    expect(page.locator("#number")).to_be_hidden()
    # It opens with the story; a verdict in it leads to its turn, and from there one comes back.
    panel = page.locator("#review-panel")
    expect(panel).to_contain_text("won with")
    expect(panel).to_contain_text("It was decided in turn")
    # What the story says of the turn that decided, the turn itself says too.
    told = re.search(
        r"turn (\d+), by .*?: from then on (.+?) was ahead \((\S+) before it", panel.inner_text()
    )
    assert told is not None
    panel.locator(".verdict").first.click()
    expect(panel.locator("h3")).to_contain_text(f"Turn {told[1]},")
    expect(panel.locator(".aside").first).to_contain_text(f"{told[2]} {told[3]}")
    page.get_by_role("button", name="The story of the game").click()
    panel.locator(".verdict", has_text="??").first.click()
    expect(page.locator("#of")).to_contain_text(f"{here} /")
    expect(panel.locator("h3")).to_contain_text("??: Blunder")
    expect(panel.locator("h3")).to_be_in_viewport()
    page.get_by_role("button", name="The story of the game").click()
    expect(panel).to_contain_text("won with")
    curve.press("Home")
    page.locator("#mistake-next").click()
    expect(page.locator("#of")).to_contain_text(f"{here} /")
    turn = str(page.locator("#review-panel h3").text_content()).split(",")[0]
    expect(page.locator("#of")).to_contain_text(f"{turn} of ")  # one numbering of turns
    expect(page.locator("#review-panel")).to_contain_text("The better turn")
    expect(page.locator("#review-panel h3")).to_contain_text("Blunder")
    page.get_by_role("button", name="Show it on the board").click()
    expect(page.locator("#prompt")).to_contain_text("The better turn")
    assert anna.sideways() <= 0
    curve.focus()
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("PageDown")
    expect(curve).to_have_attribute("aria-valuenow", str(here))
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(curve).to_have_attribute("aria-valuenow", "0")
    page.locator("#play-on").click()
    page.wait_for_url("**/table/*")
    expect(page.locator(".prompt.your-turn")).to_be_visible()


def swipe_up(anna: Reader, selector: str) -> None:
    """A finger that goes up on an element."""
    x, y = middle(anna.page, selector)
    session = anna.context.new_cdp_session(anna.page)
    for kind, up in [("touchStart", 0), *(("touchMove", up) for up in range(10, 70, 10))]:
        touch = {"type": kind, "touchPoints": [{"x": x, "y": y - up}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_on_a_phone_the_review_is_a_sheet_that_scrolls(
    reader: Callable[..., Reader], open_server: Running, width: int, height: int
) -> None:
    anna = reader(open_server, viewport={"width": width, "height": height}, has_touch=True)
    table, here = finished(anna)
    page = anna.go(f"/replay/{table}?move=0")
    expect(page.locator("#board .now > svg")).to_be_visible()
    before = page.evaluate(DRAWN)
    page.locator("#review").tap()
    expect(page.locator("#curve")).to_be_visible(timeout=240_000)
    page.locator("#review-tab").tap()
    sheet = page.locator("#review-sheet.open")
    expect(sheet).to_be_in_viewport(ratio=1)
    page.locator("#mistake-next").tap()
    expect(page.locator("#of")).to_contain_text(f"{here} /")
    # The board keeps its size, and nothing lies over it.
    assert page.evaluate(DRAWN) == before
    wait_for(lambda: page.evaluate(UNCOVERED) == [])
    expect(page.locator("#review-panel h3")).to_contain_text("Blunder")
    for _ in range(12):
        swipe_up(anna, "#review-scroll")
    expect(page.locator("#review-about")).to_be_in_viewport(ratio=1)
    expect(page.locator("#review-sheet .sheet-close")).to_be_in_viewport(ratio=1)
    assert anna.sideways() <= 0
    page.evaluate("history.back()")
    expect(sheet).to_have_count(0)
    expect(page.locator("#of")).to_contain_text(f"{here} /")
    page.locator("#review-tab").tap()
    page.get_by_role("button", name="Show it on the board").tap()
    expect(sheet).to_have_count(0)
    expect(page.locator("#prompt")).to_contain_text("The better turn")
    expect(page.locator("#board .now svg").first).to_be_visible()
    # Turned, it gets a curve of its own, which leaves the board its room.
    page.set_viewport_size({"width": height, "height": width})
    page.wait_for_function(BESIDE_THE_BOARD)


UNCOVERED = """() => {
  const { left, top, right, bottom } = document.querySelector("#board .now > svg").getBoundingClientRect();
  const spots = [[(left + right) / 2, (top + bottom) / 2], [left + 9, bottom - 9], [right - 9, bottom - 9], [right - 9, top + 9]];
  return spots.filter((spot) => !document.elementFromPoint(...spot)?.closest("#board"));
}"""


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_first_drawing_of_a_replay_is_for_the_width_that_stays(
    reader: Callable[..., Reader], open_server: Running, width: int, height: int
) -> None:
    anna = reader(open_server, viewport={"width": width, "height": height})
    table, _ = finished(anna)
    page = anna.go(f"/replay/{table}?move=0")
    expect(page.locator("#board .now > svg")).to_be_visible()
    first = page.evaluate(DRAWN)
    page.locator("#next").click()
    expect(page.locator("#of")).to_contain_text(" 1 /")
    assert page.evaluate(DRAWN) == first


BESIDE_THE_BOARD = """() => {
  const [curve, tabs, board] = ["#curve", ".tabs", "#board .now svg"].map((each) => document.querySelector(each).getBoundingClientRect());
  return curve.bottom <= tabs.top + 1 && curve.height <= 180 && Math.min(board.width, board.height) > 200;
}"""


def test_a_game_that_goes_on_has_no_review(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = anna.sit_down("meridian")
    page = anna.go(f"/replay/{table}?move=0")
    expect(page.locator("#board .now svg").first).to_be_visible()
    expect(page.locator("#review")).to_be_hidden()
    expect(page.locator("#play-on")).to_be_hidden()


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_replay_is_drawn_a_few_times_at_most(
    reader: Callable[..., Reader], open_server: Running, game: str
) -> None:
    anna = reader(open_server, viewport={"width": 1440, "height": 900})
    table = anna.table(game, 3)
    page = anna.page
    page.add_init_script("history.replaceState = () => { window.drawn = (window.drawn ?? 0) + 1; }")
    anna.go(f"/replay/{table}")
    page.wait_for_selector("#board .now > svg")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.drawn") <= 4
