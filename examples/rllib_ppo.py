"""PPO of Ray's RLlib in one seat of a game, with the masks of legal actions: `pip install 'ray[rllib]' torch` beside `triarchy[research]`.

    python examples/rllib_ppo.py meridian --players 2 --against random --iterations 20

The seat is `SeatEnv`, the others are bots; RLlib's own module for action masks takes what is seen and the mask as one dictionary.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from triarchy.research.gymnasium_env import SeatEnv


class MaskedSeat(gymnasium.ObservationWrapper):
    """A seat whose observation is a dictionary of what it sees, as floats, and which actions are legal."""

    def __init__(self, config: dict[str, Any]):
        super().__init__(
            SeatEnv(config["game"], config["players"], bots=config["against"], seat=None)
        )
        seen, actions = self.env.observation_space, self.env.action_space
        self.observation_space = gymnasium.spaces.Dict(
            {
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (actions.n,), np.float32),
                "observations": gymnasium.spaces.Box(-128.0, 127.0, seen.shape, np.float32),
            }
        )

    def observation(self, observation: np.ndarray) -> dict[str, np.ndarray]:
        return {
            "action_mask": self.env.unwrapped.action_masks().astype(np.float32),
            "observations": observation.astype(np.float32),
        }


def configuration(game: str, players: int, against: str, seed: int, batch: int) -> PPOConfig:
    """PPO as RLlib has it, in this process and on the CPU."""
    settings = {"game": game, "players": players, "against": against}
    return (
        PPOConfig()
        .environment(MaskedSeat, env_config=settings)
        .framework("torch")
        .env_runners(num_env_runners=0)
        .learners(num_learners=0)
        .training(
            train_batch_size_per_learner=batch,
            minibatch_size=128,
            num_epochs=4,
            lr=5e-4,
            gamma=0.999,
        )
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"fcnet_hiddens": [128, 128], "fcnet_activation": "relu"},
            )
        )
        .debugging(seed=seed)
    )


def train(
    game: str, players: int, against: str, iterations: int, seed: int = 1, batch: int = 2048
) -> list[float]:
    """The mean win share of the games that ended in each iteration."""
    learner = configuration(game, players, against, seed, batch).build_algo()
    shares = []
    for number in range(iterations):
        told = learner.train()["env_runners"]
        if "episode_return_mean" in told:
            shares.append(float(told["episode_return_mean"]) + 1 / players)
            print(f"{number + 1:4}  win share {shares[-1]:.1%}", flush=True)
    learner.stop()
    return shares


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("game", nargs="?", default="meridian")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--against", default="random")
    reader.add_argument("--iterations", type=int, default=20)
    asked = reader.parse_args()
    train(asked.game, asked.players, asked.against, asked.iterations)


if __name__ == "__main__":
    main()
