"""Never by accident: double presses, choosing again, dragging, and what a finger picks."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.china import scenes as china
from tests.meridian.scenes import position
from tests.server.people import Person
from tests.server.servers import Running, set_up, wait_for
from tests.tigris.scenes import BULL, LION, document
from tests.web.browsing import PHONE, Reader, middle, press_twice

pytestmark = pytest.mark.web

TRADERS = {"D6": (LION, "green"), "J6": (BULL, "green")}
WAR = {"red": "C6 I6", "green": "E6 G6 H6", "hands": ("green*4 black red", "green black*5")}


def at_position(anna: Reader, **scene: Any) -> str:
    """The page of a game of Tigris & Euphrates from a position, with this reader to move."""
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
    # The other button puts it down; a later press on the same target plays it.
    page.get_by_role("button", name="Choose again").click()
    expect(confirm).to_have_count(0)
    assert anna.screen(table)["number"] == number
    page.locator(f"[data-move='{move}']").dispatch_event("click")
    expect(confirm).not_to_have_attribute("aria-disabled", "true")
    page.mouse.click(*middle(page, f"[data-move='{move}']"))
    expect(confirm).to_have_count(0)
    assert anna.screen(table)["number"] > number


def test_a_defender_is_not_told_that_their_turn_ends(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    """The tiles committed in another's last action end that one's turn; whoever has the turn is told so."""
    anna = reader(open_server)
    body = {"game": "tigris", "seats": [{"kind": "me"}, {"kind": "open"}]}
    table = str(anna.api("POST", "/api/tables", body)["id"])
    ben = Person(open_server.url, "Ben")
    ben.sit(table)
    anna.api("POST", f"/api/tables/{table}/start", {})
    own, other = int(anna.screen(table)["seat"]), int(ben.screen(table)["seat"])
    leaders = {"D6": (own, "green")}
    scene = document(active=other, actions_left=1, red="C6", hands=("red*6",) * 2, leaders=leaders)
    set_up(open_server, table, scene)
    for move in ("leader green", "cell C5", "support 0"):
        answer = ben.move(table, move, ben.screen(table)["number"])
        assert answer.status_code == 200, answer.text
    assert anna.screen(table)["turn_of"] == other
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    page.click("[data-move='support 1']")
    expect(page.locator("#prompt")).to_contain_text("This can't be undone.")
    expect(page.locator("#prompt")).not_to_contain_text("your turn")
    expect(page.locator("#confirm")).not_to_have_attribute("aria-disabled", "true")
    page.click("#confirm")
    expect(page.locator("#confirm")).to_have_count(0)
    # In one's own turn it is the turn that ends.
    for move in ("swap", "discard red", "draw", "swap", "discard red"):
        anna.move(table, move)
    assert anna.screen(table)["turn_of"] == own
    page.click("[data-move='draw']")
    expect(page.locator("#prompt")).to_contain_text("This ends your turn and can't be undone.")


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
    kept_back = first.startswith("house")  # nobody hears of it before it is paid
    assert anna.screen(table)["number"] == number + (not kept_back)
    page.wait_for_timeout(600)  # a second press at once would be part of the first
    press(page, f"{where} [data-again='{other}']", touch)
    expect(page.locator(f"{where} [data-move='{other}']").first).to_be_visible()
    assert anna.screen(table)["number"] == number


@BY_BOTH
def test_another_field_changes_the_choice(
    reader: Callable[..., Reader], open_server: Running, touch: bool
) -> None:
    anna = reader(open_server, **by(touch))
    seats = [{"kind": "me"}, *[{"kind": "bot", "strength": "easy"}] * 2]
    table = str(anna.api("POST", "/api/tables", {"game": "china", "seats": seats})["id"])
    # A card of the province, or two others: a field with one way to pay would be paid at once.
    set_up(open_server, table, china.document({1: "chu1"}, hand="violet red red"))
    anna.go(f"/table/{table}")
    anna.page.wait_for_selector(".prompt.your-turn")
    choose_again(anna, table, "house chu2", "house chu3", "#board .now", touch)


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


def test_a_finger_beside_a_lit_place_picks_it(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    """7 pixels beside a place, where nothing else is, it is the one that is picked."""
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    anna.sit_down("china", 3)
    picked = anna.page.evaluate(BESIDE, 20)
    assert len(picked) == 20
    assert [each for each in picked if each[0] != each[1]] == []


@pytest.mark.parametrize(
    ("width", "height", "zoomed"),
    [(360, 740, False), (390, 844, False), (844, 390, False), (390, 844, True)],
)
@pytest.mark.parametrize("game", ["tigris", "china", "meridian"])
def test_the_middle_of_every_place_answers_for_that_place(
    reader: Callable[..., Reader],
    open_server: Running,
    game: str,
    width: int,
    height: int,
    zoomed: bool,
) -> None:
    """Lit, it is picked; not possible, it says why: no finger is drawn to a neighbour."""
    anna = reader(open_server, viewport={"width": width, "height": height}, has_touch=True)
    page = anna.page
    if game == "tigris":
        table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
        anna.move(table, "leader black")
        page.reload()
    elif game == "china":
        anna.sit_down("china", 3)
    else:  # a city is to be chosen, and in two of them the tower cannot stand
        wish = {"game": game, "lesson": "meridian-04-push", "number": 2, "moves": []}
        anna.go(f"/table/{anna.api('POST', '/api/play-on', wish)['id']}")
    middle(page, "#board .now [data-move]")
    if zoomed:
        page.keyboard.press("+")
        page.wait_for_selector("#board.zoomed")
    answers = page.evaluate(MIDDLES)
    assert [each for each in answers if each[0] != each[1]] == []
    assert {each[2] for each in answers} == {True, False}  # lit ones and others


MIDDLES = """async () => {
  // A finger on the middle of every place that is in sight: what it picks, or asks about.
  const board = document.getElementById("board"), frame = board.getBoundingClientRect();
  const found = [];
  let asked = null;
  const real = window.fetch;
  window.fetch = async (url) => {
    asked = new URL(url, location.href).searchParams.get("move");
    return new Response('{"reason": "so"}', { headers: { "Content-Type": "application/json" } });
  };
  for (const place of board.querySelectorAll(".now [data-move], .now [data-why]")) {
    const area = [place, ...place.querySelectorAll("*")].find((part) => part.matches('[fill-opacity="0"], [pointer-events="all"], rect')) ?? place;
    const box = area.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) continue;
    const on = document.elementFromPoint(x, y);
    if (!board.querySelector(".now").contains(on)) continue; // a button lies over it
    const event = (name) => new PointerEvent(name, { bubbles: true, pointerType: "touch", isPrimary: true, pointerId: 7, clientX: x, clientY: y });
    asked = null;
    on.dispatchEvent(event("pointerdown"));
    const aimed = board.querySelector(".aimed")?.dataset.move ?? null;
    on.dispatchEvent(event(aimed ? "pointercancel" : "pointerup"));
    await null;
    found.push([place.dataset.move ?? place.dataset.why, aimed ?? asked, aimed !== null]);
  }
  window.fetch = real;
  return found;
}"""


BESIDE = """(count) => {
  // Aims with a finger 7 pixels outside each lit place, away from all the others.
  const board = document.getElementById("board");
  const lit = [...board.querySelectorAll(".now [data-move]")];
  const boxes = lit.map((element) => element.getBoundingClientRect());
  const apart = (x, y, box) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const frame = board.getBoundingClientRect();
  const picked = [];
  for (let i = 0; i < lit.length && picked.length < count; i += 1) {
    const box = boxes[i];
    const [cx, cy] = [box.left + box.width / 2, box.top + box.height / 2];
    const aside = 7 / Math.SQRT2;
    const spots = [[box.left - 7, cy], [box.right + 7, cy], [cx, box.top - 7], [cx, box.bottom + 7]];
    for (const x of [box.left - aside, box.right + aside]) spots.push([x, box.top - aside], [x, box.bottom + aside]);
    const spot = spots.find(([x, y]) =>
      x > frame.left && x < frame.right && y > frame.top && y < frame.bottom &&
      boxes.every((other, j) => j === i || apart(x, y, other) > 8.5) &&
      !document.elementFromPoint(x, y)?.closest("[data-move], [data-why]"));
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


def test_a_tap_is_one_however_late_a_busy_page_hears_of_its_end(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page = anna.page
    number = anna.screen(table)["number"]
    session = anna.context.new_cdp_session(page)
    x, y = middle(page, "[data-move='tile green']")
    begun = time.time()
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}], "timestamp": begun}
    session.send("Input.dispatchTouchEvent", touch)
    expect(page.locator(".tip.held .primary")).to_be_visible()
    end = {"type": "touchEnd", "touchPoints": [], "timestamp": begun + 0.05}
    session.send("Input.dispatchTouchEvent", end)
    expect(page.locator("#hand [data-again='tile green']").first).to_be_visible()
    expect(page.locator(".tip.held")).to_have_count(0)
    assert anna.screen(table)["number"] == number + 1


def test_a_cell_pressed_for_a_tile_that_another_tab_has_changed_is_refused_and_the_page_recovers(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    page = anna.page
    page.route("**/events?**", lambda route: route.abort())  # this tab has not heard of it yet
    table = at_position(anna, hands=("red*2 green*2 blue*2", "red*6"))
    page.locator("#hand [data-move='tile red']").dispatch_event("click")
    cell = page.locator("[data-move^='cell ']").first
    expect(cell).to_be_attached()
    body = {"move": "tile green", "decision": anna.screen(table)["decision"]}
    other = anna.api("POST", f"/api/tables/{table}/again", body)
    cell.dispatch_event("click")
    expect(page.locator(".toast")).to_have_text(
        "The game has moved on. Check the board and try again."
    )
    assert anna.screen(table)["decision"] == other["decision"]
    # The page shows the other tile as chosen now; the next press is about that one.
    expect(page.locator("#hand [data-again='tile red']")).to_be_attached()
    shown_number(page)
    page.locator(f"[data-move='{other['moves'][0]['move']}']").first.dispatch_event("click")
    moves_made(anna, table, other["number"] + 1)
    laid = anna.screen(table)["log"][-1]
    assert laid["move"] == other["moves"][0]["move"]
    assert "green" in laid["text"]


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
    body = {"decision": anna.screen(table)["decision"]}
    hint = anna.api("POST", f"/api/tables/{table}/hint", body)
    other = next(f"tile {c}" for c in ("red", "green", "blue") if f"tile {c}" != hint["move"])
    page.locator(f"#hand [data-move='{other}']").dispatch_event("click")
    expect(advice).to_have_count(0)
    if hint["then"]:
        page.locator(f"#hand [data-again='{hint['move']}']").dispatch_event("click")
        expect(advice).to_have_text(words)
        expect(page.locator(f"[data-move='{hint['then'][0]}'].hinted")).to_have_count(1)


def test_a_hint_that_takes_a_tower_back_stays_after_the_lift(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = anna.table("meridian", 4)
    build = position({5: [[0, 3], None, [1, 2], None, None]})
    set_up(open_server, table, build.position())
    page = anna.go(f"/table/{table}")
    page.wait_for_selector("[data-move='lift 1']")
    advice = {"move": "lift 1", "then": ["height 4", "city 2"], "label": "Lift", "reasons": ["so"]}
    page.route("**/hint?*", lambda route: route.fulfill(json=advice))
    page.click("#hint")
    page.locator("[data-move='lift 1'].hinted").dispatch_event("click")
    page.locator("[data-move='height 4'].hinted").dispatch_event("click")
    expect(page.locator("[data-move='city 2'].hinted")).to_have_count(1)
    expect(page.locator("#prompt .advice")).to_contain_text("Lift")
