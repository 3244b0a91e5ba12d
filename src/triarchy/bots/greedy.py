"""The greedy bot: looks through the ways to finish its turn, and takes what looks best."""

from __future__ import annotations

from typing import Any

from triarchy.bots.base import Bot, check_view, generator
from triarchy.bots.lookahead import (
    BEFORE,
    GUESSES,
    LEVELS,
    MOST_SEATS,
    SMALL_DECISION,
    TIE_BREAK,
    WIDTH,
    choices,
    greedy_choice,
    greedy_values,
)
from triarchy.bots.workspace import Workspace
from triarchy.engine.arrays import np
from triarchy.engine.rng import random_below
from triarchy.kit.definition import State
from triarchy.kit.sight import copied
from triarchy.table.game import Game

CARELESS = 10
"""A mistake is one of the best ways to make a choice: of so many ways one,"""
FEWEST = 4
"""but of no fewer than so many."""
STREAM = 1
"""Of a seed's random numbers those by which what is hidden is filled in."""


class Greedy(Bot):
    """Finishes its turn so that the evaluation looks best for it; no thought of what follows.

    `guesses`: how often the hidden part is filled in at random; `width`: how many positions are
    followed after each choice of the turn; `mistakes`: how often, 0 to 1, it overlooks the best and takes
    another of the best ways to make its choice; `looks`: how many actions that only begin a choice are
    judged again from behind them.
    """

    name = "greedy"

    def __init__(
        self, guesses: int = GUESSES, width: int = WIDTH, mistakes: float = 0.0, looks: int = 0
    ):
        self.guesses = guesses
        self.looks = looks
        self.mistakes = mistakes
        self.width = width
        changed = {
            "guesses": (guesses, GUESSES),
            "width": (width, WIDTH),
            "mistakes": (mistakes, 0.0),
            "looks": (looks, 0),
        }
        own = [f"{name}={value:g}" for name, (value, usual) in changed.items() if value != usual]
        self.name = "greedy" + (":" + ",".join(own) if own else "")
        self._spaces: dict[str, Workspace] = {}

    def values(self, game: Game, view: State, seat: int, seed: int = 0) -> np.ndarray:
        """The share of the win each action seems to lead to; -1 where it is not legal."""
        space = self._space(game, view)
        rng = generator(seed, STREAM)
        greedy_values(*self._asked(space, seat), self._dealing(view) if self.looks else rng)
        out = space.values.out
        if self.looks:
            out += np.where(
                out < 0, 0, TIE_BREAK * np.array([random_below(rng, 1000) for _ in out])
            )
        return out

    def _asked(self, space: Workspace, seat: int) -> tuple[Any, ...]:
        """What compiled code takes that judges the view in its place."""
        return (
            space.board,
            space.states,
            seat,
            self.guesses,
            self.width,
            LEVELS,
            space.work,
            space.ways,
            space.beam,
            space.values,
        )

    @staticmethod
    def _dealing(view: State) -> np.ndarray:
        """The generator that guesses are dealt by: the same for all decisions of a turn.

        Dealt anew for each of them, a fight that is begun because it wins against some hands is given up
        against the next ones, and the tiles that would win it are not added.
        """
        return generator(int(view.turn), 1)

    def _space(self, game: Game, view: State) -> Workspace:
        """The scratch space for a game, with the view in its place."""
        definition = game.definition
        if definition.name not in self._spaces:
            self._spaces[definition.name] = Workspace(definition, self.width)
        space = self._spaces[definition.name]
        space.set_board(game.board.struct)
        space.set_view(view)
        return space

    def choose(self, game: Game, view: State, seat: int, seed: int = 0) -> int:
        check_view(game, view, seat)
        if self._is_plain:
            return self._best(game, view, seat, seed)
        actions = game.legal_actions(view)
        if len(actions) == 1:
            return actions[0]
        rng = generator(seed, 0)
        if random_below(rng, 1000) < 1000 * self.mistakes:
            mistake = self._mistaken(game, view, seat, rng)
            if mistake is not None:
                return mistake
        values = self.values(game, view, seat, seed)
        if self.looks:
            for action in game.definition.thrown_away(game.board, view):
                values[action] = -1.0  # among equals one is taken at random
            return self._surest(game, view, seat, seed, values.copy())
        return int(np.argmax(values))

    @property
    def _is_plain(self) -> bool:
        return not self.mistakes and not self.looks

    def _best(self, game: Game, view: State, seat: int, seed: int) -> int:
        """The whole decision in one call."""
        space = self._space(game, view)
        stream = np.uint64(seed), np.uint64(STREAM)
        return int(greedy_choice(*self._asked(space, seat), space.rng, *stream))

    def _mistaken(self, game: Game, view: State, seat: int, rng: np.ndarray) -> int | None:
        """The first action of one of the best ways to make the choice, on one guess.

        By rank, because the middle one may be absurd, as a tower of half one's pieces is. None where there
        is little to choose from, and where it would lose something in the middle of its turn: what it
        overlooks is what is best, not what is at stake.
        """
        rules, board = game.definition.rules, game.board.struct
        space = self._space(game, view)
        space.states[1] = view
        rules.guess(board, space.states[1], seat, self._dealing(view))
        count = choices(board, space.states, 1, space.work, space.ways)
        if count <= SMALL_DECISION:
            return None
        values = space.ways.value[:count]
        better = np.argsort(-values, kind="stable")[: max(FEWEST, count // CARELESS)]
        way = better[int(random_below(rng, len(better)))]
        path = space.ways.path[way, : space.ways.length[way]]
        after = copied(space.states[1])
        for action in path:
            rules.apply(board, after, int(action))
        loses = values[way] < space.work.shares[BEFORE, seat]
        return None if loses and int(after.turn) == int(view.turn) else int(path[0])

    def _surest(self, game: Game, view: State, seat: int, seed: int, values: np.ndarray) -> int:
        """The best action that is still so when it is judged from where it leads.

        To pick a piece is judged by the best place for it, guess by guess: a place that is splendid
        against one hand and another against the next one make the piece look better than any place
        is. From behind the picking, each place is judged on all guesses.
        """
        looked_at: list[int] = []
        while True:
            best = int(np.argmax(values))
            behind = None if best in looked_at else self._begun(game, view, seat, best)
            if behind is None or len(looked_at) == self.looks:
                return best if behind is None else max(looked_at, key=lambda a: values[a])
            values[best] = self.values(game, behind, seat, seed).max()
            looked_at.append(best)

    def _begun(self, game: Game, view: State, seat: int, action: int) -> State | None:
        """The view after an action by which nothing has happened yet; None if something has."""
        rules, board = game.definition.rules, game.board
        if game.definition.reveals(board, view, action):
            return None
        before, after = np.zeros((2, MOST_SEATS))
        behind = copied(view)
        rules.evaluate(board.struct, view, before)
        rules.apply(board.struct, behind, action)
        if int(behind.to_move) != seat or int(behind.turn) != int(view.turn):
            return None
        rules.evaluate(board.struct, behind, after)
        return behind if np.array_equal(before, after) else None

    def code(self, game: Game) -> str:
        return "greedy"

    def prepare(self, game: Game) -> None:
        state = game.state(0)
        seat = int(state.to_move)
        view = game.view(state, seat)
        if self._is_plain:
            self._best(game, view, seat, 0)
        else:
            self.values(game, view, seat)
