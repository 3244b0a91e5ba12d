"""Meridian's end: who holds each island, points, winners."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.meridian.rules import owner_of
from triarchy.games.meridian.state import MOST_PLAYERS, MOST_ROWS

NOBODY = -1
TIED = -2


@compiled
def strength(board, state, island):
    """Each seat's strength on an island, a tower 1, in a capital 2: four numbers in eight bits
    each, seat 0 lowest."""
    total = 0
    for i in range(int(board.value[island])):
        city = int(board.cities[island, i])
        meridian, row = city // MOST_ROWS, city % MOST_ROWS
        tower = state.towers[meridian, row]
        if tower != 0:
            total += (1 + int(board.capital[meridian, row])) << (8 * owner_of(tower))
    return total


@compiled
def holder_by(strengths):
    """The seat with the most; TIED or NOBODY, when nobody takes the island."""
    most = 0
    holder = NOBODY
    for seat in range(MOST_PLAYERS):
        own = (strengths >> (8 * seat)) & 255
        if own > most:
            most = own
            holder = seat
        elif own == most and own > 0:
            holder = TIED
    return holder


@compiled
def holder(board, state, island):
    """Who takes this island as the towers stand now."""
    return holder_by(strength(board, state, island))


@compiled
def final(board, state, scores, ranks):
    """Points of the islands; the ranking breaks ties by pieces left in supply."""
    players = int(state.players)
    for seat in range(players):
        scores[seat, 0] = 0
    for island in range(int(board.islands)):
        seat = holder(board, state, island)
        if seat >= 0:
            scores[seat, 0] += int(board.value[island])
    # Ruling M-7: level there too, they share the rank.
    for seat in range(players):
        better = 0
        own = int(scores[seat, 0]) * 256 + int(state.supply[seat])
        for other in range(players):
            if int(scores[other, 0]) * 256 + int(state.supply[other]) > own:
                better += 1
        ranks[seat] = 1 + better
