"""What `Single` asks of the rules: one compiled call for each question.

Board and state are arrays of one struct here: Numba takes an array over in a tenth of the time that it
needs for a struct.
"""

from __future__ import annotations

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, final, guess, hide, legal, observe, setup
from triarchy.research.stepping import clear, share_rewards

ILLEGAL = -2
"""In place of the seat to move: the action was not legal, and nothing has changed."""
OVER = -1


@compiled
def begin(boards, states, words, players, options, seed):
    """Set a game up; returns the seat to move."""
    clear(words[0])
    setup(boards[0], states[0], players, options, seed)
    return int(states[0].to_move)


@compiled
def list_legal(boards, states, scratch):
    return legal(boards[0], states[0], scratch)


@compiled
def play(boards, states, scratch, action):
    """Play an action if it is legal; returns the seat to move then, OVER or ILLEGAL."""
    state = states[0]
    for k in range(legal(boards[0], state, scratch)):
        if int(scratch[k]) == action:
            apply(boards[0], state, action)
            return int(state.to_move)
    return ILLEGAL


@compiled
def see(boards, states, scratch, seat, features, mask):
    """Write what a seat may know and, if it is to move, its legal actions."""
    features[:] = 0
    mask[:] = 0
    state = states[0]
    observe(boards[0], state, seat, features, 0, 1)
    if int(state.to_move) == seat:
        for k in range(legal(boards[0], state, scratch)):
            mask[int(scratch[k])] = 1


@compiled
def look(boards, states, seat, features):
    """Write what a seat may know as the floats that a learner takes."""
    state = states[0]
    row = np.zeros(len(features), np.int8)
    observe(boards[0], state, seat, row, 0, 1)
    for i in range(len(row)):
        features[i] = row[i]


@compiled
def hide_from(boards, states, seat):
    hide(boards[0], states[0], seat)


@compiled
def deal_anew(boards, states, seat, rng):
    """Deal what a seat cannot know at random."""
    hide(boards[0], states[0], seat)
    guess(boards[0], states[0], seat, rng)


@compiled
def results(boards, states, scores, ranks, rewards):
    """The scores, ranks and rewards of a finished game."""
    final(boards[0], states[0], scores, ranks)
    share_rewards(rewards, ranks, len(ranks))
