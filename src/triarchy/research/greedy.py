"""Whole games between greedy players: one loop, run by threads of the CPU and by those of a GPU.

The loop itself is plain Python around the compiled greedy code of the bots: a decision takes so
long that compiling the loop as well would gain nothing. A GPU kernel compiles the loop for itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any

import numpy as np

from triarchy.bots.lookahead import GUESSES, LEVELS, WIDTH, greedy_values, highest
from triarchy.bots.workspace import Workspace
from triarchy.engine.cores import cores
from triarchy.engine.dispatch import apply, final, hide, legal, setup
from triarchy.engine.playout import PLAY_STREAM
from triarchy.engine.rng import seed_of_game
from triarchy.research.simulate import Simulation
from triarchy.table.game import Game


def greedy_game(
    board: Any,
    state: Any,
    own_seed: Any,
    actions: Any,
    states: Any,
    work: Any,
    ways: Any,
    beam: Any,
    values: Any,
    rng: Any,
) -> int:
    """Play a game that has been set up to its end; returns the number of decisions.

    Decision number k is that of the bot `greedy` on the view of the seat to move, with the seed
    `seed_of_game(own_seed ^ PLAY_STREAM, k)`.
    """
    decisions = 0
    stream = np.uint64(own_seed) ^ PLAY_STREAM
    count = legal(board, state, actions)
    while count > 0:
        chosen = int(actions[0])
        if count > 1:
            seat = int(state.to_move)
            states[0] = state
            hide(board, states[0], seat)
            of_decision = np.uint64(seed_of_game(stream, np.uint64(decisions)))
            rng[0] = seed_of_game(of_decision, np.uint64(1))
            greedy_values(
                board, states, seat, GUESSES, WIDTH, LEVELS, work, ways, beam, values, rng
            )
            chosen = highest(values.out)
        apply(board, state, chosen)
        decisions += 1
        count = legal(board, state, actions)
    return decisions


def simulate_greedy(
    game: Game,
    games: int,
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Games between greedy players. The results depend on the seed, never on the workers."""
    definition, board, players = game.definition, game.board.struct, game.players
    result = Simulation(
        np.zeros((games, players, len(definition.score_parts)), np.int32),
        np.zeros((games, players), np.int8),
        np.zeros(games, np.int32),
    )
    count = max(1, min(workers or cores(), games))
    spaces: SimpleQueue[Workspace] = SimpleQueue()
    for _ in range(count):
        spaces.put(Workspace(definition, WIDTH))

    def play(number: int) -> None:
        space = spaces.get()
        state = game.blank()
        own_seed = np.uint64(seed_of_game(np.uint64(seed), np.uint64(number)))
        setup(board, state, players, game.option_bits, own_seed)
        result.lengths[number] = greedy_game(
            board,
            state,
            own_seed,
            np.zeros(definition.legal_limit, np.int16),
            space.states,
            space.work,
            space.ways,
            space.beam,
            space.values,
            space.rng,
        )
        final(board, state, result.scores[number], result.ranking[number])
        spaces.put(space)

    with ThreadPoolExecutor(count) as pool:
        for _ in pool.map(play, range(games)):
            if progress is not None:
                progress(1)
    return result
