"""How good a position is for each seat: what the greedy bot, the search and the hints go by."""

from __future__ import annotations

from paddocks.scoring import leader, strength, worth
from paddocks.state import MOST_SIDE, STONES
from triarchy.engine.compiled import compiled
from triarchy.engine.elementary import exp

SHARE = 0.4
"""What a part of a line's stones is worth beside leading it."""
SCALE = 0.4


@compiled
def evaluate(board, state, out):
    """Lines led, and parts of them: the higher the sum, the harder it is to be passed."""
    players = int(state.players)
    for seat in range(players):
        out[seat] = 0.0
    for line in range(2 * MOST_SIDE):
        points = worth(board, line)
        ahead = leader(state, line)
        for seat in range(players):
            out[seat] += SHARE * strength(state, line, seat) / STONES
        if ahead >= 0:
            out[ahead] += points
    total = 0.0
    for seat in range(players):
        out[seat] = exp(SCALE * out[seat])
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
