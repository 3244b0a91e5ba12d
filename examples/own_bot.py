"""A bot of one's own: tries many ways to play its turn to the end, and begins with the one that looks best.

Try it in the arena:

    triarchy arena meridian --players 2 --bots file:examples/own_bot.py,random --games 20

It plays every game; docs/build/first-bot.md says how strong it is.
"""

from __future__ import annotations

import numpy as np

from triarchy.bots import Bot


class OneTurn(Bot):
    """Sees a view: the state as its seat may know it. Returns the number of a legal action."""

    name = "one turn"
    tries = 60
    """It tries so many ways at each decision."""

    def choose(self, game, view, seat, seed=0):
        chance = np.random.default_rng(seed)
        legal = game.legal_actions(view)
        if len(legal) == 1:
            return legal[0]
        values = [
            (self.value(game, view, seat, first, chance), first)
            for first in (legal[k % len(legal)] for k in range(max(self.tries, len(legal))))
        ]
        return max(values)[1]

    def value(self, game, view, seat, action, chance):
        """Our share of the win, as the game's own evaluation guesses it, after the rest of the turn."""
        rules, board = game.definition.rules, game.board.struct
        state = view.copy()
        rules.guess(board, state, seat, chance.integers(2**63, size=1).astype(np.uint64))
        turn = int(state.turn)
        rules.apply(board, state, action)
        while int(state.to_move) == seat and int(state.turn) == turn:
            rules.apply(board, state, int(chance.choice(game.legal_actions(state))))
        if int(state.to_move) < 0:
            ranking = game.result(state)["ranking"]
            return (ranking[seat] == 1) / ranking.count(1)
        shares = np.zeros(game.players)
        rules.evaluate(board, state, shares)
        return shares[seat]
