"""Whole games on a GPU, one thread per game: random ones and those of greedy players.

Random games are those that `simulate` plays on the CPU, to the byte. Greedy players go by an
evaluation in floating point, whose exponential a GPU rounds in its own way. Evaluations are compared
rounded, so that a game takes the course it takes on the CPU but for an unlucky last digit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from triarchy.bots.lookahead import WIDTH
from triarchy.bots.workspace import Beam, Values, Ways, Work, Workspace
from triarchy.engine.dispatch import final, setup
from triarchy.engine.playout import PLAY_STREAM, play_out
from triarchy.engine.rng import seed_of_game
from triarchy.kit.definition import Definition
from triarchy.research import stepping
from triarchy.research.gpu import THREADS, blocks, cuda, ready
from triarchy.research.greedy import greedy_game
from triarchy.research.simulate import Simulation
from triarchy.table.game import Game

REGISTERS = 64
"""For each thread that plays random games: more would keep fewer of them resident."""
CHUNK = 1 << 20
"""So many random games are played at once,"""
GREEDY_CHUNK = 1 << 14
"""and so many greedy ones: each needs some 80 kilobytes to work in."""
GREEDY_BLOCKS = 2048
"""Greedy games are spread over so many blocks before two share a warp, where each would wait for the
other's branches."""


@cache
def random_kernel(definition: Definition) -> Any:
    """The kernel that plays random games; its scratch space fits the game's legal list.

    A game is played in the thread's local memory, where the same field of neighbouring threads
    lies side by side, so that a warp reads it at once; `blank` holds a state of zeros.
    """
    module = cuda()
    limit = definition.legal_limit
    record = numba.from_dtype(definition.state)

    @module.jit(max_registers=REGISTERS)
    def play(board, blank, players, options, seed, first, scores, ranks, lengths):
        i = module.grid(1)
        if i < len(lengths):
            scratch = module.local.array(limit, np.int16)
            rng = module.local.array(1, np.uint64)
            states = module.local.array(1, record)
            states[0] = blank[0]
            state = states[0]
            own = np.uint64(seed_of_game(seed, np.uint64(first + i)))
            setup(board[0], state, players, options, own)
            rng[0] = own ^ PLAY_STREAM
            lengths[i] = play_out(board[0], state, scratch, rng)
            final(board[0], state, scores[i], ranks[i])

    return play


@cache
def greedy_kernel(definition: Definition) -> Any:
    """The kernel that plays games of greedy players; they work in arrays on the device."""
    module = cuda()
    limit = definition.legal_limit
    play_greedily = module.jit(device=True)(greedy_game)

    @module.jit
    def play(
        board, states, words, players, options, seed, first, scores, ranks, lengths,
        trees, work, ways, beam, values, rng,
    ):  # fmt: skip
        i = module.grid(1)
        if i < len(lengths):
            lists, counts, places, phases, shares, ends, ranked = work
            value, path, length = ways
            best, roots, slots, parents = beam
            now, at_end, out = values
            scratch = module.local.array(limit, np.int16)
            stepping.clear(words[i])
            own = np.uint64(seed_of_game(seed, np.uint64(first + i)))
            setup(board[0], states[i], players, options, own)
            lengths[i] = play_greedily(
                board[0],
                states[i],
                own,
                scratch,
                trees[i],
                Work(lists[i], counts[i], places[i], phases[i], shares[i], ends[i], ranked[i]),
                Ways(value[i], path[i], length[i]),
                Beam(best[i], roots[i], slots[i], parents[i]),
                Values(now[i], at_end[i], out[i]),
                rng[i],
            )
            final(board[0], states[i], scores[i], ranks[i])

    return play


def greedy_space(module: Any, definition: Definition, count: int) -> tuple[Any, ...]:
    """Room to work in for that many games: the arrays of a `Workspace`, one more axis each.

    A kernel takes plain tuples; each thread makes the named ones of its own part.
    """
    one = Workspace(definition, WIDTH)

    def many(array: Any) -> Any:
        return module.device_array((count, *array.shape), array.dtype)

    size = len(one.states)
    bare = module.device_array((count * size, definition.state.itemsize // 8), np.uint64)
    return (
        bare.view(definition.state).reshape(count, size),
        tuple(map(many, one.work)),
        tuple(map(many, one.ways)),
        tuple(map(many, one.beam)),
        tuple(map(many, one.values)),
        many(one.rng),
    )


def simulate_on_gpu(
    game: Game,
    games: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    bots: str = "random",
    chunk: int | None = None,
) -> Simulation:
    """Whole games on the GPU; `chunk` of them at once."""
    module = ready()
    definition, players = game.definition, game.players
    chunk = chunk or min(games, CHUNK if bots == "random" else GREEDY_CHUNK)
    parts = len(definition.score_parts)
    result = Simulation(
        np.zeros((games, players, parts), np.int32),
        np.zeros((games, players), np.int8),
        np.zeros(games, np.int32),
    )
    board = module.to_device(np.array([game.board.struct], game.board.struct.dtype))
    scores = module.device_array((chunk, players, parts), np.int32)
    ranks = module.device_array((chunk, players), np.int8)
    lengths = module.device_array(chunk, np.int32)
    if bots == "random":
        kernel = random_kernel(definition)
        place: tuple[Any, ...] = (module.to_device(np.zeros(1, definition.state)),)
        space: tuple[Any, ...] = ()
    else:
        kernel = greedy_kernel(definition)
        words = module.device_array((chunk, definition.state.itemsize // 8), np.uint64)
        place = (words.view(definition.state).reshape(chunk), words)
        space = greedy_space(module, definition, chunk)
    threads = THREADS if bots == "random" else max(1, min(THREADS, chunk // GREEDY_BLOCKS))
    for first in range(0, games, chunk):
        count = min(chunk, games - first)
        kernel[blocks(count, threads)](
            board,
            *place,
            players,
            game.option_bits,
            np.uint64(seed),
            first,
            scores[:count],
            ranks[:count],
            lengths[:count],
            *space,
        )
        rows = slice(first, first + count)
        result.scores[rows] = scores.copy_to_host()[:count]
        result.ranking[rows] = ranks.copy_to_host()[:count]
        result.lengths[rows] = lengths.copy_to_host()[:count]
        if progress is not None:
            progress(count)
    return result
