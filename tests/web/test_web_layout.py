"""A layout that stands still and fits: the board's frame, the decisive panel, on every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import Running, wait_for
from tests.web.browsing import Reader, middle
from tests.web.test_web_choosing import TRADERS, WAR, at_position

pytestmark = pytest.mark.web

FRAME = """() => {
  const box = document.getElementById("board").getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
}"""
OUTSIDE = """() => [...document.querySelectorAll("#hand [data-move], #hand text, #prompt, #actions button")]
  .map((element) => [element.textContent || element.dataset.move, element.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
  .map(([words]) => words)"""
COVERED = """() => {
  // Choices whose middle something else lies over.
  return [...document.querySelectorAll("#hand [data-move]")].filter((element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return !top || top.closest("[data-move]") !== element;
  }).map((element) => element.dataset.move);
}"""


def wide(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}, "has_touch": width < 900}


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1366, 768), (1024, 768), (390, 844), (360, 740)]
)
def test_the_board_stands_still_through_a_turn_with_a_conflict(
    reader: Callable[..., Reader], open_server: Running, width: int, height: int
) -> None:
    anna = reader(open_server, **wide(width, height))
    at_position(anna, **WAR, leaders=TRADERS)
    page = anna.page
    frames = [page.evaluate(FRAME)]

    def press(move: str) -> None:
        page.locator(f"[data-move='{move}']").first.dispatch_event("click")

    press("tile black")
    page.wait_for_selector("[data-move='cell F6']")
    frames.append(page.evaluate(FRAME))
    press("cell F6")
    page.wait_for_selector("[data-move^=support]")
    frames.append(page.evaluate(FRAME))
    press("support 2")
    page.wait_for_selector("#hand [data-move^=tile], #confirm")
    frames.append(page.evaluate(FRAME))
    for frame in frames:
        assert all(abs(a - b) <= 2 for a, b in zip(frame, frames[0], strict=True)), frames


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_a_hint_leaves_the_board_where_it_is(
    reader: Callable[..., Reader], open_server: Running, width: int, height: int
) -> None:
    anna = reader(open_server, **wide(width, height))
    at_position(anna, **WAR, leaders=TRADERS)
    before = anna.page.evaluate(FRAME)
    anna.page.click("#hint")
    # The process that thinks may have to compile first.
    anna.page.wait_for_selector("#prompt .advice", timeout=240_000)
    after = anna.page.evaluate(FRAME)
    assert all(abs(a - b) <= 2 for a, b in zip(after, before, strict=True)), (before, after)


def test_a_hint_that_is_too_long_for_a_phone_is_read_whole_by_pressing_it(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, **wide(390, 844))
    at_position(anna, **WAR, leaders=TRADERS)
    page = anna.page
    page.click("#hint")
    page.wait_for_selector("#prompt .advice", timeout=240_000)
    told = page.locator("#prompt .advice").text_content()
    page.locator("#prompt button").tap()
    whole = page.locator("dialog[open] p")
    expect(whole).to_have_text(told or "-")
    assert whole.evaluate("e => e.scrollHeight <= e.clientHeight")


@pytest.mark.parametrize("language", ["de", "en", "nl"])
@pytest.mark.parametrize("width", [1280, 1024])
def test_buttons_beside_the_prompt_are_as_wide_as_their_words(
    reader: Callable[..., Reader], open_server: Running, width: int, language: str
) -> None:
    anna = reader(open_server, **wide(width, 800), locale=language)
    anna.sit_down("meridian")
    page = anna.page
    page.locator("#hand [data-move^=card]").first.dispatch_event("click")
    page.wait_for_selector("#undo")
    cut = "all => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    assert page.locator("#actions .button").evaluate_all(cut) == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390)])
def test_a_conflict_is_whole_on_a_phone(
    reader: Callable[..., Reader], open_server: Running, width: int, height: int
) -> None:
    anna = reader(open_server, **wide(width, height))
    at_position(anna, **WAR, leaders=TRADERS)
    page = anna.page
    page.locator("[data-move='tile black']").dispatch_event("click")
    page.locator("[data-move='cell F6']").dispatch_event("click")
    page.wait_for_selector("[data-move^=support]")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(COVERED) == []
    assert anna.sideways() <= 0
    texts = " ".join(page.locator("#hand text").all_text_contents())
    assert "Player" in texts


MORE_PHONES = [(375, 667), (390, 844), (412, 915), (844, 390)]
PHONES = [(360, 740), *MORE_PHONES]
LYING = """() => {
  // How many pixels a unit of the board has as it is shown, and how many it would have turned.
  const frame = document.getElementById("board").getBoundingClientRect();
  const { width, height } = document.querySelector("#board .now svg").viewBox.baseVal;
  const as = (w, h) => Math.min(frame.width / w, frame.height / h);
  return [as(width, height), as(height, width), width];
}"""
SMALL = """() => [...document.querySelectorAll("button, a, input, [role=tab]")]
  .filter((element) => element.checkVisibility() && !element.closest(".sheet:not(.open), .skip, .unseen"))
  .map((element) => [element.id || element.className || element.textContent, element.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.top < innerHeight && box.bottom > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_board_is_as_large_as_a_phone_allows(
    reader: Callable[..., Reader], game: str, width: int, height: int
) -> None:
    anna = reader(**wide(width, height))
    anna.sit_down(game, 3)
    middle(anna.page, "#board .now svg")  # once the page has settled
    shown, turned, drawn = anna.page.evaluate(LYING)
    assert shown >= 0.93 * turned, (shown, turned)
    # Portrait drawings are made for real widths of phones, so that nothing in them is shrunk.
    if height > width:
        hand = anna.page.locator("#hand > svg").get_attribute("viewBox")
        assert str(hand).split()[2] == str(width)
        assert drawn <= width or turned < shown
    assert anna.sideways() <= 0


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_controls_are_large_enough_for_a_finger(
    reader: Callable[..., Reader], width: int, height: int
) -> None:
    anna = reader(**wide(width, height))
    table = anna.table("tigris", 4)
    anna.play_moves(table, 20)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector("#board .now svg")
    assert page.evaluate(SMALL) == []
    page.click(".tabs [data-sheet=log]")
    expect(page.locator("#log")).to_be_in_viewport()
    assert page.evaluate(SMALL) == []


def test_back_closes_what_lies_over_the_table(reader: Callable[..., Reader]) -> None:
    anna = reader(**wide(360, 740))
    anna.go("/")
    table = anna.sit_down("meridian")
    page = anna.page
    for sheet in ("log", "score"):
        page.click(f".tabs [data-sheet={sheet}]")
        expect(page.locator(f"#{sheet}.open")).to_have_count(1)
        page.evaluate("history.back()")
        expect(page.locator(".sheet.open")).to_have_count(0)
    for opener in ("#menu", "#rules"):
        page.click(opener)
        expect(page.locator("dialog")).to_be_visible()
        page.evaluate("history.back()")
        expect(page.locator("dialog")).to_have_count(0)
    assert page.url.endswith(table)


def test_back_leaves_the_table_when_nothing_lies_over_it(reader: Callable[..., Reader]) -> None:
    anna = reader(**wide(360, 740))
    anna.go("/")
    table = anna.sit_down("meridian")
    page = anna.page
    page.click(".tabs [data-sheet=log]")
    page.locator("#log .sheet-close").click()
    page.click("#rules")
    # Another section of the drawer is no page of its own.
    page.locator(".rules-drawer a[href^='#rule-']").last.click()
    assert page.url.endswith(table)
    page.locator("dialog header button").click()
    expect(page.locator("dialog")).to_have_count(0)
    page.evaluate("history.back()")
    expect(page).to_have_url(f"{anna.server.url}/")


def test_back_closes_one_thing_after_the_other(reader: Callable[..., Reader]) -> None:
    anna = reader(**wide(360, 740))
    table = anna.sit_down("meridian")
    page = anna.page
    page.click(".tabs [data-sheet=players]")
    expect(page.locator("#players.open")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_be_visible()
    page.evaluate("history.back()")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#players.open")).to_have_count(1)
    page.evaluate("history.back()")
    expect(page.locator(".sheet.open")).to_have_count(0)
    assert page.url.endswith(table)


def test_players_have_names_on_a_phone(reader: Callable[..., Reader]) -> None:
    anna = reader(**wide(360, 740))
    table = anna.sit_down("china", 4)
    names = anna.page.locator("#strip .name").all_text_contents()
    players = anna.screen(table)["players"]
    assert names == ["you" if player["you"] else player["name"] for player in players]
    assert anna.page.evaluate(
        "[...document.querySelectorAll('#strip .name')].every((name) => name.getBoundingClientRect().width > 16)"
    )


def test_a_board_that_was_seen_before_is_drawn_once(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.sit_down("china", 3)
    page = anna.page
    # On a first visit the board's shape is not known, and it is drawn again to fit its frame.
    expect(page.locator("#board .now svg")).to_be_visible()
    middle(page, "#board .now [data-move^=house]")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    page.wait_for_timeout(1000)  # a second drawing would be asked for after a quarter of a second
    assert sum(f"/api/tables/{table}/screen" in url for url in asked) == 1


ROOM = """() => {
  // The share of its frame that the drawing of the board covers, and whether the hand is drawn for its width.
  const frame = document.getElementById("board").getBoundingClientRect();
  const { width, height } = document.querySelector("#board .now svg").viewBox.baseVal;
  const scale = Math.min(frame.width / width, frame.height / height);
  const hand = document.querySelector("#hand > svg");
  const fits = hand.viewBox.baseVal.width / hand.clientWidth;
  return { share: (scale * scale * width * height) / (frame.width * frame.height), width: scale * width, fits };
}"""


def room(page: Page) -> dict[str, float]:
    """The same once the page has drawn for its size."""
    return dict(
        wait_for(lambda: (found := page.evaluate(ROOM)) and 0.75 < found["fits"] < 1.25 and found)
    )


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_the_board_takes_the_room_that_prompt_and_hand_leave(
    reader: Callable[..., Reader], game: str
) -> None:
    anna = reader(**wide(1366, 768))
    table = anna.sit_down(game, 3)
    page = anna.page
    for width, height in ((1366, 768), (1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        # The hand may move beside the board once the window has its size.
        assert wait_for(lambda: room(page)["share"] > 0.78), (width, height)
        assert page.evaluate(OUTSIDE) == []
        assert anna.sideways() <= 0
    page.set_viewport_size({"width": 1366, "height": 768})
    plain = room(page)["width"]
    page.evaluate(f"localStorage.setItem('triarchy.guide.{table}', 'on')")
    page.reload()
    page.wait_for_selector(".guide .words")
    assert abs(room(page)["width"] - plain) < 2, "help takes the board nothing"


def test_looking_back_has_a_large_board_too(reader: Callable[..., Reader]) -> None:
    anna = reader(**wide(1366, 768))
    table = anna.table("china", 3)
    anna.play_moves(table, 4)
    page = anna.go(f"/replay/{table}")
    page.wait_for_selector("#board .now svg")
    assert room(page)["width"] > 680


PLACES = """() => {
  // Where the open cards and the deck lie, and all that can be pressed beside them.
  const box = (part) => { const { x, y, width, height } = part.getBoundingClientRect(); return [x, y, width, height].map(Math.round); };
  const board = document.querySelector("#board .now svg");
  const cards = Object.fromEntries([...document.querySelectorAll("#hand [data-key^=open-], #hand [data-key=deck]")].map((part) => [part.dataset.key, box(part)]));
  const pressed = [...document.querySelectorAll("#hand [data-move]:not([data-move^=draw])")].map(box);
  return { cards, pressed, board: [board.viewBox.baseVal.height, ...box(board)] };
}"""


def overlap(one: list[float], two: list[float]) -> bool:
    return all(
        one[k] < two[k] + two[k + 2] - 1 and two[k] < one[k] + one[k + 2] - 1 for k in (0, 1)
    )


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (844, 390)])
def test_a_turn_of_china_moves_neither_the_board_nor_the_cards(
    reader: Callable[..., Reader], width: int, height: int
) -> None:
    anna = reader(**wide(width, height))
    anna.sit_down("china", 3)
    page = anna.page
    room(page)
    seen, played = [page.evaluate(PLACES)], []
    while True:
        # The page is asked, for it tells the table of a house only together with what is paid for it.
        moves = page.evaluate(
            "[...document.querySelectorAll('[data-move]')].map((part) => part.dataset.move)"
        )
        order = ("pay", "end", "draw", "house")
        played.append(next(move for kind in order for move in moves if move.startswith(kind)))
        if played[-1].startswith("draw"):
            break
        page.locator(f"[data-move='{played[-1]}']").first.dispatch_event("click")
        page.wait_for_function(
            "m => !document.querySelector(`[data-move='${m}']`) && !document.querySelector('.pressed')",
            arg=played[-1],
        )
        seen.append(page.evaluate(PLACES))
    assert len(played) > 1, "a house was built before a card was drawn"
    for now in seen:
        assert now["board"] == seen[0]["board"]
        for key, place in now["cards"].items():
            assert all(abs(a - b) <= 8 for a, b in zip(place, seen[0]["cards"][key], strict=True))
            assert not [one for one in now["pressed"] if overlap(one, place)]


@pytest.mark.parametrize("kind", ["hinted", "chosen"])
def test_the_line_around_a_hint_follows_the_shape_of_what_it_marks(
    reader: Callable[..., Reader], kind: str
) -> None:
    anna = reader()
    anna.sit_down("china", 3)
    page = anna.page
    room(page)
    place = "#board .now [data-move^=house]"
    middle(page, place)
    ring = page.locator(f"{place} circle[stroke-width='5']").first.bounding_box()
    assert ring is not None

    def shot(x: float, y: float) -> bytes:
        return page.screenshot(clip={"x": x - 3, "y": y - 3, "width": 6, "height": 6})

    corner = (ring["x"] - 3, ring["y"] - 3)
    top = (ring["x"] + ring["width"] / 2, ring["y"] - 4)
    before = [shot(*corner), shot(*top)]
    page.locator(place).first.evaluate(f"e => e.classList.add('{kind}')")
    after = [shot(*corner), shot(*top)]
    assert after[0] == before[0], "the corner of a round place belongs to its neighbours"
    assert after[1] != before[1]
