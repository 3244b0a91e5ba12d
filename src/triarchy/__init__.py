"""Triarchy: Meridian, Tigris & Euphrates and China, one engine.

>>> import triarchy
>>> table = triarchy.game("meridian", players=4).start(seed=7)
>>> table.to_move
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triarchy.engine import announce as _announce  # noqa: F401  the first compilation says so
from triarchy.engine.errors import (
    BadBoard,
    BadPosition,
    BadRecord,
    BadRequest,
    IllegalMove,
    TriarchyError,
    UnknownGame,
)
from triarchy.kit.definition import DEFINITIONS, Document
from triarchy.table import Game, Table, game, read_position, read_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from triarchy.bots.review import EffortName, Review
    from triarchy.research.batch import Batch
    from triarchy.research.simulate import Simulation, simulate

__version__ = "0.2.0"
__all__ = [
    "BadBoard",
    "BadPosition",
    "BadRecord",
    "BadRequest",
    "Batch",
    "Document",
    "Game",
    "IllegalMove",
    "Simulation",
    "Table",
    "TriarchyError",
    "UnknownGame",
    "game",
    "game_names",
    "load",
    "position",
    "review",
    "simulate",
]


def game_names() -> list[str]:
    """Return the names of the installed games."""
    return DEFINITIONS.names()


def position(document: Document) -> Table:
    """Return a table that begins with a position document, which is checked completely."""
    found, state = read_position(document)
    return Table(found, start=state)


def load(record: Document) -> Table:
    """Replay and check a record, and return its table."""
    return read_record(record)


def review(
    record: Document | Table,
    *,
    effort: EffortName = "usual",
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge a game, given as a record or a table, turn by turn; see docs/play/review-in-detail.md."""
    from triarchy.bots.review import review

    return review(record, effort=effort, seed=seed, progress=progress)


def __getattr__(name: str) -> Any:
    """What is for research is imported when it is asked for: a table needs none of it."""
    if name == "Batch":
        from triarchy.research.batch import Batch

        return Batch
    if name in ("Simulation", "simulate"):
        from triarchy.research import simulate

        return getattr(simulate, name)
    raise AttributeError(f"module 'triarchy' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
