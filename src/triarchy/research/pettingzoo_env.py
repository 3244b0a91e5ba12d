"""The games as PettingZoo environments: one agent per seat, one decision per step.

    env = triarchy.research.pettingzoo_env.env("tigris", players=3)

An observation is a dictionary: `observation` (the features of the game's docs page) and
`action_mask` (all zeros for a seat that is not to move).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from triarchy.engine.errors import IllegalMove
from triarchy.engine.results import win_shares
from triarchy.table.game import Game
from triarchy.table.game import game as find_game
from triarchy.table.table import Table


def env(
    game: str | Game, players: int | None = None, render_mode: str | None = None, **more: Any
) -> Any:
    """The environment in PettingZoo's usual wrappers; illegal actions end the game as a loss."""
    bare = SeatsEnv(game, players, render_mode, **more)
    wrapped = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class SeatsEnv(AECEnv):
    """One game being played, a seat an agent; rewards come at the end and sum to 0."""

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        render_mode: str | None = None,
        **more: Any,
    ):
        super().__init__()
        self.game = game if isinstance(game, Game) else find_game(game, players, **more)
        self.metadata = {
            "name": f"triarchy_{self.game.name}_v{self.game.definition.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        definition = self.game.definition
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-128, 127, (definition.observation,), np.int8),
                    "action_mask": spaces.Box(0, 1, (definition.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(definition.actions) for agent in self.possible_agents
        }
        self.np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self.table: Table = self.game.start(int(self.np_random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.table.state.to_move)]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self.possible_agents.index(agent)
        return observe_table(self.table, seat)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.game.legal_actions(self.table.state):
            raise IllegalMove(f"Action {action} is not legal for {agent} now.")
        self._cumulative_rewards[agent] = 0.0
        self.table.play_action(int(action))
        self._clear_rewards()
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, final_rewards(self.table), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(self.table.state.to_move)]
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()

    def render(self) -> str | None:
        """The position as text, from the view of the seat to move."""
        if self.render_mode is None:
            return None
        seat = self.table.to_move
        return self.game.definition.drawing.terminal(self.table.sight(seat), self.game.reader(seat))

    def close(self) -> None:
        """Nothing is held open."""


def observe_table(table: Table, seat: int) -> dict[str, np.ndarray]:
    """What a seat sees: its features, and a mask of its legal actions."""
    definition = table.game.definition
    features = np.zeros(definition.observation, np.int8)
    view = table.view_state(seat)
    definition.rules.observe(table.game.board.struct, view, seat, features)
    mask = np.zeros(definition.actions, np.int8)
    if table.to_move == seat:
        mask[table.game.legal_actions(table.state)] = 1
    return {"observation": features, "action_mask": mask}


def final_rewards(table: Table) -> list[float]:
    """Winners share 1, everybody pays an equal part of it: the sum is 0."""
    ranking = table.ranking
    assert ranking is not None
    return [share - 1 / len(ranking) for share in win_shares(ranking)]
