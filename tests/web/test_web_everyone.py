"""The page for everyone: keyboard alone, screen readers, phones, three languages, small to load."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Reader, press_twice

pytestmark = pytest.mark.web


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_nothing_scrolls_sideways_on_a_phone(reader: Callable[..., Reader], game: str) -> None:
    anna = reader(viewport=PHONE, has_touch=True)
    learning = [f"/{page}/{game}" for page in ("rules", "strategy", "legend", "learn", "puzzles")]
    for path in ("/", f"/new?game={game}", "/import", "/you", *learning, "/nowhere"):
        anna.go(path)
        assert anna.sideways() <= 0, path
    table = anna.sit_down(game, 3)
    for sheet in ("players", "score", "log", "chat"):
        assert anna.sideways() <= 0
        anna.page.click(f".tabs [data-sheet={sheet}]")
        expect(anna.page.locator(f"#{sheet}")).to_be_in_viewport()
        assert anna.sideways() <= 0, sheet
        anna.page.click(".sheet.open .sheet-close")
    anna.play_on(most=4)
    assert anna.sideways() <= 0
    anna.go(f"/replay/{table}?move=2")
    anna.page.wait_for_selector("#board .now svg")
    assert anna.sideways() <= 0


def test_a_turn_by_keyboard_alone(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("meridian")
    keys, page = anna.page.keyboard, anna.page
    number = page.locator("#log-list li[data-number]")
    assert number.count() == 0
    for _ in range(12):
        keys.press("ArrowRight")
        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert focused, "every target has a name"
        before = page.inner_text("#prompt")
        keys.press("Enter")
        if page.locator("#confirm").count():
            expect(page.locator("#confirm")).to_be_focused()
            expect(page.locator("#confirm")).not_to_have_attribute("aria-disabled", "true")
            keys.press("Enter")
            break
        expect(page.locator("#prompt")).not_to_have_text(before)
    expect(number.first).to_be_visible()


def test_keys_open_rules_and_the_list_of_keys(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("china", 3)
    anna.page.keyboard.press("r")
    expect(anna.page.locator("dialog .here")).to_be_in_viewport()
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("?")
    expect(anna.page.locator("dialog kbd").first).to_be_visible()


def test_a_greyed_target_says_why(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.table("meridian")
    # Nobody has built yet: a tower of 1 would be the first in its meridian.
    while (screen := anna.api("GET", f"/api/tables/{table}/screen"))["phase"] != "build":
        body = {"move": screen["moves"][0]["move"], "decision": screen["decision"]}
        anna.api("POST", f"/api/tables/{table}/moves", body)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    page.locator("[data-why]").first.dispatch_event("click")
    page.wait_for_selector(".tip")
    said = page.locator("#live p").last.inner_text()
    assert said == page.inner_text(".tip") != ""


def test_a_hover_shows_a_preview_and_takes_it_away(reader: Callable[..., Reader]) -> None:
    anna = reader()
    anna.sit_down("meridian")
    anna.page.hover("#hand [data-move]")
    expect(anna.page.locator(".tip")).to_be_visible()
    expect(anna.page.locator("#board .layer > svg")).to_have_count(1)
    anna.page.mouse.move(5, 5)
    expect(anna.page.locator(".tip")).to_have_count(0)
    expect(anna.page.locator("#board .layer > svg")).to_have_count(0)


FREE = """() => {
  // A spot of the board that belongs to nothing, nor is near enough for a finger.
  const { left, top, right, bottom } = document.getElementById("board").getBoundingClientRect();
  const parts = "[data-move], [data-for], [data-why], [data-as], [data-again]";
  const free = (x, y) => !document.elementFromPoint(x, y)?.closest(parts);
  const around = [0, 4, 8, 12].flatMap((far) => [...Array(16).keys()].map((n) => (n * Math.PI) / 8).map((turn) => [far * Math.cos(turn), far * Math.sin(turn)]));
  const found = [];
  for (let y = top + 20; y < bottom - 20; y += 4)
    for (let x = left + 20; x < right - 20; x += 4)
      if (around.every(([dx, dy]) => free(x + dx, y + dy))) found.push([x, y]);
  return found;
}"""


def test_a_finger_on_the_open_sea_chooses_nothing(reader: Callable[..., Reader]) -> None:
    """A card's cities lie far apart: the box around them holds much that is not theirs."""
    anna = reader(viewport=PHONE, has_touch=True)
    table = anna.sit_down("meridian")
    page = anna.page
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.method == "POST" else None)
    for _ in range(2):  # a card is to be chosen, then one of its cities
        prompt, free = page.inner_text("#prompt"), page.evaluate(FREE)
        spots = free[:1]
        for spot in free:  # two taps close to each other would be a double one
            if math.dist(spot, spots[-1]) > 40:
                spots.append(spot)
        for spot in spots:
            page.touchscreen.tap(*spot)
        assert page.inner_text("#prompt") == prompt and asked == []
        assert page.locator("#board [aria-pressed=true]").count() == 0
        page.locator("#hand [data-move]").last.dispatch_event("click")
        expect(page.locator("#prompt")).not_to_have_text(prompt)
        asked.clear()
    assert anna.screen(table)["number"] >= 1


def test_a_double_tap_zooms_the_board_and_back(reader: Callable[..., Reader]) -> None:
    anna = reader(viewport=PHONE, has_touch=True)
    anna.sit_down("meridian")
    free = anna.page.evaluate(FREE)
    assert free, "there is room between what can be pressed"
    press_twice(anna.page, free[0], touch=True)
    expect(anna.page.locator(".zoom-out")).to_be_visible()
    assert anna.sideways() <= 0
    anna.page.click(".zoom-out")
    expect(anna.page.locator(".zoom-out")).to_be_hidden()


def test_a_line_of_the_log_shows_its_place(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.table("china", 3)
    anna.play_moves(table, 6)
    anna.go(f"/table/{table}")
    anna.page.wait_for_selector(".prompt.your-turn")
    anna.page.hover("#log-list .line:has-text('builds a house') >> nth=0")
    expect(anna.page.locator(".ring").first).to_be_visible()


def test_the_log_stands_still_under_a_pointer_when_the_table_is_drawn_anew(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    table = anna.table("china", 3)
    anna.play_moves(table, 12)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    log = page.locator("#log-list")
    # Its end is near enough to be followed, but not in sight.
    log.evaluate("e => { e.style.flex = 'none'; e.style.height = `${e.scrollHeight - 40}px`; }")
    page.hover("#log-list .line:has-text('builds a house') >> nth=0")
    log.evaluate("e => { e.scrollTop = 0; }")
    expect(page.locator(".ring").first).to_be_visible()
    with page.expect_response("**/replay/*dark=true*"):  # for the ring on the other board
        page.emulate_media(color_scheme="dark")
    assert log.evaluate("e => e.scrollTop") == 0
    expect(page.locator(".ring").first).to_be_visible()


def test_moves_are_announced(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.sit_down("meridian")
    anna.play_on(most=8)
    anna.page.wait_for_selector(".prompt.your-turn")
    prompt = anna.api("GET", f"/api/tables/{table}/screen")["prompt"]
    expect(anna.page.locator("#live")).to_contain_text(prompt)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(reader: Callable[..., Reader], scheme: str) -> None:
    anna = reader(color_scheme=scheme)
    pages = {
        "/": ".frame svg",
        "/new?game=china": "#seats li",
        "/import": "#drop",
        "/you": "#code-state",
    }
    for game, players in (("meridian", 3), ("tigris", 2), ("china", 3)):
        table = anna.table(game, players)
        anna.play_moves(table, 8)
        pages[f"/table/{table}"] = ".prompt.your-turn"
        pages[f"/replay/{table}?move=3"] = "#board .now svg"
        pages[f"/learn/{game}"] = pages[f"/puzzles/{game}"] = "#board .now svg"
        pages[f"/legend/{game}"] = ".legend svg"
    pages["/rules/meridian"] = "figure svg"
    for path, shown in pages.items():
        anna.go(path)
        anna.page.wait_for_selector(shown)
        found = Axe().run(anna.page).response["violations"]
        assert [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found] == [], path


@pytest.mark.parametrize(
    ("language", "play", "undo"),
    [
        ("en-GB", "Play now", "Undo"),
        ("de-AT", "Jetzt spielen", "Zurücknehmen"),
        ("nl", "Nu spelen", "Terugnemen"),
    ],
)
def test_each_language(reader: Callable[..., Reader], language: str, play: str, undo: str) -> None:
    anna = reader(locale=language)
    page = anna.go("/")
    assert page.get_attribute("html", "lang") == language[:2]
    assert page.inner_text(".game .play >> nth=0") == play
    anna.sit_down("meridian")
    anna.play_on(most=1)
    expect(page.locator("#undo")).to_have_text(undo)


def test_the_language_can_be_switched_and_is_kept(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.go("/")
    page.click("#settings")
    # Not `check`, which looks at the field again when the page is already another one.
    page.click("label:has(input[value=nl])")
    expect(page.locator(".game .play").first).to_have_text("Nu spelen")
    anna.go("/import")
    assert page.get_attribute("html", "lang") == "nl"


def test_the_theme_can_be_switched(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.go("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("#settings")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.check("input[value=dark]", force=True)
    assert page.evaluate(ground) != light
    page.reload()
    assert page.get_attribute("html", "data-theme") == "dark"


def test_the_first_page_is_small(reader: Callable[..., Reader]) -> None:
    anna = reader()
    session = anna.context.new_cdp_session(anna.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    anna.go("/")
    anna.page.wait_for_selector(".game:last-child .frame svg")
    anna.page.wait_for_load_state("networkidle")
    assert sum(sizes) < 150_000
