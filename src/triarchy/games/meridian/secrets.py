"""What a seat may know in Meridian: everything but the order of the piles."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle
from triarchy.games.meridian.rules import decks_each, height_of, owner_of
from triarchy.games.meridian.state import (
    AT_CARD,
    AT_DISCARDS,
    AT_HEIGHT,
    AT_HEIGHTS,
    AT_LIFTED_HEIGHT,
    AT_LIFTED_ROW,
    AT_MERIDIAN,
    AT_OPEN,
    AT_PHASE,
    AT_SUPPLY,
    AT_TO_MOVE,
    AT_TOWERS,
    AT_TURN,
    CARD_KINDS,
    HAND,
    HIDDEN_CARD,
    MERIDIANS,
    MOST_ROWS,
    OVER,
)


@compiled
def hide(board, state, seat):
    """Blank the piles, whoever looks: nobody may look through a pile, not even its owner."""
    if int(state.phase) == OVER:
        return
    state.viewer = seat + 1 if seat >= 0 else -1
    for owner in range(int(state.players)):
        for i in range(int(state.pile_sizes[owner])):
            state.piles[owner, i] = HIDDEN_CARD


@compiled
def in_pile(state, seat, card):
    """How many cards of this code are still in the seat's pile: all less those seen."""
    left = decks_each(int(state.players))
    for i in range(HAND):
        if int(state.open[seat, i]) == card:
            left -= 1
    for i in range(int(state.discard_sizes[seat])):
        if int(state.discards[seat, i]) == card:
            left -= 1
    return left


@compiled
def guess(board, state, seat, rng):
    """Shuffle what must be in each pile."""
    if int(state.viewer) == 0:
        return
    state.viewer = 0
    for owner in range(int(state.players)):
        pile = state.piles[owner]
        count = 0
        for card in range(1, CARD_KINDS + 1):
            for _ in range(in_pile(state, owner, card)):
                pile[count] = card
                count += 1
        shuffle(rng, pile, count)


@compiled
def observe(board, state, seat, out, part=0, parts=1):
    """The blocks of FEATURES; the piles are not among them."""
    players = int(state.players)
    for city in range(part, MERIDIANS * MOST_ROWS, parts):
        tower = state.towers[city // MOST_ROWS, city % MOST_ROWS]
        if tower != 0:
            k = (owner_of(tower) - seat) % players
            out[AT_TOWERS + MERIDIANS * MOST_ROWS * k + city] = 1
            out[AT_HEIGHTS + city] = height_of(tower)
    for k in range(part, players, parts):
        other = (seat + k) % players
        out[AT_SUPPLY + k] = int(state.supply[other])
        for i in range(HAND):
            card = int(state.open[other, i])
            if card > 0:
                out[AT_OPEN + CARD_KINDS * k + card - 1] += 1
        for i in range(int(state.discard_sizes[other])):
            out[AT_DISCARDS + CARD_KINDS * k + int(state.discards[other, i]) - 1] += 1
    if part == parts - 1:
        observe_turn(state, seat, out)


@compiled
def observe_turn(state, seat, out):
    """What has been chosen in this turn, and whose it is."""
    players = int(state.players)
    if state.card > 0:
        out[AT_CARD + int(state.card) - 1] = 1
    if state.meridian > 0:
        out[AT_MERIDIAN + int(state.meridian) - 1] = 1
    if state.lifted_row > 0:
        out[AT_LIFTED_ROW + int(state.lifted_row) - 1] = 1
    out[AT_LIFTED_HEIGHT] = int(state.lifted_height)
    out[AT_HEIGHT] = int(state.height)
    out[AT_PHASE + int(state.phase)] = 1
    if int(state.to_move) >= 0:
        out[AT_TO_MOVE + (int(state.to_move) - seat) % players] = 1
    out[AT_TURN] = int(state.turn)
