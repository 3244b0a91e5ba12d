"""What China teaches: every figure loads and shows what it says, every lesson can be played."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import triarchy
from tests.china.figures import documents
from tests.shared_checks import random_states
from triarchy.games.china import GAME, text
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Exercise, Figure, Lesson, figure_ids, figure_position
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


def figure_table(id_: str) -> Table:
    return triarchy.position(figure_position(GAME.folder, id_))


def reader(seat: int | None, language: str = "en") -> Reader:
    return Reader(seat, tuple(text.seat_names(5, language)), language)


def attributes(drawing: str, name: str) -> set[str]:
    """The values of an attribute in a drawing, which must be well-formed."""
    return {value for e in ElementTree.fromstring(drawing).iter() if (value := e.get(name))}


def drawn(table: Table, seat: int | None, **how: object) -> str:
    view = table.game.view(table.state, seat)
    return GAME.drawing.draw(
        GAME.sight(table.game.board, view),
        reader(seat),
        Picture(**how),  # type: ignore[arg-type]
    )


# The rulebook


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.china.figures`."""
    ids = figure_ids(GAME.folder)
    assert {id_: figure_position(GAME.folder, id_) for id_ in ids} == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    assert figure_table(id_).position() == figure_position(GAME.folder, id_)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_is_drawn(figure: Figure):
    drawing = drawn(figure_table(figure.id), figure.seat, part=figure.part)
    assert set(figure.keys) <= attributes(drawing, "data-key")


def test_every_example_of_the_rulebook_has_its_figure():
    examples = {figure.id.split("-")[1] for figure in FIGURES if figure.id.startswith("example")}
    assert examples == set("12345678")


def test_the_figures_show_the_points_of_the_examples():
    assert figure_table("example-4").position()["points"] == [7, 4, 2]
    assert figure_table("example-5").position()["points"] == [5, 5, 2]
    alliances = _sight("example-6").alliances
    assert [alliances[2].points, alliances[3].points] == [[6, 0, 0, 0], [0, 0, 0, 0]]
    sight = _sight("example-7")
    (row,) = sight.rows(0)
    fields = {sight.field_ids[field] for field in row.fields}
    assert (fields, row.points) == ({"chin2", "chin4", "chin6", "shu1", "shu2"}, 5)


def _sight(id_: str):
    table = figure_table(id_)
    return GAME.sight(table.game.board, table.state)


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


def answer(table: Table, exercise: Exercise, move: str, language: str) -> str:
    """What is said to a move that is not the right one."""
    if move in exercise.answers:
        return exercise.answers[move]
    if move in table.legal:
        return exercise.otherwise
    view = table.game.view(table.state, exercise.seat)
    return text.why_not(GAME.sight(table.game.board, view), move, reader(exercise.seat, language))


def right(table: Table, exercise: Exercise) -> list[str]:
    """The legal moves that are right."""
    if exercise.accepts is None:
        return [move for move in exercise.expected if move in table.legal]
    moves = []
    for move in table.legal:
        table.play(move)
        if exercise.accepts(GAME.sight(table.game.board, table.state)):
            moves.append(move)
        table.undo()
    return moves


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_a_lesson_is_played_through(number: int, language: str):
    lesson: Lesson = text.lessons(language)[number]
    assert lesson.title
    table = None
    for exercise in lesson.exercises:
        assert exercise.words
        if exercise.figure:
            table = figure_table(exercise.figure)
        assert table is not None, "the first exercise needs a figure"
        shown = attributes(drawn(table, exercise.seat, lit=True), "data-key")
        assert set(exercise.keys) <= shown
        if not exercise.expected and exercise.accepts is None:
            continue
        assert table.to_move == exercise.seat
        moves = right(table, exercise)
        assert moves
        assert exercise.accepts is not None or moves == list(exercise.expected)
        for move in filter(None, table.game.moves):
            if move not in moves:
                said = answer(table, exercise, move, language)
                assert said and "{" not in said, (lesson.id, move)
        table.play(moves[-1])
        for reply in exercise.replies:
            table.play(reply)


def test_the_lessons_are_those_of_the_list_and_no_two_words_are_equal():
    assert [lesson.id.split("-")[1] for lesson in LESSONS] == [f"{n:02}" for n in range(1, 11)]
    used = {exercise.figure for lesson in LESSONS for exercise in lesson.exercises} - {""}
    shown = {figure.id for figure in FIGURES}
    assert used | shown == set(figure_ids(GAME.folder))


@pytest.mark.parametrize("language", ["de", "nl"])
def test_the_lessons_are_translated(language):
    for lesson, english in zip(text.lessons(language), LESSONS, strict=True):
        assert lesson.id == english.id
        for exercise, other in zip(lesson.exercises, english.exercises, strict=True):
            assert exercise.words != other.words


def test_the_last_lesson_tells_the_points_of_its_final_scoring():
    scores = figure_table("final").scores
    words = " ".join(exercise.words for exercise in LESSONS[-1].exercises)
    for score in scores:
        assert (
            f"{score['houses']} + {score['alliances']} + {score['roads']} = {score['total']}"
            in words
        )


# The legend


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_legend_has_a_picture_and_words_for_every_symbol(language):
    entries = text.legend(language)
    ids = [entry.id for entry in entries]
    assert len(set(ids)) == len(ids)
    for entry in entries:
        ElementTree.fromstring(entry.symbol)
        assert entry.name
        assert entry.meaning.endswith(".")


def test_what_is_drawn_is_in_the_legend_and_the_other_way_round():
    symbols = set()
    game = triarchy.game("china", 4, options={"forts": True})
    for state in random_states(game, games=1, every=23):
        seat = max(int(state.to_move), 0)
        for width in (390, 1200):
            drawing = GAME.drawing.draw(
                GAME.sight(game.board, game.view(state, seat)),
                reader(seat),
                Picture(width, lit=True),
            )
            symbols |= attributes(drawing, "data-what")
    symbols |= attributes(drawn(figure_table("example-7"), 0), "data-what")
    assert symbols == {entry.id for entry in text.legend("en")}
