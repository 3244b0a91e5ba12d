"""What a seat may know: the others' hands and the order of the bag are hidden."""

from __future__ import annotations

from paddocks.state import (
    AT,
    HIDDEN_STONE,
    MOST_PADDOCKS,
    OVER,
    STONES,
)
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle


@compiled
def sees_hand(state, viewer, owner):
    return int(state.open_hands) == 1 or viewer == owner


@compiled
def hide(board, state, seat):
    if int(state.phase) == OVER:
        return
    state.viewer = seat + 1 if seat >= 0 else -1
    for i in range(int(state.bag_size)):
        state.bag[i] = HIDDEN_STONE
    for owner in range(int(state.players)):
        if not sees_hand(state, seat, owner):
            for kind in range(STONES):
                state.hands[owner, kind] = 0


@compiled
def unseen(board, state, seat, kind):
    """How many stones of this number are in hidden hands or in the bag."""
    count = int(board.paddocks)
    left = count // STONES + (1 if kind < count % STONES else 0)
    if int(state.stone) == kind + 1:
        left -= 1
    for paddock in range(MOST_PADDOCKS):
        if int(state.stones[paddock]) == kind + 1:
            left -= 1
    for owner in range(int(state.players)):
        if sees_hand(state, seat, owner):
            left -= int(state.hands[owner, kind])
    return left


@compiled
def guess(board, state, seat, rng):
    """Shuffle all unseen stones, fill the hidden hands with them; the rest is the bag."""
    if int(state.viewer) == 0:
        return
    state.viewer = 0
    count = 0
    for kind in range(STONES):
        for _ in range(unseen(board, state, seat, kind)):
            state.bag[count] = kind + 1
            count += 1
    shuffle(rng, state.bag, count)
    for owner in range(int(state.players)):
        if not sees_hand(state, seat, owner):
            for _ in range(int(state.hand_sizes[owner])):
                count -= 1
                kind = int(state.bag[count]) - 1
                state.bag[count] = 0
                state.hands[owner, kind] = int(state.hands[owner, kind]) + 1


@compiled
def observe(board, state, seat, out, part, parts):
    if part > 0:  # so few features are no work to share
        return
    players = int(state.players)
    for paddock in range(MOST_PADDOCKS):
        out[AT.dry + paddock] = int(board.dry[paddock])
        if state.owners[paddock] > 0:
            k = (int(state.owners[paddock]) - 1 - seat) % players
            out[AT.stones + MOST_PADDOCKS * k + paddock] = int(state.stones[paddock])
    for kind in range(STONES):
        out[AT.hand + kind] = int(state.hands[seat, kind])
    for k in range(players):
        out[AT.hand_sizes + k] = int(state.hand_sizes[(seat + k) % players])
    out[AT.bag] = int(state.bag_size)
    if state.stone > 0:
        out[AT.stone + int(state.stone) - 1] = 1
    out[AT.phase + int(state.phase)] = 1
    if int(state.to_move) >= 0:
        out[AT.to_move + (int(state.to_move) - seat) % players] = 1
