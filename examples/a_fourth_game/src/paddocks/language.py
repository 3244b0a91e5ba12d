"""The words of Paddocks in a reader's language."""

from __future__ import annotations

from pathlib import Path

from triarchy.kit.language import Translate, translator

FOLDER = Path(__file__).parent


def words(language: str) -> Translate:
    return translator(FOLDER / "languages", language)
