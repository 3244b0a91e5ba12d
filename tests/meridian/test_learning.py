"""What Meridian teaches: every figure loads and shows what it says, in three languages."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import triarchy
from tests.meridian.figures import documents
from tests.meridian.scenes import random_tables, reader, sight
from triarchy.games.meridian import GAME, text
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture

ROOT = Path(__file__).resolve().parents[2]
SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]


def attributes(drawing: str, name: str) -> set[str]:
    """The values of an attribute in a drawing, which must be well-formed."""
    return {value for e in ElementTree.fromstring(drawing).iter() if (value := e.get(name))}


def drawn(figure: Figure) -> str:
    table = triarchy.position(figure_position(GAME.folder, figure.id))
    preview = table.game.actions[figure.preview] if figure.preview else -1
    assert preview < 0 or figure.preview in table.legal
    return GAME.drawing.draw(
        sight(table, figure.seat),
        reader(figure.seat),
        Picture(part=figure.part, preview=preview),
    )


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.meridian.figures`."""
    assert {
        id_: figure_position(GAME.folder, id_) for id_ in figure_ids(GAME.folder)
    } == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    position = figure_position(GAME.folder, id_)
    assert triarchy.position(position).position() == position


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_and_previews_is_there(figure):
    assert set(figure.keys) <= attributes(drawn(figure), "data-key")


def test_every_example_of_the_rulebook_has_its_figure():
    assert {figure.id for figure in FIGURES} >= {
        "figure-a",
        "figure-b",
        "figure-c",
        "figure-d-counted",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_text(language):
    sections = text.rulebook(language)
    assert [section.anchor for section in sections] == [section.anchor for section in SECTIONS]
    assert set(GAME.phases) <= {section.anchor for section in sections}
    for section, english in zip(sections, SECTIONS, strict=True):
        sentences = [
            section.heading,
            *section.paragraphs,
            *(figure.caption for figure in section.figures),
            *(sentence for _, sentence in section.rulings),
        ]
        assert all(sentences)
        if language != "en":
            assert set(section.paragraphs).isdisjoint(english.paragraphs)


def test_every_ruling_stands_in_the_rulebook():
    page = (ROOT / "docs" / "meridian.md").read_text("utf-8")
    ids = {id_ for section in SECTIONS for id_, _ in section.rulings}
    assert ids == {f"M-{number}" for number in range(1, page.count("\n| M-") + 1)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_explains_every_symbol(language):
    entries = text.legend(language)
    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(ids)
    for entry in entries:
        ElementTree.fromstring(entry.symbol)
        assert entry.name
        assert entry.meaning.endswith(".")


def test_what_is_drawn_is_in_the_legend():
    symbols = set()
    for players in (2, 3, 4):
        for table in random_tables(players, every=9):
            drawing = GAME.drawing.draw(
                sight(table, table.to_move), reader(table.to_move), Picture(lit=True)
            )
            symbols |= attributes(drawing, "data-what")
    # What can be pressed has a spoken name of its own.
    assert symbols == {entry.id for entry in text.legend("en")} - {"frame", "lift"}


# Lessons


def lesson_keys(table, seat) -> set[str]:
    drawing = GAME.drawing.draw(sight(table, seat), reader(seat), Picture())
    return attributes(drawing, "data-key")


def check_tries(table, exercise, language) -> None:
    """Right moves are legal; wrong ones are answered, illegal ones by the game's why-not."""
    assert set(exercise.expected) <= set(table.legal), exercise.words
    assert table.to_move == exercise.seat
    wrong = set(table.legal) - set(exercise.expected)
    assert exercise.otherwise or wrong <= set(exercise.answers), wrong
    assert set(exercise.answers) <= wrong | (set(table.game.moves) - set(table.legal))
    for move in set(table.game.moves) - set(table.legal) - {""}:
        assert text.why_not(sight(table), move, reader(exercise.seat, language)).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(9))
def test_every_lesson_can_be_played(number, language):
    lesson = text.lessons(language)[number]
    english = text.lessons("en")[number]
    assert lesson.id == english.id
    assert lesson.id.startswith(f"meridian-{number + 1:02}-")
    assert lesson.exercises[0].figure
    for exercise, original in zip(lesson.exercises, english.exercises, strict=True):
        assert exercise.words
        assert language == "en" or exercise.words != original.words
        if exercise.figure:
            table = triarchy.position(figure_position(GAME.folder, exercise.figure))
        assert set(exercise.keys) <= lesson_keys(table, exercise.seat)
        if exercise.expected:
            check_tries(table, exercise, language)
            table.play(exercise.expected[0])
        for move in exercise.replies:
            table.play(move)


def test_there_are_as_many_lessons_as_the_list_has():
    assert len(text.lessons("en")) == 9


def test_figure_d_ends_as_the_lesson_says():
    table = triarchy.position(figure_position(GAME.folder, "figure-d-counted"))
    assert table.scores == [0, 5, 3, 0]


def test_the_last_turn_is_won_by_passing_alone():
    for moves in (["done"], ["height 1", "city 4"], ["height 2", "city 3"]):
        table = triarchy.position(figure_position(GAME.folder, "last-turn"))
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
