"""Never by accident: double presses, choosing again, dragging, and what a finger picks."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import Running, set_up, wait_for
from tests.tigris.scenes import BULL, LION, document
from tests.web.browsing import PHONE, Reader, middle, press_twice

pytestmark = pytest.mark.web

TRADERS = {"D6": (LION, "green"), "J6": (BULL, "green")}
WAR = {"red": "C6 I6", "green": "E6 G6 H6", "hands": ("green*4 black red", "green black*5")}


def at_position(anna: Reader, **scene: Any) -> str:
    """The page of a game of Euphrat & Tigris from a position, with this reader to move."""
    body = {"game": "tigris", "seats": [{"kind": "me"}, {"kind": "bot", "strength": "easy"}]}
    table = str(anna.api("POST", "/api/tables", body)["id"])
    server = anna.server
    assert isinstance(server, Running)
    set_up(server, table, document(**scene))
    anna.go(f"/table/{table}")
    anna.page.wait_for_selector(".prompt.your-turn")
    return table


BY_BOTH = pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])


def by(touch: bool) -> dict[str, Any]:
    """The settings of a reader with a mouse, or with a phone."""
    return {"viewport": PHONE, "has_touch": True} if touch else {}


def press(page: Page, selector: str, touch: bool) -> None:
    """Press the middle of an element, by mouse or by finger."""
    spot = middle(page, selector)
    if touch:
        page.touchscreen.tap(*spot)
    else:
        page.mouse.click(*spot)


PRESS_AT_ONCE = """(selector) => new MutationObserver((_, observer) => {
  const found = document.querySelector(selector);
  if (found) {
    observer.disconnect();
    found.click();
  }
}).observe(document.body, { childList: true, subtree: true })"""


def moves_made(anna: Reader, table: str, number: int) -> None:
    """Wait until the server has so many moves."""
    for _ in range(100):
        if anna.screen(table)["number"] == number:
            return
        anna.page.wait_for_timeout(100)
    raise AssertionError(f"{anna.screen(table)['number']} moves, not {number}")


def shown_number(page: Page) -> None:
    """Wait until nothing is on its way to the server."""
    expect(page.locator(".pressed")).to_have_count(0)


def to_the_last_decision(anna: Reader, table: str) -> str:
    """Play on by the API until some move would end the turn for good; that move."""
    while True:
        screen = anna.screen(table)
        for move in screen["moves"]:
            if move["ends_turn"] and move["reveals"]:
                return str(move["move"])
        anna.move(table, screen["moves"][0]["move"])


def test_a_double_press_on_a_last_action_plays_nothing(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.sit_down("meridian")
    move = to_the_last_decision(anna, table)
    number = anna.screen(table)["number"]
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    # The button, too, takes no press in the first half second.
    page.evaluate(PRESS_AT_ONCE, "#confirm")
    press_twice(page, middle(page, f"[data-move='{move}']"))
    confirm = page.locator("#confirm")
    expect(confirm).to_be_visible()
    expect(confirm).not_to_have_attribute("aria-disabled", "true")
    assert anna.screen(table)["number"] == number
    # A later press on the same target puts it down; the button plays it.
    page.mouse.click(*middle(page, f"[data-move='{move}']"))
    expect(confirm).to_have_count(0)
    assert anna.screen(table)["number"] == number
    page.locator(f"[data-move='{move}']").dispatch_event("click")
    expect(confirm).not_to_have_attribute("aria-disabled", "true")
    confirm.click()
    expect(confirm).to_have_count(0)
    assert anna.screen(table)["number"] > number


def test_the_second_tap_of_a_double_tap_on_a_target_is_ignored(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    number = anna.screen(table)["number"]
    press_twice(anna.page, middle(anna.page, "[data-move='tile green']"), touch=True)
    expect(anna.page.locator("#hand [data-again='tile green']").first).to_be_visible()
    shown_number(anna.page)
    assert anna.screen(table)["number"] == number + 1
    expect(anna.page.locator(".zoom-out")).to_be_hidden()


def test_another_tile_or_leader_changes_the_choice(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    page.click("[data-move='tile green']")
    for other in ("tile red", "leader black", "tile blue"):
        page.locator(f"#hand [data-again='{other}']").last.click()
        chosen = page.locator(f"#hand [data-again='{other}'][aria-pressed=true]").first
        expect(chosen).to_be_visible()
        assert anna.screen(table)["number"] == number + 1
    # By keyboard as well: the arrow keys reach what may be chosen again.
    page.locator("#hand [data-again='tile red']").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#hand [data-again='tile red'][aria-pressed=true]").first).to_be_visible()
    # Pressing the chosen one puts it down.
    page.locator("#hand [aria-pressed=true]").first.dispatch_event("click")
    expect(page.locator("#hand [data-move='tile red']")).to_be_visible()
    assert anna.screen(table)["number"] == number


def test_another_card_changes_the_choice(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.page
    cards: list[str] = []
    while len(cards) < 2:  # both cards may be of the same number
        table = anna.sit_down("meridian")
        cards = [move["move"] for move in anna.screen(table)["moves"]]
    first, second = cards
    page.click(f"[data-move='{first}']")
    page.click(f"#hand [data-again='{second}']")
    chosen = page.locator("#hand [data-again][aria-pressed=true]")
    expect(chosen).to_have_attribute("data-again", second)
    assert anna.screen(table)["number"] == 1


@BY_BOTH
def test_a_card_in_hand_shows_where_it_pays_and_pays_there(
    reader: Callable[..., Reader], touch: bool
) -> None:
    anna = reader(**by(touch))
    table = anna.sit_down("china", 3)
    page = anna.page
    number = anna.screen(table)["number"]
    then = page.locator("#hand [data-for]").first.get_attribute("data-then")
    card = page.locator(f"#hand [data-then='{then}']")
    served = set(str(card.get_attribute("data-for")).split(","))
    press(page, f"#hand [data-then='{then}']", touch)
    expect(card).to_have_attribute("aria-pressed", "true")
    lit = page.locator("#board .now [data-move]:not(.unlit)")
    assert {each.get_attribute("data-move") for each in lit.all()} == served
    assert anna.screen(table)["number"] == number, "nothing is played or swapped by it"
    place = min(served)
    press(page, f"#board .now [data-move='{place}']", touch)
    moves_made(anna, table, number + 2)


@BY_BOTH
def test_swapping_has_a_button_of_its_own(reader: Callable[..., Reader], touch: bool) -> None:
    anna = reader(**by(touch))
    table = anna.sit_down("china", 3)
    move = anna.page.locator("#hand [data-move^=swap]").first.get_attribute("data-move")
    press(anna.page, f"#hand [data-move='{move}']", touch)
    expect(anna.page.locator("#hand [data-move^=draw]").first).to_be_visible()
    assert anna.screen(table)["phase"] == "draw"


@BY_BOTH
def test_a_picked_up_card_is_put_down_by_pressing_it_again(
    reader: Callable[..., Reader], touch: bool
) -> None:
    anna = reader(**by(touch))
    anna.sit_down("china", 3)
    page = anna.page
    then = page.locator("#hand [data-for]").first.get_attribute("data-then")
    card = page.locator(f"#hand [data-then='{then}']")
    press(page, f"#hand [data-then='{then}']", touch)
    expect(card).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(600)  # a second press at once would be part of the first
    press(page, f"#hand [data-then='{then}']", touch)
    expect(page.locator(".unlit")).to_have_count(0)
    expect(card).not_to_have_attribute("aria-pressed", "true")


def choose_again(anna: Reader, table: str, first: str, other: str, where: str, touch: bool) -> None:
    """Choose one thing, then another in its place, then put that one down."""
    page = anna.page
    number = anna.screen(table)["number"]
    press(page, f"{where} [data-move='{first}']", touch)
    expect(page.locator(f"{where} [data-again='{first}']").first).to_have_attribute(
        "aria-pressed", "true"
    )
    press(page, f"{where} [data-again='{other}']", touch)
    chosen = page.locator(f"{where} [data-again='{other}']").first
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert anna.screen(table)["number"] == number + 1
    page.wait_for_timeout(600)  # a second press at once would be part of the first
    press(page, f"{where} [data-again='{other}']", touch)
    expect(page.locator(f"{where} [data-move='{other}']").first).to_be_visible()
    assert anna.screen(table)["number"] == number


@BY_BOTH
def test_another_field_changes_the_choice(reader: Callable[..., Reader], touch: bool) -> None:
    anna = reader(**by(touch))
    table = anna.sit_down("china", 3)
    moves = [move["move"] for move in anna.screen(table)["moves"]]
    houses = [move for move in moves if move.startswith("house")]
    choose_again(anna, table, houses[0], houses[-1], "#board .now", touch)


@BY_BOTH
def test_another_height_changes_the_choice(reader: Callable[..., Reader], touch: bool) -> None:
    anna = reader(**by(touch))
    table = anna.table("meridian")
    for _ in range(500):
        screen = anna.screen(table)
        if screen["your_turn"] and screen["phase"] == "build":
            break
        if screen["your_turn"]:
            anna.move(table, screen["moves"][0]["move"])
    anna.go(f"/table/{table}")
    anna.page.wait_for_selector(".prompt.your-turn")
    moves = [move["move"] for move in anna.screen(table)["moves"]]
    heights = [move for move in moves if move.startswith("height")]
    choose_again(anna, table, heights[0], heights[-1], "#hand", touch)


@BY_BOTH
def test_another_tile_changes_the_choice_by_mouse_and_touch(
    reader: Callable[..., Reader], open_server: Running, touch: bool
) -> None:
    anna = reader(open_server, **by(touch))
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    choose_again(anna, table, "tile green", "leader black", "#hand", touch)


def test_a_tile_is_dragged_to_its_cell(reader: Callable[..., Reader], open_server: Running) -> None:
    anna = reader(open_server)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    cell = middle(page, "#board .now svg")
    page.mouse.move(*middle(page, "[data-move='tile green']"))
    page.mouse.down()
    page.mouse.move(*cell, steps=8)
    expect(page.locator(".dragged")).to_have_count(1)
    page.wait_for_selector("#board [data-move^=cell]")
    page.mouse.move(*middle(page, "#board [data-move='cell D5']"))
    page.mouse.up()
    expect(page.locator("#hand [data-move='tile red']")).to_be_visible()
    assert anna.screen(table)["number"] == number + 2
    assert "D5" in anna.screen(table)["log"][-1]["text"]
    expect(page.locator(".dragged")).to_have_count(0)


def test_a_finger_drags_a_tile_to_its_cell(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    session = anna.context.new_cdp_session(page)

    def finger(kind: str, *spots: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in spots]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = middle(page, "[data-move='tile green']")
    over_x, over_y = middle(page, "#board .now svg")
    finger("touchStart", (x, y))
    for step in range(1, 9):
        finger("touchMove", (x + (over_x - x) * step / 8, y + (over_y - y) * step / 8))
    page.wait_for_selector("#board [data-move^=cell]")
    place = middle(page, "#board [data-move='cell D5']")
    finger("touchMove", place)
    expect(page.locator("#board .aimed")).to_have_attribute("data-move", "cell D5")
    finger("touchEnd")
    moves_made(anna, table, number + 2)
    expect(page.locator(".dragged")).to_have_count(0)
    assert "D5" in anna.screen(table)["log"][-1]["text"]


def test_a_thing_that_is_dropped_beside_stays_chosen(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    page.mouse.move(*middle(page, "[data-move='tile green']"))
    page.mouse.down()
    page.mouse.move(*middle(page, "#board .now svg"), steps=8)
    page.wait_for_selector("#board [data-move^=cell]")
    page.mouse.move(4, 4)
    page.mouse.up()
    shown_number(page)
    expect(page.locator("#hand [aria-pressed=true]").first).to_be_visible()
    assert anna.screen(table)["number"] == number + 1


def test_a_war_with_nothing_to_choose_goes_on_at_once(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = at_position(anna, **WAR, leaders=TRADERS)
    page = anna.page
    page.click("[data-move='tile black']")
    page.click("#board [data-move='cell F6']")
    expect(page.locator("[data-move^=support]").first).to_be_visible()
    page.click("#undo")
    expect(page.locator("#board [data-move='cell F6']")).to_be_visible()
    assert anna.screen(table)["phase"] == "cell"


@BY_BOTH
@pytest.mark.parametrize("war", ["black", "green"])
def test_the_list_of_wars_is_pressed_like_the_leaders(
    reader: Callable[..., Reader], open_server: Running, war: str, touch: bool
) -> None:
    anna = reader(open_server, **by(touch))
    rulers = {"C5": (LION, "black"), "I5": (BULL, "black")}
    table = at_position(anna, **WAR, leaders={**TRADERS, **rulers})
    for move in ("tile black", "cell F6"):
        anna.move(table, move)
    page = anna.go(f"/table/{table}")
    row = f"#hand [data-as='war {war}']"
    if not touch:  # what pointing at the leaders shows, the list shows too
        page.mouse.move(*middle(page, row))
        expect(page.locator("#board .layer.shown")).to_have_count(1)
    press(page, row, touch)
    expect(page.locator("[data-move^=support]").first).to_be_visible()
    assert war in anna.screen(table)["log"][-1]["text"]


@pytest.mark.parametrize(("game", "count"), [("tigris", 30), ("china", 20)])
def test_a_finger_beside_a_lit_place_picks_it(
    reader: Callable[..., Reader], open_server: Running, game: str, count: int
) -> None:
    """8 pixels beside a place, where no other lit place is nearer, it is the one that is picked."""
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    if game == "tigris":
        at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
        anna.page.touchscreen.tap(*middle(anna.page, "[data-move='tile blue']"))
        anna.page.wait_for_selector("#board [data-move^=cell]")
    else:
        anna.sit_down("china", 3)
    picked = anna.page.evaluate(BESIDE, count)
    assert len(picked) == count
    assert [each for each in picked if each[0] != each[1]] == []


BESIDE = """(count) => {
  // Aims with a finger 8 pixels outside each lit place, away from all the others.
  const board = document.getElementById("board");
  const lit = [...board.querySelectorAll(".now [data-move]")];
  const boxes = lit.map((element) => element.getBoundingClientRect());
  const apart = (x, y, box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const frame = board.getBoundingClientRect();
  const picked = [];
  for (let i = 0; i < lit.length && picked.length < count; i += 1) {
    const box = boxes[i];
    const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
    const aside = 8 / Math.SQRT2;
    const spots = [[box.left - 8, cy], [box.right + 8, cy], [cx, box.top - 8], [cx, box.bottom + 8]];
    for (const x of [box.left - aside, box.right + aside]) spots.push([x, box.top - aside], [x, box.bottom + aside]);
    const spot = spots.find(([x, y]) =>
      x > frame.left && x < frame.right && y > frame.top && y < frame.bottom &&
      boxes.every((other, j) => j === i || apart(x, y, other) > 8.5) &&
      !document.elementFromPoint(x, y)?.closest("[data-move]"));
    if (!spot) continue;
    const event = (name) => new PointerEvent(name, { bubbles: true, pointerType: "touch", isPrimary: true, pointerId: 7, clientX: spot[0], clientY: spot[1] });
    document.elementFromPoint(...spot).dispatchEvent(event("pointerdown"));
    picked.push([lit[i].dataset.move, board.querySelector(".aimed")?.dataset.move ?? null]);
    document.elementFromPoint(...spot).dispatchEvent(event("pointercancel"));
  }
  return picked;
}"""


HIT = """(selector) => [...document.querySelectorAll(selector)].flatMap((place) => {
  // The places that a pointer in their middle would be on, with that middle.
  const { x, y, width, height } = place.getBoundingClientRect();
  const at = [x + width / 2, y + height / 2];
  return document.elementFromPoint(...at)?.closest("[data-move]") === place ? [[place.dataset.move, ...at]] : [];
})"""


def test_a_preview_does_not_flicker_under_a_still_pointer(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("china", 3)
    page = anna.page
    middle(page, "#board .now [data-move^=house]")
    places = page.evaluate(HIT, "#board .now [data-move^=house]")
    for name, _, _ in (places[0], places[len(places) // 2], places[-1]):
        # A page that has just been opened may draw its board once more, a little larger or smaller:
        # the place is looked up where it is now.
        steps = itertools.cycle((0, 1))

        def previewed(name: str = name, steps: Iterator[int] = steps) -> bool:
            for _, x, y in page.evaluate(HIT, f"#board .now [data-move='{name}']"):
                page.mouse.move(x + next(steps), y)
            return page.locator("#board .layer.shown").count() == 1

        wait_for(previewed)
        page.evaluate(
            """() => {
              window.changes = 0;
              new MutationObserver((found) => (window.changes += found.length)).observe(
                document.querySelector("#board .layer"), { attributes: true, childList: true });
            }"""
        )
        page.wait_for_timeout(3000)  # what is to be seen is that nothing happens in this time
        assert page.evaluate("window.changes") == 0


def test_a_long_press_shows_a_preview_whose_button_plays(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    session = anna.context.new_cdp_session(page)
    x, y = middle(page, "[data-move='tile green']")
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    session.send("Input.dispatchTouchEvent", touch)
    button = page.locator(".tip.held .primary")
    expect(button).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(button).to_be_visible()
    assert anna.screen(table)["number"] == number
    button.tap()
    expect(page.locator("#hand [data-again='tile green']").first).to_be_visible()
    assert anna.screen(table)["number"] == number + 1


def test_a_hint_stays_until_its_decision_is_made(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    page.click("#hint")
    advice = page.locator("#prompt .advice")
    expect(advice).to_be_visible(timeout=240_000)  # who thinks may have to compile first
    words = page.inner_text("#prompt .advice")
    # News that are no move (a line of chat) and another size leave it there.
    anna.api("POST", f"/api/tables/{table}/chat", {"text": "hello"})
    expect(page.locator("#chat-list")).to_contain_text("hello")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.hover("#hand [data-move]")
    expect(page.locator(".tip")).to_be_visible()
    assert page.inner_text("#prompt .advice") == words
    # Another choice than the advised one ends it; the advised one keeps it to the last step.
    body = {"after": anna.screen(table)["number"]}
    hint = anna.api("POST", f"/api/tables/{table}/hint", body)
    other = next(f"tile {c}" for c in ("red", "green", "blue") if f"tile {c}" != hint["move"])
    page.locator(f"#hand [data-move='{other}']").dispatch_event("click")
    expect(advice).to_have_count(0)
    if hint["then"]:
        page.locator(f"#hand [data-again='{hint['move']}']").dispatch_event("click")
        expect(advice).to_have_text(words)
        expect(page.locator(f"[data-move='{hint['then'][0]}'].hinted")).to_have_count(1)
