"""What looks at every page finds the faults it is there for, and finds none today."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web import looking
from tests.web.browsing import Reader, Server, middle
from tests.web.looking import Fault, Looker, Screen
from triarchy.kit.definition import DEFINITIONS

pytestmark = pytest.mark.web

ROOT = Path(__file__).parents[2]
SMALL = Screen((390, 844))
LARGE = Screen((1366, 768))

BOARD = """<div id="board" style="{style}"><div class="now" style="height:100%">
  <svg width="100%" height="100%" viewBox="0 0 {width} {height}">{inside}</svg></div></div>"""
CELL = """<g data-{kind}="{name}"><rect x="{x}" y="0" width="28" height="28"/></g>"""


def board(
    style: str = "width:390px;height:500px", width: int = 390, height: int = 500, inside: str = ""
) -> str:
    return BOARD.format(style=style, width=width, height=height, inside=inside)


class Drawn(Looker):
    """Looks at small pages of the test's own."""

    def show(self, body: str) -> None:
        self.page.set_content(f"<body style='margin:0'>{body}</body>")
        self.look("here")

    def kinds(self) -> set[str]:
        return {fault.kind for fault in self.faults}


@pytest.fixture
def small(browser: Browser, web_server: Server) -> Iterator[Drawn]:
    yield from on(browser, web_server, SMALL)


@pytest.fixture
def large(browser: Browser, web_server: Server) -> Iterator[Drawn]:
    yield from on(browser, web_server, LARGE)


def on(browser: Browser, server: Server, screen: Screen) -> Iterator[Drawn]:
    reader = Reader(browser, server, **screen.settings())
    yield Drawn(reader, screen)
    reader.context.close()


# Each fault, on a page that has nothing else


def test_one_letter_per_line_is_found(small: Drawn) -> None:  # P1
    words = "<p style='width:14px;overflow-wrap:anywhere'>Right.</p>"
    small.show(words.replace("14px", "140px"))
    assert small.faults == []
    small.show(words)
    assert small.kinds() == {"narrow"}


def test_a_button_off_the_screen_is_found(small: Drawn) -> None:  # P1
    page = "<div style='position:fixed;inset:0;overflow:hidden'><div style='height:{}px'></div><button>Next</button></div>"
    small.show(page.format(700))
    assert small.faults == []
    small.show(page.format(900))
    assert "outside" in small.kinds()


REACHING = """<script>
  document.getElementById("board").addEventListener("pointerdown", (event) => {
    const far = (place) => Math.max(0, place.getBoundingClientRect().left - event.clientX, event.clientX - place.getBoundingClientRect().right);
    const lit = [...document.querySelectorAll("[data-move]")].find((place) => far(place) < REACH);
    lit?.classList.add("aimed");
  });
  document.getElementById("board").addEventListener("pointercancel", () => document.querySelector(".aimed")?.classList.remove("aimed"));
</script>"""


@pytest.mark.parametrize(("reach", "found"), [("26", {"press"}), ("8", set())])
def test_a_finger_that_plays_a_neighbour_is_found(  # P2
    small: Drawn, reach: str, found: set[str]
) -> None:
    cells = CELL.format(kind="why", name="cell G5", x=0) + CELL.format(
        kind="move", name="cell F4", x=28
    )
    small.show(board(inside=cells) + REACHING.replace("REACH", reach))
    assert small.kinds() == found


def test_a_place_that_another_one_covers_is_found(small: Drawn) -> None:  # P2
    cells = CELL.format(kind="why", name="cell G5", x=0) + CELL.format(
        kind="move", name="cell F4", x=10
    )
    small.show(board(inside=cells))
    assert small.kinds() == {"press"}


def test_a_board_that_turns_is_found(small: Drawn) -> None:  # P3
    small.show(board())
    small.show(board())
    assert small.faults == []
    small.show(board(width=500, height=390))
    assert small.kinds() == {"moves"}


def test_a_small_board_is_found(large: Drawn) -> None:  # D1
    large.show(board(style="width:1366px;height:740px", width=500, height=400))
    assert large.faults == []
    large.frame = None
    large.show(board(style="width:525px;height:370px", width=500, height=400))
    assert large.kinds() == {"small"}


def test_a_first_drawing_for_another_width_is_found(large: Drawn) -> None:  # D3
    large.show(board(style="width:1366px;height:740px", width=1072, height=804))
    large.show(board(style="width:1366px;height:740px", width=820, height=615))
    assert [fault.kind for fault in large.faults] == ["moves"]
    assert "drawn" in large.faults[0].sentence


def test_a_ring_over_a_neighbour_that_can_be_chosen_is_found(small: Drawn) -> None:  # P8
    cells = CELL.format(kind="move", name="cell A1", x=100) + CELL.format(
        kind="move", name="cell A2", x=128
    )
    ring = "<span class='ring' style='position:absolute;left:{}px;top:{}px;width:{}px;height:{}px;border:3px solid;pointer-events:none'></span>"
    inside = board(inside=cells).replace(
        "</div></div>", ring.format(100, 0, 22, 22) + "</div></div>"
    )
    beyond = board(inside=cells).replace(
        "</div></div>", ring.format(91, -9, 46, 46) + "</div></div>"
    )
    small.show(inside)
    assert small.faults == []
    small.show(beyond)
    assert small.kinds() == {"covered"}


def test_an_explanation_over_a_choice_is_found(large: Drawn) -> None:  # D11
    cell = CELL.format(kind="move", name="cell A1", x=100)
    tip = "<div class='what' style='position:fixed;left:90px;top:10px;width:300px;pointer-events:none'>Temple: red.</div>"
    page = board(style="width:1366px;height:740px", width=1366, height=740, inside=cell)
    large.show(page + tip.replace("10px", "100px"))
    assert large.faults == []
    large.show(page + tip)
    assert large.kinds() == {"covered"}


def test_labels_over_labels_are_found(small: Drawn) -> None:
    label = "<text x='{}' y='40' font-size='14'>Wuyanra</text>"
    small.show(board(inside=label.format(40) + label.format(200)))
    assert small.faults == []
    small.show(board(inside=label.format(40) + label.format(60)))
    assert small.kinds() == {"overlap"}


def test_words_that_end_in_dots_before_others_are_not_over_them(small: Drawn) -> None:
    line = "<p title='War' style='position:absolute;left:0;top:0;margin:0;width:{}px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'>{}</p>"
    page = (
        line.format("{}", "War: Milo wins. " * 9) + "<b style='position:absolute;left:220px'>4</b>"
    )
    small.show(page.format(200))
    assert small.faults == []
    small.show(page.format(300))
    assert small.kinds() == {"overlap"}


def test_words_cut_by_their_box_are_found(small: Drawn) -> None:  # P6
    words = "<p style='width:200px;max-height:40px;overflow:hidden;font:16px/20px serif'>{}</p>"
    small.show(words.format("This ends your turn."))
    assert small.faults == []
    small.show(words.format("This ends your turn and can't be undone. " * 4))
    assert small.kinds() == {"cut"}


HAND = """<div id="hand" style="width:390px;height:120px"><svg width="390" height="120">
  <g data-move="leader green"><rect x="100" y="10" width="44" height="{}"/><text x="96" y="80" font-size="12">Handelaar</text></g>
</svg></div>"""


def test_words_wider_than_their_button_in_the_hand_are_found(small: Drawn) -> None:  # P6
    """A caption below a thing may be wider than it: it has no frame to leave."""
    small.show(HAND.format(50))
    assert small.faults == []
    small.show(HAND.format(90))
    assert small.kinds() == {"outside"}


def test_the_inside_of_a_line_is_no_place_to_press(small: Drawn) -> None:
    """An arc between two leaders belongs to their war; what lies between it and its ends does not."""
    arc = "<g data-move='war black'>{}<path d='M20 100 Q200 0 380 100' stroke='black' fill='none'/></g>"
    leaders = "<circle cx='20' cy='100' r='14'/><circle cx='380' cy='100' r='14'/>"
    small.show(board(inside=arc.format(leaders)))
    assert small.faults == []


def test_errors_of_the_page_are_found(browser: Browser, web_server: Server) -> None:
    with looking.looker(browser, web_server, SMALL) as at:
        at.page.set_content("<script>nothing()</script>")
        at.look("here")
    assert [fault.kind for fault in at.faults] == ["console"]


# What people see


@cache
def longest_confirmation() -> tuple[int, int, str]:
    """Where a game of Meridian has most to say of a move that ends the turn for good: the number of
    moves before it, the seat, the move."""
    table = looking.played("meridian")
    game = table.game
    text, rules = game.definition.text, game.definition.rules
    found: list[tuple[int, int, int, str]] = []
    for number, state in enumerate(table.states[:-1]):
        seat, sight = int(state.to_move), game.sight(state)
        for move in game.legal_moves(state):
            action, after = game.actions[move], state.copy()
            rules.apply(game.board.struct, after, action)
            if int(after.turn) == int(state.turn):
                continue
            words = " ".join(text.preview(sight, action, game.reader(seat, "nl")))
            found.append((len(words), number, seat, move))
    return max(found)[1:]


@pytest.mark.parametrize(
    "screen",
    [Screen((360, 740), "de"), Screen((360, 740), "nl"), Screen((844, 390), "nl")],
    ids=str,
)
def test_what_a_confirmation_says_is_read_whole(  # P6
    browser: Browser, web_server: Server, screen: Screen
) -> None:
    number, seat, move = longest_confirmation()
    with looking.looker(browser, web_server, screen) as at:
        looking.play_on(at, looking.played("meridian"), number, seat)
        at.page.locator(f'#board .now [data-move="{move}"]').first.dispatch_event("click")
        at.page.locator("#asking p:not([hidden])").wait_for()
        at.look("sure")
        boxes = [
            at.page.locator(each).bounding_box() for each in ("#asking", "#hand", "#prompt small")
        ]
    assert not at.faults, told(at.faults)
    asking, hand, warning = boxes
    assert asking and hand and warning
    assert asking["y"] >= hand["y"] - 1 and asking["x"] >= hand["x"] - 1  # the board stays in sight
    assert warning["height"] > 10


@pytest.mark.parametrize("size", [(360, 740), (844, 390)])
def test_no_button_comes_where_the_finger_has_just_pressed(  # P7
    browser: Browser, web_server: Server, size: tuple[int, int]
) -> None:
    game = looking.played("tigris")
    number = game.moves.index("support 0")
    with looking.looker(browser, web_server, Screen(size)) as at:
        looking.play_on(at, game, number, int(game.states[number].to_move))
        spot = middle(at.page, "#hand [data-move='support 0']")
        at.page.touchscreen.tap(*spot)
        at.page.locator("#asking p:not([hidden])").wait_for()
        there = "([x, y]) => document.elementFromPoint(x, y).closest('button')"
        assert at.page.evaluate(there, spot) is None


def test_no_decision_is_cut_on_the_narrowest_phone_in_german(  # P6
    browser: Browser, web_server: Server
) -> None:
    with looking.looker(browser, web_server, Screen((360, 740), "de")) as at:
        looking.phases(at, "tigris")
    assert not at.faults, told(at.faults)


def told(faults: list[Fault]) -> str:
    return "\n".join(str(fault) for fault in dict.fromkeys(faults))


def test_no_page_has_a_fault(browser: Browser, web_server: Server) -> None:
    with looking.looker(browser, web_server, Screen((360, 740), "de", "dark")) as at:
        looking.pages(at)
    assert not at.faults, told(at.faults)


@pytest.mark.parametrize(
    ("game", "language"), [("meridian", "nl"), ("tigris", "en"), ("china", "de")]
)
def test_no_lesson_has_a_fault_on_a_phone(
    browser: Browser, web_server: Server, game: str, language: str
) -> None:
    with looking.looker(browser, web_server, Screen((390, 844), language)) as at:
        looking.lessons(at, game)
    assert not at.faults, told(at.faults)


@pytest.mark.parametrize("language", looking.LANGUAGES)
def test_the_longest_title_of_a_lesson_is_read_whole_on_the_narrowest_phone(
    browser: Browser, web_server: Server, language: str
) -> None:
    lessons = [
        (len(lesson.title), game, lesson.id)
        for game in looking.GAMES
        for lesson in DEFINITIONS[game].text.lessons(language)
    ]
    _, game, lesson = max(lessons)
    with looking.looker(browser, web_server, Screen((360, 740), language)) as at:
        at.go(f"/learn/{game}/{lesson}", "#board .now svg")
        at.look(lesson)
    assert not at.faults, told(at.faults)


@pytest.mark.parametrize(
    ("game", "screen"),
    [
        ("meridian", Screen((360, 740), "de", "dark")),
        ("tigris", Screen((844, 390), "de")),
        ("china", Screen((1366, 768), "nl")),
    ],
    ids=["meridian", "tigris", "china"],
)
def test_no_table_has_a_fault(
    browser: Browser, web_server: Server, game: str, screen: Screen
) -> None:
    with looking.looker(browser, web_server, screen) as at:
        looking.dialogs(at, game)
        looking.phases(at, game)
        looking.with_help(at, game)
        looking.whole_game(at, game, most=25)
    assert not at.faults, told(at.faults)


@pytest.mark.slow
def test_nothing_that_people_see_has_a_fault(tmp_path: Path) -> None:
    command = [sys.executable, "scripts/look.py", "--pictures", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
