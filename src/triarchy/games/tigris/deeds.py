# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Deeds: a piece and the cell it comes to as one number, for whoever learns the game or searches it.

The rules ask for the piece and then for the cell. A network that is asked for both at once is asked half as often, and
sees what the piece is for. The numbers:

    176 * piece + cell    piece 0 to 3 a tile, 4 to 7 a leader of that colour, 8 a catastrophe
    176 * 9 + cell        square, by its top-left cell
    1760 + a - 352        any other action a of state.py; leader there means to withdraw that leader
"""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris import choices, rules
from triarchy.games.tigris.regions import write_cells
from triarchy.games.tigris.state import (
    ACTION,
    ACTIONS,
    CELL,
    CELLS,
    DO_CATASTROPHE,
    DO_CELL,
    DO_LEADER,
    DO_PASS,
    DO_SQUARE,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WITHDRAW,
    NONE,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
)

PIECES = PIECE_CATASTROPHE + 1
SQUARES = PIECES * CELLS
OTHERS = SQUARES + CELLS
DEEDS = OTHERS + ACTIONS - DO_TAKE


@compiled
def first_action(deed):
    """The action of the rules that a deed begins with."""
    if deed < SQUARES:
        return DO_TILE + deed // CELLS
    if deed < OTHERS:
        return DO_SQUARE + deed - SQUARES
    return DO_TAKE + deed - OTHERS


@compiled
def second_action(deed):
    """The action that completes it; NONE where the first was all."""
    if deed < SQUARES:
        return DO_CELL + deed % CELLS
    if OTHERS + DO_LEADER - DO_TAKE <= deed < OTHERS + DO_CATASTROPHE - DO_TAKE:
        return DO_WITHDRAW
    return NONE


@compiled
def part_of_deed(state, deed, part):
    """The first or second action of the rules that a deed is made of; NONE if there is none."""
    return first_action(deed) if part == 0 else second_action(deed)


@compiled
def deed_of(first, second):
    """The deed that these actions of the rules make; the second counts only after a piece."""
    if DO_TILE <= first <= DO_CATASTROPHE and second != DO_WITHDRAW:
        return CELLS * (first - DO_TILE) + second - DO_CELL
    if first < DO_TAKE:
        return SQUARES + first - DO_SQUARE
    return OTHERS + first - DO_TAKE


@compiled
def perform(board, state, deed, scratch):
    """Play a deed and what is forced after it; `scratch` is as long as a list of legal actions."""
    rules.apply(board, state, first_action(deed))
    second = second_action(deed)
    if second != NONE:
        rules.apply(board, state, second)
    pass_forced(board, state, scratch)


@compiled
def pass_forced(board, state, scratch):
    """Play decisions until there is a choice again, or the game is over."""
    while int(state.to_move) >= 0 and int(state.phase) != ACTION:
        if choices.legal(board, state, scratch) > 1:
            return
        rules.apply(board, state, int(scratch[0]))


@compiled
def unchoose(board, state):
    """Where a piece is chosen and its cell is not: as if the piece were not chosen yet. Returns the action that chose it;
    NONE where none did."""
    if int(state.phase) != CELL:
        return NONE
    piece = int(state.piece)
    state.phase = ACTION
    state.piece = NONE
    return DO_TILE + piece


@compiled
def legal_deeds(board, state, scratch, out):
    """Write the legal deeds, ascending, into `out` (int16) and return how many; not for the phase cell."""
    n = 0
    if int(state.phase) != ACTION:
        for k in range(choices.legal(board, state, scratch)):
            out[n] = deed_of(int(scratch[k]), NONE)
            n += 1
        return n
    seat = int(state.active)
    for colour in range(4):
        if int(state.hands[seat, colour]) > 0:
            n = write_cells(choices.cells_for_tile(board, state, colour), colour * CELLS, out, n)
    for colour in range(4):
        at = int(state.leader_cell[seat, colour])
        cells = choices.cells_for_leader(board, state, at)
        n = write_cells(cells, (PIECE_LEADER + colour) * CELLS, out, n)
    if int(state.catastrophes_left[seat]) > 0:
        cells = choices.cells_for_catastrophe(board, state)
        n = write_cells(cells, PIECE_CATASTROPHE * CELLS, out, n)
    for colour in range(4):
        if int(state.leader_cell[seat, colour]) >= 0:
            out[n] = OTHERS + DO_LEADER + colour - DO_TAKE
            n += 1
    if int(state.hand_sizes[seat]) > 0:
        out[n] = OTHERS + DO_SWAP - DO_TAKE
        n += 1
    out[n] = OTHERS + DO_PASS - DO_TAKE
    return n + 1
