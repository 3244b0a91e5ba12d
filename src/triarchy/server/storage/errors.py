"""What is wrong with the database, as one sentence for the user and one line in the log."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from triarchy.server.refusals import Refused

BUSY = "The server's database is busy; try again in a moment."
FULL = "The server's disk is full; nothing was changed."
READ_ONLY = "The server can't write to its database; nothing was changed."
GONE = "The server can't reach its database; try again later."
SQLITE = {5: BUSY, 6: BUSY, 13: FULL, 8: READ_ONLY}
"""Sentences by SQLite's result codes (BUSY, LOCKED, FULL, READONLY)."""
POSTGRESQL = {"55P03": BUSY, "57014": BUSY, "40P01": BUSY, "53100": FULL, "25006": READ_ONLY}
"""Sentences by PostgreSQL's (lock not available, cancelled by a timeout, deadlock, disk full, read-only)."""
QUIET_SECONDS = 60.0
"""The same trouble is written into the log once in this time."""
log = logging.getLogger("triarchy.server")
_lock = threading.Lock()
_logged: dict[str, float] = {}


def is_trouble(error: SQLAlchemyError) -> bool:
    """Whether an error is the database's state rather than what we asked of it."""
    if isinstance(error, NoConnectionLeft):
        return True
    return isinstance(error, DBAPIError) and not isinstance(error, (IntegrityError, DataError))


def explained(error: SQLAlchemyError) -> Refused:
    """The refusal a visitor gets."""
    if isinstance(error, NoConnectionLeft):
        return trouble(BUSY, "all its connections are in use")
    cause: Any = getattr(error, "orig", None)
    sentence = SQLITE.get((getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF)
    sentence = sentence or POSTGRESQL.get(getattr(cause, "sqlstate", None) or "") or GONE
    return trouble(sentence, reason(error))


def reason(error: BaseException) -> str:
    """What the database says itself, in one line."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name!r} is not installed; pip install 'triarchy[postgresql]' brings it"
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__


def trouble(sentence: str, why: str) -> Refused:
    """A refusal with 503, noted in the log unless it was lately."""
    now = time.monotonic()
    with _lock:
        new = now - _logged.get(sentence, -QUIET_SECONDS) >= QUIET_SECONDS
        if new:
            _logged[sentence] = now
    if new:
        log.error("%s (%s)", sentence, why)
    return Refused(503, sentence)
