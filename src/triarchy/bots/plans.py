"""Turns played on the same guesses and with the same chance: the compiled part of `turns.py`."""

from __future__ import annotations

from triarchy.bots.lookahead import AFTER
from triarchy.bots.tree import note_end_of_turn, play_on
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import apply, guess


@compiled
def play_plans(board, states, seat, plans, lengths, alive, settings, work, seeds, rng, results):
    """Play each plan that is alive on each guess, and on to the horizon: results[plan, guess, seat]."""
    for number in range(len(seeds)):
        for plan in range(len(lengths)):
            if not alive[plan]:
                continue
            rng[0] = seeds[number]
            states[1] = states[0]
            guess(board, states[1], seat, rng)
            noted = False
            for k in range(int(lengths[plan])):
                apply(board, states[1], int(plans[plan, k]))
                noted = note_end_of_turn(board, states, 1, noted, work, None)
            play_on(board, states, 1, noted, settings, work, None, rng)
            for s in range(results.shape[2]):
                results[plan, number, s] = work.shares[AFTER, s]
