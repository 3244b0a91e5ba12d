"""A layout that stands still and fits: the board's frame, the decisive panel, on every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.server.servers import Running
from tests.web.browsing import Reader
from tests.web.test_web_choosing import TRADERS, WAR, at_position

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


@pytest.mark.web
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
