"""The words of Paddocks in a reader's language."""

from __future__ import annotations

from pathlib import Path

from triarchy.kit.language import Translate, mark, translator

FOLDER = Path(__file__).parent
BOARDS = (mark("Meadow"), mark("Ponds"))
"""The titles of the boards, which `Definition.board_title` looks up."""


def words(language: str) -> Translate:
    return translator(FOLDER / "languages", language)
