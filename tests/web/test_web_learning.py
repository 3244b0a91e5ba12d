"""Learning in the browser: a first game with help, puzzles."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESKTOP, PHONE, Reader, middle
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import puzzles


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


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["china", "meridian", "tigris"])
def test_a_puzzle_is_solved_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int] | None
) -> None:
    puzzle = puzzles(DEFINITIONS[game].folder)[0]
    page = (reader(viewport=size, has_touch=True) if size else reader()).go(
        f"/puzzles/{game}/{puzzle.id}"
    )
    for move in puzzle.solution:
        target = page.locator(f'[data-move="{move}"]').first
        target.wait_for()
        target.dispatch_event("click")
        expect(page.locator(f'[data-move="{move}"]')).to_have_count(0, timeout=20_000)
    expect(page.locator("#said")).to_have_class("right", timeout=20_000)
    page.reload()
    expect(page.locator(".contents .icon")).not_to_have_count(0)


@pytest.mark.web
@pytest.mark.parametrize("size", [DESKTOP, {"width": 390, "height": 844}], ids=["click", "tap"])
@pytest.mark.parametrize(
    "game", ["china", "meridian", pytest.param("tigris", marks=pytest.mark.slow)]
)
def test_every_lesson_is_gone_through_by_pressing(
    reader: Callable[..., Reader], game: str, size: dict[str, int]
) -> None:
    """The right answer of each exercise pressed on the real board, to the end of every lesson."""
    page = reader(viewport=size, has_touch=size["width"] < 500).go(f"/learn/{game}")
    for lesson in DEFINITIONS[game].text.lessons("en"):
        for number, exercise in enumerate(lesson.exercises, 1):
            where = f"{lesson.title}: {number} of {len(lesson.exercises)}"
            expect(page.locator("#where")).to_have_text(where)
            tried = list(exercise.expected[:1])
            if exercise.accepts is not None:
                # Any move may be right: they are tried one after the other.
                lit = page.locator("#board .now [data-move], #hand [data-move]")
                lit.first.wait_for()
                tried = [each.get_attribute("data-move") for each in lit.all()]
            for move in tried:
                press(page, move, touch=size["width"] < 500)
                expect(page.locator("#said")).to_have_class(re.compile("right|wrong"))
                if page.locator("#said.right").count():
                    break
            if tried:
                expect(page.locator("#said")).to_have_class("right")
            page.locator("#actions .primary").click()
    page.wait_for_url("**?finished")
    if size == DESKTOP:
        lessons = len(DEFINITIONS[game].text.lessons("en"))
        expect(page.locator("#list .icon")).to_have_count(lessons)


def press(page: Page, move: str, *, touch: bool) -> None:
    """A click or a tap in the middle of a lit target."""
    x, y = middle(page, f'#board .now [data-move="{move}"], #hand [data-move="{move}"]')
    (page.touchscreen.tap if touch else page.mouse.click)(x, y)
