"""Records of rules version 1, written by the engine of that time, are read, replayed and written anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import triarchy

GAMES = json.loads((Path(__file__).parent / "records_version_1.json").read_text(encoding="utf-8"))
"""Whole games with 3, 4 (fortifications) and 5 players; one stopped after a payment; one from a start."""


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_record_of_version_1_leads_to_the_same_position(number):
    record, position = GAMES[number]["record"], GAMES[number]["position"]
    assert record["rules"] == 1
    table = triarchy.load(record)
    assert table.position() == position
    inserted = len(table.moves) - len(record["moves"])
    assert inserted > 0
    rest = iter(table.moves)
    assert all(move in rest for move in record["moves"])
    assert table.moves.count("end") == record["moves"].count("end") + inserted


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_it_is_written_as_a_record_of_version_2(number):
    table = triarchy.load(GAMES[number]["record"])
    written = table.record()
    assert written["rules"] == 2
    assert triarchy.load(written).position() == table.position()
    assert triarchy.load(written).moves == table.moves


def test_a_record_of_version_2_needs_every_end():
    written = triarchy.load(GAMES[0]["record"]).record()
    written["moves"].remove("end")
    with pytest.raises(triarchy.BadRecord, match=r"Move \d+ is wrong"):
        triarchy.load(written)


def test_an_end_that_a_record_of_version_1_has_is_not_doubled():
    """A player who was asked and ended: his `end` stands, and a second piece stays the second."""
    record = GAMES[0]["record"]
    asked = triarchy.load(record).record()
    mixed = {**asked, "rules": 1}
    assert triarchy.load(mixed).moves == asked["moves"]


@pytest.mark.parametrize("version", [0, 3, True, "1", None])
def test_other_versions_are_refused(version):
    with pytest.raises(triarchy.BadRecord, match="made with rules"):
        triarchy.load({**GAMES[0]["record"], "rules": version})


def test_a_wrong_move_is_counted_as_the_record_counts():
    record = json.loads(json.dumps(GAMES[0]["record"]))
    record["moves"][40] = "house nowhere"
    with pytest.raises(triarchy.BadRecord, match="Move 41 is wrong"):
        triarchy.load(record)
