"""How the server says no: a status and one sentence, in the reader's language where it can be."""

from __future__ import annotations

from triarchy.kit.language import Phrase, translate_error, translator
from triarchy.server.tables.seat_names import LANGUAGES_FOLDER as LANGUAGES_FOLDER
from triarchy.server.tables.seat_names import called


class Refused(Exception):
    """A request that is wrong, stale or not allowed; nothing has changed."""

    def __init__(self, status: int, sentence: str, /, preparing: bool = False, **values: object):
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.values = values
        self.preparing = preparing

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        values = {
            name: translate_error(value, language)
            if isinstance(value, Phrase)
            else called(value, language)
            if isinstance(value, str)
            else value
            for name, value in self.values.items()
        }
        return translator(LANGUAGES_FOLDER, language)(self.sentence, **values)


def stale() -> Refused:
    return Refused(409, "The game has moved on. Check the board and try again.")


def no_table() -> Refused:
    return Refused(404, "This table does not exist.")
