"""Many random games at once, on all cores: threads over compiled code that needs no lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from triarchy.engine.cores import cores
from triarchy.engine.playout import play_games
from triarchy.kit.definition import Board, Definition

CHUNK = 500


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation, one row per game."""

    scores: np.ndarray
    """(games, players, score parts)"""
    ranking: np.ndarray
    """(games, players): ranks from 1"""
    lengths: np.ndarray
    """(games,): decisions"""


def simulate_games(
    definition: Definition,
    board: Board,
    players: int,
    options: int,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play games at random. The results depend on the seed, never on the number of workers."""
    result = Simulation(
        np.zeros((games, players, len(definition.score_parts)), np.int32),
        np.zeros((games, players), np.int8),
        np.zeros(games, np.int32),
    )

    def play(first: int) -> int:
        rows = slice(first, min(first + CHUNK, games))
        play_games(
            board.struct,
            np.zeros(2, definition.state),
            players,
            options,
            np.uint64(seed),
            first,
            result.scores[rows],
            result.ranking[rows],
            result.lengths[rows],
            np.zeros(definition.legal_limit, np.int16),
        )
        return rows.stop - first

    with ThreadPoolExecutor(workers or cores()) as pool:
        for done in pool.map(play, range(0, games, CHUNK)):
            if progress is not None:
                progress(done)
    return result
