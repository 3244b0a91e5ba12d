"""What Meridian teaches: every figure loads and shows what it says, in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.meridian.figures import documents
from tests.meridian.scenes import random_tables
from tests.shared_checks import (
    attributes,
    check_every_figure_is_used,
    check_figure,
    check_legend,
    check_lesson,
    check_rulebook,
    drawn,
    figure_table,
)
from triarchy.games.meridian import GAME, text
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.meridian.figures`."""
    assert {
        id_: figure_position(GAME.folder, id_) for id_ in figure_ids(GAME.folder)
    } == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    figure_table(GAME, id_)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_and_previews_is_there(figure: Figure):
    check_figure(GAME, figure)


def test_every_example_of_the_rulebook_has_its_figure():
    assert {figure.id for figure in FIGURES} >= {
        "figure-a",
        "figure-b",
        "figure-c",
        "figure-d-counted",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_text(language):
    check_rulebook(GAME, language)


def test_every_ruling_stands_in_the_rulebook():
    page = (ROOT / "docs" / "meridian.md").read_text("utf-8")
    ids = {id_ for section in SECTIONS for id_, _ in section.rulings}
    assert ids == {f"M-{number}" for number in range(1, page.count("\n| M-") + 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_a_picture_and_words_for_every_symbol(language):
    check_legend(GAME, language)


def test_what_is_drawn_is_in_the_legend():
    symbols = set()
    for players in (2, 3, 4):
        for table in random_tables(players, every=9):
            symbols |= attributes(drawn(table, table.to_move, Picture(lit=True)), "data-what")
    # What can be pressed has a spoken name of its own.
    assert symbols == {entry.id for entry in text.legend("en")} - {"frame", "lift"}


# Lessons


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_a_lesson_is_played_through(number: int, language: str):
    check_lesson(GAME, number, language)


def test_the_lessons_are_those_of_the_list_and_every_figure_is_used():
    assert len(LESSONS) == 9
    check_every_figure_is_used(GAME)


def test_figure_d_ends_as_the_lesson_says():
    table = figure_table(GAME, "figure-d-counted")
    assert table.scores == [0, 5, 3, 0]


def test_the_last_turn_is_won_by_passing_alone():
    for moves in (["done"], ["height 1", "city 4"], ["height 2", "city 3"]):
        table = figure_table(GAME, "last-turn")
        for move in ["card 7", *moves]:
            table.play(move)
        assert (table.ranking.count(1) == 1 and table.ranking[3] == 1) == (moves == ["done"])


# The rulebook's paragraphs


def test_the_coverage_names_sections_and_tests_that_exist():
    page = (ROOT / "docs" / "coverage.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.split("## Meridian\n")[1].split("\n## ")[0].splitlines()
        if line.startswith("| ")
    ][1:]
    assert [row[0] for row in rows] == [str(number) for number in range(1, 35)]
    anchors = {section.anchor for section in SECTIONS}
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests/meridian").glob("test_*.py"))
    for _, _, anchor, test in rows:
        assert anchor.strip("`") in anchors
        assert test.startswith("left out: ") or f"def {test.strip('`')}(" in tests, test
