"""Positions to study in the browser: judged, played on, set up by hand, shared as link and picture."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.bots.test_review import near_the_end
from tests.server.servers import Running
from tests.web.browsing import PHONE, Reader

pytestmark = pytest.mark.web


def opened(page: Page, position: str) -> None:
    page.get_by_label("The position as text").fill(position)
    page.get_by_role("button", name="Load position").click()
    expect(page.locator("#board .now > svg")).to_be_visible()


def position_text() -> str:
    table, _, _ = near_the_end("meridian")
    return json.dumps(table.position())


def test_a_position_is_opened_judged_and_its_best_turn_played(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    page = reader(open_server).go("/analyse")
    opened(page, position_text())
    expect(page.locator("#board [data-move], #hand [data-move]").first).to_be_visible()
    page.get_by_role("button", name="Evaluate position").click()
    judged = page.locator("#judged")
    expect(judged.get_by_role("heading", name="Win chances")).to_be_visible(timeout=240_000)
    expect(judged.locator("li")).to_have_count(2)
    expect(judged.locator(".better").first).to_contain_text("The best")
    judged.get_by_role("button", name="Play this turn").first.click()
    expect(page.locator("#prompt")).to_contain_text("The game is over")
    expect(page.locator("#set-up")).to_be_disabled()
    page.locator("#undo").click()
    expect(page.locator("#set-up")).to_be_enabled()


@pytest.mark.parametrize(
    ("game", "piece", "place", "there"),
    [
        ("meridian", "Grey's tower", "city 2 1", re.compile("Grey 3$")),
        ("china", "White's house", "field wei1", re.compile("White's house$")),
        ("tigris", "Settlement", "cell C9", re.compile("Settlement$")),
    ],
)
def test_a_position_is_set_up_by_hand_with_mouse_and_keys(
    reader: Callable[..., Reader], open_server: Running, game: str, piece: str, place: str, there
) -> None:
    anna = reader(open_server)
    page = anna.go("/analyse")
    page.locator(f'[data-begin="{game}"]').first.click()
    page.get_by_role("button", name="Set up by hand").click()
    spot = page.locator(f'#board [data-place="{place}"]')
    expect(spot).to_be_visible()
    page.get_by_role("radio", name=piece, exact=True).check(force=True)
    spot.focus()
    page.keyboard.press("Enter")
    expect(spot).to_have_attribute("aria-label", there)
    expect(spot).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(spot).not_to_be_focused()
    page.get_by_role("radio", name="Remove").check(force=True)
    spot.click()
    expect(spot).not_to_have_attribute("aria-label", there)
    spot.click()
    expect(page.locator("#wrong")).to_have_text("There is nothing to remove there.")
    page.get_by_role("button", name="Undo").click()
    expect(spot).to_have_attribute("aria-label", there)
    expect(page.locator("#wrong")).to_be_hidden()
    page.get_by_role("button", name="Done").click()
    expect(page.locator("[data-place]")).to_have_count(0)
    expect(page.locator("#board [data-move], #hand [data-move]").first).to_be_visible()


def test_before_there_is_a_position_a_phone_keeps_no_room_for_it_and_what_is_wrong_is_said(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    page = reader(open_server, viewport=PHONE, has_touch=True).go("/analyse")
    assert page.locator("#board").bounding_box()["height"] == 0
    expect(page.locator("#share")).to_be_disabled()
    expect(page.locator("#play-on")).to_be_disabled()
    for words, sentence in (
        ("{", "This is not JSON."),
        ("[1]", "A position or a game file is a JSON object, in braces."),
        ('{"game": "chess"}', "This game does not exist."),
    ):
        page.get_by_label("The position as text").fill(words)
        page.get_by_role("button", name="Load position").click()
        expect(page.locator("#wrong")).to_have_text(sentence)
        expect(page.locator("#analyse")).to_have_class(re.compile("unopened"))
    opened(page, position_text())
    expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator("#share")).to_be_enabled()
    assert page.locator("#board").bounding_box()["height"] > 300


def test_a_phone_sets_up_and_shares_as_link_and_picture(
    reader: Callable[..., Reader], open_server: Running
) -> None:
    anna = reader(open_server, viewport=PHONE, has_touch=True)
    page = anna.go("/analyse")
    page.locator('[data-begin="tigris"][data-players="2"]').tap()
    page.get_by_role("button", name="Set up by hand").tap()
    page.get_by_role("radio", name="Temple", exact=True).check(force=True)
    page.locator('#board [data-place="cell E9"]').tap()
    expect(page.locator('#board [data-place="cell E9"]')).to_have_attribute(
        "aria-label", "E9: Temple"
    )
    page.get_by_label("Actions left").fill("1")
    page.get_by_label("Actions left").press("Enter")
    expect(page.get_by_label("The position as text")).to_have_value(re.compile('"actions_left": 1'))
    assert anna.sideways() <= 0
    page.get_by_role("button", name="Share this position").tap()
    picture = page.get_by_role("img", name="The position as a picture")
    expect(picture).to_have_js_property("naturalWidth", 1200)
    expect(page.get_by_role("link", name="Save as a picture")).to_have_attribute(
        "download", "position.png"
    )
    # The server listens on its own computer alone: nobody else could open the link.
    expect(page.locator("dialog[open] .only-here input")).to_have_value(
        re.compile(r"^triarchy serve --host 0\.0\.0\.0")
    )
    link = page.get_by_label("Link to this position").input_value()
    other = reader(open_server).go("/" + link.split("/", 3)[3])
    expect(other.locator('#board [data-key="tile-E9"]')).to_be_visible()
    expect(other.get_by_label("The position as text")).to_have_value(
        re.compile('"actions_left": 1')
    )
