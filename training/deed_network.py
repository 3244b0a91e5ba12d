"""A network with eyes for Tigris & Euphrates, in PyTorch: convolutions over the board, a policy over deeds, and for every
seat its share of the win, its points by colour and its treasures.

Blocks are residual, with the activation first; in every second one what the whole board holds is added everywhere (as
KataGo does). The judging head also gets hints: the evaluation's shares, which it corrects, and the hands of the others,
which are known in a guess of what is hidden and while it trains.
"""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from training.deed_play import POINT, TARGETS, WIDE
from triarchy.games.tigris.deeds import DEEDS, OTHERS
from triarchy.games.tigris.planes import (
    AT_KINGDOMS,
    HINT_UNIT,
    HINTS,
    KINGDOMS,
    NUMBERS,
    OBSERVED,
)
from triarchy.games.tigris.state import (
    AT,
    CELLS,
    COLUMNS,
    FEATURES,
    MOST_PLAYERS,
    ROWS,
)

PLANES = 64
"""Planes of what is seen, padded with empty ones."""
MIND = 128
"""The width of the layers that see the whole board."""
SORTS = OTHERS // CELLS
"""Deeds with a cell: a plane for each piece, and one for squares."""
LEAST = -1e9

SCALES = {
    "hand": 6,
    "discarded": 6,
    "swapped": 6,
    "hand_sizes": 6,
    "discarded_sizes": 20,
    "catastrophes_left": 2,
    "points": 12,
    "removed": 16,
    "bag_size": 64,
    "swapped_size": 6,
    "treasures_left": 10,
    "actions_left": 2,
    "turn": 60,
    "attacker_board": 6,
    "defender_board": 6,
    "attacker_support": 6,
    "players": 4,
}
"""About how large the single numbers of `observe` become; others are 0 or 1."""


def scales_of_numbers() -> torch.Tensor:
    """What brings each single number of `observe` to about 1."""
    scales = torch.ones(NUMBERS)
    for block in FEATURES.blocks:
        first = block.start - AT.hand
        if first >= 0:
            scales[first : first + block.size] = 1 / SCALES.get(block.name, 1)
    return scales


def scales_of_planes() -> torch.Tensor:
    scales = torch.zeros(PLANES)
    scales[: OBSERVED + KINGDOMS] = 1.0
    scales[OBSERVED : OBSERVED + 4] = 1 / 6
    scales[OBSERVED + 4] = 1 / 3
    scales[OBSERVED + KINGDOMS - 1] = 1 / 20
    return scales


class Block(nn.Module):
    """Two convolutions whose result is added; with `pooled` the first one's sees the whole board too."""

    def __init__(self, width: int, pooled: bool):
        super().__init__()
        self.one, self.two = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        nn.init.kaiming_normal_(self.one.weight, nonlinearity="relu")
        nn.init.normal_(self.two.weight, std=0.2 * (2 / (9 * width)) ** 0.5)
        for layer in (self.one, self.two):
            nn.init.zeros_(layer.bias)
        self.board = nn.Linear(2 * width, width) if pooled else None

    def forward(self, x):
        y = functional.relu(self.one(functional.relu(x)))
        if self.board is not None:
            y = functional.relu(y + self.board(pool(y))[:, :, None, None])
        return x + self.two(y)


def pool(x):
    """The mean and the greatest of every channel over the board."""
    return torch.cat((x.mean((2, 3)), x.amax((2, 3))), 1)


class DeedNet(nn.Module):
    """See the module."""

    def __init__(self, width: int = 48, blocks: int = 5, sorts: int = 48):
        super().__init__()
        self.shape = {"width": width, "blocks": blocks, "sorts": sorts}
        self.stem = nn.Conv2d(PLANES, width, 3, padding=1)
        self.place = nn.Parameter(torch.zeros(1, width, ROWS, COLUMNS))
        self.numbers = nn.Linear(NUMBERS, MIND)
        self.spread = nn.Linear(MIND, width)
        self.blocks = nn.ModuleList(Block(width, k % 2 == 1) for k in range(blocks))
        self.mind = nn.Linear(2 * width + MIND, MIND)
        self.cells = nn.Conv2d(width, sorts, 1)
        self.cells_mind = nn.Linear(MIND, sorts)
        self.cells_out = nn.Conv2d(sorts, SORTS, 1)
        self.others = nn.Linear(MIND, DEEDS - OTHERS + SORTS)
        self.judge = nn.Linear(2 * width + MIND + HINTS, MIND)
        self.judge_out = nn.Linear(MIND, MOST_PLAYERS * TARGETS)
        self.trust = nn.Parameter(torch.ones(1))
        for layer in (self.cells_out, self.others, self.judge_out):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)
        self.register_buffer("plane_scale", scales_of_planes()[None, :, None], persistent=False)
        self.register_buffer("number_scale", scales_of_numbers(), persistent=False)
        hints = torch.full((HINTS,), 1 / 3)
        hints[:MOST_PLAYERS] = 1 / HINT_UNIT
        self.register_buffer("hint_scale", hints, persistent=False)

    def look(self, seen):
        """What the last block makes of the board, and what the single numbers say."""
        n = len(seen)
        half = torch.bfloat16 if torch.is_autocast_enabled(seen.device.type) else torch.float32
        own = seen[:, : AT.hand].view(n, OBSERVED, CELLS)
        kingdoms = seen[:, AT_KINGDOMS:].view(n, KINGDOMS, CELLS)
        planes = functional.pad(
            torch.cat((own, kingdoms), 1), (0, 0, 0, PLANES - OBSERVED - KINGDOMS)
        )
        planes = (planes.to(half) * self.plane_scale.to(half)).view(n, PLANES, ROWS, COLUMNS)
        numbers = seen[:, AT.hand : FEATURES.size].float() * self.number_scale
        about = functional.relu(self.numbers(numbers))
        x = self.stem(planes.contiguous(memory_format=torch.channels_last))
        x = x + self.place.to(half) + self.spread(about)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        return functional.relu(x), about

    def forward(self, seen, masks, hints, players):
        """Logarithms of the policy over deeds and of the shares of the win, and the other targets; seats counted from
        the mover."""
        n = len(seen)
        x, about = self.look(seen)
        whole = torch.cat((pool(x), about), 1)
        mind = functional.relu(self.mind(whole))
        cells = functional.relu(self.cells(x) + self.cells_mind(mind)[:, :, None, None])
        others = self.others(mind).float()
        cells = self.cells_out(cells).flatten(2).float() + others[:, DEEDS - OTHERS :, None]
        wishes = torch.cat((cells.flatten(1), others[:, : DEEDS - OTHERS]), 1)
        wishes = functional.pad(wishes, (0, WIDE - DEEDS)).masked_fill(~masks, LEAST)
        hinted = hints.float() * self.hint_scale
        judged = functional.relu(self.judge(torch.cat((whole, hinted.to(whole.dtype)), 1)))
        out = self.judge_out(judged).float().view(n, MOST_PLAYERS, TARGETS)
        absent = torch.arange(MOST_PLAYERS, device=seen.device) >= players[:, None]
        shares = (out[..., 0] + self.trust * hinted[:, :MOST_PLAYERS]).masked_fill(absent, LEAST)
        now = seen[:, AT.points : AT.points + 20].view(n, MOST_PLAYERS, 5).float() / POINT
        return wishes.log_softmax(1), shares.log_softmax(1), now + out[..., 1:]
