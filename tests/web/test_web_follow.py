"""Following the others: everything that changed since one's own turn is marked and told again."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.people import Person
from tests.server.servers import Running, set_up
from tests.tigris.scenes import document
from tests.web.browsing import Reader

pytestmark = pytest.mark.web


def news(anna: Reader, table: str) -> list[dict[str, object]]:
    """What the server says has happened since this reader's last decision."""
    since = anna.screen(table)["since"]
    return list(anna.api("GET", f"/api/tables/{table}/changes?after={since}")["changes"])


@pytest.mark.parametrize("game", ["meridian", "tigris", "china"])
def test_what_changed_since_my_turn_is_marked_until_i_decide(
    reader: Callable[..., Reader], game: str
) -> None:
    anna = reader()
    table = anna.table(game, 3)
    told: list[dict[str, object]] = []
    while not told:
        anna.play_moves(table, 1)
        screen = anna.screen(table)
        assert not screen["result"], "nobody else has done anything worth telling"
        if screen["number"] > 20 and screen["your_turn"]:
            told = news(anna, table)
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    strip = page.locator("#since")
    expect(strip).to_be_visible()
    # The last thing that could be seen; a card drawn after it does not push it away.
    seen = [line for line in told if line["keys"]] or told
    expect(strip).to_contain_text(str(seen[-1]["text"]))
    keys = {key for line in told for key in line["keys"]}  # type: ignore[attr-defined]
    marked = page.locator(".mark, #board .now .fresh").count()
    assert marked == page.evaluate(SMALL, sorted(keys))
    # The strip tells it line by line; a line shows its action again and comes back to the present.
    strip.click()
    expect(page.locator(".told .line")).to_have_count(len(told))
    page.locator(".told .line").last.click()
    expect(page.locator(".prompt.your-turn")).to_be_visible()
    expect(page.locator("#since")).to_be_visible()
    # A decision of one's own ends it.
    expect(page.locator(".stepping")).to_have_count(0)
    anna.play_on(most=1)
    mine = anna.screen(table)["your_turn"] and not news(
        anna, table
    )  # nobody else has decided since
    if mine and page.locator("#confirm").count() == 0:
        expect(page.locator(".mark, #board .now .fresh")).to_have_count(0)


SMALL = """(keys) => {
  // How many of these parts are on the board, but for those that make up much of it.
  const frame = document.querySelector("#board .now").getBoundingClientRect();
  return [...document.querySelectorAll("#board .now [data-key]")].filter((element) => {
    const box = element.getBoundingClientRect();
    const area = box.width * box.height;
    return keys.includes(element.dataset.key) && (box.width || box.height) && area < 0.04 * frame.width * frame.height;
  }).length;
}"""


def test_the_strip_retells_a_round_with_two_revolts(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    """A line for each thing that could be seen, with who did it to whom."""
    anna = reader(open_server)
    body = {"game": "tigris", "seats": [{"kind": "me"}] + [{"kind": "open"}] * 3}
    table = str(anna.api("POST", "/api/tables", body)["id"])
    others = [Person(open_server.url, name) for name in ("Ben", "Cleo", "Dora")]
    for other in others:
        other.sit(table)
    anna.api("POST", f"/api/tables/{table}/start", {})
    own = int(anna.screen(table)["seat"])
    people = {int(other.screen(table)["seat"]): other for other in others}
    first, second, third = ((own + step) % 4 for step in (1, 2, 3))
    scene = document(
        players=4, active=own, red="C6 I6", hands=("blue*6",) * 4,
        leaders={"D6": (third, "green"), "J6": (third, "black")},
    )  # fmt: skip
    set_up(open_server, table, scene)
    anna.move(table, "pass")

    def play(seat: int, *moves: str) -> None:
        for move in moves:
            number = people[seat].screen(table)["number"]
            answer = people[seat].move(table, move, number)
            assert answer.status_code == 200, answer.text

    play(first, "leader green", "cell C5", "support 0")
    play(third, "support 0")
    play(first, "pass")
    play(second, "leader black", "cell I5", "support 0")
    play(third, "support 0")
    play(second, "pass")
    play(third, "pass")
    page = anna.go(f"/table/{table}")
    page.wait_for_selector(".prompt.your-turn")
    page.click("#since")
    lines = page.locator(".told .line").all_text_contents()
    names = {player["seat"]: player["name"] for player in anna.screen(table)["players"]}
    for seat, place in ((first, "C5"), (second, "I5")):
        told = " ".join(line for line in lines if names[seat] in line)
        assert place in told, lines
        assert names[third] in told, lines
    # Everything that came or went on the board is told by some line.
    keys = {key for line in news(anna, table) for key in line["keys"]}  # type: ignore[attr-defined]
    assert {f"leader-{third}-green", f"leader-{third}-black"} <= keys


def test_a_window_that_grows_while_others_play_gets_its_board_afterwards(
    reader: Callable[..., Reader],
) -> None:
    anna = reader(viewport={"width": 360, "height": 740}, reduced_motion="no-preference")
    anna.page.add_init_script("localStorage.setItem('triarchy.speed', 'slow')")
    anna.sit_down("meridian", 3)
    page = anna.page
    while page.locator(".stepping").count() == 0:
        anna.play_on(most=1)
        page.wait_for_selector(".stepping, .prompt.your-turn")
    with page.expect_response(re.compile(r"/screen\?width=(?!360)\d+&")):
        page.set_viewport_size({"width": 1280, "height": 800})


def test_the_speed_of_the_others_moves_is_a_setting(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.go("/")
    page.click("#settings")
    page.check("input[name=speed][value=fast]", force=True)
    assert page.evaluate("localStorage.getItem('triarchy.speed')") == "fast"


def test_marks_of_news_stay_within_what_they_mark(reader: Callable[..., Reader]) -> None:
    """On a phone a cell is hardly larger than a finger's tip: its neighbours stay in sight."""
    anna = reader(viewport={"width": 390, "height": 844}, has_touch=True)
    table = anna.sit_down("tigris", 3)
    anna.play_moves(table, 6)
    page = anna.go(f"/table/{table}")
    expect(page.locator("#board .mark").first).to_be_visible()
    assert page.evaluate(STICKING_OUT) == []


def test_marks_of_news_hide_nothing_of_a_small_piece(reader: Callable[..., Reader]) -> None:
    """China's emissaries are narrower than a frame around them: they have a line around their shape."""
    anna = reader(viewport={"width": 360, "height": 740}, has_touch=True)
    table = anna.sit_down("china", 3)
    page = anna.page
    fresh = page.locator("#board .now .fresh")
    for _ in range(12):
        anna.play_turn(table)
        anna.go(f"/table/{table}")
        page.wait_for_selector("#since:not([hidden])")
        narrow = "[...document.querySelectorAll('.mark')].map((mark) => mark.offsetWidth).filter((width) => width < 20)"
        assert page.evaluate(narrow) == []
        if fresh.count():
            return
    raise AssertionError("nobody has placed a small piece")


MARKED = """async () => {
  const holder = document.createElement("div");
  holder.style = "position:fixed;inset:0 auto auto 0;width:900px;height:600px";
  document.body.append(holder);
  const script = document.querySelector("script[type=module][src]").src;
  const { BoardView } = await import(script.replace(/[^/]+$/, "board/board.js"));
  const view = new BoardView(holder, document.createElement("div"));
  const road = "<path data-key='road' d='M100 200 L200 200 L400 150' stroke='black' stroke-width='8' fill='none'/>";
  view.now.innerHTML = `<svg width="900" height="600">${road}<rect data-key="house" x="500" y="300" width="44" height="44"/></svg>`;
  view.markKeys(["road", "house"]);
  return [[...holder.querySelectorAll(".fresh")].map((part) => part.dataset.key), holder.querySelectorAll(".mark").length];
}"""


def test_a_mark_around_a_road_follows_the_road(reader: Callable[..., Reader]) -> None:
    """A frame around it would lie over pieces beside it that can be chosen."""
    page = reader(viewport={"width": 1440, "height": 900}).go("/legend/china")
    assert page.evaluate(MARKED) == [["road"], 1]


ENLARGED = """async () => {
  const holder = document.createElement("div");
  holder.style = "position:fixed;z-index:99;inset:0 auto auto 0;width:300px;height:300px;background:white";
  document.body.append(holder);
  const script = document.querySelector("script[type=module][src]").src;
  const { BoardView } = await import(script.replace(/[^/]+$/, "board/board.js"));
  const view = new BoardView(holder, document.createElement("div"));
  const small = "<g data-key='house' transform='translate(150 150) scale(9.3)'><rect x='-.7' y='-.7' width='1.4' height='1.4'/></g>";
  view.now.innerHTML = `<svg width="300" height="300">${small}</svg>`;
  window.marked = () => view.markKeys(["house"]);
}"""


def test_the_line_around_a_small_piece_is_thin_however_large_it_is_drawn(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    anna.sit_down("china", 3)
    page = anna.page
    page.evaluate(ENLARGED)

    def shot(x: float, y: float) -> bytes:
        return page.screenshot(clip={"x": x, "y": y, "width": 3, "height": 3})

    near, far = (140, 149), [(130, 130), (130, 149), (168, 149), (149, 130), (149, 168)]
    before = shot(*near), [shot(*spot) for spot in far]
    page.evaluate("window.marked()")
    assert shot(*near) != before[0]
    assert [shot(*spot) for spot in far] == before[1]


STICKING_OUT = """() => {
  // Marks that no marked part of the board is as large as.
  const parts = [...document.querySelectorAll("#board .now [data-key]")].map((part) => part.getBoundingClientRect());
  return [...document.querySelectorAll("#board .mark")].map((mark) => mark.getBoundingClientRect()).filter((mark) =>
    !parts.some((part) => Math.abs(part.left - mark.left) < 1 && Math.abs(part.top - mark.top) < 1 && part.right >= mark.right - 1 && part.bottom >= mark.bottom - 1));
}"""


def test_what_bots_did_before_my_first_turn_is_told(reader: Callable[..., Reader]) -> None:
    anna = reader()
    bots = [{"kind": "bot", "strength": "easy"}] * 3
    made = anna.api("POST", "/api/tables", {"game": "meridian", "seats": [*bots, {"kind": "me"}]})
    anna.go(f"/table/{made['id']}")
    anna.page.wait_for_selector(".prompt.your-turn")
    expect(anna.page.locator("#since")).to_contain_text("Before your first turn")


def test_players_are_seen_while_the_end_is_counted(reader: Callable[..., Reader]) -> None:
    anna = reader(viewport={"width": 1366, "height": 768})
    table = anna.sit_down("china", 3)
    page = anna.page
    page.evaluate("document.querySelector('.upper').scrollTop = 9999")
    anna.play_moves(table, 2000)
    page.wait_for_selector("#actions .steps")
    expect(page.locator("#players-list li").first).to_be_in_viewport()
