"""One exception per kind of mistake. The message is one sentence for a person."""

from __future__ import annotations


class TriarchyError(ValueError):
    """Something asked for is wrong; the message says what, in one sentence.

    The sentence may have {names}, whose values are given with it: so it can be said in other
    languages as well (`kit.language.said`).
    """

    def __init__(self, sentence: str = "", /, **values: object) -> None:
        super().__init__(sentence.format(**values) if values else sentence)
        self.sentence = sentence
        self.values = values


class UnknownGame(TriarchyError):
    """No such game, or a player count, board or option the game does not have."""


class IllegalMove(TriarchyError):
    """A move that is not legal now."""


class BadPosition(TriarchyError):
    """A position document that cannot be."""


class BadBoard(TriarchyError):
    """A board file with a mistake in it."""


class BadRecord(TriarchyError):
    """A record that does not replay."""


class BadRequest(TriarchyError):
    """A protocol request, bot name or setting that makes no sense."""
