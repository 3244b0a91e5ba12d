"""Triarchy: Meridian, Euphrat & Tigris and China, one engine.

>>> import triarchy
>>> table = triarchy.game("meridian", players=4).start(seed=7)
>>> table.to_move
0
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from triarchy.engine.definition import DEFINITIONS
from triarchy.engine.errors import (
    BadBoard,
    BadPosition,
    BadRecord,
    BadRequest,
    IllegalMove,
    TriarchyError,
    UnknownGame,
)
from triarchy.engine.simulate import Simulation, simulate_games
from triarchy.table import Game, Table, game, read_position, read_record

if TYPE_CHECKING:
    from triarchy.research.batch import Batch

__version__ = "0.1.0"
__all__ = [
    "BadBoard",
    "BadPosition",
    "BadRecord",
    "BadRequest",
    "Batch",
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
    "simulate",
]


def game_names() -> list[str]:
    """The names of the games that are installed."""
    return DEFINITIONS.names()


def position(document: dict[str, Any]) -> Table:
    """A table from any position document, checked completely."""
    found, state = read_position(document)
    return Table(found, start=state)


def load(record: dict[str, Any]) -> Table:
    """A table from a record, replayed and checked."""
    return read_record(record)


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play whole games at random on all cores: arrays of scores, ranking and lengths."""
    return simulate_games(
        game.definition, game.board, game.players, game.option_bits, games, seed, workers, progress
    )


def __getattr__(name: str) -> Any:
    if name == "Batch":
        from triarchy.research.batch import Batch

        return Batch
    raise AttributeError(f"module 'triarchy' has no attribute {name!r}")
