"""Whether games played deed by deed are the same on the CPU and on a GPU: states, what is seen, legal deeds and hints."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import torch

from training.deed_learning import Settings, kinds_of_slots
from training.deed_play import TARGETS, WORDS, Table
from triarchy.games.tigris.state import MOST_PLAYERS

SEED = 5


class Games:
    """Games on one device."""

    def __init__(self, device: str, size: int):
        self.table, self.device = Table(device), device
        self.kinds = kinds_of_slots(Settings(games=size)).to(device)
        self.words = torch.zeros((size, WORDS), dtype=torch.int64, device=device)
        self.rounds = torch.zeros(size, dtype=torch.int64, device=device)
        self.done = torch.zeros(size, dtype=torch.bool, device=device)
        self.outcome = torch.zeros((size, MOST_PLAYERS, TARGETS), device=device)
        self.table.begin(self.words, self.kinds, SEED, self.rounds)

    def step(self, deeds: torch.Tensor) -> None:
        self.table.step(
            self.words,
            self.kinds,
            SEED,
            self.rounds,
            deeds.to(self.device),
            self.done,
            self.outcome,
        )


def compare(device: str, size: int = 256, steps: int = 400) -> dict[str, int]:
    """Play random deeds on the CPU and on a device: how many numbers differ, by what they are; games that ended."""
    one, two = Games("cpu", size), Games(device, size)
    chance = torch.Generator().manual_seed(SEED)
    different = dict.fromkeys(("states", "seen", "deeds", "hints", "outcome", "ended"), 0)
    for _ in range(steps):
        rows = [[row.cpu() for row in games.table.look(games.words)] for games in (one, two)]
        for name, left, right in zip(("seen", "deeds", "hints"), *rows, strict=False):
            different[name] += int((left != right).sum())
        masks = rows[0][1]
        deeds = (torch.rand(masks.shape, generator=chance) * masks).argmax(1)
        one.step(deeds)
        two.step(deeds)
        different["states"] += int((one.words != two.words.cpu()).sum())
        different["outcome"] += int((one.outcome != two.outcome.cpu()).sum())
        different["ended"] += int(one.done.sum())
    return different
