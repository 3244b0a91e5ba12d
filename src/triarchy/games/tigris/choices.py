# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What may be done in each phase: the legal actions, and the cells and squares behind them."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris import conflicts
from triarchy.games.tigris.regions import (
    beside_temples,
    common,
    connected_cells,
    contains,
    empty,
    face_up,
    is_empty,
    load,
    near_without,
    north_of,
    region_of,
    single,
    squares_of,
    union,
    west_of,
    without,
    write_cells,
)
from triarchy.games.tigris.state import (
    ACTION,
    BLUE,
    CELL,
    DO_CATASTROPHE,
    DO_CELL,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    DO_WITHDRAW,
    GREEN,
    MONUMENT,
    MONUMENTS,
    NONE,
    PAIRS,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    SQUARE,
    START_TEMPLES,
    SUPPORT,
    SWAP,
    TREASURE,
    WAR,
)


@compiled
def legal(board, state, out):
    phase = int(state.phase)
    if phase == ACTION:
        return legal_actions(board, state, out)
    if phase == CELL:
        return legal_cells(board, state, out)
    if phase == SWAP:
        return legal_swap(state, out)
    if phase == WAR:
        return legal_wars(state, out)
    if phase == SUPPORT:
        return legal_support(state, out)
    if phase == SQUARE:
        n = write_cells(buildable_squares(state), DO_SQUARE, out, 0)
        out[n] = DO_NO_MONUMENT
        return n + 1
    if phase == MONUMENT:
        return legal_monuments(state, out)
    if phase == TREASURE:
        return legal_takes(board, state, out)
    return 0


@compiled
def legal_actions(board, state, out):
    """Only pieces that some cell can take; a leader on the board can at least be withdrawn."""
    seat = int(state.active)
    n = 0
    free = free_cells(board, state)
    land = without(common(free, load(board.land)), load(state.near[2]))
    river = without(common(free, load(board.river)), load(state.near[2]))
    on_land = not is_empty(land)
    on_river = not is_empty(river)
    for colour in range(4):
        room = on_river if colour == BLUE else on_land
        if room and int(state.hands[seat, colour]) > 0:
            out[n] = DO_TILE + colour
            n += 1
    for_leaders = not is_empty(cells_for_leader(board, state, NONE))
    for colour in range(4):
        if for_leaders or int(state.leader_cell[seat, colour]) >= 0:
            out[n] = DO_LEADER + colour
            n += 1
    if int(state.catastrophes_left[seat]) > 0 and not is_empty(cells_for_catastrophe(board, state)):
        out[n] = DO_CATASTROPHE
        n += 1
    if int(state.hand_sizes[seat]) > 0:
        out[n] = DO_SWAP
        n += 1
    # Ruling T-1
    out[n] = DO_PASS
    return n + 1


@compiled
def legal_cells(board, state, out):
    piece = int(state.piece)
    if piece < PIECE_LEADER:
        return write_cells(cells_for_tile(board, state, piece), DO_CELL, out, 0)
    if piece == PIECE_CATASTROPHE:
        return write_cells(cells_for_catastrophe(board, state), DO_CELL, out, 0)
    from_cell = int(state.leader_cell[int(state.active), piece - PIECE_LEADER])
    n = write_cells(cells_for_leader(board, state, from_cell), DO_CELL, out, 0)
    if from_cell >= 0:
        out[n] = DO_WITHDRAW
        n += 1
    return n


@compiled
def free_cells(board, state):
    """Cells with neither tile, leader nor catastrophe."""
    every = union(load(board.land), load(board.river))
    return without(without(every, connected_cells(state)), load(state.catastrophes))


@compiled
def cells_for_tile(board, state, colour):
    """Farms only on rivers, other tiles never; no tile may join three kingdoms."""
    ground = load(board.river) if colour == BLUE else load(board.land)
    # Ruling T-5: `near` counts kingdoms alone
    return without(common(free_cells(board, state), ground), load(state.near[2]))


@compiled
def cells_for_leader(board, state, from_cell):
    """Free land next to a face-up temple where the leader joins no two kingdoms.

    A leader on the board is lifted first: all is tested without it, but its own cell is no move.
    """
    if from_cell == NONE:
        two = load(state.near[1])
    else:
        # Ruling T-2
        two = near_without(state, from_cell)[1]
    # Ruling T-4: its own cell is not free
    free = common(free_cells(board, state), load(board.land))
    # Ruling T-3
    return without(common(free, beside_temples(state)), two)


@compiled
def cells_for_catastrophe(board, state):
    """Free cells, rivers too, and face-up tiles without a treasure."""
    # Ruling T-8
    tiles = without(face_up(state), load(state.treasures))
    return union(free_cells(board, state), tiles)


@compiled
def legal_swap(state, out):
    n = 0
    for colour in range(4):
        if int(state.hands[int(state.active), colour]) > 0:
            out[n] = DO_DISCARD + colour
            n += 1
    if int(state.swapped_size) > 0:
        out[n] = DO_DRAW
        n += 1
    return n


@compiled
def legal_wars(state, out):
    n = 0
    colours = conflicts.pending_wars(state)
    for colour in range(4):
        if (colours >> colour) & 1:
            out[n] = DO_WAR + colour
            n += 1
    return n


@compiled
def legal_support(state, out):
    n = 0
    colour = conflicts.committed_colour(state)
    for number in range(int(state.hands[int(state.to_move), colour]) + 1):
        if conflicts.may_commit(state, number):
            out[n] = DO_SUPPORT + number
            n += 1
    return n


@compiled
def legal_monuments(state, out):
    n = 0
    colour = placed_colour(state)
    for monument in range(MONUMENTS):
        if monument_fits(state, monument, colour):
            out[n] = DO_MONUMENT + monument
            n += 1
    out[n] = DO_NO_MONUMENT
    return n + 1


@compiled
def legal_takes(board, state, out):
    """Any treasure of the kingdom, but those of the board's corners first."""
    trader = int(state.leader_cell[int(state.taker), GREEN])
    there = common(region_of(state, trader), load(state.treasures))
    corners = common(there, load(board.corners))
    choice = there if is_empty(corners) else corners
    n = 0
    for i in range(START_TEMPLES):
        if contains(choice, int(board.start_cell[i])):
            out[n] = DO_TAKE + i
            n += 1
    return n


# Monuments


@compiled
def monument_fits(state, monument, colour):
    """Whether this monument is left and one of its colours is that of the square."""
    first, second = PAIRS[monument]
    return int(state.monument_square[monument]) == NONE and (first == colour or second == colour)


@compiled
def placed_colour(state):
    """The colour of the tile laid in this action."""
    for colour in range(4):
        if contains(load(state.tiles[colour]), int(state.placed)):
            return colour
    return NONE


@compiled
def buildable_squares(state):
    """The squares of face-up tiles of one colour that the tile just laid completes, by their
    top-left cells; none if no monument of that colour is left."""
    colour = placed_colour(state)
    # Ruling T-18: only squares with the tile just laid
    placed = single(int(state.placed))
    corners = union(placed, west_of(placed))
    corners = union(corners, north_of(corners))
    squares = common(squares_of(load(state.tiles[colour])), corners)
    if is_empty(squares):
        return squares
    for monument in range(MONUMENTS):
        if monument_fits(state, monument, colour):
            return squares
    return empty()
