"""What a seat may know: not the bag, nor others' hands, nor what others swapped away."""

from __future__ import annotations

from triarchy.engine.bits import ONE, ZERO, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle
from triarchy.games.tigris.regions import load, size
from triarchy.games.tigris.state import (
    CELLS,
    MONUMENTS,
    NOWHERE,
    OVER,
    PAIRS,
    PIECE_LEADER,
    PLANES,
    SEATS,
    TILES,
)


@compiled
def hide(board, state, seat):
    """Blank the colours of what the seat (-1: an onlooker) may not know; counts are kept."""
    if int(state.phase) == OVER:
        return
    state.viewer = seat + 1 if seat >= 0 else -1
    for i in range(int(state.bag_count)):
        state.bag[i] = 0
    for other in range(int(state.players)):
        if other != seat:
            for colour in range(4):
                state.hands[other, colour] = 0
                state.discarded[other, colour] = 0
    if int(state.active) != seat:
        for colour in range(4):
            state.swapped[colour] = 0


@compiled
def unseen(state, colour):
    """How many tiles of this colour are nowhere to be seen in a view: neither on the board, nor
    removed, nor among what the view shows of hands and discards."""
    left = TILES[colour] - int(state.removed[colour]) - int(state.swapped[colour])
    left -= size(load(state.tiles[colour]))
    for monument in range(MONUMENTS):
        if int(state.monument_on[monument]) == colour:
            left -= 4
    for seat in range(int(state.players)):
        left -= int(state.hands[seat, colour]) + int(state.discarded[seat, colour])
    return left


@compiled
def guess(board, state, seat, rng):
    """Deal the unseen tiles at random to the bag, the others' hands and what they put away.

    A seat that has chosen a tile to lay certainly holds one of its colour. A full state is left
    as it is.
    """
    if int(state.viewer) == 0:
        return
    looker = int(state.viewer) - 1 if int(state.viewer) > 0 else NOWHERE
    active = int(state.active)
    chosen = int(state.piece)
    if active == looker or chosen >= PIECE_LEADER:
        chosen = NOWHERE
    n = 0
    for colour in range(4):
        for _ in range(unseen(state, colour) - (1 if colour == chosen else 0)):
            state.bag[n] = colour
            n += 1
    shuffle(rng, state.bag, n)
    for other in range(int(state.players)):
        if other == looker:
            continue
        in_hand = int(state.hand_count[other])
        if other == active and chosen >= 0:
            state.hands[other, chosen] += 1
            in_hand -= 1
        n = deal(state, n, state.hands[other], in_hand)
        n = deal(state, n, state.discarded[other], int(state.discarded_count[other]))
    if active != looker:
        n = deal(state, n, state.swapped, int(state.swapped_count))
    state.viewer = 0


@compiled
def deal(state, n, to, number):
    """Move the last `number` of the n tiles in the bag to a count of colours; returns n left."""
    for _ in range(number):
        n -= 1
        to[int(state.bag[n])] += 1
        state.bag[n] = 0
    return n


# Features, in the order listed in state.py


@compiled
def mark(out, plane, words):
    """Set the cells of a set in a plane."""
    for w in range(3):
        word = words[w]
        while word != ZERO:
            out[plane * CELLS + 64 * w + index_of_lowest(word)] = 1
            word &= word - ONE


@compiled
def mark_square(out, plane, square):
    for i in range(4):
        out[plane * CELLS + square + (i & 1) + 16 * (i >> 1)] = 1


@compiled
def observe_cells(board, state, base, out):
    for colour in range(4):
        mark(out, colour, load(state.tiles[colour]))
    mark(out, 4, load(state.flipped))
    mark(out, 5, load(state.treasures))
    mark(out, 6, load(state.catastrophes))
    mark(out, 7, load(board.river))
    players = int(state.players)
    for k in range(players):
        for colour in range(4):
            cell = int(state.leader_cell[(base + k) % players, colour])
            if cell >= 0:
                out[(8 + 4 * k + colour) * CELLS + cell] = 1
    for monument in range(MONUMENTS):
        square = int(state.monument_square[monument])
        if square >= 0:
            first, second = PAIRS[monument]
            mark_square(out, 24 + first, square)
            mark_square(out, 24 + second, square)
    if int(state.placed) >= 0:
        out[28 * CELLS + int(state.placed)] = 1
    if int(state.square) >= 0:
        mark_square(out, 29, int(state.square))
    for k in range(3):
        mark(out, 30 + k, load(state.near[k]))


@compiled
def observe_stock(state, seat, base, out, at):
    """Tiles, points and what is left."""
    players = int(state.players)
    for colour in range(4):
        if seat >= 0:
            out[at + colour] = int(state.hands[seat, colour])
            out[at + 4 + colour] = int(state.discarded[seat, colour])
        if seat == int(state.active):
            out[at + 8 + colour] = int(state.swapped[colour])
    at += 12
    for k in range(players):
        other = (base + k) % players
        out[at + k] = int(state.hand_count[other])
        out[at + 4 + k] = min(127, int(state.discarded_count[other]))
        out[at + 8 + k] = int(state.catastrophes_left[other])
        for i in range(5):
            out[at + 12 + 5 * k + i] = min(127, int(state.points[other, i]))
    at += 32
    for colour in range(4):
        out[at + colour] = int(state.removed[colour])
    at += 4
    out[at] = min(127, int(state.bag_count))
    out[at + 1] = int(state.swapped_count)
    out[at + 2] = size(load(state.treasures))
    out[at + 3] = int(state.actions_left)
    out[at + 4] = min(127, int(state.turn))
    return at + 5


@compiled
def observe(board, state, seat, out):
    players = int(state.players)
    base = max(seat, 0)
    observe_cells(board, state, base, out)
    at = observe_stock(state, seat, base, out, PLANES * CELLS)
    out[at + (int(state.active) - base) % players] = 1
    if int(state.to_move) >= 0:
        out[at + SEATS + (int(state.to_move) - base) % players] = 1
    at += 2 * SEATS
    out[at + int(state.phase)] = 1
    at += 9
    if int(state.piece) >= 0:
        out[at + int(state.piece)] = 1
    at += 9
    for monument in range(MONUMENTS):
        out[at + monument] = 1 if int(state.monument_square[monument]) == NOWHERE else 0
    at += MONUMENTS
    kind = int(state.conflict)
    if kind > 0:
        out[at + kind - 1] = 1
        out[at + 2 + int(state.conflict_colour)] = 1
        out[at + 6 + (int(state.attacker) - base) % players] = 1
        out[at + 10 + (int(state.defender) - base) % players] = 1
        out[at + 14] = int(state.attacker_board)
        out[at + 15] = int(state.defender_board)
        out[at + 16] = max(0, int(state.attacker_support))
        out[at + 17] = 1 if int(state.attacker_support) >= 0 else 0
    at += 18
    out[at] = players
    out[at + 1] = int(state.english_support)
