"""What China teaches: what its figures and lessons show."""

from __future__ import annotations

import triarchy
from tests.shared_checks import (
    attributes,
    drawn,
    figure_table,
    random_states,
)
from triarchy.games.china import GAME, text
from triarchy.kit.presentation import Picture
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


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


def test_the_last_lesson_tells_the_points_of_its_final_scoring():
    scores = figure_table(GAME, "final").scores
    words = " ".join(exercise.words for exercise in LESSONS[-1].exercises)
    for score in scores:
        assert (
            f"{score['houses']} + {score['alliances']} + {score['roads']} = {score['total']}"
            in words
        )


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
