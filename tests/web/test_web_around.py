"""Around the board in a browser: the waiting room, what is said to all, looking back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.server.servers import PATIENCE, Running, hurry, wait_for
from tests.web.browsing import PHONE, Reader
from tests.web.test_web_people import two_friends

pytestmark = pytest.mark.web


def finished(anna: Reader, server: Running, game: str, players: int = 2) -> str:
    """A finished game of several people on one device; its table."""
    seats = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo", "Dora")[:players]]
    body = {"game": game, "seats": seats, "hot_seat": True}
    table = str(anna.api("POST", "/api/tables", body)["id"])
    hurry(server, table, 0)
    return table


# The waiting room


def reachable(route: Route) -> None:
    """As on a server that others on the network can reach."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "only_here": None})


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_a_link_that_works_on_this_computer_alone_says_so_and_how_to_let_others_in(
    reader: Callable[..., Reader], language: str
) -> None:
    anna = reader(locale=language, viewport=PHONE)
    anna.api("PUT", "/api/me", {"name": "Anna"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = anna.api("POST", "/api/tables", {"game": "meridian", "seats": seats})["id"]
    page = anna.go(f"/table/{table}")
    command = page.locator("#lobby .only-here input")
    expect(command).to_have_value(re.compile(r"^triarchy serve --host 0\.0\.0\.0"))
    expect(page.locator("#lobby .qr")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_waiting_room_has_rules_language_chat_and_a_code(
    reader: Callable[..., Reader],
) -> None:
    anna, ben = reader(), reader()
    anna.api("PUT", "/api/me", {"name": "Anna"})
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = anna.api("POST", "/api/tables", {"game": "meridian", "seats": seats})["id"]
    anna.page.route("**/api/status", reachable)
    page, other = anna.go(f"/table/{table}"), ben.go(f"/table/{table}")
    code = page.locator("#lobby .qr")
    expect(code).to_be_visible()
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("(image) => image.naturalWidth") > 0
    page.fill("#chat-text", "Hello, who comes?")
    other.fill("#guest-name", "Be")  # what is typed survives the news
    page.press("#chat-text", "Enter")
    expect(other.locator("#chat-list")).to_contain_text("Hello, who comes?")
    expect(other.locator("#guest-name")).to_have_value("Be")
    page.click("#lobby-rules")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    page.click("#lobby-settings")
    expect(page.locator("dialog[open] input[name=language]").first).to_be_attached()
    page.keyboard.press("Escape")
    other.fill("#guest-name", "Ben")
    other.press("#guest-name", "Enter")
    # The table is full: nobody is to be invited any more.
    expect(page.locator("#lobby .qr")).to_have_count(0)
    expect(page.locator("#lobby .copy")).to_have_count(0)
    page.click("#lobby .bar .primary")
    page.wait_for_selector("#board .now svg")
    page.click("#chat-tab")
    expect(page.locator("#chat-list")).to_contain_text("Hello, who comes?")


def test_a_changed_name_and_a_resignation_are_seen_by_all(reader: Callable[..., Reader]) -> None:
    mover, waiter, name, _ = two_friends(reader)
    other = "Ben" if name == "Anna" else "Anna"
    waiter.api("PUT", "/api/me", {"name": "Zoe"})
    expect(mover.page.locator("#players-list")).to_contain_text("Zoe")
    expect(mover.page.locator("#players-list")).not_to_contain_text(other)
    waiter.page.click("#menu")
    waiter.page.click("dialog[open] .menu .button:has-text('Resign')")
    waiter.page.click("dialog[open] .actions .primary")
    expect(mover.page.locator(".toast")).to_contain_text("Zoe has resigned")
    expect(mover.page.locator("#players-list")).to_contain_text("resigned, a bot has taken over")


def test_only_unread_chat_has_a_dot(reader: Callable[..., Reader]) -> None:
    anna = reader(viewport=PHONE, has_touch=True)
    table = anna.sit_down("meridian")
    dot = anna.page.locator("#chat-dot")
    expect(dot).to_be_hidden()
    anna.api("POST", f"/api/tables/{table}/chat", {"text": "hello"})
    expect(dot).to_be_visible()
    anna.page.click("[data-sheet=chat]")
    expect(anna.page.locator("#chat-list")).to_contain_text("hello")
    expect(dot).to_be_hidden()
    anna.page.click("#chat .sheet-close")
    expect(dot).to_be_hidden()
    anna.page.reload()
    anna.page.wait_for_selector("#board .now svg")
    expect(anna.page.locator("#chat-list")).to_contain_text("hello")
    expect(dot).to_be_hidden()


# Looking back


def shown(anna: Reader) -> int:
    return int(anna.page.input_value("#number"))


def test_looking_back_by_turns_moves_and_landmarks(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = finished(anna, open_server, "tigris")
    story: dict[str, Any] = anna.api("GET", f"/api/tables/{table}/story")
    turns = story["turns"]
    landmarks = [line["number"] for line in story["log"] if line["landmark"]]
    page = anna.go(f"/replay/{table}")
    page.wait_for_selector("#board .now svg")
    number = page.locator("#number")
    page.click("#turn-next")
    expect(number).to_have_value(str(turns[0]["after"]))
    page.keyboard.press("PageDown")
    expect(number).to_have_value(str(turns[1]["after"]))
    page.click("#back")
    last = turns[1]["after"] - 1
    expect(number).to_have_value(str(last))
    page.keyboard.press("PageUp")
    # A turn may consist of one move: then this is its beginning, and the turn before comes next.
    begins = max(turn["before"] for turn in turns if turn["before"] < last)
    expect(number).to_have_value(str(begins))
    page.keyboard.press("End")
    expect(number).to_have_value(str(len_of(story)))
    page.keyboard.press("Home")
    page.keyboard.press("]")
    expect(number).to_have_value(str(landmarks[0]))
    expect(page.locator("#mark-next span")).not_to_be_empty()
    page.click("#mark-next")
    expect(number).to_have_value(str(landmarks[1]))
    page.keyboard.press("[")
    expect(number).to_have_value(str(landmarks[0]))
    # The whole log is there, and what is still to come is grey.
    expect(page.locator("#log-list li[data-number]")).to_have_count(len(story["log"]))
    later = sum(line["number"] > landmarks[0] for line in story["log"])
    expect(page.locator("#log-list li.future")).to_have_count(later)
    assert page.locator("#ticks i").count() == len(landmarks)
    page.click(f"#log-list li[data-number='{story['log'][-1]['number']}'] .line")
    expect(number).to_have_value(str(story["log"][-1]["number"]))


def len_of(story: dict[str, Any]) -> int:
    return int(story["turns"][-1]["after"])


def test_a_player_looks_back_with_their_own_eyes(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    anna.api("PUT", "/api/me", {"name": "Anna"})
    table = anna.table("tigris")
    hurry(open_server, table, 0)
    screens = [anna.api("GET", f"/api/tables/{table}/replay/{n}") for n in range(0, 40, 3)]
    assert {screen["seat"] for screen in screens} == {0}
    assert len({screen["to_move"] for screen in screens}) > 1
    # A finished game covers nothing any more: everybody's points are open.
    assert all(player["score"] != "" for player in screens[-1]["players"])
    page = anna.go(f"/replay/{table}?move=20")
    page.wait_for_selector("#board .now svg")
    expect(page.locator("#eyes")).to_have_value("0")
    page.select_option("#eyes", "1")
    expect(page).to_have_url(re.compile(r"move=20&seat=1$"))


def test_playing_on_from_a_position_of_a_finished_game(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = finished(anna, open_server, "meridian")
    page = anna.go(f"/replay/{table}?move=30&seat=1")
    page.wait_for_selector("#board .now svg")
    before = anna.api("GET", f"/api/tables/{table}/replay/30")
    page.click("#play-on")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(".prompt.your-turn")
    fresh = page.url.split("/")[-1]
    first = anna.api("GET", f"/api/tables/{fresh}/replay/0")
    assert (first["turn"], first["phase"]) == (before["turn"], before["phase"])
    assert [player["you"] for player in first["players"]] == [False, True]


def test_an_imported_record_keeps_the_names(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna, ben = reader(open_server), reader(open_server)
    table = finished(anna, open_server, "meridian")
    record = anna.api("GET", f"/api/tables/{table}/record?names=true")
    assert sorted(record["names"]) == ["Anna", "Ben"]
    copy = ben.api("POST", "/api/records", record)["id"]
    page = ben.go(f"/replay/{copy}")
    expect(page.locator("#players-list")).to_contain_text("Anna")
    expect(page.locator("#players-list")).to_contain_text("Ben")


# The ending


def test_the_count_is_a_story_and_then_comes_the_result(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = finished(anna, open_server, "tigris", 3)
    screen = anna.screen(table)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector("#actions .steps")
    for number, step in enumerate(screen["final_steps"], 1):
        expect(page.locator("#actions .steps")).to_contain_text(f"{number} of")
        expect(page.locator("#prompt")).to_have_text(step["text"])
        assert page.locator("dialog[open]").count() == 0
        page.click("#next-step")
    # What the sheet has gathered, colour by colour and with the treasures, is the score.
    for player in screen["players"]:
        colours = [0, 0, 0, 0]
        for step in screen["final_steps"]:
            for seat, column, change in step["cells"]:
                if seat == player["seat"] and column < 4:
                    colours[column] += change
        assert " · ".join(map(str, sorted(colours))) == player["score"]
    expect(page.locator("#again")).to_be_visible()
    expect(page.locator(".standings li")).to_have_count(3)
    winners = [player["name"] for player in screen["players"] if player["rank"] == 1]
    expect(page.locator(".standings .first").first).to_contain_text(winners[0])


def test_the_parts_that_are_counted_stand_out_and_nothing_shines_through(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = finished(anna, open_server, "meridian")
    page = anna.go(f"/table/{table}")
    page.wait_for_selector("#actions .steps")
    expect(page.locator("#board .now .spot").first).to_be_attached()
    # A veil lies over the board, with holes where the parts are, and no piece becomes transparent.
    expect(page.locator("#board .layer.shown .veiled")).to_have_count(1)
    look = "(parts) => parts.map((part) => getComputedStyle(part).opacity)"
    counting = page.locator("#board .now [data-key]").evaluate_all(look)
    page.click("#skip")
    expect(page.locator("#board .layer.shown")).to_have_count(0)
    assert counting == page.locator("#board .now [data-key]").evaluate_all(look)


def test_the_board_tells_no_points_while_they_are_counted(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    page = anna.go(f"/table/{finished(anna, open_server, 'china', 3)}")
    page.wait_for_selector("#actions .steps")
    points = page.locator("#board .now [data-points]")
    expect(points).to_have_count(3)
    expect(points.first).to_be_hidden()
    page.click("#skip")
    expect(points.first).to_be_visible()


def test_the_result_can_be_shared_as_a_picture_and_tells_how_it_was_won(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server)
    table = finished(anna, open_server, "china", 3)
    story = anna.api("GET", f"/api/tables/{table}/story")
    page = anna.go(f"/table/{table}")
    page.click("#skip")
    if story["won"]:
        expect(page.locator(".tale")).to_contain_text(" ".join(story["won"]))
    page.click("#share-result")
    picture = page.locator("dialog[open] .shared")
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 1200)
    assert page.input_value("dialog[open] .copy input").endswith(f"/replay/{table}")


@pytest.mark.parametrize(("game", "players"), [("meridian", 2), ("tigris", 2), ("china", 3)])
def test_the_turn_that_decided_is_looked_at_under_its_own_players_move(
    reader: Callable[..., Reader], open_server: Running, game: str, players: int
) -> None:
    """The review has found one; its link leads into that turn, not to the end of the one before."""
    anna = reader(open_server)
    table = finished(anna, open_server, game, players)
    story = anna.api("GET", f"/api/tables/{table}/story")
    long = [turn for turn in story["turns"] if turn["after"] - turn["before"] > 1]
    turn = long[len(long) // 2]
    told = {**story, "decided": {**turn, "winner": 0}}
    page = anna.page
    page.route("**/story?*", lambda route: route.fulfill(json=told))
    anna.go(f"/table/{table}")
    page.click("#skip")
    expect(page.locator(".decided")).to_contain_text(f"turn {turn['turn'] + 1} decided the game")
    page.click(".decided a")
    expect(page.locator("#of")).to_contain_text(f"Turn {turn['turn'] + 1} of ")
    expect(page.locator(f"#players-list .to-move[data-seat='{turn['seat']}']")).to_have_count(1)
    before = next(
        (line["text"] for line in story["log"] if line["number"] == turn["before"]), "nothing"
    )
    expect(page.locator("#prompt")).not_to_have_text(before)


# Sound and touch

LISTEN = """
window.heard = []; window.felt = [];
navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function () { window.heard.push(this.buffer.duration); return start.call(this); };
"""


def test_a_phone_is_silent_and_buzzes_when_it_is_my_turn(reader: Callable[..., Reader]) -> None:
    anna = reader(viewport=PHONE, has_touch=True)
    anna.page.add_init_script(LISTEN)
    table = anna.sit_down("meridian")
    anna.page.click("#prompt")  # a browser lets no page buzz that was not touched
    turn = anna.screen(table)["turn"]
    while anna.screen(table)["turn"] == turn:
        anna.page.wait_for_selector(".prompt.your-turn")
        anna.play_on(most=1)
    # The bot before may have to wait for one that compiles.
    wait_for(lambda: anna.page.evaluate("window.felt.length") or None, 2 * PATIENCE)
    assert anna.page.evaluate("window.heard") == []


def test_one_switch_turns_sounds_off_and_on(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.page.add_init_script(LISTEN)
    page = anna.go("/")
    page.click("#settings")
    switch = page.locator("#sounds")
    expect(switch).to_be_checked()
    switch.uncheck()
    with page.expect_response(re.compile(r"/sounds/turn\.wav$")) as answer:
        switch.check()
    assert answer.value.headers["content-type"] == "audio/wav"
    switch.uncheck()
    page.reload()
    page.click("#settings")
    expect(page.locator("#sounds")).not_to_be_checked()


# The home page


def test_play_now_goes_by_the_chooser_and_remembers_it(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.go("/")
    card = page.locator(".game[data-game=tigris]")
    expect(card.locator(".about")).not_to_be_empty()
    card.locator("select.count").select_option("2")
    card.locator("select.strength").select_option("easy")
    page.reload()
    expect(card.locator("select.count")).to_have_value("2")
    expect(card.locator("select.strength")).to_have_value("easy")
    with page.expect_request(
        lambda request: request.url.endswith("/api/tables") and request.method == "POST"
    ) as asked:
        card.locator(".play").click()
        page.locator("dialog[open] .button", has_text="Just play").click()
    wish = asked.value.post_data_json
    assert [seat.get("strength") for seat in wish["seats"]] == [None, "easy"]
    assert wish["lot"] is True
    page.wait_for_url("**/table/*")


def test_on_a_phone_a_table_that_waits_stands_on_top(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    anna.table("china", 3)
    table = anna.table("meridian")  # seats as given: the reader begins
    page = anna.go("/")
    first = page.locator("#mine a").first
    expect(first).to_contain_text("Your turn")
    box, games = page.locator("#mine").bounding_box(), page.locator("#games").bounding_box()
    assert box and games and box["y"] < games["y"]
    assert anna.screen(table)["your_turn"]


# For everyone


def wrong(page: Page) -> list[str]:
    """What axe finds on a page."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("scheme", "game"), [("light", "tigris"), ("dark", "china")])
def test_axe_finds_nothing_around_the_board(
    reader: Callable[..., Reader], open_server: Running, scheme: str, game: str
) -> None:
    anna = reader(open_server, color_scheme=scheme)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    lobby = anna.api("POST", "/api/tables", {"game": game, "seats": seats})["id"]
    page = anna.go(f"/table/{lobby}")
    page.wait_for_selector("#lobby .seats")
    assert wrong(page) == []
    table = finished(anna, open_server, game, 3)
    anna.go(f"/table/{table}")
    page.wait_for_selector("#actions .steps")
    page.click("#next-step")
    assert wrong(page) == []
    page.click("#skip")
    page.wait_for_selector("#again")
    assert wrong(page) == []
    anna.go(f"/replay/{table}?move=20")
    page.wait_for_selector("#board .now svg")
    assert wrong(page) == []


CUT = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"


@pytest.mark.parametrize(
    "viewport", [PHONE, {"width": 390, "height": 844}, {"width": 844, "height": 390}]
)
@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_the_end_fits_a_phone(
    reader: Callable[..., Reader], open_server: Running, viewport: dict[str, int], language: str
) -> None:
    anna = reader(open_server, viewport=viewport, has_touch=True, locale=language)
    table = finished(anna, open_server, "tigris", 3)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector("#actions .steps")
    for control in ("#next-step", "#skip"):
        expect(page.locator(control)).to_be_in_viewport(ratio=1)
    assert page.locator("#actions .button").evaluate_all(CUT) == []
    assert page.locator(".sheet-of-points th").evaluate_all(CUT) == []
    assert anna.sideways() <= 0
    page.click("#skip")
    expect(page.locator("#again")).to_be_in_viewport(ratio=1)
    assert anna.sideways() <= 0


TORN = """() => {
  // Words that are parted at no place of theirs, and buttons that reach out of the window.
  const torn = [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const { data, parentElement } = words.currentNode;
    if (parentElement.closest("svg, .unseen") || !parentElement.checkVisibility()) continue;
    for (const word of data.matchAll(/[^\\s\\-–/]+/g)) {
      const range = document.createRange();
      range.setStart(words.currentNode, word.index);
      range.setEnd(words.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) torn.push(word[0]);
    }
  }
  for (const button of document.querySelectorAll("button, select, a.button")) {
    if (button.checkVisibility() && button.getBoundingClientRect().right > innerWidth + 1) torn.push(button.textContent);
  }
  return torn;
}"""


@pytest.mark.parametrize("width", [360, 1024])
@pytest.mark.parametrize("language", ["de", "nl"])
def test_words_and_buttons_are_whole(
    reader: Callable[..., Reader], open_server: Running, language: str, width: int
) -> None:
    anna = reader(open_server, viewport={"width": width, "height": 740}, locale=language)
    page = anna.page
    for game in ("meridian", "tigris", "china"):
        anna.go(f"/learn/{game}")
        page.wait_for_selector("#actions .button")
        assert page.evaluate(TORN) == []
        table = finished(anna, open_server, game, 4)
        anna.go(f"/replay/{table}?move=20")
        page.wait_for_selector("#board .now svg")
        if width < 500:
            page.click(".tabs [data-sheet=score]")
        expect(page.locator("#score-help table").first).to_be_visible()
        assert page.evaluate(TORN) == []
        anna.go(f"/table/{table}")
        page.wait_for_selector("#actions .steps")
        assert page.evaluate(TORN) == []
        page.click("#skip")
        page.wait_for_selector("#again")
        assert page.evaluate(TORN) == []
