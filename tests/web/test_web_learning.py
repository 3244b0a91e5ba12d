"""Learning in the browser: a first game with help, puzzles, lessons."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, Reader, middle
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import Exercise, puzzles

NARROW = {"width": 390, "height": 844}


@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_first_game_is_explained_until_the_help_is_switched_off(
    reader: Callable[..., Reader], game: str
) -> None:
    page = reader().go("/")
    page.click(f".game[data-game={game}] .play")
    page.click("dialog >> text=With help")
    page.wait_for_selector(".prompt.your-turn")
    guide = page.locator(".guide")
    expect(guide).to_contain_text("What you may do:")
    assert page.locator(".players > li").count() == DEFINITIONS[game].players[0]
    guide.get_by_text("Switch the help off").click()
    expect(guide).to_have_count(0)
    page.reload()
    page.wait_for_selector(".prompt.your-turn")
    expect(page.locator(".guide")).to_have_count(0)


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


@pytest.mark.web
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
