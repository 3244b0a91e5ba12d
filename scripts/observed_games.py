"""Random games with observations and legal lists made any number of times: for the benches."""

from __future__ import annotations

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, final, legal, observe, setup
from triarchy.engine.playout import PLAY_STREAM
from triarchy.engine.rng import random_below, seed_of_game


@compiled
def observed_games(
    board, blank, players, options, seed, first, scores, ranks, lengths, actions, seen, looks, lists
):
    """As `play_games`, but before every decision the seat to move looks at the position `looks`
    times and the legal list is made `lists` times."""
    total = 0
    rng = np.zeros(1, dtype=np.uint64)
    for game in range(len(lengths)):
        own_seed = seed_of_game(seed, np.uint64(first + game))
        blank[1] = blank[0]
        state = blank[1]
        setup(board, state, players, options, own_seed)
        rng[0] = own_seed ^ PLAY_STREAM
        count = legal(board, state, actions)
        while count > 0:
            for _ in range(looks):
                seen[:] = 0
                observe(board, state, int(state.to_move), seen)
            for _ in range(lists - 1):
                count = legal(board, state, actions)
            apply(board, state, int(actions[random_below(rng, count)]))
            total += 1
            count = legal(board, state, actions)
        final(board, state, scores[game], ranks[game])
    return total
