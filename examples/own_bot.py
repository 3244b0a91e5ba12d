"""A bot of one's own: plays the highest tower it can, and looks one step ahead otherwise.

Try it in the arena:

    triarchy arena meridian --players 2 --bots file:examples/own_bot.py,random --games 20
"""

from __future__ import annotations

import numpy as np

from triarchy.bots import Bot


class TallTowers(Bot):
    """Sees a view: the state as its seat may know it. Returns the number of a legal action."""

    name = "tall towers"

    def choose(self, game, view, seat, seed=0):
        legal = game.legal_actions(view)
        heights = [action for action in legal if game.moves[action].startswith("height")]
        if heights:
            return heights[-1]
        return self.best_by_evaluation(game, view, seat, seed, legal)

    def best_by_evaluation(self, game, view, seat, seed, legal):
        """Deal what is hidden at random, try every move, keep the one that looks best."""
        rules, board = game.definition.rules, game.board.struct
        state = view.copy()
        rules.guess(board, state, seat, np.array([seed], np.uint64))
        values = np.zeros(game.players)

        def value(action):
            after = state.copy()
            rules.apply(board, after, action)
            rules.evaluate(board, after, values)
            return values[seat]

        return max(legal, key=value)
