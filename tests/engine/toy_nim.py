"""A toy game: Nim with three heaps; a hidden die breaks nothing but shows how secrets work.

Players take 1 to 3 sticks from a heap; who takes the last stick wins. A die, cast at the start and
seen by nobody, is the winner's score.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import Rules
from triarchy.engine.errors import BadPosition
from triarchy.engine.rng import random_below
from triarchy.engine.structs import struct_type
from triarchy.kit.definition import Board, Definition, Document, State
from triarchy.kit.documents import keys, listed, whole
from triarchy.kit.sight import Sight

STATE = struct_type(
    __file__,
    [
        ("rng", "u8", (1,)),
        ("turn", "i2"),
        ("heaps", "u1", (3,)),
        ("die", "u1"),
        ("players", "i1"),
        ("phase", "i1"),
        ("to_move", "i1"),
        ("viewer", "i1"),
    ],
)
BOARD = struct_type(__file__, [("size", "i2")])
TAKE, OVER = 0, 1


@compiled
def setup(board, state, players, options, seed):
    state.players = players
    state.rng[0] = np.uint64(seed)
    for heap in range(3):
        state.heaps[heap] = 1 + random_below(state.rng, int(board.size))
    state.die = 1 + random_below(state.rng, 6)
    state.rng[0] = np.uint64(0)


@compiled
def legal(board, state, out):
    count = 0
    for heap in range(3):
        for sticks in range(1, min(3, int(state.heaps[heap])) + 1):
            out[count] = 3 * heap + sticks - 1
            count += 1
    return count


@compiled
def apply(board, state, action):
    heap = action // 3
    state.heaps[heap] = int(state.heaps[heap]) - action % 3 - 1
    state.turn = int(state.turn) + 1
    left = int(state.heaps[0]) + int(state.heaps[1]) + int(state.heaps[2])
    if left == 0:
        state.phase = OVER
        state.to_move = -1
    else:
        state.to_move = int(state.turn) % int(state.players)


@compiled
def final(board, state, scores, ranks):
    winner = (int(state.turn) - 1) % int(state.players)
    for seat in range(int(state.players)):
        scores[seat, 0] = int(state.die) if seat == winner else 0
        ranks[seat] = 1 if seat == winner else 2


@compiled
def hide(board, state, seat):
    if int(state.phase) != OVER:
        state.viewer = seat + 1 if seat >= 0 else -1
        state.die = 0


@compiled
def guess(board, state, seat, rng):
    if int(state.viewer) != 0:
        state.viewer = 0
        state.die = 1 + random_below(rng, 6)


@compiled
def observe(board, state, seat, out):
    for heap in range(3):
        out[heap] = int(state.heaps[heap])


@compiled
def evaluate(board, state, out):
    for seat in range(int(state.players)):
        out[seat] = 1.0 / int(state.players)


class NimSight(Sight):
    legal_limit = 9


class Nim(Definition[NimSight]):
    name = "nim"
    title = "Nim"
    players = (2, 2)
    state = STATE
    actions = 9
    legal_limit = 9
    observation = 3
    score_parts = ("points",)
    phases = ("take", "over")
    folder = Path(__file__).parent
    default_boards = {2: "small"}
    rules = Rules(setup, legal, apply, final, hide, guess, observe, evaluate)

    @property
    def boards(self) -> dict[str, Board]:
        return {"small": self.read_board({"size": 5})}

    def read_board(self, data: Document) -> Board:
        size = np.zeros(1, BOARD)[0]
        size.size = data["size"]
        return Board("small", "Small heaps", (2,), size, data)

    def moves(self, board: Board) -> tuple[str, ...]:
        return tuple(f"take {n} {heap}" for heap in "abc" for n in (1, 2, 3))

    def position(self, board: Board, state: State) -> Document:
        return {
            "heaps": state.heaps.tolist(),
            "die": None if state.viewer else int(state.die),
        }

    def read_position(self, board: Board, state: State, document: Document) -> None:
        keys(document, ("heaps", "die"), "The position")
        heaps = listed(document["heaps"], "'heaps'", 3)
        state.heaps[:] = [whole(heap, "A heap", 0, 5) for heap in heaps]
        state.die = whole(document["die"], "'die'", 1, 6)
        if (sum(heaps) == 0) != (int(state.phase) == OVER):
            raise BadPosition("The game is over exactly when no stick is left.")

    def sight(self, board: Board, view: State) -> NimSight:
        return NimSight(board, view)

    @property
    def text(self):
        raise NotImplementedError

    drawing = text


GAME = Nim()
