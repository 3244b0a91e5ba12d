"""The pages as an app: a worker that shows messages and a page without a network, a number of
waiting tables, quiet hours."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.servers import Running, hurry, settings_for, wait_for
from tests.web.browsing import Reader

pytestmark = pytest.mark.web

READY = "async () => Boolean((await navigator.serviceWorker.ready).active)"
NOTES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, body, tag}) => ({title, body, tag}))"""
KEPT = """async () => {
  const addresses = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) addresses.push(request.url);
  }
  return addresses;
}"""
COUNTED = """() => {
  globalThis.badges = [];
  navigator.setAppBadge = async (number) => { globalThis.badges.push(number); };
  navigator.clearAppBadge = async () => { globalThis.badges.push(0); };
}"""


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Running]:
    """A server that a test may stop."""
    running = Running(settings_for(tmp_path))
    running.ready("meridian")
    yield running
    if running.thread.is_alive():
        running.close()


def deliver(anna: Reader, message: dict[str, Any]) -> None:
    """A message as the browser's push service would hand it to the worker."""
    tools = anna.context.new_cdp_session(anna.page)
    registrations: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(
            each["registrationId"] for each in event["registrations"] if not each["isDeleted"]
        ),
    )
    tools.send("ServiceWorker.enable")
    for _ in range(200):
        if registrations:
            break
        anna.page.wait_for_timeout(50)
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": anna.server.url,
            "registrationId": registrations[-1],
            "data": json.dumps(message),
        },
    )


def notes(anna: Reader, count: int) -> list[dict[str, str]]:
    """The notifications on the screen, once there are so many."""
    for _ in range(200):
        shown: list[dict[str, str]] = anna.page.evaluate(NOTES)
        if len(shown) >= count:
            return shown
        anna.page.wait_for_timeout(50)
    raise AssertionError("no notification was shown")


def test_the_worker_shows_a_message(reader: Callable[..., Reader], open_server: Running) -> None:
    anna = reader(open_server, permissions=["notifications"])
    anna.go("/")
    assert anna.page.evaluate(READY)
    message = {"title": "Your turn", "body": "Monday", "url": "/table/abcdefghijkl", "waiting": 3}
    deliver(anna, message)
    assert notes(anna, 1) == [{"title": "Your turn", "body": "Monday", "tag": message["url"]}]
    expect(anna.page).to_have_title("(3) Triarchy")  # pages that are open are told the number
    deliver(anna, {**message, "body": "again"})  # one notification a table
    for _ in range(200):
        if notes(anna, 1)[0]["body"] == "again":
            break
        anna.page.wait_for_timeout(50)
    assert [note["body"] for note in notes(anna, 1)] == ["again"]


def test_who_looks_at_the_table_gets_no_message(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, permissions=["notifications"])
    table = anna.sit_down("meridian")
    assert anna.page.evaluate(READY)
    message = {"title": "Your turn", "body": "here", "url": f"/table/{table}", "waiting": 1}
    deliver(anna, message)
    deliver(anna, {**message, "body": "elsewhere", "url": "/table/abcdefghijkl"})
    assert [note["body"] for note in notes(anna, 1)] == ["elsewhere"]


@pytest.mark.parametrize(("locale", "words"), [("en", "No connection"), ("de", "Keine Verbindung")])
def test_without_a_server_there_is_a_page_and_nothing_of_a_game_is_kept(
    reader: Callable[..., Reader], own: Running, locale: str, words: str
) -> None:
    anna = reader(own, locale=locale)
    anna.sit_down("meridian")
    assert anna.page.evaluate(READY)
    for address in anna.page.evaluate(KEPT):
        path = address.removeprefix(own.url)
        assert path.startswith(("/offline", "/static/")), path
    own.close()
    anna.go("/")
    expect(anna.page.locator("h1")).to_have_text(words)
    expect(anna.page.locator("#again")).to_be_visible()
    assert anna.page.evaluate("getComputedStyle(document.body).fontFamily") != ""


def test_rules_and_lessons_are_read_without_a_connection(
    reader: Callable[..., Reader], own: Running
) -> None:
    anna = reader(own)
    anna.go("/")
    assert anna.page.evaluate(READY)
    anna.go("/you")  # the worker has this page, and fetches what can be read
    wait_for(lambda: sum("/offline/" in address for address in anna.page.evaluate(KEPT)) == 6)
    own.close()
    anna.go("/you")
    anna.page.get_by_role("link", name="Lessons").first.click()
    expect(anna.page.locator("h1")).to_have_text("Lessons: Meridian")
    expect(anna.page.locator("#rulebook figure svg").first).to_be_visible()
    anna.go("/rules/china")
    expect(anna.page.locator("h1")).to_have_text("Rules of China")
    expect(anna.page.locator(".note")).to_have_text("Without a connection you can only read here.")


def test_waiting_tables_are_counted_in_the_title_and_on_the_icon(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    anna.context.add_init_script(f"({COUNTED})()")
    for _ in range(2):
        table = anna.table("meridian")
        wait_for(lambda table=table: anna.screen(table)["your_turn"])
    anna.go("/")
    expect(anna.page).to_have_title("(2) Triarchy")
    assert anna.page.evaluate("globalThis.badges.at(-1)") == 2
    anna.go(f"/table/{table}")
    expect(anna.page).to_have_title("(2) ● Your turn · Meridian")


def test_the_app_can_be_installed(reader: Callable[..., Reader], open_server: Running) -> None:
    anna = reader(open_server, locale="nl")
    anna.go("/")
    tools = anna.context.new_cdp_session(anna.page)
    answer = tools.send("Page.getAppManifest")
    assert answer["errors"] == []
    manifest = json.loads(answer["data"])
    assert manifest["lang"] == "nl" and manifest["description"].startswith("Drie ")
    for icon in manifest["icons"]:
        picture = anna.context.request.get(open_server.url + icon["src"])
        width = int.from_bytes(picture.body()[16:20], "big")
        assert f"{width}x{width}" == icon["sizes"]


def test_quiet_hours_are_set_in_the_settings(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    """The browser of the tests reaches no push service; what is asked of one is put in its place."""
    anna = reader(open_server, permissions=["notifications"])
    sent: list[dict[str, Any]] = []

    def answer(route: Any) -> None:
        if route.request.method == "PUT":
            sent.append(route.request.post_data_json)
        route.fulfill(json={"available": True, "key": "AAAA", "devices": 1})

    anna.context.route("**/api/me/push", answer)
    anna.context.add_init_script("""
      const made = {
        endpoint: "https://push.example/1", options: {}, unsubscribe: async () => true,
        toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
      };
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () => made;
    """)
    anna.go("/")
    anna.page.click("#settings")
    anna.page.get_by_label("Notify me when it is my turn").check()
    expect(anna.page.get_by_label("Quiet hours")).to_be_visible()
    anna.page.get_by_label("Quiet hours").check()
    expect(anna.page.get_by_label("Quiet hours")).to_be_checked()
    anna.page.get_by_label("Quiet until").fill("07:30")
    anna.page.get_by_label("Quiet until").blur()
    for _ in range(200):
        if sent and sent[-1]["quiet"] and sent[-1]["quiet"]["end"] == "07:30":
            break
        anna.page.wait_for_timeout(50)
    assert sent[0]["quiet"] is None and sent[0]["endpoint"] == "https://push.example/1"
    assert sent[-1]["quiet"]["begin"] == "22:00" and sent[-1]["quiet"]["end"] == "07:30"
    assert sent[-1]["quiet"]["zone"]


def test_a_reader_sees_what_was_played(reader: Callable[..., Reader], open_server: Running) -> None:
    anna = reader(open_server)
    anna.go("/history")
    expect(anna.page.locator("#records")).to_contain_text("No finished games yet.")
    expect(anna.page.locator("#download")).to_be_hidden()
    anna.api("PUT", "/api/me", {"name": "Historical Anna"})
    table = anna.table("meridian", hints=False)
    wait_for(lambda: anna.screen(table)["your_turn"])
    hurry(open_server, table, 0)
    wait_for(lambda: anna.api("GET", "/api/me/history")["games"])
    anna.go("/history")
    expect(anna.page.locator("#records tbody tr")).to_have_count(1)
    expect(anna.page.locator("#played li")).to_have_count(1)
    expect(anna.page.locator("#played a")).to_have_attribute("href", f"/replay/{table}")
    expect(anna.page.locator("#download")).to_be_visible()
    assert anna.sideways() <= 0
    listed = anna.page.get_by_label("Show my name and rating on the leaderboard")
    listed.check()
    expect(anna.page.locator("#toasts")).to_contain_text("Saved.")
    anna.go("/leaderboard/meridian")
    expect(anna.page.locator("#leaders strong")).to_have_text("Historical Anna")
    assert anna.sideways() <= 0
