"""One exception per kind of mistake. The message is one sentence for a person."""


class TriarchyError(ValueError):
    """Something asked for is wrong; the message says what, in one sentence."""


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
