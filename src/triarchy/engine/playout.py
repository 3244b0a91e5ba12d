"""Whole games at random: the simplest generic code over the rules, and what the bench measures."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, final, legal, setup
from triarchy.engine.rng import random_below, seed_of_game

PLAY_STREAM = np.uint64(0x5DEECE66D)
"""Set the random choices of a playout apart from the shuffles of the same game."""


@compiled
def play_out(board, state, actions, rng):
    """Play a game to its end with uniformly random moves; returns the number of decisions.

    `actions` is scratch space for the legal list.
    """
    decisions = 0
    count = legal(board, state, actions)
    while count > 0:
        apply(board, state, int(actions[random_below(rng, count)]))
        decisions += 1
        count = legal(board, state, actions)
    return decisions


@compiled
def play_games(board, blank, players, options, seed, first, scores, ranks, lengths, actions):
    """Play games number first, first + 1, ... at random, one for each row of the result arrays.

    `blank` is an array of two states: the first of zeros, the second to play in.
    Returns the number of decisions of all games together.
    """
    total = 0
    rng = np.zeros(1, dtype=np.uint64)
    for game in range(len(lengths)):
        own_seed = seed_of_game(seed, np.uint64(first + game))
        blank[1] = blank[0]
        state = blank[1]
        setup(board, state, players, options, own_seed)
        rng[0] = own_seed ^ PLAY_STREAM
        lengths[game] = play_out(board, state, actions, rng)
        total += int(lengths[game])
        final(board, state, scores[game], ranks[game])
    return total
