"""What China teaches: every figure loads and shows what it says, every lesson can be played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import triarchy
from tests.china.figures import documents
from tests.shared_checks import (
    attributes,
    check_every_figure_is_used,
    check_figure,
    check_legend,
    check_lesson,
    check_rulebook,
    drawn,
    figure_table,
    random_states,
)
from triarchy.games.china import GAME, text
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


# The rulebook


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.china.figures`."""
    ids = figure_ids(GAME.folder)
    assert {id_: figure_position(GAME.folder, id_) for id_ in ids} == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    figure_table(GAME, id_)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_and_previews_is_there(figure: Figure):
    check_figure(GAME, figure)


def test_every_example_of_the_rulebook_has_its_figure():
    examples = {figure.id.split("-")[1] for figure in FIGURES if figure.id.startswith("example")}
    assert examples == set("12345678")


def test_the_figures_show_the_points_of_the_examples():
    assert figure_table(GAME, "example-4").position()["points"] == [7, 4, 2]
    assert figure_table(GAME, "example-5").position()["points"] == [5, 5, 2]
    alliances = _sight("example-6").alliances
    assert [alliances[2].points, alliances[3].points] == [[6, 0, 0, 0], [0, 0, 0, 0]]
    sight = _sight("example-7")
    (row,) = sight.rows(0)
    fields = {sight.field_ids[field] for field in row.fields}
    assert (fields, row.points) == ({"chin2", "chin4", "chin6", "shu1", "shu2"}, 5)


def _sight(id_: str):
    table = figure_table(GAME, id_)
    return GAME.sight(table.game.board, table.state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_text(language):
    check_rulebook(GAME, language)


def test_every_ruling_stands_in_the_rulebook():
    page = (GAME.folder.parents[3] / "docs" / "china.md").read_text("utf-8")
    ids = [id_ for section in SECTIONS for id_, _ in section.rulings]
    assert sorted(ids, key=lambda id_: int(id_[2:])) == [
        f"C-{number}" for number in range(1, page.count("\n| C-") + 1)
    ]


def test_the_coverage_names_anchors_and_tests_that_there_are():
    folder = Path(__file__).parent
    page = (folder.parents[1] / "docs" / "coverage.md").read_text("utf-8")
    rows = [
        row
        for row in page.split("## China\n")[1].split("\n## ")[0].splitlines()
        if row[:3] != "|--"
    ]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if row[:1] == "|"][
        1:
    ]
    assert [number for number, *_ in rows] == [str(n) for n in range(1, len(rows) + 1)]
    code = " ".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    tests = set(re.findall(r"(?:def|class) (test_\w+|Test\w+)", code))
    anchors = {section.anchor for section in SECTIONS}
    for number, _, place, shown in rows:
        assert set(re.findall(r"`([^`]+)`", place)) <= anchors, number
        assert set(re.findall(r"`([^`]+)`", shown)) <= tests, number
        assert place or "left out" in shown, number


# The lessons


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_a_lesson_is_played_through(number: int, language: str):
    check_lesson(GAME, number, language)


def test_the_lessons_are_those_of_the_list_and_every_figure_is_used():
    assert len(LESSONS) == 10
    check_every_figure_is_used(GAME)


def test_the_last_lesson_tells_the_points_of_its_final_scoring():
    scores = figure_table(GAME, "final").scores
    words = " ".join(exercise.words for exercise in LESSONS[-1].exercises)
    for score in scores:
        assert (
            f"{score['houses']} + {score['alliances']} + {score['roads']} = {score['total']}"
            in words
        )


# The legend


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_a_picture_and_words_for_every_symbol(language):
    check_legend(GAME, language)


def test_what_is_drawn_is_in_the_legend_and_the_other_way_round():
    symbols = set()
    game = triarchy.game("china", 4, options={"forts": True})
    for state in random_states(game, games=1, every=23):
        seat = max(int(state.to_move), 0)
        for width in (390, 1200):
            drawing = drawn(Table(game, start=state), seat, Picture(width, lit=True))
            symbols |= attributes(drawing, "data-what")
    symbols |= attributes(drawn(figure_table(GAME, "example-7"), 0, Picture()), "data-what")
    assert symbols == {entry.id for entry in text.legend("en")}
