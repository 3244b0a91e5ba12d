"""What the games teach: every figure loads and shows what it says, every lesson can be played, every
paragraph of a rulebook has its section and its test."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.shared_checks import (
    check_every_figure_is_used,
    check_figure,
    check_legend,
    check_lesson,
    check_rulebook,
    figure_table,
)
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import LANGUAGES
from triarchy.kit.learning import Figure, figure_ids, figure_position

TESTS = Path(__file__).parent
DOCS = TESTS.parent / "docs"
LESSONS = {"meridian": 9, "tigris": 14, "china": 10}
"""How many lessons each game has."""
RULINGS = {"meridian": "M", "tigris": "T", "china": "C"}
in_every_game = pytest.mark.parametrize("name", LESSONS)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


def sections(name: str):
    return DEFINITIONS[name].text.rulebook("en")


# Figures


@in_every_game
def test_the_figures_are_those_of_the_scenes(name: str):
    """Written anew by `python -m tests.GAME.figures`."""
    folder = DEFINITIONS[name].folder
    documents = import_module(f"tests.{name}.figures").documents()
    assert {id_: figure_position(folder, id_) for id_ in figure_ids(folder)} == documents


@pytest.mark.parametrize(
    ("name", "id_"),
    [(name, id_) for name in LESSONS for id_ in figure_ids(DEFINITIONS[name].folder)],
)
def test_every_figure_loads_through_the_position_contract(name: str, id_: str):
    figure_table(DEFINITIONS[name], id_)


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        pytest.param(name, figure, id=f"{name}-{figure.id}")
        for name in LESSONS
        for section in sections(name)
        for figure in section.figures
    ],
)
def test_what_a_figure_rings_and_previews_is_there(name: str, figure: Figure):
    check_figure(DEFINITIONS[name], figure)


# The rulebook


@in_every_game
@in_every_language
def test_every_section_has_text(name: str, language: str):
    check_rulebook(DEFINITIONS[name], language)


@in_every_game
def test_every_ruling_stands_in_the_rulebook(name: str):
    page, letter = (DOCS / "games" / name / "rules.md").read_text("utf-8"), RULINGS[name]
    ids = [id_ for section in sections(name) for id_, _ in section.rulings]
    assert sorted(ids, key=lambda id_: int(id_[2:])) == [
        f"{letter}-{number}" for number in range(1, page.count(f"\n| {letter}-") + 1)
    ]


@in_every_game
def test_the_coverage_names_anchors_and_tests_that_there_are(name: str):
    page = (DOCS / "contribute" / "coverage.md").read_text("utf-8")
    own = page.split(f"## {DEFINITIONS[name].title}\n")[1].split("\n## ")[0]
    lines = [line for line in own.splitlines() if line.startswith("|")][2:]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [number for number, *_ in rows] == [str(n) for n in range(1, len(rows) + 1)]
    files = [Path(__file__), *(TESTS / name).glob("test_*.py")]
    code = " ".join(path.read_text("utf-8") for path in files)
    tests = set(re.findall(r"(?:def|class) (test_\w+|Test\w+)", code))
    anchors = {section.anchor for section in sections(name)}
    for number, _, place, shown in rows:
        assert set(re.findall(r"`([^`]+)`", place)) <= anchors, number
        assert set(re.findall(r"`([^`]+)`", shown)) <= tests, number
        assert place or "left out" in shown, number


# The lessons


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name in LESSONS for number in range(LESSONS[name])]
)
@in_every_language
def test_a_lesson_is_played_through(name: str, number: int, language: str):
    check_lesson(DEFINITIONS[name], number, language)


SIDES = {
    "en": "above|below|beneath|underneath|on top of|left of|right of|upper|bottom",
    "de": "über dem|unter dem|oberhalb|unterhalb|darüber|darunter|oben|unten|links|rechts",
    "nl": "boven|onder de|erboven|eronder|links|rechts|bovenste|onderste",
}


@in_every_game
@in_every_language
def test_lessons_name_places_for_the_board_is_turned_on_phones(name: str, language: str):
    for lesson in DEFINITIONS[name].text.lessons(language):
        for exercise in lesson.exercises:
            told = [lesson.title, exercise.words, exercise.praise, exercise.otherwise]
            for words in (*told, *exercise.answers.values()):
                assert not re.search(rf"\b({SIDES[language]})\b", words), words


@in_every_game
def test_the_lessons_are_those_of_the_list_and_every_figure_is_used(name: str):
    assert len(DEFINITIONS[name].text.lessons("en")) == LESSONS[name]
    check_every_figure_is_used(DEFINITIONS[name])


# The legend


@in_every_game
@in_every_language
def test_the_legend_has_a_picture_and_words_for_every_symbol(name: str, language: str):
    check_legend(DEFINITIONS[name], language)
