"""German, English and Dutch: gettext catalogues, read as they are written.

A sentence in the code is its own English text; a folder `languages/` beside it holds a `de.po`
and an `nl.po`. Nothing has to be compiled, and a game from outside brings its own folder.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

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
