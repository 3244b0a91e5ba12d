"""A fourth game is one folder: examples/a_fourth_game, installed as a package of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.shared_checks import check_words_in_the_interpreter
from tests.web.browsing import CHROMIUM, FLAGS, Reader, Server

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "a_fourth_game"
NAME = "paddocks"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the installed game by its entry point."""
    pytest.importorskip("hatchling", reason="the extra 'test' is not installed")
    place = tmp_path_factory.mktemp("packages")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation",
         "--disable-pip-version-check", "--target", str(place), str(EXAMPLE)],
        check=True,
    )  # fmt: skip
    here = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(here)}


def shell(
    environment: dict[str, str], *arguments: object, **more: object
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", "from triarchy.shell import main; main()", *map(str, arguments)],
        env=environment, capture_output=True, text=True, check=False, **more,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done


def test_rules_words_lessons_bots_and_every_research_interface(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).parent / "checks.py"), NAME],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    passed = [line for line in done.stdout.splitlines() if line.startswith("passed: ")]
    assert len(passed) == 8


def test_words_stay_inside_every_array(environment: dict[str, str]) -> None:
    check_words_in_the_interpreter(NAME, environment)


@pytest.mark.slow
def test_it_gets_a_portable_file_of_its_own_that_plays_alike(
    environment: dict[str, str], tmp_path: Path
) -> None:
    shell(environment, "build-rules", NAME, "--to", tmp_path / "other.wasm")
    shell(environment, "build-rules", NAME)
    place = environment["PYTHONPATH"].split(os.pathsep)[0]
    built = Path(place, NAME, "rules.wasm")
    assert built.read_bytes() == (tmp_path / "other.wasm").read_bytes()
    said = shell(environment, "check", NAME, "--device", "wasm", "--quick").stdout
    assert "All equal." in said and "DIFFERS" not in said


def test_terminal_protocol_and_arena(environment: dict[str, str], tmp_path: Path) -> None:
    listed = json.loads(shell(environment, "games", "--json").stdout)["games"]
    assert NAME in [game["game"] for game in listed]
    kept = tmp_path / "kept.json"
    shell(environment, "play", NAME, "-p", 2, "--bot", "greedy", "--record", kept, "--language",
          "de", input="log\nrules\nhint\n" + "1\n" * 60)  # fmt: skip
    record = json.loads(kept.read_text())
    assert record["result"]
    requests = [
        {"cmd": "load", "record": record},
        {"cmd": "undo"},
        {"cmd": "bot", "bot": "greedy"},
        {"cmd": "view", "seat": 1},
    ]
    lines = shell(environment, "protocol", input="\n".join(map(json.dumps, requests))).stdout
    loaded, undone, chosen, view = map(json.loads, lines.splitlines())
    assert loaded["position"]["phase"] == "over"
    assert chosen["move"] in undone["legal"]
    assert view["view"]["phase"] == undone["position"]["phase"]
    summary = shell(
        environment, "arena", NAME, "--bots", "greedy,random", "--games", 6, "--players", 2,
        "--out", tmp_path / "arena", "--workers", 1, "--json",
    ).stdout  # fmt: skip
    assert sum(one["games"] for one in json.loads(summary)["bots"]) == 12


@pytest.fixture
def reader(environment: dict[str, str], tmp_path: Path) -> Iterator[Reader]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed: the tests of the page are skipped")
    server = Server(tmp_path, environment, NAME)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        made = Reader(browser, server)
        yield made
        made.close()
        browser.close()
    server.close()


MOVES = "() => [...document.querySelectorAll('#board .now [data-move]')].map((part) => part.dataset.move)"


def check_scenes(reader: Reader, table: str) -> None:
    """The page draws the scene that it is told; after a move it is told what changed, and draws no more than that."""
    page = reader.page
    page.locator("#hand [data-move]").first.click()
    page.wait_for_selector("#board .now [data-move]")
    screen = reader.api("GET", f"/api/tables/{table}/screen?keep=true")
    moves = [node["move"] for node in screen["board"]["nodes"] if "move" in node]
    assert page.evaluate(MOVES) == moves
    address = screen["board"]["sheets"]["lying-light"]
    sheet = reader.context.request.get(reader.server.url + address)
    assert "immutable" in sheet.headers["cache-control"]
    assert {node["at"] for node in screen["board"]["nodes"]} <= set(sheet.json()["board"]["places"])
    assert reader.context.request.get(reader.server.url + address + "0").status == 404
    page.evaluate("document.querySelector('#board .now svg').stays = true")
    answer = reader.api(
        "POST", f"/api/tables/{table}/moves?known={screen['event']}&keep=true",
        {"move": moves[0], "decision": screen["decision"]},
    )  # fmt: skip
    laid = f"stone-{moves[0].split()[1]}"
    assert laid in [node["key"] for _, node in answer["board"]["put"]]
    assert f"lit-{moves[0].split()[1]}" in answer["board"]["gone"]
    page.wait_for_selector(f"#board .now [data-key={laid}]")
    assert page.evaluate("document.querySelector('#board .now svg').stays")


def test_a_whole_game_in_the_browser(reader: Reader) -> None:
    page = reader.go("/")
    page.wait_for_selector(f".game[data-game={NAME}] .frame svg")
    page.goto(f"{reader.server.url}/new?game={NAME}")
    page.wait_for_selector("[data-option=open_hands]", state="attached")
    table = reader.sit_down(NAME, 3, options={"open_hands": True})
    check_scenes(reader, table)
    game = reader.play_on()
    assert game["over"], page.inner_text("#prompt")
    assert game["clicks"] >= 12
    screen = reader.api("GET", f"/api/tables/{table}/screen")
    assert screen["result"]["ranking"]
    page.click("#actions button.quiet")
    page.wait_for_selector("#again")
    page.goto(f"{reader.server.url}/rules/{NAME}")
    page.wait_for_selector("main figure [data-figure=row]")
    page.get_by_role("link", name="Strategy guide").click()
    page.wait_for_url(f"**/strategy/{NAME}")
    page.wait_for_selector("main #rule-last figure [data-figure=row]")
    page.goto(f"{reader.server.url}/learn/{NAME}")
    for move in ("stone 3", "paddock C1"):
        page.locator(f'[data-move="{move}"]').click()
        expect(page.locator("#said")).to_have_class("right")
        page.locator("#actions .primary").click()
    page.wait_for_url("**?finished")
