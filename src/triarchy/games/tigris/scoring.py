"""Points for tiles and monuments, and the comparison at the end."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris.regions import contains, leader_in, load, region_of
from triarchy.games.tigris.state import BLACK, MONUMENTS, MOST_PLAYERS, NONE, PAIRS, TREASURE_COLUMN


@compiled
def earns_point(state, cell):
    """Whether a tile laid on this free cell may bring a point: it comes to a kingdom, and joins
    no two."""
    # Ruling T-7
    return contains(load(state.near[0]), cell) and not contains(load(state.near[1]), cell)


@compiled
def scoring_leader(state, region, colour):
    """Who gets the point of a tile of this colour in a region: the leader of that colour, else the
    king, as 4 x seat + colour; NONE if neither is there."""
    seat = leader_in(state, colour, region)
    if seat != NONE:
        return 4 * seat + colour
    # Ruling T-6
    seat = leader_in(state, BLACK, region)
    if seat != NONE:
        return 4 * seat + BLACK
    return NONE


@compiled
def score_tile(state, region, colour):
    """A point in the tile's colour to the leader of that colour, else to the king."""
    leader = scoring_leader(state, region, colour)
    if leader != NONE:
        state.points[leader >> 2, colour] += 1


@compiled
def earnings(state, seat, monument):
    """The colours that a seat's leaders earn from a monument, bit c for colour c: those of its own
    leaders in the kingdom of the monument. A king stands in for nobody here."""
    square = int(state.monument_square[monument])
    if square == NONE:
        return 0
    first, second = PAIRS[monument]
    one = int(state.leader_cell[seat, first])
    two = int(state.leader_cell[seat, second])
    if one == NONE and two == NONE:
        return 0
    region = region_of(state, square)
    colours = 0
    if one != NONE and contains(region, one):
        colours |= 1 << first
    if two != NONE and contains(region, two):
        colours |= 1 << second
    return colours


@compiled
def score_monuments(state):
    """The active player's points at the end of the turn."""
    # Ruling T-23
    seat = int(state.active)
    for monument in range(MONUMENTS):
        colours = earnings(state, seat, monument)
        for colour in range(4):
            if (colours >> colour) & 1:
                state.points[seat, colour] += 1


@compiled
def with_treasures(points):
    """A seat's four colours, by colour, with each treasure given to the lowest of them: that is
    best for the weakest colour, then for the second weakest, and so on."""
    a, b, c, d = int(points[0]), int(points[1]), int(points[2]), int(points[3])
    for _ in range(int(points[TREASURE_COLUMN])):
        low = min(min(a, b), min(c, d))
        if a == low:
            a += 1
        elif b == low:
            b += 1
        elif c == low:
            c += 1
        else:
            d += 1
    return a, b, c, d


@compiled
def ascending(a, b, c, d):
    a, b = min(a, b), max(a, b)
    c, d = min(c, d), max(c, d)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    b, c = min(b, c), max(b, c)
    return a, b, c, d


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
    players = min(int(state.players), MOST_PLAYERS)
    for seat in range(players):
        a, b, c, d = with_treasures(state.points[seat])
        a, b, c, d = ascending(a, b, c, d)
        scores[seat, 0] = a
        scores[seat, 1] = b
        scores[seat, 2] = c
        scores[seat, 3] = d
    for seat in range(players):
        better = 0
        for other in range(players):
            if compare(scores, other, seat) > 0:
                better += 1
        # Ruling T-28
        ranks[seat] = 1 + better
