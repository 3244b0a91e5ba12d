"""How good a position is for each seat: what the greedy bot and the hints go by."""

from __future__ import annotations

import math

from triarchy.engine.compiled import compiled
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.scoring import strength
from triarchy.games.meridian.state import CARD_KINDS, MOST_PLAYERS


@compiled
def island_share(own, best_other):
    """How much of an island's value a lead or a deficit in strength is worth before the end."""
    lead = own - best_other
    if lead >= 2:
        return 0.95
    if lead == 1:
        return 0.8
    if lead == 0:
        return 0.3 if own > 0 else 0.0
    if lead == -1:
        return 0.15 if own > 0 else 0.05
    return 0.03


@compiled
def outlook(board, state, seat):
    """The points a seat may hope for: certain at the end, likely before it."""
    total = 0.0
    players = int(state.players)
    turns = players * CARD_KINDS * decks_each(players)
    done = int(state.turn) / turns
    for island in range(int(board.islands)):
        strengths = strength(board, state, island)
        own = (strengths >> (8 * seat)) & 255
        best = 0
        for other in range(MOST_PLAYERS):
            if other != seat:
                best = max(best, (strengths >> (8 * other)) & 255)
        certain = 1.0 if own > best else 0.0
        likely = island_share(own, best)
        weight = done * done
        total += int(board.value[island]) * (weight * certain + (1.0 - weight) * likely)
    return total + 0.18 * (1.2 - done) * int(state.supply[seat])


@compiled
def evaluate(board, state, out):
    """Shares of the win from the seats' outlooks, sharper towards the end."""
    players = int(state.players)
    turns = players * CARD_KINDS * decks_each(players)
    sharpness = 0.15 + 0.5 * int(state.turn) / turns
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp(sharpness * outlook(board, state, seat))
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
