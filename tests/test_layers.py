"""Imports only point down: no folder of the package imports from one above it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import triarchy

PACKAGE = Path(triarchy.__file__).parent
LAYERS = [
    "shell",
    "site",
    "server",
    "research",
    "portable",
    "arena",
    "bots",
    "table",
    "games",
    "kit",
    "engine",
]
"""From the highest to the lowest; the package's own `__init__.py` and the commands are above all."""


def imported(file: Path) -> Iterator[str]:
    """The names that a file imports from the package, as dotted paths below it."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports name their module in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (name.partition(".")[2] for name in names if name.split(".")[0] == "triarchy")


@pytest.mark.parametrize("layer", LAYERS[1:])
def test_a_layer_imports_only_what_is_below_it(layer):
    below = set(LAYERS[LAYERS.index(layer) :])
    files = sorted((PACKAGE / layer).rglob("*.py"))
    assert files
    upwards = [
        f"{file.relative_to(PACKAGE)} imports {name or 'triarchy'}"
        for file in files
        for name in imported(file)
        if name.partition(".")[0] not in below
    ]
    assert upwards == []


def test_no_game_imports_another():
    games = sorted(path.name for path in (PACKAGE / "games").iterdir() if path.is_dir())
    across = [
        f"{file.relative_to(PACKAGE)} imports {name}"
        for game in games
        for file in (PACKAGE / "games" / game).rglob("*.py")
        for name in imported(file)
        if name.startswith("games.") and name.split(".")[1] != game
    ]
    assert across == []


def test_every_folder_is_a_layer_and_contributing_lists_them_in_this_order():
    folders = {path.parent.relative_to(PACKAGE).parts[0] for path in PACKAGE.glob("*/**/*.py")}
    assert folders <= set(LAYERS)
    text = (PACKAGE.parent.parent / "CONTRIBUTING.md").read_text()
    listed = re.findall(r"^\| `src/triarchy/(\w+)/` \|", text, re.MULTILINE)
    assert [folder for folder in listed if folder != "web"] == LAYERS
