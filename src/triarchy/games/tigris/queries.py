# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""What people ask of a position and the rules do not: compiled questions that `sight.py` puts."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.games.tigris.conflicts import parted_cells, temples_beside
from triarchy.games.tigris.regions import (
    common,
    connected_cells,
    fill,
    first_cell,
    is_empty,
    load,
    single,
    size,
    union,
    without,
    write_cells,
)
from triarchy.games.tigris.scoring import earns_point, scoring_leader
from triarchy.games.tigris.state import MOST_PLAYERS, NONE


@compiled
def kingdoms(state, cells, ends, followers):
    """List the cells of all kingdoms in `cells`, kingdom by kingdom, by their first cells.

    Kingdom k's cells end before ends[k] and its followers of each colour are followers[k]. While
    wars are pending the two sides are kingdoms of their own. Returns the number of kingdoms.
    """
    rest = parted_cells(state)
    n = 0
    number = 0
    while not is_empty(rest):
        region = fill(single(first_cell(rest)), rest)
        rest = without(rest, region)
        if is_empty(common(region, load(state.leaders))):
            continue
        n = write_cells(region, 0, cells, n)
        ends[number] = n
        for colour in range(4):
            followers[number, colour] = size(common(region, load(state.tiles[colour])))
        number += 1
    return number


@compiled
def leader_temples(state, temples):
    """For each leader on the board, the face-up temples next to it: temples[seat, colour]."""
    for seat in range(min(MOST_PLAYERS, int(state.players))):
        for colour in range(4):
            cell = int(state.leader_cell[seat, colour])
            if cell >= 0:
                temples[seat, colour] = size(temples_beside(state, cell))


@compiled
def revolt_temples(state, cells):
    """List the temples that count for one of the two leaders in revolt; returns how many."""
    colour = int(state.conflict_colour)
    one = temples_beside(state, int(state.leader_cell[int(state.attacker), colour]))
    two = temples_beside(state, int(state.leader_cell[int(state.defender), colour]))
    return write_cells(union(one, two), 0, cells, 0)


@compiled
def tile_scorer(state, colour, cell):
    """The leader that would get a point for a tile on this free cell, as `scoring_leader`."""
    if not earns_point(state, cell):
        return NONE
    return scoring_leader(state, fill(single(cell), connected_cells(state)), colour)
