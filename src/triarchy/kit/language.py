"""German, English and Dutch: gettext catalogues, read as they are written.

A sentence in the code is its own English text; a folder `languages/` beside it holds a `de.po`
and an `nl.po`. Nothing has to be compiled, and a game from outside brings its own folder. Where one English
text needs two translations, a context keeps them apart: `say("Meridian", "title")`, `msgctxt`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from triarchy.engine.errors import TriarchyError
from triarchy.kit.po import read_po

LANGUAGES = ("en", "de", "nl")
Translate = Callable[..., str]


def key(sentence: str, context: str = "") -> str:
    """What a catalogue lists a sentence under, in gettext's way: its context comes first."""
    return f"{context}\x04{sentence}" if context else sentence


unheard: Callable[[str, str], None] | None = None
"""Called with a sentence that is missing in a catalogue, and the language; set by the tests."""


@cache
def catalogue(folder: Path, language: str) -> dict[str, str]:
    """The sentences of one language in one `languages/` folder by their `key`; empty for English."""
    path = folder / f"{language}.po"
    if language == "en" or not path.exists():
        return {}
    return {
        key(entry.sentence, entry.context): entry.translation
        for entry in read_po(path.read_text(encoding="utf-8"))
    }


@cache
def translator(folder: Path, language: str) -> Translate:
    """A function from an English sentence with {names} to the sentence in this language.

    What is missing in a catalogue is said in English rather than not at all; the tests see to it
    that nothing is.
    """
    sentences = catalogue(folder, language if language in LANGUAGES else "en")

    def translate(sentence: str, context: str = "", /, **values: object) -> str:
        text = sentences.get(key(sentence, context))
        if text is None:
            text = sentence
            if unheard is not None and sentences:
                unheard(sentence, language)
        return text.format(**values) if values else text

    return translate


class Phrase(str):
    """A part of an error's sentence that is translated by itself: "The position", "A card in {place}"."""

    sentence: str
    values: dict[str, object]
    context: str = ""
    folder: Path | None = None
    """The catalogue it is in, if that is not the reader's own."""

    def __new__(cls, sentence: str, /, **values: object) -> Phrase:
        phrase = super().__new__(cls, sentence.format(**values) if values else sentence)
        phrase.sentence, phrase.values = sentence, values
        return phrase


ERRORS = Path(__file__).parent / "languages"
"""The catalogue of what is wrong with documents, records and requests."""


def translate_error(error: TriarchyError | Phrase, language: str, *folders: Path) -> str:
    """An error's sentence in a language, from the kit's catalogue or those of further folders."""
    context, own = getattr(error, "context", ""), getattr(error, "folder", None)
    for folder in (ERRORS, *folders) if own is None else (own,):
        if key(error.sentence, context) in catalogue(folder, language):
            values = {
                name: translate_error(value, language, *folders)
                if isinstance(value, TriarchyError | Phrase)
                else value
                for name, value in error.values.items()
            }
            return translator(folder, language)(error.sentence, context, **values)
    return str(error)


def mark(sentence: str, context: str = "") -> str:
    """The sentence itself: marks one that is translated elsewhere, for `faults` to find."""
    return sentence


def counted(say: Translate, number: int, one: str, many: str) -> str:
    """The sentence for one, or the one for any other number, which it has as {count}."""
    return say(one if number == 1 else many, count=number)


# Checking the catalogues (for tests)

TRANSLATING = ("say", "_", "translate", "mark", "Phrase")
"""A literal text given first to a function of one of these names is a sentence."""
ERRORS_SHOWN = ("BadBoard", "BadPosition", "BadRecord", "IllegalMove", "UnknownGame")
"""Mistakes that a reader of a page can make: their sentences are translated too."""


def sentences_in(source: Path) -> dict[str, str]:
    """Every sentence in a Python file, or those under a folder, by its `key` and where it was found."""
    import ast

    found: dict[str, str] = {}
    for path in [source] if source.is_file() else sorted(source.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            if name in (*TRANSLATING, *ERRORS_SHOWN) and isinstance(
                first, ast.Constant | ast.JoinedStr
            ):
                text = first.value if isinstance(first, ast.Constant) else ast.unparse(first)
                second = node.args[1] if len(node.args) > 1 else None
                context = second.value if isinstance(second, ast.Constant) else ""
                if isinstance(text, str):
                    named = key(text, context if isinstance(context, str) else "")
                    found.setdefault(named, f"{path.name}:{node.lineno}")
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
