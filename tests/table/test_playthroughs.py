"""The golden playthroughs: whole games, as readable files, must come out as they are written."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("playthroughs", ROOT / "scripts/playthroughs.py")
playthroughs = importlib.util.module_from_spec(SPEC)
sys.modules["playthroughs"] = playthroughs
SPEC.loader.exec_module(playthroughs)
ALL = playthroughs.playthroughs()


@pytest.mark.parametrize("one", [pytest.param(one, id=one.name) for one in ALL])
def test_playthrough(one):
    assert one.text() == one.file.read_text(encoding="utf-8")


def test_every_file_is_played():
    assert {one.file for one in ALL} == set(playthroughs.FOLDER.glob("*.txt"))


def last_of(name: str) -> tuple[str, dict]:
    """The last decision of a playthrough and its final position."""
    lines = (playthroughs.FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return lines[-2].split(": ", 1)[1].split(" of ")[0], json.loads(lines[-1])


def test_the_playthroughs_show_every_ending():
    """Euphrat & Tigris: treasures, an empty bag at the refill and at a swap, the last turn; China: the
    deck empty twice, no piece left to place; Meridian: all cards played."""
    move, end = last_of("tigris-2")
    assert move == "draw"
    assert end["bag"] == []
    assert len(end["treasures"]) > 2
    move, end = last_of("tigris-4")
    assert move != "draw"
    assert end["bag"] == []
    assert len(end["treasures"]) > 2
    assert last_of("tigris-last-turn")[1]["turn"] == 500
    assert len(last_of("tigris-treasures")[1]["treasures"]) <= 2
    assert last_of("china-3")[1]["exhausted"] == 2
    assert last_of("china-no-piece-left")[1]["exhausted"] == 0
    assert all(not open_cards for open_cards in last_of("meridian-3")[1]["open"])


def test_the_playthroughs_show_revolts_wars_and_monuments():
    text = "".join(one.file.read_text("utf-8") for one in ALL if one.name.startswith("tigris-"))
    for phase in ("war", "support", "monument", "treasure", "swap"):
        assert f", {phase}: " in text
    assert '"kind": "revolt"' in text
