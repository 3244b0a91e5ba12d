"""Many games of Tigris & Euphrates side by side, played deed by deed, on the CPU or on a GPU, as tensors of PyTorch.

A deed is a piece and its cell at once (`games/tigris/deeds.py`). Games that are over begin anew at once. The same
functions run on both; states are equal to the byte for the same seeds and deeds.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import torch

from triarchy.engine.compiled import compiled
from triarchy.engine.results import win_share
from triarchy.games.tigris import scoring
from triarchy.games.tigris.deeds import DEEDS, legal_deeds, perform
from triarchy.games.tigris.planes import HINTS, ROW, hint, see
from triarchy.games.tigris.state import LEGAL_LIMIT, MOST_PLAYERS, STATE
from triarchy.research.stepping import begin_game, clear
from triarchy.table.game import game as find_game

WORDS = STATE.itemsize // 8
WIDE = -(-DEEDS // 16) * 16
"""Rows of deeds are padded to this."""
TARGETS = 6
"""What is foretold for each seat: its share of the win, then its points by colour and its treasures."""
POINT = 8.0
"""So many points are one in the targets."""
THREADS = 64


@compiled
def note_result(board, state, scores, ranks, outcome):
    """The targets of every seat, when a game is over."""
    scoring.final(board, state, scores, ranks)
    players = int(state.players)
    for seat in range(MOST_PLAYERS):
        for k in range(TARGETS):
            outcome[seat, k] = 0.0
    for seat in range(players):
        outcome[seat, 0] = win_share(ranks, players, seat)
        for k in range(5):
            outcome[seat, 1 + k] = int(state.points[seat, k]) / POINT


@compiled
def step_slot(
    board, state, words, i, kinds, seed, rounds, deed, done, outcome, scratch, scores, ranks
):
    """Play a deed in slot i; where that ends the game, note the result and begin the next."""
    perform(board, state, deed, scratch)
    done[i] = int(state.to_move) < 0
    if done[i]:
        note_result(board, state, scores, ranks, outcome[i])
        rounds[i] += 1
        clear(words)
        begin_game(board, state, i, int(kinds[i, 0]), int(kinds[i, 1]), seed, rounds)


@compiled
def look_at_slot(board, state, scratch, shares, listed, seen, mask, hints):
    """What a network is asked with, into rows of zeros."""
    see(board, state, seen)
    hint(board, state, shares, hints)
    for k in range(legal_deeds(board, state, scratch, listed)):
        mask[int(listed[k])] = True


@compiled
def begin_all(board, states, words, kinds, seed, rounds):
    for i in range(len(states)):
        clear(words[i])
        begin_game(board, states[i], i, int(kinds[i, 0]), int(kinds[i, 1]), seed, rounds)


@compiled
def step_all(board, states, words, kinds, seed, rounds, deeds, done, outcome):
    scratch = np.zeros(LEGAL_LIMIT, np.int16)
    scores, ranks = np.zeros((MOST_PLAYERS, 4), np.int32), np.zeros(MOST_PLAYERS, np.int8)
    for i in range(len(states)):
        deed = int(deeds[i])
        if deed < 0:
            done[i] = False
            continue
        step_slot(
            board,
            states[i],
            words[i],
            i,
            kinds,
            seed,
            rounds,
            deed,
            done,
            outcome,
            scratch,
            scores,
            ranks,
        )


@compiled
def look_at_all(board, states, listed, seen, masks, hints, movers, players):
    scratch, shares = np.zeros(LEGAL_LIMIT, np.int16), np.zeros(MOST_PLAYERS)
    for i in range(len(states)):
        look_at_slot(board, states[i], scratch, shares, listed[0], seen[i], masks[i], hints[i])
        movers[i] = int(states[i].to_move)
        players[i] = int(states[i].players)


@cache
def kernels() -> Any:
    """The same for a GPU, a thread for each game."""
    from triarchy.research.gpu import ready

    cuda = ready()

    @cuda.jit
    def begin(board, states, words, kinds, seed, rounds):
        i = cuda.grid(1)
        if i < len(states):
            clear(words[i])
            begin_game(board[0], states[i], i, int(kinds[i, 0]), int(kinds[i, 1]), seed, rounds)

    @cuda.jit
    def step(board, states, words, kinds, seed, rounds, deeds, done, outcome):
        i = cuda.grid(1)
        if i < len(states):
            scratch = cuda.local.array(LEGAL_LIMIT, np.int16)
            scores = cuda.local.array((MOST_PLAYERS, 4), np.int32)
            ranks = cuda.local.array(MOST_PLAYERS, np.int8)
            deed = int(deeds[i])
            if deed < 0:
                done[i] = False
            else:
                step_slot(
                    board[0],
                    states[i],
                    words[i],
                    i,
                    kinds,
                    seed,
                    rounds,
                    deed,
                    done,
                    outcome,
                    scratch,
                    scores,
                    ranks,
                )

    @cuda.jit
    def look(board, states, listed, seen, masks, hints, movers, players):
        i = cuda.grid(1)
        if i < len(states):
            scratch = cuda.local.array(LEGAL_LIMIT, np.int16)
            shares = cuda.local.array(MOST_PLAYERS, np.float64)
            look_at_slot(
                board[0], states[i], scratch, shares, listed[i], seen[i], masks[i], hints[i]
            )
            movers[i] = int(states[i].to_move)
            players[i] = int(states[i].players)

    return cuda, begin, step, look


class Table:
    """The loops over games whose states lie in a tensor of words, one game a row."""

    def __init__(self, device: str):
        self.device = device
        self.board: Any = find_game("tigris", 2).board.struct
        if device == "cuda":
            cuda, *self._kernels = kernels()
            self._lend: Any = cuda.as_cuda_array
            self._on_device = cuda.to_device(np.array([self.board], self.board.dtype))
        self._listed = torch.zeros((0, WIDE), dtype=torch.int16, device=device)

    def lend(self, tensor: torch.Tensor) -> Any:
        """The tensor's memory as an array that compiled code works on."""
        return tensor.numpy() if self.device == "cpu" else self._lend(tensor)

    def _states(self, words: torch.Tensor) -> tuple[Any, Any]:
        """The rows as states and as words."""
        lent = self.lend(words).view(np.uint64)
        return lent.view(STATE).reshape(len(words)), lent

    def _run(self, number: int, loop: Any, *arrays: Any) -> None:
        if self.device == "cpu":
            loop(self.board, *arrays)
        else:
            blocks = -(-len(arrays[0]) // THREADS)
            self._kernels[number][blocks, THREADS](self._on_device, *arrays)

    def begin(self, words, kinds, seed: int, rounds) -> None:
        """Start a game in every row; `kinds` has its number of players and its options."""
        self._run(
            0, begin_all, *self._states(words), self.lend(kinds), np.uint64(seed), self.lend(rounds)
        )

    def step(self, words, kinds, seed: int, rounds, deeds, done, outcome) -> None:
        """Play a deed in every row (-1: none). Where that ends a game, `outcome` gets its targets by seat, and the
        next one begins, of the kind that `kinds` tells then."""
        arrays = (self.lend(one) for one in (deeds, done, outcome))
        self._run(
            1,
            step_all,
            *self._states(words),
            self.lend(kinds),
            np.uint64(seed),
            self.lend(rounds),
            *arrays,
        )

    def look(self, words) -> tuple[torch.Tensor, ...]:
        """What a network is asked with: what is seen, legal deeds, hints; the movers and the numbers of players."""
        n = len(words)

        def zeros(*shape, dtype):
            return torch.zeros(shape, dtype=dtype, device=self.device)

        if (self.device == "cuda" and len(self._listed) < n) or len(self._listed) == 0:
            self._listed = zeros(n if self.device == "cuda" else 1, WIDE, dtype=torch.int16)
        rows = (
            zeros(n, ROW, dtype=torch.int8),
            zeros(n, WIDE, dtype=torch.bool),
            zeros(n, HINTS, dtype=torch.int16),
            zeros(n, dtype=torch.int64),
            zeros(n, dtype=torch.int64),
        )
        lent = (self.lend(one) for one in (self._listed, *rows))
        self._run(2, look_at_all, self._states(words)[0], *lent)
        return rows
