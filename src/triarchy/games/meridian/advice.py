"""How good a position is for each seat: what the greedy bot and the hints go by."""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.elementary import exp
from triarchy.games.meridian.rules import decks_each
from triarchy.games.meridian.scoring import strength
from triarchy.games.meridian.state import CARD_KINDS, MOST_PLAYERS

QUARTERS = 4
BEHIND, TIED, AHEAD_BY_1, AHEAD_BY_2, AHEAD_BY_MORE, PIECE = range(6)
WORTH = np.array(
    [
        [0.027, 0.038, 0.040, 0.050, 0.060, 0.056],
        [0.010, 0.026, 0.052, 0.074, 0.083, 0.061],
        [0.025, 0.061, 0.070, 0.095, 0.115, 0.074],
        [0.039, 0.091, 0.176, 0.208, 0.240, 0.098],
        [0.000, 0.000, 0.690, 0.700, 0.710, 0.142],
    ]
)
"""What things are worth at the beginning, after each quarter and at the end of a game: each point of
an island where one is behind, tied, or ahead by so much, and each piece in the supply. The numbers
come from fits to the winners of games between such players with three and four at the table, smoothed
by hand at the beginning, where the winner can hardly be foretold; scripts/fit_meridian.py fits them
anew. The scale is that of the exponent in `evaluate`."""
TWO_PLAYERS = 0.5
"""The fits with two players, who have twice as many pieces, gave about half of all numbers."""


@compiled
def worth(done, what):
    """A column of the table at this part of the game, between the quarters in proportion."""
    quarter = min(QUARTERS - 1, int(done * QUARTERS))
    part = done * QUARTERS - quarter
    return (1.0 - part) * WORTH[quarter, what] + part * WORTH[quarter + 1, what]


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
def add_islands(board, state, done, out):
    """What the islands are worth to each seat, by how far it is ahead or behind on them."""
    players = int(state.players)
    mover = int(state.to_move)
    lifted_from, lifted = lifted_strength(board, state)
    behind = worth(done, BEHIND)
    tied = worth(done, TIED)
    ahead_by_1 = worth(done, AHEAD_BY_1)
    ahead_by_2 = worth(done, AHEAD_BY_2)
    ahead_by_more = worth(done, AHEAD_BY_MORE)
    for island in range(int(board.islands)):
        strengths = strength(board, state, island)
        if island == lifted_from:
            strengths += lifted << (8 * mover)
        if strengths == 0:
            continue
        most = 0
        second = 0
        for seat in range(MOST_PLAYERS):
            own = (strengths >> (8 * seat)) & 255
            if own > most:
                second = most
                most = own
            elif own > second:
                second = own
        value = int(board.value[island])
        for seat in range(players):
            own = (strengths >> (8 * seat)) & 255
            if own == 0:
                continue
            if own < most:
                out[seat] += value * behind
            elif own == second:
                out[seat] += value * tied
            elif own == second + 1:
                out[seat] += value * ahead_by_1
            elif own == second + 2:
                out[seat] += value * ahead_by_2
            else:
                out[seat] += value * ahead_by_more


@compiled
def evaluate(board, state, out):
    """Each seat's share of the win, from the islands and the pieces in its supply."""
    players = int(state.players)
    done = int(state.turn) / (players * CARD_KINDS * decks_each(players))
    piece = worth(done, PIECE)
    for seat in range(players):
        supply = int(state.supply[seat])
        if seat == int(state.to_move):
            supply -= int(state.lifted_height)
        out[seat] = piece * supply
    add_islands(board, state, done, out)
    scale = TWO_PLAYERS if players == 2 else 1.0
    total = 0.0
    for seat in range(players):
        out[seat] = exp(scale * out[seat])
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
