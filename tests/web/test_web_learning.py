"""Learning in the browser: a first game with help, puzzles, lessons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.servers import wait_for
from tests.web.browsing import DESKTOP, Reader, middle
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Exercise, puzzles

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
    plain, helped = (page.get_by_role("button", name=name) for name in ("Just play", "With help"))
    left, right = plain.bounding_box(), helped.bounding_box()
    assert left and right and left["y"] == right["y"]
    assert right["x"] - left["x"] - left["width"] >= 8
    helped.click()
    page.wait_for_selector(".prompt.your-turn")
    guide = page.locator(".guide")
    expect(guide).to_contain_text("What you may do:")
    expect(guide).to_be_in_viewport(ratio=1)
    assert someone.sideways() == 0
    assert page.locator(".players > li").count() == DEFINITIONS[game].players[0]
    play_a_turn(someone, page.url.rpartition("/")[2])
    expect(guide).to_contain_text("What they did:")
    guide.get_by_role("button", name="Switch the help off").click()
    expect(guide).to_have_count(0)
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


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_puzzle_is_solved_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    puzzle = puzzles(DEFINITIONS[game].folder)[0]
    page = reader(viewport=size, has_touch=size == NARROW).go(f"/puzzles/{game}/{puzzle.id}")
    for move in puzzle.solution:
        press(page, move, touch=size == NARROW)
    expect(page.locator("#said")).to_have_class("right")
    page.reload()
    expect(page.locator("#list .icon")).to_have_count(1)


@pytest.mark.parametrize("size", [DESKTOP, NARROW], ids=["click", "tap"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_every_lesson_is_gone_through_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    """The right answer of each exercise pressed on the real board, to the end of every lesson."""
    touch = size == NARROW
    page = reader(viewport=size, has_touch=touch).go(f"/learn/{game}")
    lessons = DEFINITIONS[game].text.lessons("en")
    for lesson in lessons:
        for number, exercise in enumerate(lesson.exercises, 1):
            where = f"{lesson.title}: {number} of {len(lesson.exercises)}"
            expect(page.locator("#where")).to_have_text(where)
            do_exercise(page, exercise, touch=touch)
            page.locator("#actions .primary").click()
    page.wait_for_url("**?finished")
    expect(page.locator("#list .icon")).to_have_count(len(lessons))
    page.get_by_text("A first game, with help").click()
    expect(page.locator(".guide")).to_contain_text("What you may do:")


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
    expect(following).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text("3 of 3")
    expect(page.locator('#board [data-move^="cell"]:focus')).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_class("right")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tigris-02-kingdoms")
