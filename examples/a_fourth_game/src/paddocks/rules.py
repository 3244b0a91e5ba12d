"""The rules of Paddocks: set-up, what may be done, what happens."""

from __future__ import annotations

from paddocks.state import (
    CHOOSE,
    DO_PADDOCK,
    DO_STONE,
    HAND,
    HIDDEN_STONE,
    LAY,
    MOST_PADDOCKS,
    OVER,
    STONES,
)
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.rng import shuffle


@compiled
def setup(board, state, players, options, seed):
    """Shuffle as many stones as there are paddocks, deal three to everybody."""
    state.players = players
    state.open_hands = options & 255
    state.rng[0] = np.uint64(seed)
    count = int(board.paddocks)
    for i in range(count):
        state.bag[i] = 1 + i % STONES
    shuffle(state.rng, state.bag, count)
    state.rng[0] = np.uint64(0)
    state.bag_size = count
    for seat in range(players):
        for _ in range(HAND):
            draw(state, seat)


@compiled
def draw(state, seat):
    """The next stone out of the bag, while there is one."""
    left = int(state.bag_size) - 1
    if left < 0:
        return
    stone = int(state.bag[left])
    state.bag[left] = 0
    state.bag_size = left
    if stone != HIDDEN_STONE:  # a view is played on too, to tell what a move would do
        state.hands[seat, stone - 1] = int(state.hands[seat, stone - 1]) + 1
    state.hand_sizes[seat] = int(state.hand_sizes[seat]) + 1


@compiled
def legal(board, state, out):
    """One's stones by number; then the free paddocks."""
    count = 0
    if int(state.phase) == CHOOSE:
        for kind in range(STONES):
            if state.hands[int(state.to_move), kind] > 0:
                out[count] = DO_STONE + kind
                count += 1
    elif int(state.phase) == LAY:
        for paddock in range(MOST_PADDOCKS):
            if board.dry[paddock] == 1 and state.stones[paddock] == 0:
                out[count] = DO_PADDOCK + paddock
                count += 1
    return count


@compiled
def apply(board, state, action):
    seat = int(state.to_move)
    if action < DO_PADDOCK:
        kind = action - DO_STONE
        state.hands[seat, kind] = int(state.hands[seat, kind]) - 1
        state.hand_sizes[seat] = int(state.hand_sizes[seat]) - 1
        state.stone = kind + 1
        state.phase = LAY
        return
    state.stones[action - DO_PADDOCK] = int(state.stone)
    state.owners[action - DO_PADDOCK] = seat + 1
    state.stone = 0
    draw(state, seat)
    state.turn = int(state.turn) + 1
    if int(state.turn) == int(board.paddocks):
        state.phase = OVER
        state.to_move = -1
    else:
        state.phase = CHOOSE
        state.to_move = int(state.turn) % int(state.players)
