"""The golden playthroughs: whole games, as readable files, must come out as they are written."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("playthroughs", ROOT / "scripts/playthroughs.py")
playthroughs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(playthroughs)


@pytest.mark.parametrize(
    ("name", "game"), [pytest.param(name, game, id=name) for name, game in playthroughs.settings()]
)
def test_playthrough(name, game):
    written = (ROOT / "tests/playthroughs" / name).read_text(encoding="utf-8")
    assert playthroughs.playthrough(game, 7) == written
