"""Train a small PPO policy on a batch of Meridian until it beats random play: minutes on a CPU.

Needs the extra `train`. One seat learns, the other plays at random; the batch steps all games
together, the network chooses among legal actions only.

    python examples/ppo.py --minutes 5
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import triarchy
from triarchy.research.gymnasium_env import SeatVectorEnv

GAMES, HORIZON, EPOCHS, PARTS = 256, 64, 3, 4
DISCOUNT, TRACE, CLIP = 0.999, 0.95, 0.2


class Policy(nn.Module):
    """Two hidden layers; one head chooses, one estimates the reward."""

    def __init__(self, features: int, actions: int):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, 256), nn.ReLU(), nn.Linear(256, 128), nn.ReLU()
        )
        self.choice = nn.Linear(128, actions)
        self.value = nn.Linear(128, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple:
        hidden = self.body(seen / 8.0)
        logits = self.choice(hidden).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(-1)


def tensors(seen: np.ndarray, info: dict) -> tuple[torch.Tensor, torch.Tensor]:
    return (
        torch.from_numpy(seen.astype(np.float32)),
        torch.from_numpy(info["action_mask"].astype(bool)),
    )


def collect(env, policy, seen, info) -> tuple:
    """Play HORIZON decisions in every game; returns what was seen, done and earned."""
    rows: dict[str, list] = {key: [] for key in ("seen", "mask", "action", "log", "value")}
    rewards, done, ended = [], [], []
    for _ in range(HORIZON):
        with torch.no_grad():
            now, mask = tensors(seen, info)
            chosen, value = policy(now, mask)
            action = chosen.sample()
        for key, item in zip(
            rows, (now, mask, action, chosen.log_prob(action), value), strict=True
        ):
            rows[key].append(item)
        seen, reward, over, _, info = env.step(action.numpy())
        rewards.append(torch.from_numpy(reward.copy()))
        done.append(torch.from_numpy(over.astype(np.float32)))
        ended.extend(reward[over].tolist())
    with torch.no_grad():
        _, last = policy(*tensors(seen, info))
    batch = {key: torch.stack(items) for key, items in rows.items()}
    batch["advantage"] = advantages(batch["value"], torch.stack(rewards), torch.stack(done), last)
    return batch, seen, info, ended


def advantages(values, rewards, done, last) -> torch.Tensor:
    """Generalised advantage estimates, from the end of the horizon backwards."""
    out = torch.zeros_like(values)
    running = torch.zeros_like(last)
    for t in reversed(range(len(values))):
        following = last if t == len(values) - 1 else values[t + 1]
        delta = rewards[t] + DISCOUNT * following * (1 - done[t]) - values[t]
        running = delta + DISCOUNT * TRACE * (1 - done[t]) * running
        out[t] = running
    return out


def improve(policy, optimiser, batch) -> None:
    flat = {key: item.flatten(0, 1) for key, item in batch.items()}
    targets = flat["advantage"] + flat["value"]
    gain = (flat["advantage"] - flat["advantage"].mean()) / (flat["advantage"].std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gain)).chunk(PARTS):
            chosen, value = policy(flat["seen"][part], flat["mask"][part])
            ratio = (chosen.log_prob(flat["action"][part]) - flat["log"][part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            surrogate = torch.min(ratio * gain[part], clipped * gain[part]).mean()
            loss = (
                -surrogate
                + 0.5 * (value - targets[part]).square().mean()
                - 0.01 * chosen.entropy().mean()
            )
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def train(minutes: float, seed: int = 1) -> list[float]:
    """Train for some minutes; returns the win rate of each round of games."""
    torch.manual_seed(seed)
    env = SeatVectorEnv(triarchy.game("meridian", players=2), GAMES)
    policy = Policy(env.single_observation_space.shape[0], env.single_action_space.n)
    optimiser = torch.optim.Adam(policy.parameters(), lr=5e-4)
    seen, info = env.reset(seed=seed)
    rates: list[float] = []
    begun = time.monotonic()
    while time.monotonic() - begun < 60 * minutes:
        batch, seen, info, ended = collect(env, policy, seen, info)
        improve(policy, optimiser, batch)
        if ended:
            rates.append(float(np.mean(np.array(ended) + 0.5)))
            passed = time.monotonic() - begun
            print(f"{passed:5.0f} s  {len(ended):4} games  win share {rates[-1]:.1%}", flush=True)
    return rates


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    train(options.minutes, options.seed)
