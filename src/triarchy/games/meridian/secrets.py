"""What a seat may know in Meridian: everything but the order of the piles."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle
from triarchy.games.meridian.rules import decks_each, height_of, owner_of
from triarchy.games.meridian.state import (
    AT,
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
def observe(board, state, seat, out, part, parts):
    """The blocks of FEATURES; the piles are not among them."""
    players = int(state.players)
    for city in range(part, MERIDIANS * MOST_ROWS, parts):
        tower = state.towers[city // MOST_ROWS, city % MOST_ROWS]
        if tower != 0:
            k = (owner_of(tower) - seat) % players
            out[AT.towers + MERIDIANS * MOST_ROWS * k + city] = 1
            out[AT.heights + city] = height_of(tower)
    for k in range(part, players, parts):
        other = (seat + k) % players
        out[AT.supply + k] = int(state.supply[other])
        for i in range(HAND):
            card = int(state.open[other, i])
            if card > 0:
                out[AT.open + CARD_KINDS * k + card - 1] += 1
        for i in range(int(state.discard_sizes[other])):
            out[AT.discards + CARD_KINDS * k + int(state.discards[other, i]) - 1] += 1
    if part == parts - 1:
        observe_turn(state, seat, out)


@compiled
def observe_turn(state, seat, out):
    """What has been chosen in this turn, and whose it is."""
    players = int(state.players)
    if state.card > 0:
        out[AT.card + int(state.card) - 1] = 1
    if state.meridian > 0:
        out[AT.meridian + int(state.meridian) - 1] = 1
    if state.lifted_row > 0:
        out[AT.lifted_row + int(state.lifted_row) - 1] = 1
    out[AT.lifted_height] = int(state.lifted_height)
    out[AT.height] = int(state.height)
    out[AT.phase + int(state.phase)] = 1
    if int(state.to_move) >= 0:
        out[AT.to_move + (int(state.to_move) - seat) % players] = 1
    out[AT.turn] = int(state.turn)
