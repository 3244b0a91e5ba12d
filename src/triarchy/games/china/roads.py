"""The road scoring: the best set of separate rows of houses, exactly.

A row is a simple path along roads through at least four houses of one player, worth a point per
house and twice that with a fortified house in it (ruling C-18); no house counts in two rows, and
the best set of rows is scored (ruling C-17).

How it is found. Each connected group of houses is solved by itself. Lay down every road between
its houses; a set of rows is what remains when roads are lifted until no house has more than two.
Lifting more roads than that never helps: a path, or a cycle with any one road lifted, is worth
most as a single row. So only crossings (houses with three or more roads) leave a choice, and a
group without one is scored at once.

The search goes through the roads at crossings in a fixed order and keeps or lifts each, keeping
first. A road is not a choice when both its ends have no more than two roads left (it stays), nor
when one end has two kept roads already (it is lifted). Whatever has been decided, no more can
come of it than the value of the connected pieces that still hold together, so a branch that
cannot beat the best result so far is cut, and a result equal to the whole group's value ends the
search. The decided roads are those before the current one in the order, so that the set of roads
still lying (two uint64) and the current road are all there is to remember: to go back, lay the
later roads again and lift those that the earlier ones forbid.
"""

from __future__ import annotations

from triarchy.engine.bits import ONE, ZERO, bit, count, index_of_lowest, lowest
from triarchy.engine.compiled import compiled
from triarchy.games.china.state import ROADS, SHORTEST_ROW

WORD = 64
"""Roads 0 to 63 are the bits of the first word of a set of roads, the others of the second."""


@compiled
def road_points(board, houses, forts):
    """What a player with these houses earns for roads."""
    points = 0
    rest = houses
    while rest != ZERO:
        group = connected(board, lowest(rest), houses)
        rest &= ~group
        if count(group) >= SHORTEST_ROW:
            points += group_points(board, group, forts)
    return points


@compiled
def connected(board, start, houses):
    """The houses that hang together with the start."""
    group = start
    edge = start
    while edge != ZERO:
        field = index_of_lowest(edge)
        edge &= edge - ONE
        fresh = board.near[field] & houses & ~group
        group |= fresh
        edge |= fresh
    return group


@compiled
def row_value(houses, forts):
    """What these houses are worth as a single row."""
    length = count(houses)
    if length < SHORTEST_ROW:
        return 0
    return 2 * length if houses & forts != ZERO else length


@compiled
def crossings(board, group):
    """The houses of a group with three or more roads to others of it."""
    found = ZERO
    rest = group
    while rest != ZERO:
        field = index_of_lowest(rest)
        rest &= rest - ONE
        if count(board.near[field] & group) > 2:
            found |= bit(field)
    return found


@compiled
def roads_at(board, fields):
    """The roads with an end in a set of fields, as two words."""
    first = ZERO
    later = ZERO
    while fields != ZERO:
        field = index_of_lowest(fields)
        fields &= fields - ONE
        first |= board.first_roads[field]
        later |= board.later_roads[field]
    return first, later


@compiled
def group_points(board, group, forts):
    """The best rows in one connected group of houses."""
    whole = row_value(group, forts)
    crossing = crossings(board, group)
    if crossing == ZERO:
        return whole
    return search(board, group, forts, crossing, whole)


@compiled
def before(road):
    """The roads before this one in the order, as two words."""
    if road >= WORD:
        return ~ZERO, bit(road - WORD) - ONE
    return bit(road) - ONE, ZERO


@compiled
def has_road(first, later, road):
    if road >= WORD:
        return later & bit(road - WORD) != ZERO
    return first & bit(road) != ZERO


@compiled
def next_road(first, later, road):
    """The first road of a set that is not before `road`; 2 * WORD if there is none."""
    low, high = before(road)
    if first & ~low != ZERO:
        return index_of_lowest(first & ~low)
    return WORD + index_of_lowest(later & ~high)


@compiled
def degree(board, field, first, later):
    """How many of these roads meet in a field."""
    return count(board.first_roads[field] & first) + count(board.later_roads[field] & later)


@compiled
def lift_forbidden(board, crossing, first, later, road):
    """Lift the roads from `road` on at crossings where two earlier ones are kept."""
    low, high = before(road)
    kept_first = first & low
    kept_later = later & high
    while crossing != ZERO:
        field = index_of_lowest(crossing)
        crossing &= crossing - ONE
        if degree(board, field, kept_first, kept_later) >= 2:
            first &= ~board.first_roads[field] | low
            later &= ~board.later_roads[field] | high
    return first, later


@compiled
def best_hope(board, group, forts, first, later):
    """No more than this can come of the roads that lie: each connected piece as one row.

    Without crossings left it is what they are worth.
    """
    hope = 0
    rest = group
    while rest != ZERO:
        piece = lowest(rest)
        edge = piece
        lost = 0
        while edge != ZERO:
            field = index_of_lowest(edge)
            edge &= edge - ONE
            own_first = board.first_roads[field] & first
            own_later = board.later_roads[field] & later
            ends = 0
            while own_first != ZERO or own_later != ZERO:
                if own_first != ZERO:
                    road = index_of_lowest(own_first)
                    own_first &= own_first - ONE
                else:
                    road = WORD + index_of_lowest(own_later)
                    own_later &= own_later - ONE
                other = int(board.road_ends[road, 0]) + int(board.road_ends[road, 1]) - field
                if degree(board, other, first, later) == 1:
                    ends += 1
                fresh = bit(other) & ~piece
                piece |= fresh
                edge |= fresh
            if ends > 2:
                lost += ends - 2
        rest &= ~piece
        length = count(piece) - lost
        if length >= SHORTEST_ROW:
            hope += 2 * length if piece & forts != ZERO else length
    return hope


@compiled
def is_choice(board, road, first, later):
    """Whether an end of this lying road has more than two roads."""
    one = int(board.road_ends[road, 0])
    two = int(board.road_ends[road, 1])
    return degree(board, one, first, later) > 2 or degree(board, two, first, later) > 2


@compiled
def search(board, group, forts, crossing, whole):
    """Branch and bound over the roads at crossings; see the top of the file."""
    out_first, out_later = roads_at(board, ~group & board.all_fields)
    all_first, all_later = roads_at(board, group)
    all_first &= ~out_first
    all_later &= ~out_later
    at_first, at_later = roads_at(board, crossing)
    at_first &= all_first
    at_later &= all_later
    first = all_first
    later = all_later
    best = 0
    road = -1
    while True:
        # Go down: keep every road that may stay, up to the end of the order.
        hope = best_hope(board, group, forts, first, later)
        while hope > best:
            road = next_road(first & at_first, later & at_later, road + 1)
            if road == 2 * WORD:
                best = hope
                road = ROADS
                break
            new_first, new_later = lift_forbidden(board, crossing, first, later, road + 1)
            if new_first != first or new_later != later:
                first = new_first
                later = new_later
                hope = best_hope(board, group, forts, first, later)
        if best == whole:
            return best
        # Go back to the last kept road that was a choice, and lift it.
        road += 1
        while True:
            road -= 1
            if road < 0:
                return best
            if not has_road(first & at_first, later & at_later, road):
                continue
            low, high = before(road)
            first = (first & low) | (all_first & ~low)
            later = (later & high) | (all_later & ~high)
            first, later = lift_forbidden(board, crossing, first, later, road)
            if is_choice(board, road, first, later):
                break
        if road >= WORD:
            later &= ~bit(road - WORD)
        else:
            first &= ~bit(road)
