"""English that a native reader would not print: habits of ours, looked for in every sentence.

The list is that of the copy editor's report; `docs/lab/words.md` tells how it came about.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import triarchy
from triarchy.kit.language import LANGUAGES, catalogue
from triarchy.kit.texts import read

ROOT = Path(__file__).parent.parent
SOURCE = Path(triarchy.__file__).parent
PLACES = (SOURCE, ROOT / "examples")
FOLDERS = [folder for place in PLACES for folder in sorted(place.rglob("languages"))]
HABITS = {
    "who as a noun": r"\b(for|by|of|to|from) who\b|(^|[.:;,] )[Ww]ho (is|are|has|signs|builds|leaves|plays) (?!to )",
    "what as a noun": r"(^|[.:;] )What (is|was|has|lies|hangs|stands) [^?]*[.]",
    "parted by": r"\bparted\b",
    "anew": r"\banew\b",
    "foretell": r"\bforet(ell|old)",
    "bare so many": r"\b[Ss]o many\b",
    "of before": r"\bof before\b",
    "one's own": r"\bone's own\b",
    "also when": r"\b[Aa]lso (when|where|for|while)\b",
    "as far as": r"\bas far as\b",
    "go on for continue": r"\b(games?|rounds?|wars?|turns?|play|players?|drawing|bots?) (goes|go|went) on\b|\b(plays|play) on (for|until|from|$)|\bgoes on with\b",
    "told": r"\b(is|are|be|been|being) told\b",
    "shall": r"\b[Ss]hall\b",
    "points are scored": r"\b(bring|brings|brought|bringing) (\S+ ){0,4}points?\b",
    "a space before %": r"\d %|\} %",
    "open cards": r"\bopen cards?\b|\blies? open\b",
    "he": r"\b(his|him|he) (seats?|name|turn|hand|tiles|cards)\b",
    "level for tied": r"\b(is|are|were|be) level\b|\b[Ll]evel on\b",
    "put away": r"\b[Pp]ut (\S+ ){0,3}away\b",
    "go home": r"\b(go|goes|gone|went) home\b",
    "look back": r"\b[Ll]ook back\b",
    "cell": r"(?<![{\w])[Cc]ells?\b(?! [A-P]?\d)",
}
"""What is looked for, by the name it goes by."""
RETIRED = {
    "de": {
        r"\bRevolten?\b": "Aufstand",
        r"\b(Spielb|B)rett\b": "Spielplan",
        r"\bGewinnchance": "Siegchance",
        r"\bMitteilung": "Benachrichtigung",
        r"\berleuchtet": "hervorgehoben",
        r"\bgewöhnliche[rn]? Stadt": "normale Stadt",
        r"\bkehrt heim\b": "kommt zurück",
    },
    "nl": {
        r"\bcatastrofe": "ramp, rampfiche",
        r"\bvolgeling": "aanhanger",
        r"\bzulke? ": "die, dat, zo'n",
        r"\baan zet\b": "aan de beurt",
        r"\bversterking": "vesting",
        r"\b(rivier)?vak(ken)?\b": "veld",
        r"\bterugblik": "analyse",
        r"\bhoogstens\b": "maximaal",
        r"\bmedespeler": "tegenstander",
        r"\btorendel": "torenstuk",
    },
}
"""Words that the rulebooks' terms have replaced, and by what."""
EXCEPTIONS = {
    "Who has won": "a heading that asks",
    "belong to their owners, who are not involved": "a relative clause",
}
"""Sentences that may stay, and why."""


def translations(language: str) -> Iterator[str]:
    """Every sentence of a language, from catalogues and texts."""
    for folder in FOLDERS:
        yield from catalogue(folder, language).values()
    for path in texts(language):
        for part in (read(path).title, *read(path).parts):
            yield part.heading
            yield from (block.words for block in part.blocks)


def texts(language: str) -> list[Path]:
    return [path for place in PLACES for path in sorted(place.rglob(f"texts/*.{language}.md"))]


def sentences() -> Iterator[tuple[str, str]]:
    """Every English sentence of the catalogues, the games' texts and the command line's help, with its place."""
    for folder in FOLDERS:
        for language in LANGUAGES[1:]:
            for sentence in catalogue(folder, language):
                yield str(folder.parent.name), sentence.split("\x04")[-1]
    for path in texts("en"):
        for part in (read(path).title, *read(path).parts):
            yield path.name, part.heading
            for block in part.blocks:
                yield f"{path.parent.parent.name}/{path.name}:{block.line}", block.words
    for path in sorted((SOURCE / "shell").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                for word in node.keywords:
                    if word.arg == "help" and isinstance(word.value, ast.Constant):
                        yield path.name, str(word.value.value)


def pages() -> Iterator[tuple[str, str]]:
    """Every line of the docs for players, hosts and bot authors, without code; reference and lab notes are records."""
    folders = ("play", "games", "hosting", "build")
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs" / "index.md"]
    found += [page for folder in folders for page in (ROOT / "docs" / folder).rglob("*.md")]
    for page in found:
        if not page.stem.endswith((".de", ".nl")):
            text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
            for line in re.sub(r"(?<!\n)\n(?!\n|[-#|])", " ", text).split("\n"):
                yield str(page.relative_to(ROOT)), line


@pytest.mark.parametrize("habit", HABITS)
def test_no_page_for_players_hosts_and_bot_authors_has_the_habit(habit: str) -> None:
    found = {
        f"{page}: {line}"
        for page, line in pages()
        if re.search(HABITS[habit], line) and not any(each in line for each in EXCEPTIONS)
    }
    assert not found


@pytest.mark.parametrize("habit", HABITS)
def test_no_sentence_has_the_habit(habit: str) -> None:
    found = {
        f"{place}: {sentence}"
        for place, sentence in sentences()
        if re.search(HABITS[habit], sentence) and sentence not in EXCEPTIONS
    }
    assert not found


@pytest.mark.parametrize("language", RETIRED)
def test_no_translation_has_a_word_that_a_rulebooks_term_has_replaced(language: str) -> None:
    said = list(translations(language))
    assert len(said) > 1500
    found = [
        f"{sentence}: {better}"
        for word, better in RETIRED[language].items()
        for sentence in said
        if re.search(word, sentence, re.IGNORECASE)
    ]
    assert not found


def test_every_exception_is_needed() -> None:
    said = {sentence for _, sentence in sentences()}
    said |= {each for each in EXCEPTIONS for _, line in pages() if each in line}
    for sentence in EXCEPTIONS:
        assert sentence in said
        assert any(re.search(habit, sentence) for habit in HABITS.values())


@pytest.mark.parametrize(
    ("habit", "sentence"),
    [
        ("who as a noun", "A bot plays on for who is away."),
        ("who as a noun", "Who is level shares the victory."),
        ("what as a noun", "What was drawn gave Lion 3 points."),
        ("parted by", "The bots, parted by commas."),
        ("bare so many", "So many answer together."),
        ("go on for continue", "Then the wars go on."),
        ("told", "Press it to be told why."),
        ("points are scored", "It brings no point."),
        ("points are scored", "Placing leaders brings no points."),
        ("a space before %", "The best turn wins {share} % of the games."),
        ("he", "Nobody can come back to his seats."),
        ("level for tied", "If two were level, the pieces decide."),
        ("put away", "Put a black tile away"),
        ("cell", "Choose one of the lit cells."),
    ],
)
def test_a_habit_is_seen(habit: str, sentence: str) -> None:
    assert re.search(HABITS[habit], sentence)
