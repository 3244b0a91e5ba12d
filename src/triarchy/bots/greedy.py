"""The greedy bot: looks through the ways to finish its turn, and takes what looks best."""

from __future__ import annotations

import numpy as np

from triarchy.bots.base import Bot, check_view, generator
from triarchy.bots.lookahead import GUESSES, LEVELS, WIDTH, greedy_values
from triarchy.bots.workspace import Workspace
from triarchy.engine.rng import random_below
from triarchy.kit.definition import State
from triarchy.table.game import Game


class Greedy(Bot):
    """Finishes its turn so that the evaluation looks best for it; no thought of what follows.

    `guesses`: how often the hidden part is filled in at random; `width`: how many positions are
    followed after each choice of the turn; `mistakes`: how often, 0 to 1, it decides at random.
    """

    name = "greedy"

    def __init__(self, guesses: int = GUESSES, width: int = WIDTH, mistakes: float = 0.0):
        self.guesses = guesses
        self.mistakes = mistakes
        self.width = width
        changed = {
            "guesses": (guesses, GUESSES),
            "width": (width, WIDTH),
            "mistakes": (mistakes, 0.0),
        }
        own = [f"{name}={value:g}" for name, (value, usual) in changed.items() if value != usual]
        self.name = "greedy" + (":" + ",".join(own) if own else "")
        self._spaces: dict[str, Workspace] = {}

    def values(self, game: Game, view: State, seat: int, seed: int = 0) -> np.ndarray:
        """The share of the win each action seems to lead to; -1 where it is not legal."""
        definition = game.definition
        if definition.name not in self._spaces:
            self._spaces[definition.name] = Workspace(definition, self.width)
        space = self._spaces[definition.name]
        space.set_view(view)
        greedy_values(
            game.board.struct,
            space.states,
            seat,
            self.guesses,
            self.width,
            LEVELS,
            space.work,
            space.ways,
            space.beam,
            space.values,
            generator(seed, 1),
        )
        return space.values.out

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        if self.mistakes > 0:
            rng = generator(seed, 0)
            if random_below(rng, 1000) < 1000 * self.mistakes:
                return actions[int(random_below(rng, len(actions)))]
        return int(np.argmax(self.values(game, view, seat, seed)))

    def prepare(self, game: Game) -> None:
        view = game.view(game.state(0), 0)
        self.values(game, view, 0)
