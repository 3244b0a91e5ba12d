"""The games as PettingZoo environments: one agent per seat, one decision per step.

    env = triarchy.research.pettingzoo_env.env("tigris", players=3)

An observation is a dictionary: `observation` (the features of the game's docs page) and
`action_mask` (all zeros for a seat that is not to move).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.engine.errors import IllegalMove
from triarchy.engine.results import win_shares
from triarchy.research.extras import missing
from triarchy.research.single import Playing, Single
from triarchy.table.game import Game
from triarchy.table.game import game as find_game
from triarchy.table.table import Table

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise missing(error, "research") from None


def env(
    game: str | Game, players: int | None = None, render_mode: str | None = None, **more: Any
) -> Any:
    """Return the environment in PettingZoo's usual wrappers; illegal actions end the game as a loss."""
    bare = SeatsEnv(game, players, render_mode, **more)
    wrapped = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class SeatsEnv(Playing, AECEnv):
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
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        self._single = Single(self.game, int(self.np_random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._single.to_move]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        features, mask = self.single.see(self._seats[agent])
        return {"observation": features, "action_mask": mask}

    def step(self, action: int | None) -> None:
        single, agent = self.single, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not single.play(int(action)):
            raise IllegalMove(f"Action {action} is not legal for {agent} now.")
        if single.over:
            self.rewards = dict(zip(self.possible_agents, single.rewards(), strict=True))
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[single.to_move]
        if self.render_mode is not None:
            self.render()

    def render(self) -> str | None:
        """Return the position as text, from the view of the seat to move."""
        if self.render_mode is None:
            return None
        seat = None if self.single.over else self.single.to_move
        sight = self.game.sight(self.single.view(seat))
        return self.game.definition.drawing.terminal(sight, self.game.reader(seat))

    def close(self) -> None:
        """Do nothing: nothing is held open."""


def final_rewards(table: Table) -> list[float]:
    """Return the rewards: winners share 1, everybody pays an equal part of it, and the sum is 0."""
    ranking = table.ranking
    assert ranking is not None
    return [share - 1 / len(ranking) for share in win_shares(ranking)]
