"""Quick fingers and short drops: one press is one request, and what is lost is said each time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Reader

pytestmark = pytest.mark.web

MODULE = """(name) => {
  const address = document.querySelector('script[type="module"][src*="/static/"]').src;
  return import(address.replace(/[^/]+$/, name));
}"""

TWO_DROPS = f"""async () => {{
  const {{ Stream }} = await ({MODULE})("stream.js");
  window.EventSource = class extends EventTarget {{ close() {{}} }}; // nobody answers
  const stream = new Stream("none", {{ table() {{}}, gone() {{}}, presence() {{}}, back() {{}} }});
  stream.open(null);
  stream.broken(stream.source);
  stream.connected();
  stream.open(null);
  stream.broken(stream.source);
}}"""

TWO_DECISIONS = f"""async () => {{
  const {{ Decisions }} = await ({MODULE})("decisions.js");
  const answers = [], drawn = [];
  window.fetch = () => new Promise((answer) => answers.push(answer));
  const page = {{
    root: document.body, state: {{ screen: {{ version: 1 }} }}, store: {{ takeWhole() {{}} }},
    targets: {{ leave() {{}} }},
    path: (rest) => rest, query: () => ({{}}), announce() {{}}, showNews() {{}},
    show: () => new Promise((done) => drawn.push(done)),
  }};
  const decisions = new Decisions(page);
  const until = async (list) => {{ while (!list.length) await new Promise((go) => setTimeout(go, 5)); }};
  const first = decisions.send("/moves", {{}}, null);
  answers[0](new Response('{{"version": 2}}', {{ headers: {{ "Content-Type": "application/json" }} }}));
  await until(drawn);
  decisions.send("/moves", {{}}, null);
  drawn[0]();
  await first;
  return {{ requests: answers.length, working: decisions.working }};
}}"""


def test_a_second_short_drop_that_lasts_is_told_like_the_first(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    anna.go("/")
    anna.page.evaluate(TWO_DROPS)
    expect(anna.page.locator(".lost")).to_be_visible()


def test_a_decision_under_way_is_not_forgotten_when_the_one_before_is_drawn(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    anna.go("/")
    assert anna.page.evaluate(TWO_DECISIONS) == {"requests": 2, "working": True}


def test_a_fast_double_click_makes_one_table(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.api("PUT", "/api/me", {"name": "Anna"})
    page = anna.go("/new")
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.method == "POST" else None)
    page.wait_for_selector("#counts input")
    page.evaluate(
        "for (let n = 0; n < 2; n += 1) document.querySelector('form [type=submit]').click()"
    )
    page.wait_for_url("**/table/*")
    assert len([url for url in asked if url.endswith("/api/tables")]) == 1


def test_puzzles_can_be_played_where_the_browser_keeps_nothing(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    anna.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden'); } })"
    )
    for path in ("/", "/puzzles/meridian"):
        anna.go(path)
    expect(anna.page.locator("#where")).to_contain_text("Solved in a row: 0")
    assert anna.wrong == []


def test_whoever_must_say_a_name_to_talk_types_it_at_once(reader: Callable[..., Reader]) -> None:
    anna, guest = reader(), reader()
    table = anna.table("meridian")
    page = guest.go(f"/table/{table}")
    page.click("#chat-tab")
    page.fill("#chat-text", "Hello")
    page.press("#chat-text", "Enter")
    expect(page.locator("#given-name")).to_be_focused()
