"""Triarchy: Meridian, Euphrat & Tigris and China, one engine.

>>> import triarchy
>>> table = triarchy.game("meridian", players=4).start(seed=7)
>>> table.to_move
0
"""

from __future__ import annotations

from collections.abc import Callable
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
from triarchy.research.simulate import Simulation, simulate_games
from triarchy.table import Game, Table, game, read_position, read_record
from triarchy.table.game import read_seed

if TYPE_CHECKING:
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


def simulate(
    game: Game,
    games: int,
    seed: int | str = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
    device: str = "cpu",
    bots: str = "random",
) -> Simulation:
    """Play whole games: arrays of scores, ranking and lengths, one row per game.

    `bots`: "random" (uniformly random moves) or "greedy" in all seats. `device`: "cpu" (on as many
    threads as `workers` says, else on all cores) or "cuda". Game number k of a seed is the same
    whatever the number of games and workers, and, for random games, on both devices. `progress` is
    called now and then with the number of games finished since.

    >>> import triarchy
    >>> triarchy.simulate(triarchy.game("meridian", players=3), games=2, seed=1).ranking.shape
    (2, 3)
    """
    if type(games) is not int or games < 1:
        raise BadRequest(f"The number of games is a whole number from 1, not {games!r}.")
    if bots not in ("random", "greedy"):
        raise BadRequest(f"Simulated games are played by 'random' or 'greedy', not {bots!r}.")
    if device not in ("cpu", "cuda"):
        raise BadRequest(f"Games are simulated on 'cpu' or 'cuda', not {device!r}.")
    number = read_seed(seed)
    if device == "cuda":
        from triarchy.research.gpu_games import simulate_on_gpu

        return simulate_on_gpu(game, games, number, progress, bots)
    if bots == "greedy":
        from triarchy.research.greedy import simulate_greedy

        return simulate_greedy(game, games, number, workers, progress)
    return simulate_games(
        game.definition,
        game.board,
        game.players,
        game.option_bits,
        games,
        number,
        workers,
        progress,
    )


def __getattr__(name: str) -> type[Batch]:
    if name == "Batch":
        from triarchy.research.batch import Batch

        return Batch
    raise AttributeError(f"module 'triarchy' has no attribute {name!r}")
