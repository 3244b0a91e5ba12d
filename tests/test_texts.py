"""The texts of every game: each mark means something, each translation has the same marks as the English
text and is not older, and a mistake in a file is said with its line."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from tests.shared_checks import check_figure
from triarchy.kit.definition import DEFINITIONS
from triarchy.kit.language import LANGUAGES
from triarchy.kit.texts import ENGLISH, FOLDER, BadText, Texts, faults, older, read, renew
from triarchy.shell.texts import texts as command

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "a_fourth_game" / "src"
FOLDERS = {
    "meridian": DEFINITIONS["meridian"].folder,
    "tigris": DEFINITIONS["tigris"].folder,
    "china": DEFINITIONS["china"].folder,
    "paddocks": EXAMPLE / "paddocks",
}
in_every_game = pytest.mark.parametrize("name", FOLDERS)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture
def copied(tmp_path: Path) -> Iterator[Path]:
    """Meridian's texts and figures, to spoil."""
    for part in (FOLDER, "figures"):
        shutil.copytree(FOLDERS["meridian"] / part, tmp_path / part)
    yield tmp_path
    read.cache_clear()


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / FOLDER / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    read.cache_clear()


# Every game


@in_every_game
def test_every_text_has_the_same_parts_and_marks_in_every_language(name: str):
    assert faults(FOLDERS[name]) == []


@in_every_game
def test_no_translation_is_older_than_its_english_text(name: str):
    assert older(FOLDERS[name]) == []


@in_every_game
@in_every_language
def test_every_mark_means_something(name: str, language: str, monkeypatch: pytest.MonkeyPatch):
    """It is read by the game's own code; the marks below are all there are."""
    monkeypatch.setattr(sys, "path", [str(EXAMPLE), *sys.path])
    module = "paddocks.text" if name == "paddocks" else f"triarchy.games.{name}.text"
    text = importlib.import_module(module)
    sections = [*text.rulebook(language), *text.strategy(language)]
    exercises = [each for lesson in text.lessons(language) for each in lesson.exercises]
    read_marks = {
        "figure": sum(len(section.figures) for section in sections),
        "ruling": sum(len(section.rulings) for section in sections),
        "step": len(exercises),
        "right": sum(bool(each.expected) for each in exercises),
        "right if": sum(each.accepts is not None for each in exercises),
        "then": sum(bool(each.replies) for each in exercises),
    }
    written = "".join(
        path.read_text("utf-8")
        for path in sorted((FOLDERS[name] / FOLDER).glob(f"*.{language}.md"))
    )
    for mark, count in read_marks.items():
        assert count == len(re.findall(rf"^\[{mark}[];:]", written, re.MULTILINE)), mark
    assert len(text.legend(language)) == len(
        read(FOLDERS[name] / FOLDER / f"legend.{language}.md").parts
    )


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_what_a_guides_figure_rings_and_previews_is_there(name: str):
    for section in DEFINITIONS[name].text.strategy(ENGLISH):
        for figure in section.figures:
            check_figure(DEFINITIONS[name], figure)


# Translations


def test_a_changed_english_part_makes_its_translations_older(copied: Path):
    change(
        copied, "rulebook.en.md", "Everyone has 20 tower pieces", "Everybody has 20 tower pieces"
    )
    named = older(copied)
    assert [re.search(r"rulebook\.(..)\.md:\d+: \[(\w+)\]", each).groups() for each in named] == [
        ("de", "preparation"),
        ("nl", "preparation"),
    ]
    assert faults(copied) == []
    (mark,) = re.findall(r"write (.*)", named[0])
    path = copied / FOLDER / "rulebook.de.md"
    path.write_text(re.sub(r"\[preparation;.*", mark, path.read_text("utf-8")), "utf-8")
    read.cache_clear()
    assert [each.split(":")[0] for each in older(copied)] == [str(path).replace(".de.", ".nl.")]


def test_where_lines_break_makes_no_translation_older(copied: Path):
    change(
        copied, "rulebook.en.md", "Everyone has 20 tower pieces", "Everyone has 20\ntower pieces"
    )
    assert older(copied) == []


def test_renewing_notes_one_part_or_all_and_changes_nothing_else(copied: Path):
    change(copied, "rulebook.en.md", "## The map", "## This map")
    change(copied, "rulebook.en.md", "## Before the game", "## Before a game")
    before = (copied / FOLDER / "rulebook.de.md").read_text("utf-8")
    assert renew(copied, "map") == 2
    assert len(older(copied)) == 2
    assert renew(copied) == 2
    assert older(copied) == []
    after = (copied / FOLDER / "rulebook.de.md").read_text("utf-8")
    pairs = zip(before.split("\n"), after.split("\n"), strict=True)
    changed = [new.rpartition(" [")[0] for old, new in pairs if old != new]
    assert changed == ["## Der Spielplan", "## Vor dem Spiel"]


def test_the_command_names_old_translations_and_notes_those_that_are_done(
    copied: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(DEFINITIONS["meridian"], "folder", copied)
    change(copied, "rulebook.en.md", "## The map", "## This map")
    with pytest.raises(typer.Exit):
        command("meridian")
    assert capsys.readouterr().out.count(": [map] was translated from another English text") == 2
    command("meridian", translated="map")
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "meridian: 2 parts noted as translated.",
        "Every text says the same in every language.",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("rulebook.de.md", "[ruling: M-1]", "[ruling: M-9]", r"rulebook.de.md:\d+: \[build\]"),
        ("rulebook.nl.md", "rings: pennant-b", "rings: pennant-c", r"rulebook.nl.md:\d+: \[aim\]"),
        ("lessons.de.md", "[right: card 8-10]", "[right: card 2]", r"lessons.de.md:\d+: \[meridian-01"),
        ("legend.nl.md", "[town;", "[city;", r"legend.nl.md: has the part city where legend.en.md"),
        ("rulebook.en.md", "The start player is", "One.\n\nThe start player is", r"\[preparation\]"),
    ],
)  # fmt: skip
def test_a_translation_with_other_marks_is_named(
    copied: Path, file: str, old: str, new: str, fault: str
):
    change(copied, file, old, new)
    assert re.search(fault, "\n".join(faults(copied)))


def test_what_has_not_been_translated_is_named(copied: Path):
    words = read(copied / FOLDER / "rulebook.en.md").parts[0].blocks[0].words
    german = read(copied / FOLDER / "rulebook.de.md").parts[0].blocks[0]
    path = copied / FOLDER / "rulebook.de.md"
    lines = path.read_text("utf-8").split("\n")
    end = lines.index("", german.line)
    lines[german.line - 1 : end] = [words]
    path.write_text("\n".join(lines), "utf-8")
    read.cache_clear()
    assert faults(copied) == [f"{path}:{german.line}: still says it in English"]


def test_a_missing_translation_and_a_file_that_nobody_reads_are_named(copied: Path):
    (copied / FOLDER / "legend.de.md").rename(copied / FOLDER / "legends.de.md")
    assert [each.rpartition("/")[2].split(":")[0] for each in faults(copied)] == [
        "legends.de.md",
        "legend.de.md",
    ]


def test_a_game_without_translations_is_read_in_english(copied: Path):
    for path in (copied / FOLDER).glob("*.nl.md"):
        path.unlink()
    game = Texts(copied)
    assert game.rulebook("nl") == game.rulebook(ENGLISH) != []
    assert game.lessons("nl")[0].title == game.lessons(ENGLISH)[0].title


def test_a_game_may_have_no_lessons_and_no_guide_but_has_a_rulebook_and_a_legend(tmp_path: Path):
    game = Texts(tmp_path)
    assert game.strategy(ENGLISH) == game.lessons(ENGLISH) == []
    assert faults(tmp_path) == older(tmp_path) == []
    with pytest.raises(BadText, match=r"rulebook.en.md:1: is missing"):
        game.rulebook("de")
    with pytest.raises(BadText, match=r"legend.en.md:1: is missing"):
        game.legend("de", str)


# Mistakes in a file


HEAD = "# A title [{kind}]\n\n## A part [part]\n\n"


def document(tmp_path: Path, kind: str, text: str) -> Texts:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "known.json").write_text("{}")
    path = tmp_path / FOLDER / f"{kind}.en.md"
    path.write_text(text.replace("HEAD", HEAD.format(kind=kind)), "utf-8")
    return Texts(tmp_path, {"it rains": lambda sight: True})


@pytest.mark.parametrize(
    ("kind", "text", "line", "fault"),
    [
        ("rulebook", "Words first.", 1, "begins with its title"),
        ("rulebook", "## A part [part]", 1, "one title"),
        ("rulebook", "# Rules [rules]", 1, "the title ends in [rulebook]"),
        ("rulebook", "HEAD## No id", 5, "a heading is '## Words [id]'"),
        ("rulebook", "HEAD## Again [part]", 5, "there are two parts [part]"),
        ("rulebook", "HEAD# Another [rulebook]", 5, "one title"),
        ("rulebook", "HEAD[figure: known\n", 5, "a mark ends with ]"),
        ("rulebook", "HEAD[figure: unknown]\nA caption.", 5, "no figures/unknown.json"),
        ("rulebook", "HEADWords.\n\n[figure: known; ring: a]", 7, "[figure] has no 'ring'"),
        ("rulebook", "HEAD[figure: known; seat: me]", 5, "a seat is a number"),
        ("rulebook", "HEAD[figure: known; part: bag]", 5, "board, hand, all"),
        ("rulebook", "HEAD[picture: known]", 5, "[picture] is no mark of a rulebook"),
        ("rulebook", "HEADSee {there}.", 5, "no [sentence: there]"),
        ("lessons", "HEADWords.", 5, "a lesson begins with [step]"),
        ("lessons", "HEAD[step; figure: unknown]\nDo it.", 5, "no figures/unknown.json"),
        ("lessons", "HEAD[step]\nDo it.\n\nMore.", 8, "below a [step] stand"),
        ("lessons", "HEAD[step]\nDo it.\n\n[right]\nFine.", 8, "below a [step] stand"),
        ("lessons", "HEAD[step]\nDo it.\n\n[right if: it snows]", 8, "cannot tell 'it snows'"),
        ("lessons", "HEAD[step]\nDo it.\n\n[wrong]\nA.\n\n[wrong]\nB.", 11, "a second [wrong]"),
        ("lessons", "HEAD[step]\nDo.\n\n[wrong: a]\nA.\n\n[wrong: a]\nB.", 11, "a second [wrong]"),
        ("lessons", "HEAD[step]\nDo.\n\n[then: a]\nWords.", 8, "below a [step] stand"),
        ("lessons", "# Lessons [lessons]\n\nWords.", 3, "below a title stand sentences"),
        ("legend", "HEADOne.\n\nTwo.", 3, "one paragraph"),
        ("legend", "HEADOne.", 3, "no picture of 'part'"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_with_its_file_and_line(
    tmp_path: Path, kind: str, text: str, line: int, fault: str
):
    game = document(tmp_path, kind, text)
    pictures = [{}.__getitem__] if kind == "legend" else []
    with pytest.raises(BadText) as error:
        getattr(game, kind)(ENGLISH, *pictures)
    assert str(error.value).startswith(f"{tmp_path / FOLDER / kind}.en.md:{line}: ")
    assert fault in str(error.value)


def test_a_step_says_all_that_an_exercise_has(tmp_path: Path):
    text = (
        "# Lessons [lessons]\n\n[sentence: not-here]\nNot\nhere.\n\n## A part [part]\n\n"
        "[step; figure: known; seat: 1; rings: a b]\nDo it\nnow.\n\n[right: x 1, x 2]\nFine.\n\n"
        "[wrong: y, z]\n{not-here}\n\n[wrong]\nNo. {not-here}\n\n[then: done, x 3]\n\n"
        "[step]\nAnd on.\n\n[right if: it rains]\n"
    )
    ((first, second),) = (
        each.exercises for each in document(tmp_path, "lessons", text).lessons("en")
    )
    assert (first.words, first.figure, first.seat, first.keys) == ("Do it now.", "known", 1, ("a", "b"))  # fmt: skip
    assert (first.expected, first.praise) == (("x 1", "x 2"), "Fine.")
    assert first.answers == {"y": "Not here.", "z": "Not here."}
    assert (first.otherwise, first.replies) == ("No. Not here.", ("done", "x 3"))
    assert second.accepts is not None
    assert (second.figure, second.seat, second.expected, second.praise) == ("", 0, (), "")
