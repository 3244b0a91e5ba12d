"""Rulings: each has an id in the docs, which stands in the code and in a test, and no other does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LETTERS = {"meridian": "M", "tigris": "T", "china": "C"}


def rulings(game: str) -> list[str]:
    """The first cells of the table of rulings in a game's page."""
    page = (ROOT / "docs" / "games" / game / "rules.md").read_text("utf-8")
    section = page.split("## Rulings\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [row.strip("|").split("|")[0].strip() for row in rows]


def ids_in(folder: Path, letter: str) -> set[str]:
    """The ids that stand in the Python files of a folder, the words for people apart."""
    return {
        number
        for path in folder.rglob("*.py")
        if "text" not in path.relative_to(folder).parts
        for number in re.findall(rf"\b{letter}-\d+\b", path.read_text("utf-8"))
    }


@pytest.mark.parametrize("game", LETTERS)
def test_the_ids_count_from_1(game):
    ids = rulings(game)
    assert ids == [f"{LETTERS[game]}-{number}" for number in range(1, len(ids) + 1)]


@pytest.mark.parametrize("game", LETTERS)
@pytest.mark.parametrize("folder", ["src/triarchy/games", "tests"])
def test_every_ruling_stands_in_code_and_tests_and_no_other(game, folder):
    assert ids_in(ROOT / folder / game, LETTERS[game]) == set(rulings(game))
