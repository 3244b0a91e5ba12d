"""Learning in the browser: a first game with help, puzzles."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import PHONE, Reader
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
