"""Learning in the browser: a first game with help, puzzles, lessons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import wait_for
from tests.web.browsing import DESKTOP, DRAWN, Reader, middle
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Exercise, Puzzle, puzzles
from triarchy.server.screens.practice import puzzle_state, scene

pytestmark = pytest.mark.web

NARROW = {"width": 390, "height": 844}


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_first_game_is_explained_until_the_help_is_switched_off(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    someone = reader(viewport=size)
    page = someone.go("/")
    page.click(f".game[data-game={game}] .play")
    plain, with_help = (
        page.get_by_role("button", name=name) for name in ("Just play", "With help")
    )
    left, right = plain.bounding_box(), with_help.bounding_box()
    assert left and right and left["y"] == right["y"]
    assert right["x"] - left["x"] - left["width"] >= 8
    with_help.click()
    page.wait_for_selector(".prompt.your-turn")
    guide = page.locator(".guide")
    expect(guide).to_contain_text("What you can do:")
    expect(guide).to_be_in_viewport(ratio=1)
    assert someone.sideways() == 0
    wanted = {"china": 3, "meridian": 3, "tigris": 2}[game]  # as many as teach it best
    assert page.locator(".players > li").count() == wanted
    play_a_turn(someone, page.url.rpartition("/")[2])
    expect(guide).to_contain_text("What they did:")
    helped = page.evaluate(DRAWN)
    if size == NARROW:  # there the help lies over the hand
        guide.get_by_role("button", name="To your hand").click()
        expect(guide).to_be_hidden()
        assert page.evaluate(DRAWN) == helped
        page.get_by_role("button", name="Help", exact=True).click()
    guide.get_by_role("button", name="Turn the help off").click()
    expect(guide).to_have_count(0)
    if size == NARROW:
        assert page.evaluate(DRAWN) == helped
    page.reload()
    page.wait_for_selector(".prompt.your-turn")
    expect(page.locator(".guide")).to_have_count(0)


def play_a_turn(someone: Reader, table: str) -> None:
    """Play by the API until it is this reader's next turn."""
    first = someone.screen(table)["turn"]

    def again() -> bool:
        screen = someone.screen(table)
        if screen["your_turn"] and screen["turn"] == first:
            someone.move(table, screen["moves"][-1]["move"])
        return bool(screen["your_turn"] and screen["turn"] > first)

    wait_for(again)


def whole_turn(puzzle: Puzzle) -> list[str]:
    """The solution, and some end of its turn."""
    table = scene(puzzle.position, puzzle.solution)
    while puzzle_state(puzzle, table) == "open":
        table.play(table.legal[0])
    return list(table.moves)


def test_the_solution_is_shown_and_nobody_is_told_that_it_was_theirs(
    reader: Callable[..., Reader],
) -> None:
    puzzle = puzzles(DEFINITIONS["meridian"].folder)[0]
    page = reader().go(f"/puzzles/meridian/{puzzle.id}")
    other = scene(puzzle.position, [])
    while puzzle_state(puzzle, other) == "open":
        other.play(other.legal[-1])
    assert puzzle_state(puzzle, other) == "wrong"
    for move in other.moves:
        press(page, move, touch=False)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#said")).to_contain_text("This was the best turn.")
    expect(page.locator("#said")).not_to_have_class("right")
    expect(page.locator("#board .now [data-move], #hand [data-move]")).to_have_count(0)
    page.reload()
    expect(page.locator("#list li")).not_to_have_count(0)
    expect(page.locator("#list .icon")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_puzzle_is_solved_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    puzzle = puzzles(DEFINITIONS[game].folder)[0]
    page = reader(viewport=size, has_touch=size == NARROW).go(f"/puzzles/{game}/{puzzle.id}")
    for move in whole_turn(puzzle):
        press(page, move, touch=size == NARROW)
    expect(page.locator("#said")).to_have_class("right")
    page.reload()
    expect(page.locator("#list .icon")).to_have_count(1)


def test_a_lesson_begins_with_the_aim_and_can_be_played_on_from_its_end_alone(
    reader: Callable[..., Reader],
) -> None:
    page = reader().go("/learn/meridian")
    expect(page.locator("#telling .aim")).to_contain_text("the most points win")
    on = page.get_by_role("button", name="Continue from here")
    lesson = DEFINITIONS["meridian"].text.lessons("en")[0]
    for number, exercise in enumerate(lesson.exercises, 1):
        expect(page.locator("#where")).to_contain_text(f": {number} ")
        if number > 1:
            expect(page.locator("#telling .aim")).to_have_count(0)
        expect(on).to_have_count(0)
        if not exercise.expected:
            page.locator("#actions .primary").click()
            continue
        press(page, exercise.expected[0], touch=False)
        expect(page.locator("#said")).to_have_text(exercise.praise)  # it stays above the next step
    expect(on).to_be_visible()


def test_the_list_of_puzzles_shows_each_with_its_board_theme_and_difficulty(
    reader: Callable[..., Reader],
) -> None:
    page = reader().go("/puzzles/meridian")
    first = page.locator("#list li").first
    expect(first).to_contain_text("players")
    expect(first).to_contain_text("easy")
    picture = first.locator("img")
    page.wait_for_function("(image) => image.naturalWidth > 0", arg=picture.element_handle())
    expect(page.locator("#telling .aside").first).to_contain_text("players")


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["click", "tap"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_every_lesson_is_gone_through_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    """The right answer of each exercise pressed on the real board, to the end of every lesson."""
    touch = size == NARROW
    page = reader(viewport=size, has_touch=touch).go(f"/learn/{game}")
    lessons = DEFINITIONS[game].text.lessons("en")
    shown = set()
    for lesson in lessons:
        for number, exercise in enumerate(lesson.exercises, 1):
            where = f"{lesson.title}: {number} of {len(lesson.exercises)}"
            expect(page.locator("#where")).to_have_text(where)
            shown.add(page.evaluate(DRAWN))
            do_exercise(page, exercise, touch=touch)
            shown.add(page.evaluate(DRAWN))
            assert page.evaluate(CUT) == [], where
            goes_on_by_itself = exercise.expected or exercise.accepts is not None
            if number == len(lesson.exercises) or not goes_on_by_itself:
                page.locator("#actions .primary").click()
    assert len(shown) == 1, shown  # one size, one direction, from the first drawing to the last
    page.wait_for_url("**?finished")
    expect(page.locator("#list .icon")).to_have_count(len(lessons))
    page.get_by_text("A first game, with help").click()
    expect(page.locator(".guide")).to_contain_text("What you can do:")


def test_a_finger_that_stays_long_on_an_answer_has_given_it(reader: Callable[..., Reader]) -> None:
    """Nothing is to be seen by holding it: in a lesson a slow press is a press."""
    anna = reader(viewport=NARROW, has_touch=True)
    page = anna.go("/learn/tigris")
    page.locator("#actions .primary").tap()
    leader = "#hand [data-move='leader black']"
    page.locator(leader).wait_for()
    x, y = middle(page, leader)
    session = anna.context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    page.wait_for_timeout(600)  # longer than what shows a preview at a table
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#said")).to_have_class("right")


CUT = """() => {
  // Words and buttons that cannot be seen whole where they are, or have hardly any width.
  const said = document.getElementById("said"), reading = said.closest(".telling");
  const box = (getComputedStyle(reading).display === "contents" ? said : reading).getBoundingClientRect();
  const words = said.getBoundingClientRect();
  const wrong = said.textContent && said.checkVisibility() && (words.width < 150 || words.bottom > box.bottom + 1 || words.bottom > innerHeight) ? [said.textContent] : [];
  const buttons = [...document.querySelectorAll("#actions button")].filter((each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight;
  });
  return [...wrong, ...buttons.map((each) => each.textContent)];
}"""


@pytest.mark.parametrize(
    ("width", "height", "language", "lesson_id"),
    [
        (360, 740, "de", "tigris-11-monument"),
        (360, 740, "nl", "china-06-drawing"),
        (390, 844, "en", "tigris-06-attack"),
        (844, 390, "de", "meridian-09-two-players"),
        (1366, 768, "de", "tigris-11-monument"),
    ],
)
def test_words_of_a_lesson_take_no_room_from_the_board(
    reader: Callable[..., Reader], width: int, height: int, language: str, lesson_id: str
) -> None:
    """A wrong answer and a right one to every question, however long they are."""
    someone = reader(viewport={"width": width, "height": height}, locale=language)
    game = lesson_id.partition("-")[0]
    page = someone.go(f"/learn/{game}/{lesson_id}")
    lessons = DEFINITIONS[game].text.lessons(language)
    lesson = next(each for each in lessons if each.id == lesson_id)
    shown = set()
    for number, exercise in enumerate(lesson.exercises, 1):
        expect(page.locator("#where")).to_contain_text(f": {number} ")
        quiet(page)
        shown.add(page.evaluate(DRAWN))
        lit = page.evaluate(ALL_LIT)
        right = [each for each in lit if each in exercise.expected] or lit
        wrong = [each for each in lit if each not in exercise.expected] if exercise.expected else []
        for move in (*wrong[:1], *right):
            page.locator(f'[data-move="{move}"]').first.dispatch_event("click")
            quiet(page)
            shown.add(page.evaluate(DRAWN))
            assert page.evaluate(CUT) == [], (number, move)
            if page.locator("#said.right").count():
                break
        if number == len(lesson.exercises):
            expect(page.locator("#actions .primary")).to_be_in_viewport(ratio=1)
        elif not page.locator("#said.right").count():
            page.locator("#actions .primary").click()
    assert len(shown) == 1, shown
    assert someone.sideways() <= 0


ALL_LIT = """() => [...document.querySelectorAll("#board .now [data-move], #hand [data-move]")].map((each) => each.dataset.move)"""


def quiet(page: Page) -> None:
    """Wait for the answer that is on its way."""
    expect(page.locator("#practice")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator("#board .now > svg")).to_have_count(1)


@pytest.mark.parametrize(
    ("width", "height", "language"), [(360, 740, "de"), (360, 740, "nl"), (844, 390, "de")]
)
def test_a_puzzle_that_was_missed_keeps_its_board_and_buttons(
    reader: Callable[..., Reader], width: int, height: int, language: str
) -> None:
    game = "meridian"
    puzzle = puzzles(DEFINITIONS[game].folder)[0]
    someone = reader(viewport={"width": width, "height": height}, locale=language)
    page = someone.go(f"/puzzles/{game}/{puzzle.id}")
    quiet(page)
    shown = {page.evaluate(DRAWN)}
    while not page.locator("#said.wrong").count():
        move = next(each for each in page.evaluate(ALL_LIT) if each not in puzzle.solution)
        page.locator(f'[data-move="{move}"]').first.dispatch_event("click")
        quiet(page)
        shown.add(page.evaluate(DRAWN))
        assert page.evaluate(CUT) == []
    assert len(shown) == 1, shown
    assert someone.sideways() <= 0


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
@pytest.mark.parametrize("kind", ["learn", "puzzles"])
def test_the_first_drawing_of_a_lesson_or_puzzle_is_for_the_width_that_stays(
    reader: Callable[..., Reader], kind: str, game: str
) -> None:
    someone = reader(viewport={"width": 1440, "height": 900})
    page = someone.go(f"/{kind}/{game}")
    expect(page.locator("#board .now > svg")).to_be_visible()
    first = page.evaluate(DRAWN)
    begin = "#actions .primary, #board .now [data-move], #hand [data-move]"  # a first step may only tell
    page.locator(begin).first.dispatch_event("click")
    quiet(page)
    assert page.evaluate(DRAWN) == first


def test_rings_and_the_answer_stay_when_the_phone_is_turned(reader: Callable[..., Reader]) -> None:
    """In the last step of this lesson the trader is ringed, and the answer brings a button."""
    page = reader(viewport=NARROW).go("/learn/tigris/tigris-07-standing")
    for move in ("leader blue", "cell I6"):
        page.locator(f'[data-move="{move}"]').first.dispatch_event("click")
        expect(page.locator("#said")).to_have_class("right")
        assert page.evaluate(RINGED, "leader-1-black") == ("cell" in move)
        if "leader" in move:
            expect(page.locator("#where")).to_contain_text(": 2 ")
    for width, height in ((844, 390), (390, 700), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        wait_for(lambda: bool(page.evaluate(RINGED, "leader-1-black")))
        expect(page.locator("#said")).to_have_class("right")
        expect(page.locator("#actions .primary")).to_be_in_viewport(ratio=1)
        assert page.locator("#board .now [data-move]").count() == 0


RINGED = """(key) => {
  // Whether the one ring has this part in its middle.
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const part = document.querySelector(`#board .now [data-key="${key}"]`);
  const rings = [...document.querySelectorAll("#board .ring")].filter((ring) => {
    const [[x, y], [u, v]] = [middle(ring), middle(part)];
    return Math.hypot(x - u, y - v) < 3;
  });
  return rings.length === 1 && document.querySelectorAll("#board .ring").length === 1;
}"""


def do_exercise(page: Page, exercise: Exercise, *, touch: bool) -> None:
    """Press what is right; where any move may be, one after the other until one is."""
    moves = list(exercise.expected[:1])
    if exercise.accepts is not None:
        lit = page.locator("#board .now [data-move], #hand [data-move]")
        lit.first.wait_for()
        moves = [str(each.get_attribute("data-move")) for each in lit.all()]
    for move in moves:
        press(page, move, touch=touch)
        if page.locator("#said.right").count():
            return
    assert not moves, "none of the lit moves was right"


def press(page: Page, move: str, *, touch: bool) -> None:
    """A click or a tap in the middle of a lit target, and the answer to it."""
    x, y = middle(page, f'#board .now [data-move="{move}"], #hand [data-move="{move}"]')
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        (page.touchscreen.tap if touch else page.mouse.click)(x, y)
    expect(page.locator("#practice")).not_to_have_attribute("aria-busy", "true")


def test_a_lesson_goes_by_the_keyboard_alone(reader: Callable[..., Reader]) -> None:
    page = reader().go("/learn/tigris")
    following = page.locator("#actions .primary")
    following.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text("2 of 3")
    king = page.locator('[data-move="leader black"]')
    king.wait_for()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
        if page.locator('[data-move="leader black"]:focus').count():
            break
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_class("right")
    expect(page.locator("#where")).to_contain_text("3 of 3")  # by itself, once it has been seen
    expect(page.locator('#board [data-move^="cell"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_class("right")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tigris-02-kingdoms")
