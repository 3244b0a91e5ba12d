"""Many whole games at once: `simulate`, and random games on all cores, by threads over compiled code
that needs no lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from triarchy.engine.cores import cores
from triarchy.engine.errors import BadRequest
from triarchy.engine.playout import play_games
from triarchy.kit.definition import Board, Definition
from triarchy.table.game import Game, is_whole, read_seed

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
    if not is_whole(games) or games < 1:
        raise BadRequest(f"The number of games is a whole number from 1, not {games!r}.")
    if bots not in ("random", "greedy"):
        raise BadRequest(f"Simulated games are played by 'random' or 'greedy', not {bots!r}.")
    if device not in ("cpu", "cuda"):
        raise BadRequest(f"Games are simulated on 'cpu' or 'cuda', not {device!r}.")
    number, games = read_seed(seed), int(games)
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
