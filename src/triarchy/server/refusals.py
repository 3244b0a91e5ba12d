"""How the server says no: a status and one sentence, in the reader's language where it can be."""

from __future__ import annotations

from pathlib import Path

from triarchy.kit.language import translator

LANGUAGES_FOLDER = Path(__file__).parent / "languages"


class Refused(Exception):
    """A request that is wrong, stale or not allowed; nothing has changed."""

    def __init__(self, status: int, sentence: str, /, preparing: bool = False, **values: object):
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.values = values
        self.preparing = preparing

    def said(self, language: str) -> str:
        """The sentence in a language."""
        return translator(LANGUAGES_FOLDER, language)(self.sentence, **self.values)


def stale() -> Refused:
    return Refused(409, "The table has moved on; look again.")


def no_table() -> Refused:
    return Refused(404, "There is no such table.")
