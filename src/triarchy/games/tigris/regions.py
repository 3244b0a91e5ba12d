"""Sets of cells as three uint64 words, neighbours, regions and kingdoms, all by shift and mask.

A set is a tuple of three words (see state.py); sets never hold bits outside the 176 cells.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.bits import ALL, ONE, ZERO, count, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.games.tigris.state import NONE

_NOT_A = np.uint64(0xFFFEFFFEFFFEFFFE)
_NOT_P = np.uint64(0x7FFF7FFF7FFF7FFF)
_ROWS_9_TO_11 = np.uint64(0x0000FFFFFFFFFFFF)
_U1, _U16, _U48 = np.uint64(1), np.uint64(16), np.uint64(48)


# Sets


@compiled
def empty():
    return (ZERO, ZERO, ZERO)


@compiled
def everywhere():
    return (ALL, ALL, _ROWS_9_TO_11)


@compiled
def load(words):
    """The set kept in a field of three words."""
    return (words[0], words[1], words[2])


@compiled
def store(words, cells):
    """Write a set into a field of three words."""
    words[0] = cells[0]
    words[1] = cells[1]
    words[2] = cells[2]


@compiled
def single(cell):
    """The set of just this cell."""
    bit = ONE << np.uint64(cell & 63)
    if cell < 64:
        return (bit, ZERO, ZERO)
    if cell < 128:
        return (ZERO, bit, ZERO)
    return (ZERO, ZERO, bit)


@compiled
def contains(cells, cell):
    if cell < 64:
        word = cells[0]
    elif cell < 128:
        word = cells[1]
    else:
        word = cells[2]
    return (word >> np.uint64(cell & 63)) & ONE != ZERO


@compiled
def union(a, b):
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2])


@compiled
def common(a, b):
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2])


@compiled
def without(a, b):
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2])


@compiled
def is_empty(cells):
    return (cells[0] | cells[1] | cells[2]) == ZERO


@compiled
def size(cells):
    return count(cells[0]) + count(cells[1]) + count(cells[2])


@compiled
def first_cell(cells):
    """The lowest cell of a set; NONE for the empty one."""
    if cells[0] != ZERO:
        return index_of_lowest(cells[0])
    if cells[1] != ZERO:
        return 64 + index_of_lowest(cells[1])
    if cells[2] != ZERO:
        return 128 + index_of_lowest(cells[2])
    return NONE


@compiled
def put(words, cell):
    """Add a cell to the set kept in a field."""
    words[cell >> 6] |= ONE << np.uint64(cell & 63)


@compiled
def drop(words, cell):
    """Take a cell out of the set kept in a field."""
    words[cell >> 6] &= ~(ONE << np.uint64(cell & 63))


@compiled
def write_cells(cells, first, out, n):
    """Append `first` + each cell, ascending, to the list `out` that holds n entries."""
    for w in range(3):
        word = cells[w]
        base = first + 64 * w
        while word != ZERO:
            out[n] = base + index_of_lowest(word)
            n += 1
            word &= word - ONE
    return n


# Neighbours and regions


@compiled
def neighbours(cells):
    """The cells orthogonally next to a set (cells of the set itself among them where they touch)."""
    a, b, c = cells
    return (
        ((a << _U1) & _NOT_A) | ((a >> _U1) & _NOT_P) | (a << _U16) | (a >> _U16) | (b << _U48),
        ((b << _U1) & _NOT_A)
        | ((b >> _U1) & _NOT_P)
        | (b << _U16)
        | (b >> _U16)
        | (a >> _U48)
        | (c << _U48),
        (((c << _U1) & _NOT_A) | ((c >> _U1) & _NOT_P) | (c << _U16) | (c >> _U16) | (b >> _U48))
        & _ROWS_9_TO_11,
    )


@compiled
def west_of(cells):
    """The cells one column west of each cell of the set."""
    return ((cells[0] >> _U1) & _NOT_P, (cells[1] >> _U1) & _NOT_P, (cells[2] >> _U1) & _NOT_P)


@compiled
def north_of(cells):
    """The cells one row north of each cell of the set."""
    a, b, c = cells
    return ((a >> _U16) | (b << _U48), (b >> _U16) | (c << _U48), c >> _U16)


@compiled
def fill(start, area):
    """What is connected to `start` through cells of `area` (`start` itself included)."""
    found = start
    edge = start
    while not is_empty(edge):
        edge = without(common(neighbours(edge), area), found)
        found = union(found, edge)
    return found


@compiled
def face_up(state):
    """All tiles that lie face up."""
    t = state.tiles
    return (
        t[0, 0] | t[1, 0] | t[2, 0] | t[3, 0],
        t[0, 1] | t[1, 1] | t[2, 1] | t[3, 1],
        t[0, 2] | t[1, 2] | t[2, 2] | t[3, 2],
    )


@compiled
def connected_cells(state):
    """The cells that make up regions: tiles, flipped ones too, and leaders."""
    return union(union(face_up(state), load(state.flipped)), load(state.leaders))


@compiled
def region_of(state, cell):
    """The region a tile or leader on this cell belongs to."""
    return fill(single(cell), connected_cells(state))


@compiled
def squares_of(cells):
    """The top-left cells of the 2x2 squares that lie wholly in a set."""
    pairs = common(cells, west_of(cells))
    return common(pairs, north_of(pairs))


# Leaders and kingdoms


# How many kingdoms a cell is next to is kept as four sets: the cells next to at least one, two,
# three, four. A kingdom's border can so be added and taken away by a few masks.


@compiled
def load_near(state):
    near = state.near
    return (load(near[0]), load(near[1]), load(near[2]), load(near[3]))


@compiled
def store_near(state, near):
    store(state.near[0], near[0])
    store(state.near[1], near[1])
    store(state.near[2], near[2])
    store(state.near[3], near[3])


@compiled
def with_border(near, kingdom):
    """The counts after one more kingdom."""
    border = neighbours(kingdom)
    return (
        union(near[0], border),
        union(near[1], common(near[0], border)),
        union(near[2], common(near[1], border)),
        union(near[3], common(near[2], border)),
    )


@compiled
def without_border(near, kingdom):
    """The counts after a kingdom is gone."""
    border = neighbours(kingdom)
    return (
        union(without(near[0], border), near[1]),
        union(without(near[1], border), near[2]),
        union(without(near[2], border), near[3]),
        without(near[3], border),
    )


@compiled
def with_kingdoms(near, leaders, area):
    """The counts after adding every kingdom of `area` that has one of these leaders."""
    rest = leaders
    while not is_empty(rest):
        kingdom = fill(single(first_cell(rest)), area)
        rest = without(rest, kingdom)
        near = with_border(near, kingdom)
    return near


@compiled
def survey(state):
    """Make `near` anew, after tiles or leaders have left the board."""
    none = (empty(), empty(), empty(), empty())
    store_near(state, with_kingdoms(none, load(state.leaders), connected_cells(state)))


@compiled
def near_without(state, cell):
    """What `near` will be when the leader on this cell is lifted: its kingdom may fall apart."""
    area = connected_cells(state)
    kingdom = fill(single(cell), area)
    others = without(common(load(state.leaders), kingdom), single(cell))
    near = without_border(load_near(state), kingdom)
    return with_kingdoms(near, others, without(area, single(cell)))


@compiled
def join(state, cell, is_leader):
    """The region a piece makes by coming to this free cell; `near` is brought up to date for it.

    To be called before the piece is put down.
    """
    area = connected_cells(state)
    region = fill(single(cell), area)
    joined = common(load(state.leaders), region)
    if is_empty(joined) and not is_leader:
        return region
    near = load_near(state)
    if size(common(neighbours(single(cell)), area)) == 1 and not is_empty(joined):
        near = without_border(near, without(region, single(cell)))
    else:
        while not is_empty(joined):
            kingdom = fill(single(first_cell(joined)), area)
            joined = without(joined, kingdom)
            near = without_border(near, kingdom)
    store_near(state, with_border(near, region))
    return region


@compiled
def leader_in(state, colour, region):
    """The first seat whose leader of this colour is in the region; NONE if none is."""
    for seat in range(int(state.players)):
        cell = int(state.leader_cell[seat, colour])
        if cell >= 0 and contains(region, cell):
            return seat
    return NONE


@compiled
def set_leader(state, seat, colour, cell):
    """Put a leader on a cell, or take it home (NONE). `survey` is left to the caller."""
    before = int(state.leader_cell[seat, colour])
    if before >= 0:
        drop(state.leaders, before)
    state.leader_cell[seat, colour] = cell
    if cell >= 0:
        put(state.leaders, cell)


@compiled
def beside_temples(state):
    """The cells next to a face-up temple."""
    return neighbours(load(state.tiles[1]))


@compiled
def send_stranded_home(state):
    """Leaders without a face-up temple next to them go home at once."""
    # Ruling T-20
    good = beside_temples(state)
    if is_empty(without(load(state.leaders), good)):
        return
    for seat in range(int(state.players)):
        for colour in range(4):
            cell = int(state.leader_cell[seat, colour])
            if cell >= 0 and not contains(good, cell):
                set_leader(state, seat, colour, NONE)
