"""Bots at a table: one move for the protocol, or a whole game among bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from triarchy.bots.base import Bot
from triarchy.bots.named import bot
from triarchy.bots.search import Search
from triarchy.engine.arrays import np
from triarchy.engine.rng import seed_of_game
from triarchy.kit.definition import State
from triarchy.table.game import Game
from triarchy.table.table import Table


@lru_cache(16)
def _kept(name: str, ms: int | None) -> Bot:
    """A bot with its arrays, kept between requests."""
    made = bot(name)
    if ms is not None and isinstance(made, Search):
        made.sims, made.ms, made.whole_turn = None, ms, False
    return made


def choose_move(table: Table, name: str, ms: int | None, seed: int) -> str:
    """Return the move that a bot chooses from the view of the seat to move.

    With `ms`, a bot that searches has this long for the decision.
    """
    seat = table.to_move
    assert seat is not None
    action = _kept(name, ms).choose(table.game, table.view_state(seat), seat, seed)
    return table.game.moves[action]


@dataclass(frozen=True)
class Played:
    """A game that bots have played."""

    scores: list[list[int]]
    ranking: list[int]
    decisions: int
    turns: int
    seconds: list[float]
    """CPU seconds of each seat."""
    state: State


def play_game(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    watch: Callable[[State, int], None] | None = None,
) -> Played:
    """Play a whole game; bots[seat] plays a seat, and sees that seat's view alone.

    The bots' own seeds are made from the game's, so the game can be played again. `watch` is shown
    every state, which it has to copy to keep it, and the action chosen in it.
    """
    state = game.state(seed)
    seconds = [0.0] * game.players
    decisions = 0
    while (seat := int(state.to_move)) >= 0:
        view = game.view(state, seat)
        own_seed = int(seed_of_game(np.uint64(seed), np.uint64(decisions)))
        begun = time.process_time()
        action = bots[seat].choose(game, view, seat, own_seed)
        seconds[seat] += time.process_time() - begun
        if watch is not None:
            watch(state, action)
        game.definition.rules.apply(game.board.struct, state, action)
        decisions += 1
    scores, ranks = game.definition.final(game.board, state)
    return Played(scores.tolist(), ranks.tolist(), decisions, int(state.turn), seconds, state)
