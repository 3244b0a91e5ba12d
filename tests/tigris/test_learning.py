"""What Euphrat & Tigris teaches: figures that load, lessons that can be played, symbols explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import triarchy
from tests.shared_checks import (
    attributes,
    check_every_figure_is_used,
    check_figure,
    check_legend,
    check_lesson,
    check_rulebook,
    drawn,
    figure_table,
    random_table,
)
from tests.tigris.figures import documents
from triarchy.games.tigris import GAME, text
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


# The rulebook


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.tigris.figures`."""
    ids = figure_ids(GAME.folder)
    assert {id_: figure_position(GAME.folder, id_) for id_ in ids} == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    figure_table(GAME, id_)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_and_previews_is_there(figure: Figure):
    check_figure(GAME, figure)


def test_every_example_of_the_rulebook_has_its_figure():
    assert {figure.id for figure in FIGURES} >= {
        *("revolt-cell", "revolt-defence"),
        *("war-cell", "war-attack", "war-after"),
        *("monument-choice", "monument-after"),
        "treasure-choice",
        "final",
        *("round-2", "round-3", "round-4"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_text(language):
    check_rulebook(GAME, language)


def test_help_opens_at_the_right_conflict():
    anchors = {
        id_: text.help_anchor(figure_table(GAME, id_).sight(None))
        for id_ in figure_ids(GAME.folder)
    }
    assert set(anchors.values()) <= {section.anchor for section in SECTIONS}
    assert anchors["revolt-defence"] == "revolt"
    assert anchors["war-attack"] == anchors["war-choice"] == "war"
    assert (anchors["leader"], anchors["tile"]) == ("leader", "tile")
    assert anchors["catastrophe-cell"] == "catastrophe"
    assert anchors["squares"] == anchors["monument-choice"] == "monument"
    assert (anchors["treasure-choice"], anchors["final"]) == ("treasure", "over")


def test_every_ruling_stands_in_the_rulebook():
    page = (GAME.folder.parents[3] / "docs" / "tigris.md").read_text("utf-8")
    ids = [id_ for section in SECTIONS for id_, _ in section.rulings]
    assert sorted(ids, key=lambda id_: int(id_[2:])) == [
        f"T-{number}" for number in range(1, page.count("\n| T-") + 1)
    ]


def test_the_coverage_names_anchors_and_tests_that_there_are():
    folder = Path(__file__).parent
    page = (folder.parents[1] / "docs" / "coverage.md").read_text("utf-8")
    section = page.split("## Euphrat & Tigris\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [number for number, *_ in rows] == [str(n) for n in range(1, len(rows) + 1)]
    code = " ".join(path.read_text("utf-8") for path in folder.glob("test_*.py"))
    tests = set(re.findall(r"def (test_\w+)", code))
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
    assert len(LESSONS) == 14
    check_every_figure_is_used(GAME)


# The legend


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_a_picture_and_words_for_every_symbol(language):
    check_legend(GAME, language)


def test_what_is_drawn_is_in_the_legend_and_the_other_way_round():
    game = triarchy.game("tigris", 3)
    states = [(game, state) for state in random_table(game, 6).states[::31]]
    states += [
        (table.game, table.state)
        for table in (figure_table(GAME, id_) for id_ in figure_ids(GAME.folder))
    ]
    symbols = set()
    for one, state in states:
        seat = max(int(state.to_move), 0)
        symbols |= attributes(drawn(Table(one, start=state), seat, Picture(lit=True)), "data-what")
    assert symbols == {entry.id for entry in text.legend("en")}


def test_every_cell_that_cannot_be_chosen_answers_why_not():
    table = figure_table(GAME, "leader")
    drawing = drawn(table, 0, Picture(part="board", lit=True))
    asked = attributes(drawing, "data-why")
    cells = {move for move in table.game.moves if move.startswith("cell ")}
    assert asked == cells - set(table.legal)
    assert not attributes(drawn(table, 1, Picture()), "data-why")
