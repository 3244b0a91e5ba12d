"""Points for tiles and monuments, and the comparison at the end."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris.regions import contains, leader_in, region_of
from triarchy.games.tigris.state import BLACK, MONUMENTS, NOWHERE, PAIRS, SEATS, TREASURE


@compiled
def score_tile(state, region, colour):
    """A point in the tile's colour to the leader of that colour, else to the king."""
    seat = leader_in(state, colour, region)
    if seat == NOWHERE:
        seat = leader_in(state, BLACK, region)
    if seat != NOWHERE:
        state.points[seat, colour] += 1


@compiled
def score_monuments(state):
    """The active player's points at the end of the turn, one for each link of a leader with a
    monument of its colour. A king stands in for nobody here."""
    seat = int(state.active)
    for monument in range(MONUMENTS):
        square = int(state.monument_square[monument])
        if square == NOWHERE:
            continue
        first, second = PAIRS[monument]
        one = int(state.leader_cell[seat, first])
        two = int(state.leader_cell[seat, second])
        if one == NOWHERE and two == NOWHERE:
            continue
        region = region_of(state, square)
        if one != NOWHERE and contains(region, one):
            state.points[seat, first] += 1
        if two != NOWHERE and contains(region, two):
            state.points[seat, second] += 1


@compiled
def place_treasures(state, seat, scores):
    """Write the seat's four colours, treasures placed best, ascending, into its row of scores.

    Each treasure goes to the lowest colour: that is best for the weakest colour, then for the
    second weakest, and so on.
    """
    for colour in range(4):
        scores[seat, colour] = state.points[seat, colour]
    for i in range(1, 4):
        for j in range(i, 0, -1):
            if scores[seat, j] < scores[seat, j - 1]:
                kept = scores[seat, j]
                scores[seat, j] = scores[seat, j - 1]
                scores[seat, j - 1] = kept
    for _ in range(int(state.points[seat, TREASURE])):
        # The highest of the colours that are level with the lowest: the row stays ascending.
        i = 0
        while i < 3 and scores[seat, i + 1] == scores[seat, 0]:
            i += 1
        scores[seat, i] += 1


@compiled
def compare(scores, one, other):
    """1 if `one` is better by its weakest colour, then the second weakest, ...; -1 or 0."""
    for i in range(4):
        if scores[one, i] > scores[other, i]:
            return 1
        if scores[one, i] < scores[other, i]:
            return -1
    return 0


@compiled
def final(board, state, scores, ranks):
    """The four colours of each seat, ascending, and the ranking; equal in all four is a tie."""
    players = min(int(state.players), SEATS)
    for seat in range(players):
        place_treasures(state, seat, scores)
    for seat in range(players):
        better = 0
        for other in range(players):
            if compare(scores, other, seat) > 0:
                better += 1
        ranks[seat] = 1 + better
