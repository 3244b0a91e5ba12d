"""What Euphrat & Tigris teaches: figures that load, lessons that can be played, symbols explained."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import triarchy
from tests.shared_checks import random_table
from tests.tigris.figures import documents
from triarchy.games.tigris import GAME, text
from triarchy.games.tigris.state import PHASES
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Exercise, Figure, figure_ids, figure_position
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.table.table import Table

SECTIONS = text.rulebook("en")
FIGURES = [figure for section in SECTIONS for figure in section.figures]
LESSONS = text.lessons("en")


def figure_table(id_: str) -> Table:
    return triarchy.position(figure_position(GAME.folder, id_))


def reader(seat: int | None, language: str = "en") -> Reader:
    return Reader(seat, tuple(text.seat_names(4, language)), language)


def attributes(drawing: str, name: str) -> set[str]:
    """The values of an attribute in a drawing, which must be well-formed."""
    return {value for e in ElementTree.fromstring(drawing).iter() if (value := e.get(name))}


def drawn(table: Table, seat: int | None, picture: Picture) -> str:
    view = table.game.view(table.state, seat)
    return GAME.drawing.draw(GAME.sight(table.game.board, view), reader(seat), picture)


# The rulebook


def test_the_figures_are_those_of_the_scenes():
    """Written anew by `python -m tests.tigris.figures`."""
    ids = figure_ids(GAME.folder)
    assert {id_: figure_position(GAME.folder, id_) for id_ in ids} == documents()


@pytest.mark.parametrize("id_", figure_ids(GAME.folder))
def test_every_figure_loads_through_the_position_contract(id_):
    assert figure_table(id_).position() == figure_position(GAME.folder, id_)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_what_a_figure_rings_and_previews_is_there(figure: Figure):
    table = figure_table(figure.id)
    assert not figure.preview or figure.preview in table.legal
    preview = table.game.actions[figure.preview] if figure.preview else -1
    drawing = drawn(table, figure.seat, Picture(part=figure.part, preview=preview))
    assert set(figure.keys) <= attributes(drawing, "data-key")


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
    sections = text.rulebook(language)
    assert [section.anchor for section in sections] == [section.anchor for section in SECTIONS]
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


def test_every_phase_is_explained_and_help_opens_at_the_right_conflict():
    explained = {section.anchor for section in SECTIONS}
    explained |= {phase for section in SECTIONS for phase in section.phases}
    assert set(PHASES) <= explained
    anchors = {
        id_: text.help_anchor(GAME.sight(table.game.board, table.state))
        for id_ in figure_ids(GAME.folder)
        if (table := figure_table(id_))
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
    lesson = text.lessons(language)[number]
    assert lesson.title
    table = None
    for exercise in lesson.exercises:
        assert exercise.words
        if exercise.figure:
            table = figure_table(exercise.figure)
        assert table is not None, "the first exercise needs a figure"
        drawing = drawn(table, exercise.seat, Picture(lit=True))
        assert set(exercise.keys) <= attributes(drawing, "data-key")
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


def test_the_lessons_are_those_of_the_list_and_every_figure_is_used():
    assert [lesson.id.split("-")[1] for lesson in LESSONS] == [f"{n:02}" for n in range(1, 15)]
    used = {exercise.figure for lesson in LESSONS for exercise in lesson.exercises} - {""}
    assert used | {figure.id for figure in FIGURES} == set(figure_ids(GAME.folder))


def test_the_lessons_are_translated():
    for language in LANGUAGES[1:]:
        for lesson, english in zip(text.lessons(language), LESSONS, strict=True):
            assert lesson.id == english.id
            for exercise, other in zip(lesson.exercises, english.exercises, strict=True):
                assert exercise.words != other.words


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
    game = triarchy.game("tigris", 3)
    states = [(game, state) for state in random_table(game, 6).states[::31]]
    states += [(table.game, table.state) for table in map(figure_table, figure_ids(GAME.folder))]
    symbols = set()
    for one, state in states:
        seat = max(int(state.to_move), 0)
        sight = GAME.sight(one.board, one.view(state, seat))
        symbols |= attributes(
            GAME.drawing.draw(sight, reader(seat), Picture(lit=True)), "data-what"
        )
    assert symbols == {entry.id for entry in text.legend("en")}


def test_every_cell_that_cannot_be_chosen_answers_why_not():
    table = figure_table("leader")
    drawing = drawn(table, 0, Picture(part="board", lit=True))
    asked = attributes(drawing, "data-why")
    cells = {move for move in table.game.moves if move.startswith("cell ")}
    assert asked == cells - set(table.legal)
    assert not attributes(drawn(table, 1, Picture()), "data-why")
