"""Win chances with all hands open: the judge behind the curve of a review.

From a position the game is played to its end many times, by quick choices, each time with what
nobody has drawn yet in another order. What the seats won on the average are their chances: they
know everybody's hand, and nothing of what will be drawn.
"""

from __future__ import annotations

import math

from triarchy.bots.base import generator
from triarchy.bots.plans import play_plans
from triarchy.bots.search import Search
from triarchy.bots.tree import Settings
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.engine.results import win_shares
from triarchy.engine.rng import next_random
from triarchy.kit.definition import State
from triarchy.table.game import Game

TO_THE_END = 1000.0
"""More rounds than any game has."""
MOST_SAMPLES = 16.0
"""A quick choice looks at no more ways than this. A game whose own search looks at fewer, because
its turns have hundreds of ways, has that many looked at only near its end, where the playouts are
short and a winning turn that nobody sees would turn the chances upside down:"""
SAMPLES_BY_TURNS = 1000.0
"""the square of the samples is this, parted by the turns that are left."""
ROUNDING = 2**20
"""Chances are multiples of one in so many, so that sums and differences of them are exact."""


def playout_cost(game: Game) -> int:
    """A playout takes about so many times as long as in other games, so there are fewer of them."""
    return 2 if Search().settings(game).samples < MOST_SAMPLES else 1


class OpenJudge:
    """Judges whole states of one game; keeps its scratch space from call to call."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._space = Workspace(game.definition)
        self._settings = Search().settings(game)._replace(rounds=TO_THE_END, mix=0.0)
        self._varied = self._settings.samples < MOST_SAMPLES
        self.cost = playout_cost(game)
        self._plan = np.zeros((1, 1), np.int16)
        self._length = np.zeros(1, np.int64)
        self._alive = np.ones(1, np.bool_)

    def chances(self, state: State, playouts: int, seed: int) -> tuple[float, ...]:
        """Every seat's chance to win; in a finished game its part of the win."""
        self._check(state)
        if int(state.to_move) < 0:
            return self.result(state)
        chance = generator(seed, 4)
        return self._mean([self._shuffled(state, chance) for _ in range(playouts)], chance)

    def before_draw(
        self, state: State, action: int, playouts: int, seed: int
    ) -> tuple[float, ...] | None:
        """The chances after an action, averaged over what could have been drawn by it; None where
        nothing is drawn, or only one thing could have been."""
        self._check(state)
        chance = generator(seed, 5)
        later = [self._after(self._shuffled(state, chance), action) for _ in range(playouts)]
        if len({self._seen(each) for each in (self._after(state.copy(), action), *later)}) == 1:
            return None
        return self._mean([self._shuffled(each, chance) for each in later], chance)

    def result(self, state: State) -> tuple[float, ...]:
        """Each seat's part of the win in a finished game."""
        _, ranks = self.game.definition.final(self.game.board, state)
        return _exact(np.array(win_shares([int(rank) for rank in ranks])))

    def _check(self, state: State) -> None:
        if int(state.viewer) != 0:
            raise BadRequest("Chances with all hands open are asked of a whole state, not a view.")

    def _shuffled(self, state: State, chance: np.ndarray) -> State:
        other = state.copy()
        self.game.definition.reshuffle(self.game.board, other, chance)
        return other

    def _after(self, state: State, action: int) -> State:
        self.game.definition.rules.apply(self.game.board.struct, state, action)
        return state

    def _seen(self, state: State) -> bytes:
        """The state less the order of what is not drawn yet."""
        return self._shuffled(state, generator(0, 0)).tobytes()

    def _mean(self, states: list[State], chance: np.ndarray) -> tuple[float, ...]:
        """What the seats win on the average when these states are played to the end."""
        total = np.zeros(self.game.players)
        for state in states:
            if int(state.to_move) < 0:
                total += self.result(state)
                continue
            settings = self._settings
            if self._varied:
                self._play(state, settings, chance)
                left = max(1, int(self._space.states[1].turn) - int(state.turn))
                most = min(MOST_SAMPLES, math.sqrt(SAMPLES_BY_TURNS / left))
                settings = settings._replace(samples=max(settings.samples, math.floor(most)))
            total += self._play(state, settings, chance)
        return _exact(total / len(states))

    def _play(self, state: State, settings: Settings, chance: np.ndarray) -> np.ndarray:
        """What the seats win when this state, not a copy with another order, is played to the end,
        which is in `states[1]` of the scratch space then."""
        space, result = self._space, np.zeros((1, 1, self.game.players))
        space.set_view(state)
        seeds = np.array([next_random(chance)], np.uint64)
        play_plans(
            self.game.board.struct, space.states, 0, self._plan, self._length, self._alive,
            settings, space.work, seeds, space.rng, result,
        )  # fmt: skip
        shares: np.ndarray = result[0, 0]
        return shares


def _exact(shares: np.ndarray) -> tuple[float, ...]:
    """Rounded, with the sum of one kept by the greatest."""
    whole = np.rint(shares / shares.sum() * ROUNDING).astype(int)
    whole[int(np.argmax(whole))] += ROUNDING - int(whole.sum())
    return tuple(int(each) / ROUNDING for each in whole)
