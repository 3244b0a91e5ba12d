"""Friends at one table, each in a browser of their own; and several people on one device."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.servers import wait_for
from tests.web.browsing import LIT, Reader

pytestmark = pytest.mark.web


def two_friends(reader: Callable[..., Reader]) -> tuple[Reader, Reader, str, str]:
    """Two people at a table of Meridian, each with a browser: whoever has the turn, with their name,
    the other one, and the table."""
    anna, ben = reader(), reader()
    page = anna.go("/new?game=meridian")
    page.fill("#your-name", "Anna")
    page.fill("#table-title", "Friday")
    page.check("input[name=players][value='2']", force=True)
    page.click("#create")
    page.wait_for_selector("#lobby .copy input")
    link = page.input_value("#lobby .copy input")
    other = ben.go(link.removeprefix(ben.server.url))
    other.fill("#guest-name", "Ben")
    other.press("#guest-name", "Enter")
    expect(page.locator(".seats")).to_contain_text("Ben")
    page.click("#lobby .bar .primary")
    both = {"Anna": anna, "Ben": ben}
    for each in both.values():
        each.page.wait_for_selector("#board .now svg")
    # The seats are shuffled.
    name = page.inner_text(".player.to-move .name").split()[0]
    mover, waiter = both.pop(name), next(iter(both.values()))
    mover.page.wait_for_selector(".prompt.your-turn")
    return mover, waiter, name, page.url.split("/")[-1]


def play_a_turn(mover: Reader, table: str) -> None:
    seat = mover.api("GET", f"/api/tables/{table}")["to_move"]
    while mover.api("GET", f"/api/tables/{table}")["to_move"] == seat:
        mover.play_on(most=1)


def test_two_people_in_two_browsers(reader: Callable[..., Reader]) -> None:
    mover, waiter, name, table = two_friends(reader)
    assert waiter.page.locator(LIT).count() == 0
    play_a_turn(mover, table)
    waiter.page.wait_for_selector(".prompt.your-turn")
    expect(waiter.page.locator("#log-list")).to_contain_text(name)
    waiter.page.click("#chat-tab")
    waiter.page.fill("#chat-text", "<b>well</b> played")
    waiter.page.press("#chat-text", "Enter")
    mover.page.click("#chat-tab")
    expect(mover.page.locator("#chat-list")).to_contain_text("<b>well</b> played")


def test_an_onlooker_sees_the_board_and_nothing_to_click(reader: Callable[..., Reader]) -> None:
    anna, eve = reader(), reader()
    table = anna.sit_down("tigris")
    page = eve.go(f"/table/{table}")
    page.wait_for_selector("#board .now svg")
    assert page.locator(LIT).count() == 0
    assert page.locator("#hand svg").count() == 0


def test_hands_stay_covered_on_one_device(reader: Callable[..., Reader]) -> None:
    anna = reader()
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Ben"}]
    body = {"game": "tigris", "seats": seats, "hot_seat": True}
    page = anna.go(f"/table/{anna.api('POST', '/api/tables', body)['id']}")
    page.wait_for_selector(".curtain")
    assert page.locator("#hand svg").count() == 0
    assert page.locator(LIT).count() == 0
    page.click(".curtain .primary")
    page.wait_for_selector("#hand svg [data-move]")
    assert page.locator(".curtain").count() == 0


def test_two_tabs_show_the_same_and_a_stale_click_changes_nothing(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    table = anna.sit_down("meridian")
    second = anna.context.new_page()
    second.goto(f"{anna.server.url}/table/{table}")
    second.wait_for_selector(".prompt.your-turn")
    before = second.inner_text("#prompt")
    anna.play_on(most=1)
    expect(second.locator("#prompt")).not_to_have_text(before)
    assert second.inner_text("#prompt") == anna.page.inner_text("#prompt")


def test_a_seat_is_carried_to_another_device(reader: Callable[..., Reader]) -> None:
    anna, phone = reader(), reader()
    table = anna.sit_down("meridian")
    link = anna.api("POST", f"/api/tables/{table}/carry", {})["link"]
    page = phone.go(link.removeprefix(anna.server.url))
    page.wait_for_selector(".prompt.your-turn")
    assert page.url == f"{anna.server.url}/table/{table}"


def test_the_time_left_counts_down(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("meridian", time_limit=600)
    clock = anna.page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"Time left: (9:5\d|10:00)"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    assert re.fullmatch(r"Time left: 9:[345]\d", clock.inner_text())


ELSEWHERE = """
  // A browser that keeps what it would have shown as notifications, in a tab nobody looks at.
  window.told = [];
  window.Notification = class {
    static permission = "default";
    static requestPermission = async () => (Notification.permission = "granted");
    constructor(title, more) { window.told.push(`${title}|${more.body}`); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => true });
"""


def test_a_reader_who_looks_elsewhere_is_told_of_the_turn(reader: Callable[..., Reader]) -> None:
    mover, waiter, _, table = two_friends(reader)
    page = waiter.page
    page.add_init_script(ELSEWHERE)
    page.reload()
    page.wait_for_selector("#board .now svg")
    page.click("#menu")
    page.get_by_text("Notify me when it is my turn", exact=True).click()
    wait_for(lambda: page.evaluate("localStorage.getItem('triarchy.notify')") == "yes")
    expect(page.get_by_text("Turn off notifications", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    assert page.evaluate("told") == []
    play_a_turn(mover, table)
    wait_for(lambda: page.evaluate("told.length") > 0)
    assert page.evaluate("told.length") == 1
    assert page.evaluate("told[0]").startswith("Your turn|Friday: ")
    assert page.title().startswith("● Your turn")


def test_a_table_with_days_to_move_offers_to_tell_of_ones_turn(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    anna.page.add_init_script(ELSEWHERE)
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "meridian", "seats": seats, "clock": "turn", "time_limit": 2 * 86400}
    table = anna.api("POST", "/api/tables", body)["id"]
    # In the game it comes while the other is to move, and not while one is to move oneself.
    ben = reader()
    ben.page.add_init_script(ELSEWHERE)
    ben.api("POST", f"/api/tables/{table}/seats", {"name": "Ben"})
    anna.api("POST", f"/api/tables/{table}/start", {})
    for each in (anna, ben):
        waits = not each.screen(table)["your_turn"]
        each.go(f"/table/{table}").wait_for_selector("#board .now svg")
        expect(each.page.locator("#notify-offer")).to_have_count(int(waits))
    table = anna.api("POST", "/api/tables", body)["id"]
    page = anna.go(f"/table/{table}")
    offer = page.locator("#notify-offer")
    expect(offer).to_contain_text("Get a notification when it is your turn?")
    offer.get_by_role("button", name="Notify me").click()
    expect(offer).to_have_count(0)
    assert page.evaluate("Notification.permission") == "granted"
    page.reload()
    page.wait_for_selector("#lobby .seats")
    expect(offer).to_have_count(0)
    quick = anna.api("POST", "/api/tables", {"game": "meridian", "seats": seats})["id"]
    anna.go(f"/table/{quick}")
    page.wait_for_selector("#lobby .seats")
    expect(offer).to_have_count(0)


def test_who_makes_a_table_with_hints_and_who_sits_down_read_that_it_is_not_rated(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    page = anna.go("/new")
    page.click("details summary")
    expect(page.locator("label", has=page.locator("#hints"))).to_contain_text(
        "Games with hints are not rated."
    )
    for hints, words in ((True, "with hints, not rated"), (False, "no hints")):
        body = {"game": "meridian", "seats": [{"kind": "me"}, {"kind": "open"}], "hints": hints}
        table = anna.api("POST", "/api/tables", body)["id"]
        expect(anna.go(f"/table/{table}").locator("body")).to_contain_text(words)
