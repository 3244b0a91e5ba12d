"""What a seat may know in Meridian: everything but the order of the piles."""

from __future__ import annotations

from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle
from triarchy.games.meridian.rules import decks_each, height_of, owner_of
from triarchy.games.meridian.state import (
    CARD_KINDS,
    HIDDEN_CARD,
    MERIDIANS,
    MOST_PLAYERS,
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
        for i in range(int(state.pile_count[owner])):
            state.piles[owner, i] = HIDDEN_CARD


@compiled
def in_pile(state, seat, card):
    """How many cards of this code are still in the seat's pile: all less those seen."""
    left = decks_each(int(state.players))
    for i in range(2):
        if int(state.open[seat, i]) == card:
            left -= 1
    for i in range(int(state.discard_count[seat])):
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
def observe(board, state, seat, out):
    """The features listed in state.py; the piles are not among them."""
    players = int(state.players)
    for meridian in range(MERIDIANS):
        for row in range(int(board.rows)):
            tower = state.towers[meridian, row]
            if tower != 0:
                city = meridian * MOST_ROWS + row
                out[50 * ((owner_of(tower) - seat) % players) + city] = 1
                out[200 + city] = height_of(tower)
    for k in range(players):
        other = (seat + k) % players
        out[250 + k] = int(state.supply[other])
        for i in range(2):
            card = int(state.open[other, i])
            if card > 0:
                out[254 + CARD_KINDS * k + card - 1] += 1
        for i in range(int(state.discard_count[other])):
            out[306 + CARD_KINDS * k + int(state.discards[other, i]) - 1] += 1
    at = 306 + CARD_KINDS * MOST_PLAYERS
    if state.card > 0:
        out[at + int(state.card) - 1] = 1
    if state.meridian > 0:
        out[at + 13 + int(state.meridian) - 1] = 1
    if state.lifted_row > 0:
        out[at + 23 + int(state.lifted_row) - 1] = 1
    out[at + 28] = int(state.lifted_height)
    out[at + 29] = int(state.height)
    out[at + 30 + int(state.phase)] = 1
    if int(state.to_move) >= 0:
        out[at + 35 + (int(state.to_move) - seat) % players] = 1
    out[at + 39] = int(state.turn)
