"""What Meridian teaches: what its figures and lessons show."""

from __future__ import annotations

from pathlib import Path

from tests.meridian.scenes import random_tables
from tests.shared_checks import (
    attributes,
    drawn,
    figure_table,
)
from triarchy.games.meridian import GAME, text
from triarchy.kit.presentation import Picture

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


def test_every_example_of_the_rulebook_has_its_figure():
    assert {figure.id for figure in FIGURES} >= {
        "figure-a",
        "figure-b",
        "figure-c",
        "figure-d-counted",
    }


def test_what_is_drawn_is_in_the_legend():
    symbols = set()
    for players in (2, 3, 4):
        for table in random_tables(players, every=9):
            symbols |= attributes(drawn(table, table.to_move, Picture(lit=True)), "data-what")
    # What can be pressed has a spoken name of its own.
    assert symbols == {entry.id for entry in text.legend("en")} - {"frame", "lift"}


def test_figure_d_ends_as_the_lesson_says():
    table = figure_table(GAME, "figure-d-counted")
    assert table.scores == [0, 5, 3, 0]


def test_the_last_turn_is_won_by_passing_alone():
    for moves in (["done"], ["height 1", "city 4"], ["height 2", "city 3"]):
        table = figure_table(GAME, "last-turn")
        for move in ["card 7", *moves]:
            table.play(move)
        assert (table.ranking.count(1) == 1 and table.ranking[3] == 1) == (moves == ["done"])
