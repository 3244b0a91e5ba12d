"""Reload, undo, a killed server: nothing is lost and the page comes back to the same place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.server.servers import Running, settings_for
from tests.server.test_server_compiling import Process
from tests.web.browsing import Reader, Server
from triarchy.server.bots.compiler import ADVICE, BotCompiler

pytestmark = pytest.mark.web


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.close()


def test_a_reload_in_mid_turn_returns_to_the_same_place(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("meridian")
    start = anna.page.inner_text("#prompt")
    anna.play_on(most=1)
    expect(anna.page.locator("#undo")).to_be_visible()
    prompt = anna.page.inner_text("#prompt")
    assert prompt != start
    anna.page.reload()
    expect(anna.page.locator("#prompt")).to_have_text(prompt)
    anna.page.click("#undo")
    expect(anna.page.locator("#prompt")).to_have_text(start)


def test_a_killed_server_loses_nothing(reader: Callable[..., Reader], own_server: Server) -> None:
    anna = reader(own_server)
    table = anna.sit_down("china", 3)
    anna.play_on(most=3)
    anna.page.wait_for_selector(".prompt.your-turn")
    before = anna.api("GET", f"/api/tables/{table}/screen")
    own_server.kill()
    expect(anna.page.locator(".lost")).to_be_visible()
    own_server.start()
    expect(anna.page.locator(".lost")).to_have_count(0, timeout=30_000)
    after = anna.api("GET", f"/api/tables/{table}/screen")
    assert (after["number"], after["board"]) == (before["number"], before["board"])
    played = anna.play_on(most=2)
    assert played["clicks"] == 2
    anna.page.wait_for_selector(".prompt.your-turn")
    assert anna.api("GET", f"/api/tables/{table}/screen")["number"] > before["number"]


def test_a_screen_that_the_answer_leaves_to_the_stream(reader: Callable[..., Reader]) -> None:
    """As it is where another process of the server has the stream."""
    anna = reader()
    table = anna.sit_down("meridian")
    left_out = []

    def leave_out(route: Route) -> None:
        answer = route.fetch()
        changed = answer.json()["set"]
        left_out.append(changed["event"])
        facts = {name: changed[name] for name in ("version", "event")}
        route.fulfill(response=answer, json={"after": changed["event"], "set": facts})

    anna.page.route("**/moves?**", leave_out)
    start = anna.page.inner_text("#prompt")
    anna.play_on(most=1)
    expect(anna.page.locator("#undo")).to_be_visible()
    expect(anna.page.locator("#prompt")).not_to_have_text(start)
    assert len(left_out) == 1
    screen = anna.api("GET", f"/api/tables/{table}/screen")
    assert screen["event"] == left_out[0]


def test_while_bots_are_being_prepared_the_page_says_so_and_for_how_long(
    reader: Callable[..., Reader], tmp_path: Path
) -> None:
    """On an empty compile cache: the bots' first moves are there, and what they are is told."""
    running, compiler = Running(settings_for(tmp_path)), Process("easy", ADVICE)
    running.service.bot_pool.compiler = BotCompiler(
        compiler, Process(), running.service.bot_pool._compiled
    )
    try:
        running.ready("meridian")
        anna = reader(running)
        table = anna.table("meridian", hints=False)
        anna.go(f"/table/{table}")
        anna.page.wait_for_selector(".prompt.your-turn")
        anna.play_moves(table, 12)
        told = anna.page.locator("#standing-in")
        expect(told).to_contain_text("The bots are being prepared, once only: about ")
        expect(told).to_contain_text("they play simple moves, and this game is not rated")
        compiler.go_on.set()
        expect(told).to_have_count(0)
        anna.page.goto("about:blank")
    finally:
        compiler.go_on.set()
        running.close()
