"""Who gets each row and each column, points and winners."""

from __future__ import annotations

from paddocks.state import MOST_SIDE
from triarchy.engine.compiled import compiled

NOBODY = -1


@compiled
def paddock_of(line, place):
    """The place-th paddock of a line: lines 0 to 4 are the rows, 5 to 9 the columns."""
    if line < MOST_SIDE:
        return MOST_SIDE * line + place
    return MOST_SIDE * place + line - MOST_SIDE


@compiled
def worth(board, line):
    """How many paddocks a line has: its points."""
    total = 0
    for place in range(MOST_SIDE):
        total += int(board.dry[paddock_of(line, place)])
    return total


@compiled
def strength(state, line, seat):
    """The sum of a seat's stones in a line."""
    total = 0
    for place in range(MOST_SIDE):
        paddock = paddock_of(line, place)
        if int(state.owners[paddock]) == seat + 1:
            total += int(state.stones[paddock])
    return total


@compiled
def leader(state, line):
    """Who has the highest sum in a line alone; NOBODY otherwise."""
    best = 0
    seat_ahead = NOBODY
    for seat in range(int(state.players)):
        own = strength(state, line, seat)
        if own > best:
            best = own
            seat_ahead = seat
        elif own == best:
            seat_ahead = NOBODY
    return seat_ahead


@compiled
def final(board, state, scores, ranks):
    players = int(state.players)
    for line in range(2 * MOST_SIDE):
        seat = leader(state, line)
        if seat != NOBODY:
            scores[seat, 0] += worth(board, line)
    for seat in range(players):
        ranks[seat] = 1
        for other in range(players):
            if scores[other, 0] > scores[seat, 0]:
                ranks[seat] += 1
