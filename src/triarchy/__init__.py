"""Triarchy: Meridian, Euphrat & Tigris and China, one engine.

>>> import triarchy
>>> table = triarchy.game("meridian", players=4).start(seed=7)
>>> table.to_move
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from triarchy.research.simulate import Simulation, simulate
from triarchy.table import Game, Table, game, read_position, read_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from triarchy.bots.review import EffortName, Review
    from triarchy.research.batch import Batch

__version__ = "0.1.0"
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
    """The names of the games that are installed."""
    return DEFINITIONS.names()


def position(document: Document) -> Table:
    """A table from any position document, checked completely."""
    found, state = read_position(document)
    return Table(found, start=state)


def load(record: Document) -> Table:
    """A table from a record, replayed and checked."""
    return read_record(record)


def review(
    record: Document | Table,
    *,
    effort: EffortName = "usual",
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """A game, given as a record or a table, judged turn by turn; see docs/review.md."""
    from triarchy.bots.review import review

    return review(record, effort=effort, seed=seed, progress=progress)


def __getattr__(name: str) -> type[Batch]:
    if name == "Batch":
        from triarchy.research.batch import Batch

        return Batch
    raise AttributeError(f"module 'triarchy' has no attribute {name!r}")
