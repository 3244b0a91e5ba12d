"""Fewer clicks: a city picks its card, the only payment happens by itself, a card drawn says that no more is placed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import triarchy
from tests.china.scenes import document
from tests.server.servers import Running, set_up
from tests.web.browsing import PHONE, Reader, middle

pytestmark = pytest.mark.web
SIZES = pytest.mark.parametrize(
    "size", [{}, {"viewport": PHONE, "has_touch": True}], ids=["desktop", "phone"]
)


def press(anna: Reader, selector: str, touch: bool) -> None:
    x, y = middle(anna.page, selector)
    (anna.page.touchscreen.tap if touch else anna.page.mouse.click)(x, y)


@SIZES
def test_a_city_pressed_before_a_card_picks_the_card_and_waits_for_its_height(
    reader: Callable[..., Reader], open_server: Running, size: dict[str, object]
) -> None:
    anna, touch = reader(open_server, **size), bool(size)
    body = {"game": "meridian", "seats": [{"kind": "me"}, {"kind": "bot", "strength": "easy"}]}
    table = str(anna.api("POST", "/api/tables", body)["id"])
    begun = triarchy.game("meridian", 2).start(1).position()
    cards = sorted([*begun["open"][0], *begun["piles"][0]])
    begun["open"][0] = ["4", "4-7"]
    for card in begun["open"][0]:
        cards.remove(card)
    begun["piles"][0] = cards
    set_up(open_server, table, begun)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    # Both cards open meridian 4: the city says which; one opens meridian 6.
    press(anna, '[data-then="meridian 4,city 2"]', touch)
    expect(page.locator(".tip")).to_have_text("First choose card 4 or 4-5-6-7.")
    assert anna.screen(table)["phase"] == "card"
    page.keyboard.press("Escape")
    page.wait_for_timeout(600)  # a second press at once would be part of the first
    press(anna, '[data-then="meridian 6,city 2"]', touch)
    expect(page.locator("#hand [data-move='height 3']")).to_be_visible()
    screen = anna.screen(table)
    assert (screen["phase"], [line["move"] for line in screen["log"]]) == ("build", [])
    press(anna, "#hand [data-move='height 3']", touch)
    confirm = page.locator("#confirm")
    expect(confirm).to_be_visible()
    expect(page.locator('#board .chosen[data-move="city 2"]')).to_have_count(1)
    page.wait_for_timeout(600)
    confirm.click()
    page.wait_for_function("() => !document.querySelector('#confirm')")
    log = anna.screen(table)["log"]
    assert log and "6" in log[0]["text"] and "3" in log[0]["text"]


@SIZES
def test_the_only_payment_and_the_end_of_placing_take_no_press(
    reader: Callable[..., Reader], open_server: Running, size: dict[str, object]
) -> None:
    anna, touch = reader(open_server, **size), bool(size)
    seats = [{"kind": "me"}, *[{"kind": "bot", "strength": "easy"}] * 2]
    table = str(anna.api("POST", "/api/tables", {"game": "china", "seats": seats})["id"])
    row, deck = "red green orange yellow", "red red red red"
    scene = document({1: "chu1"}, hand="violet red green", row=row, deck=deck)
    set_up(open_server, table, scene)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    press(anna, "#board [data-move='house chu2']", touch)
    page.wait_for_selector("[data-move='draw 2']")
    assert anna.screen(table)["number"] == 2
    page.wait_for_timeout(600)
    press(anna, "[data-move='draw 2']", touch)
    expect(page.locator("#confirm, .prompt.waiting").first).to_be_visible()


def test_a_piece_that_waits_for_its_payment_stays_when_somebody_says_something(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    seats = [{"kind": "me"}, *[{"kind": "bot", "strength": "easy"}] * 2]
    table = str(anna.api("POST", "/api/tables", {"game": "china", "seats": seats})["id"])
    row, deck = "red green orange yellow", "red red red red"
    scene = document({1: "chu1"}, hand="violet red red", row=row, deck=deck)
    set_up(open_server, table, scene)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    press(anna, "#board [data-move='house chu2']", False)
    expect(page.locator("#hand [data-move='pay violet']")).to_be_visible()
    assert anna.screen(table)["number"] == 0
    anna.api("POST", f"/api/tables/{table}/chat", {"text": "Hello"})
    expect(page.locator("#chat-list")).to_contain_text("Hello")
    expect(page.locator("#hand [data-move='pay violet']")).to_be_visible()
    page.wait_for_timeout(600)
    press(anna, "#board [data-again='house chu3']", False)
    expect(page.locator("#board [data-again='house chu3']")).to_have_attribute(
        "aria-pressed", "true"
    )
    press(anna, "#hand [data-move='pay red']", False)
    page.wait_for_function("() => !document.querySelector(\"#hand [data-move='pay red']\")")
    assert anna.screen(table)["number"] == 2
