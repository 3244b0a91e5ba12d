"""What a seat may know: not the bag, nor others' hands, nor what others swapped away."""

from __future__ import annotations

from triarchy.engine.bits import ONE, ZERO, index_of_lowest
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle
from triarchy.games.tigris.regions import load, size
from triarchy.games.tigris.state import (
    AT,
    CELLS,
    MONUMENTS,
    NONE,
    OVER,
    PAIRS,
    PIECE_LEADER,
    TILES,
)


@compiled
def hide(board, state, seat):
    """Blank the colours of what the seat (-1: an onlooker) may not know; counts are kept."""
    if int(state.phase) == OVER:
        return
    state.viewer = seat + 1 if seat >= 0 else -1
    for i in range(int(state.bag_size)):
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
    looker = int(state.viewer) - 1 if int(state.viewer) > 0 else NONE
    active = int(state.active)
    chosen = int(state.piece)
    if active == looker or chosen >= PIECE_LEADER:
        chosen = NONE
    n = 0
    for colour in range(4):
        for _ in range(unseen(state, colour) - (1 if colour == chosen else 0)):
            state.bag[n] = colour
            n += 1
    shuffle(rng, state.bag, n)
    for other in range(int(state.players)):
        if other == looker:
            continue
        in_hand = int(state.hand_sizes[other])
        if other == active and chosen >= 0:
            state.hands[other, chosen] += 1
            in_hand -= 1
        n = deal(state, n, state.hands[other], in_hand)
        n = deal(state, n, state.discarded[other], int(state.discarded_sizes[other]))
    if active != looker:
        n = deal(state, n, state.swapped, int(state.swapped_size))
    state.viewer = 0


@compiled
def deal(state, n, to, number):
    """Move the last `number` of the n tiles in the bag to a count of colours; returns n left."""
    for _ in range(number):
        n -= 1
        to[int(state.bag[n])] += 1
        state.bag[n] = 0
    return n


# Features, in the blocks of state.py


@compiled
def mark(out, at, words):
    """Set the cells of a set in the plane that begins at `at`."""
    for w in range(3):
        word = words[w]
        while word != ZERO:
            out[at + 64 * w + index_of_lowest(word)] = 1
            word &= word - ONE


@compiled
def mark_square(out, at, square):
    for i in range(4):
        out[at + square + (i & 1) + 16 * (i >> 1)] = 1


@compiled
def observe_cells(board, state, base, out, part, parts):
    for colour in range(part, 4, parts):
        mark(out, AT.tiles + colour * CELLS, load(state.tiles[colour]))
    # From the last part on, so that none has much more to do than another.
    for k in range(parts - 1 - part, 3, parts):
        mark(out, AT.near + k * CELLS, load(state.near[k]))
    if part == parts // 2:
        mark(out, AT.rivers, load(board.river))
        mark(out, AT.flipped, load(state.flipped))
        mark(out, AT.treasures, load(state.treasures))
        mark(out, AT.catastrophes, load(state.catastrophes))
    players = int(state.players)
    for leader in range(part, 4 * players, parts):
        cell = int(state.leader_cell[(base + leader // 4) % players, leader % 4])
        if cell >= 0:
            out[AT.leaders + leader * CELLS + cell] = 1
    for monument in range(part, MONUMENTS, parts):
        square = int(state.monument_square[monument])
        out[AT.monuments_left + monument] = 1 if square < 0 else 0
        if square >= 0:
            first, second = PAIRS[monument]
            mark_square(out, AT.monuments + first * CELLS, square)
            mark_square(out, AT.monuments + second * CELLS, square)


@compiled
def observe_stock(state, seat, base, out):
    """Tiles, points and what is left."""
    players = int(state.players)
    for colour in range(4):
        if seat >= 0:
            out[AT.hand + colour] = int(state.hands[seat, colour])
            out[AT.discarded + colour] = int(state.discarded[seat, colour])
        if seat == int(state.active):
            out[AT.swapped + colour] = int(state.swapped[colour])
        out[AT.removed + colour] = int(state.removed[colour])
    for k in range(players):
        other = (base + k) % players
        out[AT.hand_sizes + k] = int(state.hand_sizes[other])
        out[AT.discarded_sizes + k] = min(127, int(state.discarded_sizes[other]))
        out[AT.catastrophes_left + k] = int(state.catastrophes_left[other])
        for i in range(5):
            out[AT.points + 5 * k + i] = min(127, int(state.points[other, i]))
    out[AT.bag_size] = min(127, int(state.bag_size))
    out[AT.swapped_size] = int(state.swapped_size)
    out[AT.treasures_left] = size(load(state.treasures))
    out[AT.actions_left] = int(state.actions_left)
    out[AT.turn] = min(127, int(state.turn))


@compiled
def observe_conflict(state, base, out):
    players = int(state.players)
    kind = int(state.conflict)
    if kind > 0:
        out[AT.conflict + kind - 1] = 1
        out[AT.conflict_colour + int(state.conflict_colour)] = 1
        out[AT.attacker + (int(state.attacker) - base) % players] = 1
        out[AT.defender + (int(state.defender) - base) % players] = 1
        out[AT.attacker_board] = int(state.attacker_board)
        out[AT.defender_board] = int(state.defender_board)
        out[AT.attacker_support] = max(0, int(state.attacker_support))
        out[AT.attacker_decided] = 1 if int(state.attacker_support) >= 0 else 0


@compiled
def observe(board, state, seat, out, part, parts):
    base = max(seat, 0)
    observe_cells(board, state, base, out, part, parts)
    if part == parts // 4:
        observe_stock(state, seat, base, out)
    if part == 3 * parts // 4:
        observe_conflict(state, base, out)
        observe_turn(state, base, out)


@compiled
def observe_turn(state, base, out):
    players = int(state.players)
    if int(state.placed) >= 0:
        out[AT.placed + int(state.placed)] = 1
    if int(state.square) >= 0:
        mark_square(out, AT.square, int(state.square))
    out[AT.active + (int(state.active) - base) % players] = 1
    if int(state.to_move) >= 0:
        out[AT.to_move + (int(state.to_move) - base) % players] = 1
    out[AT.phase + int(state.phase)] = 1
    if int(state.piece) >= 0:
        out[AT.piece + int(state.piece)] = 1
    out[AT.players] = players
    out[AT.english_support] = int(state.english_support)
