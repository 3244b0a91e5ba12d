"""German, English and Dutch: gettext catalogues, read as they are written.

A sentence in the code is its own English text; a folder `languages/` beside it holds a `de.po`
and an `nl.po`. Nothing has to be compiled, and a game from outside brings its own folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from triarchy.engine.errors import TriarchyError

LANGUAGES = ("en", "de", "nl")
Translate = Callable[..., str]


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """The sentences of one language in one `languages/` folder; empty for English."""
    path = folder / f"{language}.po"
    if language == "en" or not path.exists():
        return {}
    with path.open("rb") as file:
        return {
            str(message.id): str(message.string)
            for message in read_po(file)
            if message.id and message.string
        }


@cache
def translator(folder: Path, language: str) -> Translate:
    """A function from an English sentence with {names} to the sentence in this language.

    What is missing in a catalogue is said in English rather than not at all.
    """
    sentences = catalogue(folder, language if language in LANGUAGES else "en")

    def translate(sentence: str, /, **values: object) -> str:
        text = sentences.get(sentence, sentence)
        return text.format(**values) if values else text

    return translate


class Phrase(str):
    """A part of an error's sentence that is translated by itself: "The position", "A card in {place}"."""

    sentence: str
    values: dict[str, object]

    def __new__(cls, sentence: str, /, **values: object) -> Phrase:
        phrase = super().__new__(cls, sentence.format(**values) if values else sentence)
        phrase.sentence, phrase.values = sentence, values
        return phrase


ERRORS = Path(__file__).parent / "languages"
"""The catalogue of what is wrong with documents, records and requests."""


def said(error: TriarchyError | Phrase, language: str, *folders: Path) -> str:
    """An error's sentence in a language, from the kit's catalogue or those of further folders."""
    for folder in (ERRORS, *folders):
        if error.sentence in catalogue(folder, language):
            values = {
                name: said(value, language, *folders)
                if isinstance(value, TriarchyError | Phrase)
                else value
                for name, value in error.values.items()
            }
            return translator(folder, language)(error.sentence, **values)
    return str(error)


def mark(sentence: str) -> str:
    """The sentence itself: marks one that is translated elsewhere, for `faults` to find."""
    return sentence


def counted(say: Translate, number: int, one: str, many: str) -> str:
    """The sentence for one, or the one for any other number, which it has as {count}."""
    return say(one if number == 1 else many, count=number)


# Checking the catalogues (for tests)

TRANSLATING = ("say", "_", "translate", "mark", "Phrase")
"""A literal text given first to a function of one of these names is a sentence."""
ERRORS_SHOWN = ("BadPosition", "BadRecord", "IllegalMove", "UnknownGame")
"""Mistakes that a reader of a page can make: their sentences are translated too."""


def sentences_in(source: Path) -> dict[str, str]:
    """Every sentence in the Python files under a folder, with the place it was found at."""
    import ast

    found: dict[str, str] = {}
    for path in sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in (*TRANSLATING, *ERRORS_SHOWN) and isinstance(
                first, ast.Constant | ast.JoinedStr
            ):
                text = first.value if isinstance(first, ast.Constant) else ast.unparse(first)
                if isinstance(text, str):
                    found.setdefault(text, f"{path.name}:{node.lineno}")
    return found


def placeholders(sentence: str) -> set[str]:
    """The {names} in a sentence."""
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def faults(source: Path, folder: Path | None = None) -> list[str]:
    """What is wrong with the catalogues in `folder` (default: `source/languages`); empty if good.

    Every sentence in the code must be in every catalogue, with the same {names}; a catalogue
    holds no others.
    """
    folder = folder or source / "languages"
    used = sentences_in(source)
    wrong = []
    for language in LANGUAGES[1:]:
        translated = catalogue(folder, language)
        for sentence, place in used.items():
            if sentence not in translated:
                wrong.append(f"{language}.po lacks {sentence!r} ({place})")
            elif placeholders(sentence) != placeholders(translated[sentence]):
                wrong.append(f"{language}.po has other {{names}} in {sentence!r}")
        wrong += [
            f"{language}.po has {sentence!r}, which no code says"
            for sentence in translated
            if sentence not in used
        ]
    return wrong
