"""The games as Gymnasium environments: one seat against bots, alone or many at once.

`SeatEnv` is one game with any bots in the other seats. `SeatVectorEnv` plays a whole `Batch` at
once against uniformly random opponents. In both, `info["action_mask"]` says what is legal.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from triarchy.bots import bot as find_bot
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.research.batch import Batch
from triarchy.research.pettingzoo_env import final_rewards, observe_table
from triarchy.table.game import Game
from triarchy.table.game import game as find_game
from triarchy.table.table import Table


def find(game: str | Game, players: int | None, more: dict[str, Any]) -> Game:
    return game if isinstance(game, Game) else find_game(game, players, **more)


def spaces_of(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    """The spaces of observations and actions of a game."""
    definition = game.definition
    return (
        spaces.Box(-128, 127, (definition.observation,), np.int8),
        spaces.Discrete(definition.actions),
    )


class SeatEnv(gymnasium.Env):
    """One seat of a game; the others are bots. The reward comes at the end: see `final_rewards`."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | None = None,
        bots: str = "random",
        render_mode: str | None = None,
        **more: Any,
    ):
        """`seat`: None takes another seat in every game, by the seed. `bots`: as in the arena."""
        self.game = find(game, players, more)
        if seat is not None and not 0 <= seat < self.game.players:
            raise BadRequest(f"A seat is from 0 to {self.game.players - 1}, not {seat!r}.")
        self.fixed_seat = seat
        self.bot = find_bot(bots)
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces_of(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        super().reset(seed=seed)
        self.table: Table = self.game.start(int(self.np_random.integers(2**63)))
        chosen = int(self.np_random.integers(self.game.players))
        self.seat = chosen if self.fixed_seat is None else self.fixed_seat
        self._let_bots_play()
        return self._seen()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.game.legal_actions(self.table.state):
            raise IllegalMove(f"Action {int(action)} is not legal now; see info['action_mask'].")
        self.table.play_action(int(action))
        self._let_bots_play()
        over = self.table.over
        reward = final_rewards(self.table)[self.seat] if over else 0.0
        seen, info = self._seen()
        return seen, reward, over, False, info

    def render(self) -> str | None:
        return self.game.definition.drawing.terminal(
            self.table.sight(self.seat), self.game.reader(self.seat)
        )

    def _let_bots_play(self) -> None:
        while not self.table.over and self.table.to_move != self.seat:
            seat = self.table.to_move
            assert seat is not None
            chosen = self.bot.choose(
                self.game, self.table.view_state(seat), seat, int(self.np_random.integers(2**63))
            )
            self.table.play_action(chosen)

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        seen = observe_table(self.table, self.seat)
        return seen["observation"], {"action_mask": seen["action_mask"], "seat": self.seat}


class SeatVectorEnv(VectorEnv):
    """A batch of games, one seat in each against uniformly random opponents.

    Ended games begin anew in the same step: `rewards` and `terminations` are those of the ended
    game, observations and masks those of the new one.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        players: int | None = None,
        seat: int = 0,
        **more: Any,
    ):
        self.game = find(game, players, more)
        if not 0 <= seat < self.game.players:
            raise BadRequest(f"A seat is from 0 to {self.game.players - 1}, not {seat!r}.")
        self.num_envs = num_envs
        self.seat = seat
        self.batch = Batch(self.game, num_envs, checked=False)
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        if seed is not None or not hasattr(self, "_chance"):
            self._chance = np.random.default_rng(seed)
        self.batch.reset(int(self._chance.integers(2**63)))
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._done = np.zeros(self.num_envs, np.bool_)
        self._let_others_play()
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        actions = np.asarray(actions)
        masks = self.batch.legal()
        fits = (actions >= 0) & (actions < self.batch.actions)
        if not (fits.all() and masks[np.arange(self.num_envs), actions].all()):
            wrong = int(
                np.flatnonzero(~(fits & masks[np.arange(self.num_envs), actions * fits]))[0]
            )
            raise IllegalMove(f"Action {int(actions[wrong])} is not legal in game {wrong}.")
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._done = np.zeros(self.num_envs, np.bool_)
        self._play(actions, np.ones(self.num_envs, np.bool_))
        self._let_others_play()
        seen, info = self._seen()
        return seen, self._rewards, self._done, np.zeros(self.num_envs, np.bool_), info

    def _let_others_play(self) -> None:
        """Random moves wherever somebody else is to move, until our seat is everywhere."""
        while (waiting := self.batch.to_move != self.seat).any():
            masks = self.batch.legal()
            choice = (masks * self._chance.random(masks.shape, np.float32)).argmax(axis=1)
            self._play(choice, waiting)

    def _play(self, actions: np.ndarray, where: np.ndarray) -> None:
        self.batch.step_some(actions, where)
        ended = self.batch.done & where
        self._rewards[ended] = self.batch.rewards[ended, self.seat]
        self._done |= ended

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        mask = self.batch.legal().astype(np.int8)
        return self.batch.observe().copy(), {"action_mask": mask}
