"""What a seat may know in China: not the others' hands, nor the order of the deck.

Cards drawn from the open row were seen by everyone: `known` holds them, and `guess` keeps to it.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.bits import has
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import next_random, random_below, shuffle
from triarchy.games.china.rules import COLOUR_COUNT, kind_of, payable, taken_out
from triarchy.games.china.scoring import total_points
from triarchy.games.china.state import (
    AT,
    DO_EMISSARY,
    FIELDS,
    MOST_PLAYERS,
    NONE,
    OVER,
    PAY,
    PIECES,
    PROVINCES,
    ROW,
)

KINDS = len(PIECES)
TRIES = 30
"""So many random hands are tried before one that can pay is made up."""


@compiled
def hide(board, state, seat):
    """Blank the other hands, the deck and the generator."""
    if int(state.phase) == OVER:
        return
    state.viewer = seat + 1 if seat >= 0 else -1
    state.rng[0] = np.uint64(0)
    for i in range(int(state.deck_size)):
        state.deck[i] = 0
    for owner in range(int(state.players)):
        if owner != seat:
            for colour in range(COLOUR_COUNT):
                state.hands[owner, colour] = 0


@compiled
def unseen(board, state, seat, colour):
    """How many cards of a colour the seat has not seen: in the deck or unknown in a hand."""
    left = int(board.cards[colour]) - taken_out(int(state.players))
    for owner in range(int(state.players)):
        seen = state.hands if owner == seat else state.known
        left -= int(seen[owner, colour])
    for slot in range(ROW):
        if int(state.open[slot]) == colour:
            left -= 1
    for i in range(int(state.discards_size)):
        if int(state.discards[i]) == colour:
            left -= 1
    return left


@compiled
def unknown_cards(state, owner):
    """How many cards of a hand nobody but its owner has seen."""
    left = int(state.hand_sizes[owner])
    for colour in range(COLOUR_COUNT):
        left -= int(state.known[owner, colour])
    return left


@compiled
def guess(board, state, seat, rng):
    """Deal the unseen cards at random to the other hands and the deck.

    Each hand keeps its known cards, and a seat that has chosen a piece can pay it.
    """
    if int(state.viewer) == 0:
        return
    state.viewer = 0
    state.rng[0] = next_random(rng)
    # All unseen cards lie in the deck for a while; hands are dealt from its end.
    size = 0
    for colour in range(COLOUR_COUNT):
        for _ in range(unseen(board, state, seat, colour)):
            state.deck[size] = colour
            size += 1
    shuffle(rng, state.deck, size)
    payer = int(state.to_move) if int(state.phase) == PAY else NONE
    if payer not in (seat, NONE):
        size = deal_paying_hand(board, state, payer, rng, size)
    for owner in range(int(state.players)):
        if owner not in (seat, payer):
            size = deal_hand(state, owner, size)


@compiled
def deal_hand(state, owner, size):
    """The known cards, and the last ones of the deck; returns how many are left in it."""
    for colour in range(COLOUR_COUNT):
        state.hands[owner, colour] = int(state.known[owner, colour])
    for _ in range(unknown_cards(state, owner)):
        size -= 1
        colour = int(state.deck[size])
        state.hands[owner, colour] = int(state.hands[owner, colour]) + 1
        state.deck[size] = 0
    return size


@compiled
def take_back(state, owner, size):
    """Undo deal_hand."""
    for colour in range(COLOUR_COUNT):
        for _ in range(int(state.hands[owner, colour]) - int(state.known[owner, colour])):
            state.deck[size] = colour
            size += 1
    return size


@compiled
def deal_paying_hand(board, state, owner, rng, size):
    """A random hand that can pay a piece in the province of the turn."""
    own = int(board.colour_of[int(state.province)])
    for _ in range(TRIES):
        size = deal_hand(state, owner, size)
        if payable(state, owner, own):
            return size
        size = take_back(state, owner, size)
        shuffle(rng, state.deck, size)
    # Rare: the cards of one payment, chosen at random, are put where the hand is dealt from.
    first = random_below(rng, COLOUR_COUNT)
    for step in range(COLOUR_COUNT):
        colour = (first + step) % COLOUR_COUNT
        lacking = (1 if colour == own else 2) - int(state.known[owner, colour])
        if lacking <= unknown_cards(state, owner) and bring(state, colour, lacking, size):
            break
    return deal_hand(state, owner, size)


@compiled
def bring(state, colour, wanted, size):
    """Swap cards of a colour to the end of the deck; False if there are not so many."""
    there = 0
    for i in range(size):
        if int(state.deck[i]) == colour:
            there += 1
    if there < wanted:
        return False
    for k in range(wanted):
        to = size - 1 - k
        at = to
        while int(state.deck[at]) != colour:
            at -= 1
        state.deck[at] = state.deck[to]
        state.deck[to] = colour
    return True


@compiled
def observe(board, state, seat, out, part, parts):
    """The features of state.py; the others' hands and the deck's order are not among them."""
    observe_map(state, seat, out, part, parts)
    observe_seats(state, seat, out, part, parts)
    if part == parts // 2:
        observe_cards(state, seat, out)
    if part == parts - 1:
        for i in range(int(state.discards_size)):
            out[AT.discards + int(state.discards[i])] += 1
        observe_turn(state, seat, out)


@compiled
def observe_map(state, seat, out, part, parts):
    players = int(state.players)
    for k in range(players):
        other = (seat + k) % players
        for field in range(part, FIELDS, parts):
            if has(state.houses[other], field):
                out[AT.houses + FIELDS * k + field] = 1
        for province in range(part, PROVINCES, parts):
            at = AT.emissaries + MOST_PLAYERS * province + k
            out[at] = int(state.emissaries[province, other])
    for field in range(part, FIELDS, parts):
        if has(state.forts, field):
            out[AT.forts + field] = 1
    for province in range(part, PROVINCES, parts):
        out[AT.scored + province] = (int(state.scored) >> province) & 1


@compiled
def observe_seats(state, seat, out, part, parts):
    """What everyone knows of each seat's cards, pieces and points."""
    players = int(state.players)
    for k in range(part, players, parts):
        other = (seat + k) % players
        out[AT.hand_sizes + k] = int(state.hand_sizes[other])
        for colour in range(COLOUR_COUNT):
            out[AT.known + COLOUR_COUNT * k + colour] = int(state.known[other, colour])
        for kind in range(KINDS):
            out[AT.supply + KINDS * k + kind] = int(state.supply[other, kind])
        out[AT.points + k] = min(127, total_points(state, other))


@compiled
def observe_cards(state, seat, out):
    if seat >= 0:
        for colour in range(COLOUR_COUNT):
            out[AT.hand + colour] = int(state.hands[seat, colour])
    for slot in range(ROW):
        if int(state.open[slot]) != NONE:
            out[AT.open + COLOUR_COUNT * slot + int(state.open[slot])] = 1
    out[AT.deck_size] = int(state.deck_size)
    out[AT.exhausted + int(state.exhausted)] = 1


@compiled
def observe_turn(state, seat, out):
    """Whose turn it is, and its keys: province, limit and count of pieces, swap, chosen piece."""
    players = int(state.players)
    out[AT.with_forts] = int(state.with_forts)
    out[AT.phase + int(state.phase)] = 1
    out[AT.starter + (int(state.starter) - seat) % players] = 1
    if int(state.to_move) >= 0:
        out[AT.to_move + (int(state.to_move) - seat) % players] = 1
    out[AT.turn] = min(127, int(state.turn))
    out[AT.players + players - 3] = 1
    if int(state.province) != NONE:
        out[AT.province + int(state.province)] = 1
    out[AT.placing] = int(state.limit)
    out[AT.placing + 1] = int(state.placed)
    out[AT.placing + 2] = int(state.swapping)
    piece = int(state.piece)
    if piece == NONE:
        return
    out[AT.piece + kind_of(piece)] = 1
    if piece < DO_EMISSARY:
        out[AT.field + piece % FIELDS] = 1
