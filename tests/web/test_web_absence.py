"""Friends who leave and return, clocks that run, another game: in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.servers import Running
from tests.server.test_server_clocks import ago
from tests.web.browsing import DESKTOP, PHONE, Reader

pytestmark = pytest.mark.web


def friends(
    reader: Callable[..., Reader], server: Running, **settings: object
) -> tuple[str, Reader, Reader]:
    """A game of two friends: who is to move, and the other one; Anna has opened it."""
    anna, ben = reader(server), reader(server)
    for each, name in ((anna, "Anna"), (ben, "Ben")):
        each.api("PUT", "/api/me", {"name": name})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = anna.api("POST", "/api/tables", {"game": "meridian", "seats": seats, **settings})["id"]
    ben.api("POST", f"/api/tables/{table}/seats", {})
    anna.api("POST", f"/api/tables/{table}/start", {})
    for each in (anna, ben):
        each.go(f"/table/{table}")
        each.page.wait_for_selector("#board .now svg")
    return table, anna, ben


def row(_: Reader, name: str) -> str:
    return f"#players-list .player:has(.name:has-text('{name}'))"


def test_a_friend_leaves_a_bot_takes_over_the_friend_returns(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    table, anna, ben = friends(reader, open_server)
    page = anna.page
    expect(page.locator(f"{row(anna, 'Ben')} .presence:not(.away)")).to_be_visible()
    ben.page.goto("about:blank")
    expect(page.locator(f"{row(anna, 'Ben')} .presence.away")).to_be_visible()
    page.click(f"{row(anna, 'Ben')} .absent")
    page.click("#stand-in")
    expect(page.locator(row(anna, "Ben"))).to_contain_text("a bot has taken over")
    # The bot plays Ben's turns: it becomes Anna's turn again and again.
    for _ in range(2):
        page.wait_for_selector(".prompt.your-turn")
        while anna.screen(table)["your_turn"]:
            anna.play_moves(table, 1)
    back = ben.go(f"/table/{table}").get_by_role("button", name="I am back")
    back.click()
    expect(page.locator(row(anna, "Ben"))).not_to_contain_text("a bot has taken over")
    expect(page.locator(f"{row(anna, 'Ben')} .presence:not(.away)")).to_be_visible()
    seats = anna.api("GET", f"/api/tables/{table}")["seats"]
    assert not any(seat["away"] for seat in seats)


def test_a_total_clock_warns_and_runs_out(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    settings = {"clock": "total", "time_limit": 300, "increment": 5}
    table, anna, ben = friends(reader, open_server, **settings)
    mover = anna if anna.screen(table)["your_turn"] else ben
    clocks = mover.page.locator("#players-list .clock")
    expect(clocks).to_have_count(2)
    # Beside a clock the phone's strip has no bare number.
    alone = "(each) => each.textContent === (each.querySelector('.clock')?.textContent ?? '')"
    for place in mover.page.locator("#strip .name + span").all():
        assert place.evaluate(alone)
    expect(mover.page.locator("#players-list .clock.running")).to_have_text(
        re.compile(r"[45]:\d\d")
    )
    assert mover.page.locator(".clock.low").count() == 0
    # There it has everybody's, and nobody's stands a second time beside the prompt.
    mover.page.set_viewport_size(PHONE)
    expect(mover.page.locator("#strip .clock:visible")).to_have_count(2)
    expect(mover.page.locator("#clock")).to_be_hidden()
    mover.page.set_viewport_size(DESKTOP)
    ago(open_server, table, 280)
    expect(mover.page.locator("#players-list .clock.running.low")).to_be_visible()
    expect(mover.page.locator("#clock.low")).to_be_visible()
    ago(open_server, table, 301)
    for each in (anna, ben):
        expect(each.page.locator("#players-list")).to_contain_text(
            "out of time, a bot has taken over"
        )
    waiter = ben if mover is anna else anna
    waiter.page.wait_for_selector(".prompt.your-turn")


def test_a_clock_and_a_series_are_chosen_and_told(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    page = anna.go("/new?game=meridian")
    page.fill("#your-name", "Anna")
    page.click("form summary")
    page.select_option("#clock", "total")
    minutes = page.locator("#time-limit option").all_inner_texts()
    wanted = [f"{count} minutes" for count in (5, 10, 15, 20, 30, 45)]
    assert minutes[: len(wanted) + 1] == [*wanted, "1 hour"]
    page.select_option("#time-limit", "600")
    page.select_option("#increment", "10")
    page.select_option("#best-of", "3")
    page.click("#create")
    facts = page.locator("#lobby p.aside").first
    expect(facts).to_contain_text("10 minutes for the whole game, +10 seconds per turn")
    expect(facts).to_contain_text("game 1, best of 3")
