# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What a network with eyes sees of a position: planes of cells, single numbers, and hints for its judgement.

A row holds what `observe` writes and after it the planes of kingdoms: for every cell of a region what the whole region
holds, which a network would have to find out by many steps from cell to cell.

    followers     4 planes   tiles of each colour in the region, at most MOST_FOLLOWERS
    treasures     1 plane
    monuments     4 planes   monuments of each colour
    leaders      16 planes   whether the k-th seat's black, red, blue, green leader is in it
    size          1 plane    its cells, at most MOST_CELLS

Planes of leaders and the seats of hints are counted from the seat to move.
"""

from __future__ import annotations

import math

from triarchy.engine.bits import ONE, ZERO, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.elementary import log
from triarchy.engine.features import EyeLayout
from triarchy.games.tigris import advice
from triarchy.games.tigris.conflicts import parted_cells
from triarchy.games.tigris.deeds import DEEDS, OTHERS
from triarchy.games.tigris.regions import (
    common,
    contains,
    fill,
    first_cell,
    is_empty,
    load,
    single,
    size,
    without,
)
from triarchy.games.tigris.secrets import observe
from triarchy.games.tigris.state import (
    AT,
    CELLS,
    COLUMNS,
    FEATURES,
    MONUMENTS,
    MOST_PLAYERS,
    PAIRS,
    ROWS,
)

OBSERVED = AT.hand // CELLS
"""So many planes are in what `observe` writes; single numbers follow."""
NUMBERS = FEATURES.size - AT.hand
AT_KINGDOMS = -(-FEATURES.size // 16) * 16
AT_REGION_TREASURES = AT_KINGDOMS + 4 * CELLS
AT_REGION_MONUMENTS = AT_KINGDOMS + 5 * CELLS
AT_REGION_LEADERS = AT_KINGDOMS + 9 * CELLS
AT_REGION_SIZE = AT_KINGDOMS + 25 * CELLS
KINGDOMS = 26
ROW = AT_KINGDOMS + KINGDOMS * CELLS
MOST_FOLLOWERS = 20
MOST_CELLS = 80

HINTS = 4 * MOST_PLAYERS
"""The evaluation's shares of the win as logarithms, then the hands of the others."""
HINT_UNIT = 512
LEAST_SHARE = 1e-4

EYES = EyeLayout(
    rows=ROWS,
    columns=COLUMNS,
    planes=OBSERVED,
    numbers_at=AT.hand,
    numbers=NUMBERS,
    more_at=AT_KINGDOMS,
    more=KINGDOMS,
    hints=HINTS,
    hint_unit=HINT_UNIT,
    seats=MOST_PLAYERS,
    sorts=OTHERS // CELLS,
    others=DEEDS - OTHERS,
)


@compiled
def paint(out, at, cells, value):
    """Set the cells of a set in the plane that begins at `at` to a value."""
    for w in range(3):
        word = cells[w]
        while word != ZERO:
            out[at + 64 * w + index_of_lowest(word)] = value
            word &= word - ONE


@compiled
def monuments_of(state, region, colour):
    """How many monuments of a colour are in a region."""
    found = 0
    for monument in range(MONUMENTS):
        square = int(state.monument_square[monument])
        first, second = PAIRS[monument]
        if square >= 0 and (first == colour or second == colour) and contains(region, square):
            found += 1
    return found


@compiled
def paint_region(state, seat, region, out):
    """What one region holds, into the planes of kingdoms."""
    players = int(state.players)
    for colour in range(4):
        found = size(common(region, load(state.tiles[colour])))
        if found > 0:
            paint(out, AT_KINGDOMS + colour * CELLS, region, min(found, MOST_FOLLOWERS))
        found = monuments_of(state, region, colour)
        if found > 0:
            paint(out, AT_REGION_MONUMENTS + colour * CELLS, region, found)
        for k in range(players):
            cell = int(state.leader_cell[(seat + k) % players, colour])
            if cell >= 0 and contains(region, cell):
                paint(out, AT_REGION_LEADERS + (4 * k + colour) * CELLS, region, 1)
    found = size(common(region, load(state.treasures)))
    if found > 0:
        paint(out, AT_REGION_TREASURES, region, found)
    paint(out, AT_REGION_SIZE, region, min(size(region), MOST_CELLS))


@compiled
def see(board, state, out):
    """What the seat to move sees, into a row of zeros (int8); works on a view or a state alike."""
    seat = int(state.to_move)
    observe(board, state, seat, out, 0, 1)
    # While wars are pending, of either side for itself.
    area = parted_cells(state)
    rest = area
    while not is_empty(rest):
        region = fill(single(first_cell(rest)), area)
        rest = without(rest, region)
        paint_region(state, seat, region, out)


@compiled
def hint(board, state, shares, out):
    """What helps to judge a state, or a guess of one: into HINTS whole numbers (int16). `shares` is scratch."""
    seat, players = int(state.to_move), int(state.players)
    advice.evaluate(board, state, shares)
    for k in range(HINTS):
        out[k] = 0
    for k in range(players):
        other = (seat + k) % players
        out[k] = math.floor(HINT_UNIT * log(max(shares[other], LEAST_SHARE)) + 0.5)
        if k > 0:
            for colour in range(4):
                out[4 * k + colour] = int(state.hands[other, colour])
