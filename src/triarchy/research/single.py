"""One game for an interface that steps it from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.engine.errors import BadRequest
from triarchy.kit.definition import State
from triarchy.research import single_steps
from triarchy.research.single_steps import ILLEGAL, OVER
from triarchy.table.game import Game, read_seed
from triarchy.table.table import Table


class Single:
    """One game being played. Nothing is kept of how it came about but its seed and its actions."""

    def __init__(self, game: Game, seed: int = 0):
        definition = game.definition
        self.game = game
        self._boards = one_of(game)
        self._scratch = np.zeros(definition.legal_limit, np.int16)
        self._use(np.zeros(1, definition.state))
        self.begin(seed)

    @classmethod
    def at(cls, game: Game, words: np.ndarray) -> Single:
        """A game that goes on from a state, seen as 64-bit words."""
        single = cls(game)
        single._words[0] = words
        single.seed, single.to_move = None, int(single.state["to_move"])
        return single

    def _use(self, states: np.ndarray) -> None:
        self._states = states
        self._words = states.view(np.uint64).reshape(1, -1)

    def begin(self, seed: int) -> None:
        """Start a new game."""
        self.seed: int | None = read_seed(seed)
        self.actions: list[int] = []
        self.to_move: int = single_steps.begin(
            self._boards,
            self._states,
            self._words,
            self.game.players,
            self.game.option_bits,
            np.uint64(self.seed),
        )

    @property
    def over(self) -> bool:
        return self.to_move == OVER

    def legal(self) -> list[int]:
        """The numbers of the legal actions, ascending."""
        count = single_steps.list_legal(self._boards, self._states, self._scratch)
        actions: list[int] = self._scratch[:count].tolist()
        return actions

    def play(self, action: int) -> bool:
        """Play an action; False: it is not legal, and nothing has changed."""
        mover = single_steps.play(self._boards, self._states, self._scratch, action)
        if mover == ILLEGAL:
            return False
        self.to_move = mover
        self.actions.append(action)
        return True

    def see(self, seat: int) -> tuple[np.ndarray, np.ndarray]:
        """A seat's features, and a mask of its legal actions: all zeros if it is not to move."""
        definition = self.game.definition
        features = np.empty(definition.observation, np.int8)
        mask = np.empty(definition.actions, np.int8)
        single_steps.see(self._boards, self._states, self._scratch, seat, features, mask)
        return features, mask

    def look(self, seat: int, features: np.ndarray) -> None:
        """Write a seat's features into floats."""
        single_steps.look(self._boards, self._states, seat, features)

    def rewards(self) -> list[float]:
        """In a finished game: the winners share 1, everybody pays an equal part of it."""
        players = self.game.players
        scores = np.empty((players, len(self.game.definition.score_parts)), np.int32)
        rewards = np.empty(players)
        single_steps.results(
            self._boards, self._states, scores, np.empty(players, np.int8), rewards
        )
        given: list[float] = rewards.tolist()
        return given

    @property
    def state(self) -> State:
        """The state as it is now; not to be changed."""
        state: State = self._states[0]
        return state

    def view(self, seat: int | None) -> State:
        """What a seat (None: an onlooker) may know, as a struct: what bots get."""
        return self.hidden(seat).state

    def hidden(self, seat: int | None) -> Single:
        """A copy in which what a seat (None: an onlooker) may not know is blanked."""
        copy = self.copy()
        single_steps.hide_from(copy._boards, copy._states, -1 if seat is None else seat)
        return copy

    def dealt_anew(self, seat: int, seed: int) -> Single:
        """A copy in which what a seat cannot know is dealt anew, at random: no seed leads there."""
        copy = self.copy()
        copy.seed = None
        single_steps.deal_anew(copy._boards, copy._states, seat, np.array([seed], np.uint64))
        return copy

    def dealt_to_all(self, seed: int) -> Single:
        """A copy in which what an onlooker cannot know is dealt anew: a new deal of the same position."""
        copy = self.copy()
        copy.seed, copy.actions = None, []
        single_steps.deal_anew(copy._boards, copy._states, -1, np.array([seed], np.uint64))
        return copy

    def table(self) -> Table:
        """The game so far as a table, with its moves and pictures: played again, move by move."""
        if self.seed is None:
            return Table(self.game, start=self.state)
        table = self.game.start(self.seed)
        for action in self.actions:
            table.play_action(action)
        return table

    def tobytes(self) -> bytes:
        """The state as bytes; equal states are equal bytes."""
        return self._words.tobytes()

    def view_of(self, state: bytes, seat: int) -> bytes:
        """What a seat may know of a state of this game, both as bytes."""
        states = np.frombuffer(bytearray(state), self._states.dtype)
        single_steps.hide_from(self._boards, states, seat)
        return states.view(np.uint64).tobytes()

    def copy(self) -> Single:
        """Another game at the same point, which goes on by itself."""
        other = Single.__new__(Single)
        other.__dict__.update(self.__dict__)
        other._use(self._words.copy().view(self._states.dtype).reshape(1))
        other._scratch = np.empty_like(self._scratch)
        other.actions = self.actions[:]
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Single:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.game, self.seed, self.actions, self.tobytes())


class Playing:
    """An environment of one game, from its first `reset` on."""

    _single: Single | None = None

    @property
    def single(self) -> Single:
        """The game being played."""
        if self._single is None:
            raise BadRequest("Call reset() first: there is no game yet.")
        return self._single

    @property
    def table(self) -> Table:
        """The game so far as a table, with its moves and pictures; made anew when asked for."""
        return self.single.table()


def _rebuild(game: Game, seed: int | None, actions: list[int], state: bytes) -> Single:
    single = Single.at(game, np.frombuffer(state, np.uint64))
    single.seed, single.actions = seed, actions
    return single


def one_of(game: Game) -> np.ndarray:
    """The board as an array of one struct."""
    boards = np.zeros(1, game.board.struct.dtype)
    boards[0] = game.board.struct
    return boards
