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
def lifted_strength(board, state):
    """The island of the tower lifted in this turn, and its strength there; -1, 0 without one.

    Until its turn is over a lifted tower is judged as if it still stood: lifting is the first
    half of a choice.
    """
    if int(state.lifted_row) == 0:
        return -1, 0
    meridian, row = int(state.meridian) - 1, int(state.lifted_row) - 1
    return int(board.island[meridian, row]), 1 + int(board.capital[meridian, row])


@compiled
def evaluate(board, state, out):
    """Shares of the win from the points each seat may hope for, sharper towards the end."""
    players = int(state.players)
    done = int(state.turn) / (players * CARD_KINDS * decks_each(players))
    mover = int(state.to_move)
    lifted_from, lifted = lifted_strength(board, state)
    for seat in range(players):
        supply = int(state.supply[seat])
        if seat == mover:
            supply -= int(state.lifted_height)
        out[seat] = 0.18 * (1.2 - done) * supply
    certainty = done * done
    for island in range(int(board.islands)):
        strengths = strength(board, state, island)
        if island == lifted_from:
            strengths += lifted << (8 * mover)
        if strengths == 0:
            continue
        value = int(board.value[island])
        most = 0
        second = 0
        for seat in range(MOST_PLAYERS):
            own = (strengths >> (8 * seat)) & 255
            if own > most:
                second = most
                most = own
            elif own > second:
                second = own
        for seat in range(players):
            own = (strengths >> (8 * seat)) & 255
            best_other = second if own == most else most
            hope = (1.0 - certainty) * island_share(own, best_other)
            if own > best_other:
                hope += certainty
            out[seat] += value * hope
    sharpness = 0.15 + 0.5 * done
    total = 0.0
    for seat in range(players):
        out[seat] = math.exp(sharpness * out[seat])
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
