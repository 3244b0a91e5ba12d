"""Without a compiler: a server, its bots, hints, puzzles, lessons, reviews and the terminal play on the portable files."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import triarchy
from triarchy.bots.named import STRENGTHS
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.learning import puzzles
from triarchy.table.example import example

GAMES = ("meridian", "tigris", "china")
PATIENCE = 240.0
GONE = "raise ModuleNotFoundError(f'No module named {__name__!r}', name=__name__)\n"
TRIARCHY = (sys.executable, "-c", "from triarchy.shell import main; main()")
WITH_ME = {"meridian": 4, "tigris": 4, "china": 5}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where Numba and its compiler cannot be imported, by any process."""
    folder = tmp_path_factory.mktemp("without")
    for package in ("numba", "llvmlite"):
        (folder / f"{package}.py").write_text(GONE)
    sources = Path(triarchy.__file__).parent.parent
    paths = os.pathsep.join([str(folder), str(sources)])
    return {**os.environ, "PYTHONPATH": paths, "TRIARCHY_CACHE": str(folder / "cache")}


@pytest.fixture(scope="module")
def browser(
    environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx.Client]:
    """Somebody at a server of its own."""
    data = tmp_path_factory.mktemp("data")
    command = [*TRIARCHY, "serve", "--port", "0", "--no-browser"]
    server = subprocess.Popen(
        [*command, "--data", str(data), "--bot-pace", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    try:
        url = server.stdout.readline().split(" is at ")[1].split()[0]
        with httpx.Client(base_url=url, timeout=PATIENCE) as client:
            client.get("/")
            client.put("/api/me", json={"name": "Early"})
            yield client
    finally:
        server.terminate()
        server.wait()


def good(answer: httpx.Response) -> Any:
    assert answer.status_code < 300, answer.text
    return answer.json()


def until(ask: Callable[[], Any]) -> Any:
    """What is asked for again and again until it is there."""
    begun = time.monotonic()
    while not (found := ask()):
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_table_with_bots_of_every_strength_is_played_with_hints(
    browser: httpx.Client, name: str
) -> None:
    strengths = [*STRENGTHS][: WITH_ME[name] - 1]
    if name == "tigris":
        strengths = [*STRENGTHS][-3:]
    seats = [{"kind": "me"}, *({"kind": "bot", "strength": each} for each in strengths)]
    table = good(browser.post("/api/tables", json={"game": name, "seats": seats}))
    address = f"/api/tables/{table['id']}"

    def my_turn() -> Any:
        screen = good(browser.get(f"{address}/screen"))
        return screen if screen["your_turn"] else None

    screen = until(my_turn)
    hint = good(browser.post(f"{address}/hint", json={"decision": screen["decision"]}))
    assert hint["move"] in [each["move"] for each in screen["moves"]]
    others: set[int] = set()
    while len(others) < len(strengths):
        wish = {"move": screen["moves"][0]["move"], "decision": screen["decision"]}
        good(browser.post(f"{address}/moves", json=wish))
        screen = until(my_turn)
        others |= {line["seat"] for line in screen["log"] if line["seat"] != screen["seat"]}


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_lessons_rules_and_analyses_work(browser: httpx.Client, name: str) -> None:
    definition = DEFINITIONS[name]
    puzzle = puzzles(definition.folder)[0]
    tries = {"moves": list(puzzle.best[:-1]), "attempt": puzzle.best[-1]}
    answer = good(browser.post(f"/api/games/{name}/puzzles/{puzzle.id}", json=tries))
    assert answer["state"] == "right" and answer["why"]
    for lesson in definition.text.lessons("en"):
        for number, exercise in enumerate(lesson.exercises):
            attempt = {"attempt": exercise.expected[0]} if exercise.expected else {}
            address = f"/api/games/{name}/lessons/{lesson.id}/{number}"
            told = good(browser.post(address, json=attempt))
            assert told["right"] in ((True,) if attempt else (None,))
    assert browser.get(f"/rules/{name}").status_code == 200
    position = {"document": puzzle.position}
    assert good(browser.post("/api/analyse", json=position))
    assert good(browser.post("/api/analyse/judge", json=position))["turns"]


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_reviewed(browser: httpx.Client, name: str) -> None:
    whole = example(DEFINITIONS[name])
    late = len(whole.moves) - 8
    table = triarchy.position(whole.game.document(whole.states[late]))
    for move in whole.moves[late:]:
        table.play(move)
    made = good(browser.post("/api/records", json=table.record()))
    address = f"/api/tables/{made['id']}/review"
    assert until(lambda: good(browser.post(address, json={}))["review"])


def run(environment: dict[str, str], *arguments: str, said: str = "") -> Any:
    return subprocess.run(
        [*TRIARCHY, *arguments],
        env=environment,
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_terminal_plays(environment: dict[str, str], name: str) -> None:
    done = run(environment, "play", name, "--bot", "hard", "--seed", "3", said="1\nquit\n")
    assert done.stderr == "" and "1" in done.stdout


def test_games_are_played_out_and_rated(environment: dict[str, str], tmp_path: Path) -> None:
    done = run(environment, "simulate", "china", "--games", "5", "--json")
    assert done.returncode == 0 and '"games": 5' in done.stdout
    out = str(tmp_path / "arena")
    done = run(
        environment, "arena", "meridian", "--bots", "random,greedy", "--games", "2", "--out", out
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "command", ["bench", "check meridian", "train meridian", "build-rules meridian"]
)
def test_a_command_that_compiles_says_what_it_needs_in_one_sentence(
    environment: dict[str, str], command: str
) -> None:
    done = run(environment, *command.split())
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "pip install 'triarchy[" in done.stderr


def test_batches_for_research_say_what_they_need(environment: dict[str, str]) -> None:
    code = "import triarchy; triarchy.Batch(triarchy.game('meridian'), 4)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr.endswith("A batch needs Numba: pip install 'triarchy[native]'.\n")
