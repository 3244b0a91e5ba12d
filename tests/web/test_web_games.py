"""A whole game of each kind, by nothing but lit targets and the buttons of the prompt."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from tests.web.browsing import LIT, Reader

pytestmark = pytest.mark.web

WHERE = """(lit) => {
  // What a key would do now.
  const sure = document.querySelector("#confirm");
  if (sure) return sure === document.activeElement && !sure.matches(".pressed, [aria-disabled=true]") ? "sure" : "waiting";
  if (!document.querySelector(".prompt.your-turn") || document.querySelector(".pressed")) return "waiting";
  const targets = [...document.querySelectorAll(lit)];
  if (targets.some((target) => target.closest("#board, #hand"))) return "targets";
  if (!targets.length) return "waiting";
  return document.activeElement.matches("[data-prompt-move]") ? "sure" : "elsewhere";
}"""


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("meridian", 2),
        pytest.param("tigris", 2, marks=pytest.mark.web),
        pytest.param("china", 3, marks=pytest.mark.web),
    ],
)
def test_a_whole_game_by_clicking(reader: Callable[..., Reader], game: str, players: int) -> None:
    anna = reader()
    page = anna.go("/")
    page.wait_for_selector(f".game[data-game={game}] .frame svg")
    table = anna.sit_down(game, players)
    played = anna.play_on()
    assert played["over"], page.inner_text("#prompt")
    assert played["clicks"] > 20
    # The board counts itself, at the reader's pace.
    steps = anna.api("GET", f"/api/tables/{table}/screen")["final_steps"]
    assert page.inner_text("#prompt") == steps[0]["text"]
    page.click("#actions button.primary")
    assert page.inner_text("#prompt") == steps[1]["text"]
    page.click("#actions button.quiet")
    page.wait_for_selector("#again")
    assert page.locator(".standings li").count() == players
    # A reload shows the result, not the count again; looking back starts at the beginning.
    page.reload()
    page.wait_for_selector("#again")
    page.click("a[href^='/replay/']")
    page.wait_for_selector("#board .now svg")
    page.click("#last")
    last = anna.api("GET", f"/api/tables/{table}")["number"]
    page.wait_for_url(f"**/replay/{table}?move={last}")


def test_play_now_asks_once_about_help_and_the_bots_answer(reader: Callable[..., Reader]) -> None:
    anna = reader()
    page = anna.go("/")
    page.click(".game[data-game=meridian] .play")
    page.click("dialog >> text=Just play")
    page.wait_for_selector(".prompt.your-turn")
    anna.go("/")
    page.click(".game[data-game=meridian] .play")
    page.wait_for_selector(".prompt.your-turn")
    assert "Your turn" in page.title()
    while not page.locator("#log-list li[data-number]").count():
        anna.play_on(most=1)


def test_again_leads_to_a_new_table(reader: Callable[..., Reader]) -> None:
    anna = reader()
    table = anna.table("china", 3)
    anna.play_moves(table, 2000)
    page = anna.go(f"/table/{table}")
    page.click("#actions button.quiet")
    page.click("#again")
    page.wait_for_selector(".prompt.your-turn")
    assert table not in page.url


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("meridian", 2), ("tigris", 2), ("china", 3)])
def test_a_whole_game_by_keyboard_alone(
    reader: Callable[..., Reader], game: str, players: int
) -> None:
    anna = reader()
    anna.sit_down(game, players)
    page, keys, chance = anna.page, anna.page.keyboard, random.Random(1)
    ends = time.monotonic() + 500
    while not page.locator("#actions .steps, #again").count():
        assert time.monotonic() < ends, page.inner_text("#prompt")
        state = page.evaluate(WHERE, LIT)
        if state == "waiting":
            page.wait_for_timeout(20)
        elif state == "sure":
            keys.press("Enter")
        elif state == "targets":
            for _ in range(chance.randint(1, 4)):
                keys.press(chance.choice(("ArrowRight", "ArrowDown", "ArrowLeft")))
            keys.press("Enter")
        else:
            keys.press("Tab")  # to the buttons of the prompt
