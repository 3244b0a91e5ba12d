"""Playing without eyes: by keys, accessible names and what is announced, alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Reader
from tests.web.listening import Listener, play_by_ear

pytestmark = pytest.mark.web
GAMES = [("meridian", 2), ("tigris", 2), ("china", 3)]


def seated(reader: Callable[..., Reader], game: str, players: int = 2) -> tuple[Listener, str]:
    """Somebody who listens at a table of a game, whose turn it is, with the board in words."""
    anna = reader()
    listener = Listener(anna.page)
    anna.page.add_init_script("localStorage.setItem('triarchy.words', 'yes')")
    table = anna.sit_down(game, players)
    return listener, table


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_number_or_word_of_the_board_is_out_of_its_place(
    reader: Callable[..., Reader], game: str, players: int
) -> None:
    listener, _ = seated(reader, game, players)
    inside = listener.page.evaluate(
        "[...document.querySelectorAll('#board svg text, #hand svg text')].map((e) => e.textContent)"
    )
    assert inside
    session = listener.session
    root = session.send("Runtime.evaluate", {"expression": "document.querySelector('#board')"})
    nodes = session.send(
        "Accessibility.queryAXTree", {"objectId": root["result"]["objectId"], "role": "StaticText"}
    )["nodes"]
    assert [node["name"]["value"] for node in nodes if not node["ignored"]] == []
    boards = session.send("Accessibility.queryAXTree", {"objectId": root["result"]["objectId"]})[
        "nodes"
    ]
    pictures = [n for n in boards if n.get("role", {}).get("value") in ("img", "image", "group")]
    assert pictures
    assert all(node.get("name", {}).get("value") for node in pictures if not node["ignored"])


@pytest.mark.parametrize(
    ("game", "players", "wanted"),
    [
        ("meridian", 2, r"Play card \S+\. Meridian \d+: empty"),
        ("tigris", 2, r"Lay an? \w+ tile: \w+\. \w+ tiles in hand: \d"),
        ("china", 3, r"Build a house on (\S+ \d)\. \1: free\. Roads to .*Province: \w+"),
    ],
)
def test_names_say_what_is_there_and_how_many(
    reader: Callable[..., Reader], game: str, players: int, wanted: str
) -> None:
    listener, _ = seated(reader, game, players)
    names = listener.choices(80)
    assert any(re.match(wanted, name) for name in names), names


def test_a_cell_says_what_is_there_and_the_preview_is_heard(reader: Callable[..., Reader]) -> None:
    listener, _ = seated(reader, "tigris")
    page = listener.page
    page.keyboard.press("/")
    listener.type("leader black")
    page.wait_for_selector("[data-move='cell B1']")
    page.keyboard.press("Escape")
    listener.announced()
    page.focus("[data-move='cell B1']")
    assert listener.focus().name == "Black leader on B1. There: empty; south: temple, treasure"
    expect(page.locator(".tip")).to_be_visible()
    described = listener.focus().description
    assert described
    assert page.inner_text("#aside") in page.inner_text(".tip").replace("\n", " ")


def test_what_is_not_possible_is_silent_until_it_is_asked_for(
    reader: Callable[..., Reader],
) -> None:
    listener, _ = seated(reader, "tigris")
    page = listener.page
    page.keyboard.press("/")
    listener.type("leader black")
    page.wait_for_selector("[data-move='cell B1']")
    page.keyboard.press("Escape")
    assert not any("Not possible" in heard.name for heard in listener.tree())
    page.keyboard.press("w")
    refused = [heard.name for heard in listener.tree() if "Not possible" in heard.name]
    assert "B2. There: temple, treasure. Not possible now; Enter explains." in refused


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_board_in_words_opens_by_a_key_and_follows_the_game(
    reader: Callable[..., Reader], game: str, players: int
) -> None:
    anna = reader()
    anna.sit_down(game, players)
    page = anna.page
    page.keyboard.press("b")
    expect(page.locator("dialog .in-words h3").first).to_be_visible()
    page.keyboard.press("Escape")
    before = page.locator("#board-words").text_content()
    assert before
    anna.play_on(most=6)
    page.wait_for_selector(".prompt.your-turn")
    expect(page.locator("#board-words")).not_to_have_text(before)


def test_typed_moves_are_played_explained_and_refused_in_a_sentence(
    reader: Callable[..., Reader],
) -> None:
    listener, _table = seated(reader, "meridian")
    page = listener.page
    listener.press("/")
    expect(page.locator("#typed")).to_be_focused()
    listener.type("?")
    assert re.search(r"Possible moves: \d+\. card \S+: Play card", listener.announced()[-1])
    listener.type("no such thing")
    expect(page.locator("#typed-answer")).to_contain_text("There is no such move in this game.")
    listener.type("meridian 11")
    listener.type("done")
    expect(page.locator("#typed-answer")).to_contain_text("card")
    card = page.locator("#hand [data-move^='card']").first.get_attribute("data-move") or ""
    listener.type(f"{card.upper()}?")
    expect(page.locator("#typed-answer")).to_contain_text("Play card")
    before = page.inner_text("#prompt")
    listener.type(card)
    expect(page.locator("#prompt")).not_to_have_text(before)
    expect(page.locator("#typed")).to_be_focused()


def test_moves_are_typed_in_lessons_puzzles_and_where_positions_are_studied(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    listener = Listener(anna.page)
    page = anna.go("/puzzles/meridian")
    page.wait_for_selector("#board [data-move], #hand [data-move]")
    listener.press("/")
    listener.type("?")
    expect(page.locator("#typed-answer li").first).to_be_visible()
    move = page.locator("#typed-answer kbd").first.inner_text()
    listener.type(move)
    page.wait_for_selector("text=Start over")
    page = anna.go("/learn/tigris")
    page.wait_for_selector("#board .now svg")
    listener.press("/")
    listener.type("?")
    expect(page.locator("#typed-answer")).to_be_visible()
    page = anna.go("/analyse")
    page.click("[data-begin=china]")
    page.wait_for_selector("#board [data-move]")
    page.locator("#judge").focus()
    listener.press("/")
    house = page.locator("#board [data-move^='house']").first.get_attribute("data-move") or ""
    listener.type(house)
    expect(page.locator("#prompt")).to_contain_text("pay")


def test_the_focus_is_on_what_is_to_be_decided_and_stays_where_somebody_writes(
    reader: Callable[..., Reader],
) -> None:
    anna = reader()
    listener = Listener(anna.page)
    table = anna.sit_down("tigris")
    page, log = listener.page, anna.page.locator("#log-list .line")
    listener.press("ArrowRight")
    for opened in ("b", "/"):
        listener.press(opened)
        lines = log.count()
        anna.play_moves(table, 2)
        expect(log).not_to_have_count(lines)
        listener.press("Escape")
        page.wait_for_selector(".prompt.your-turn", timeout=60_000)
        expect(page.locator("#board [data-move]:focus, #hand [data-move]:focus")).to_have_count(1)
    listener.press("c")
    lines = log.count()
    anna.play_moves(table, 2)
    expect(log).not_to_have_count(lines)
    expect(page.locator("#chat-text")).to_be_focused()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_piece_of_each_game_by_keys_and_hearing_alone(
    reader: Callable[..., Reader], game: str, players: int
) -> None:
    listener, _table = seated(reader, game, players)
    play_by_ear(listener, 12)
    page = listener.page
    spoken = [line.strip() for line in listener.told if line.startswith("    ")]
    assert spoken, "what happens is announced"
    log = page.locator("#log-list .line").all_inner_texts()
    heard, place = " ".join(spoken), 0
    for line in log:
        found = heard.find(line.strip(), place)
        assert found >= 0, f"every line of the log is heard once, in order: {line}"
        place = found + len(line.strip())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_whole_game_by_keys_and_hearing_alone(
    reader: Callable[..., Reader], game: str, players: int
) -> None:
    listener, _ = seated(reader, game, players)
    assert play_by_ear(listener, 5000)
    assert listener.focus().name == "Again"
