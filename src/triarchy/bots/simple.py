"""The simple bot: needs no compiled code beside the rules, and so plays while the others' is being compiled."""

from __future__ import annotations

from triarchy.bots.base import Bot, check_view, generator
from triarchy.bots.lookahead import LONGEST_CHOICE, MOST_SEATS
from triarchy.engine.arrays import np
from triarchy.engine.results import win_shares
from triarchy.engine.rng import random_below
from triarchy.kit.definition import State
from triarchy.kit.sight import copied
from triarchy.table.game import Game

TRIES = 6
"""So often each action is tried, and what it only begins is finished at random."""


class Simple(Bot):
    """Tries each action some times and takes the one after which the evaluation looked best for it."""

    name = "simple"

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        rng = generator(seed, 0)
        filled = copied(view)
        game.definition.rules.guess(game.board.struct, filled, seat, rng)
        values = [
            max(_tried(game, filled, seat, action, rng) for _ in range(TRIES)) for action in actions
        ]
        return actions[int(np.argmax(values))]


def _tried(game: Game, state: State, seat: int, action: int, rng: np.ndarray) -> float:
    """The seat's share of the win after an action, once something has happened by it or play has passed on."""
    before, after = _shares(game, state), np.zeros(MOST_SEATS)
    now = copied(state)
    for _ in range(LONGEST_CHOICE):
        game.definition.rules.apply(game.board.struct, now, action)
        after = _shares(game, now)
        if int(now.to_move) != seat or not np.array_equal(before, after):
            break
        actions = game.legal_actions(now)
        action = actions[int(random_below(rng, len(actions)))]
    return float(after[seat])


def _shares(game: Game, state: State) -> np.ndarray:
    """Every seat's share of the win: certain in a finished game, estimated before."""
    shares = np.zeros(MOST_SEATS)
    if int(state.to_move) < 0:
        won = win_shares(game.result(state)["ranking"])
        shares[: len(won)] = won
    else:
        game.definition.rules.evaluate(game.board.struct, state, shares)
    return shares
