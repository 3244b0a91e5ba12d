"""How a network with eyes learns from its own games: proximal policy optimisation, deed by deed, with games of all
numbers of players side by side, and older selves in a part of them."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from training.deed_network import DeedNet
from training.deed_play import TARGETS, WIDE, WORDS, Table
from triarchy.games.tigris.planes import HINTS, ROW
from triarchy.games.tigris.state import MOST_PLAYERS
from triarchy.research.kinds import kinds

CLIP = 0.2
VALUE_PART = 0.5
POINTS_PART = 0.5
LONGEST_STEP = 1.0
"""Gradients are cut to this length."""
SCATTER = 128
"""Games begin up to so many decisions apart."""


@dataclass(frozen=True)
class Settings:
    """How a network is trained; kept in its file. Entropy and rate fall evenly over the rounds."""

    rounds: int = 1000
    games: int = 16_384
    horizon: int = 32
    part: int = 16_384
    """So many decisions are learned from at once."""
    width: int = 48
    blocks: int = 5
    trace: float = 0.95
    entropy: tuple[float, float] = (0.02, 0.006)
    rate: tuple[float, float] = (4e-4, 4e-5)
    mix: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """How much of the games has two, three and four players."""
    older: float = 0.0
    """In this part of the games networks that it was before play all seats but one."""
    against: str = ""
    """Weights that play these seats instead: what is learned is the best response to them."""
    warm: int = 6
    """So many first rounds have a lower rate; after an imitation the policy stays as it is in them, and the values learn
    what its games are like."""
    epochs: float = 9.0
    """So often the recorded games are gone through."""
    imitation_rate: float = 1e-3
    seed: int = 1
    device: str = "cpu"
    compiled: bool = False
    """Whether PyTorch compiles the network, which takes a minute and makes it faster on a GPU."""


@dataclass
class Learned:
    """What one round of learning was like."""

    policy: float
    entropy: float
    wins: float
    """The cross entropy of the shares of the win,"""
    points: float
    """and the squared error of the other targets."""
    moved: float
    """How far the policy has moved: about its divergence from what it was."""
    explained: float
    """The part of the spread of the mover's returns that the values explain."""
    games: int
    won: tuple[float, ...]
    """The shares of the win against older selves, with two, three and four players."""


class Learner:
    """Plays and learns: `round` is one horizon of all games and what is learned from it."""

    def __init__(self, settings: Settings):
        self.settings, self.device = settings, settings.device
        torch.manual_seed(settings.seed)
        torch.backends.cudnn.benchmark = True
        self.table = Table(settings.device)
        net = DeedNet(settings.width, settings.blocks).to(settings.device)
        self.net = net.to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.Adam(
            self.net.parameters(), lr=settings.rate[0], eps=1e-5, fused=self.device == "cuda"
        )
        self._asked: Any = self._ready(self.net)
        self.kinds = kinds_of_slots(settings).to(self.device)
        n, t = settings.games, settings.horizon

        def zeros(*shape, dtype=torch.float32):
            return torch.zeros(shape, dtype=dtype, device=self.device)

        self.words, self.rounds = zeros(n, WORDS, dtype=torch.int64), zeros(n, dtype=torch.int64)
        self.seen = (
            zeros(t, n, ROW, dtype=torch.int8),
            zeros(t, n, WIDE, dtype=torch.bool),
            zeros(t, n, HINTS, dtype=torch.int16),
        )
        self.deeds = zeros(t, n, dtype=torch.int64)
        self.logs, self.done = zeros(t, n), zeros(t, n, dtype=torch.bool)
        self.own = torch.ones((t, n), dtype=torch.bool, device=self.device)
        self.movers = zeros(t + 1, n, dtype=torch.int64)
        self.outcome = zeros(t, n, MOST_PLAYERS, TARGETS)
        self.values = zeros(t + 1, n, MOST_PLAYERS, TARGETS)
        self.players = self.kinds[:, 0]
        self._meet_older()

    def _ready(self, net: DeedNet) -> Any:
        return torch.compile(net, dynamic=False) if self.settings.compiled else net

    def _meet_older(self) -> None:
        """The last slots are those where an older self plays; kinds are mixed among the slots."""
        self.rivals = round(self.settings.older * self.settings.games)
        if self.rivals:
            self.rival = copy.deepcopy(self.net).requires_grad_(False)
            self._rival_asked = self._ready(self.rival)
            order = torch.arange(self.rivals, device=self.device)
            self.own_seat = order % self.players[-self.rivals :]

    # Asking and improving the network

    def answers(self, seen, masks, hints, players, asked=None):
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            return (self._asked if asked is None else asked)(seen, masks, hints, players)

    @staticmethod
    def _turned(numbers, movers, players, sign: int):
        seats = torch.arange(MOST_PLAYERS, device=numbers.device)
        players = players.unsqueeze(-1)
        places = torch.where(
            seats < players, (seats + sign * movers.unsqueeze(-1)) % players, seats
        )
        return numbers.gather(-2, places.unsqueeze(-1).expand(numbers.shape))

    def from_mover(self, numbers, movers, players):
        """Targets in the order of the seats, counted from the mover instead."""
        return self._turned(numbers, movers, players, 1)

    def by_seat(self, numbers, movers, players):
        """The other way."""
        return self._turned(numbers, movers, players, -1)

    @staticmethod
    def value_losses(shares, points, wanted, players):
        """The cross entropy of the shares of the win, and the squared error of the points of seats that play."""
        crossed = -(wanted[..., 0] * shares.clamp(min=-50)).sum(-1).mean()
        present = torch.arange(MOST_PLAYERS, device=shares.device) < players[:, None]
        off = ((points - wanted[..., 1:]).square().mean(-1) * present).sum(-1).mean()
        return crossed, off

    def set_rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def improve(self, loss: torch.Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST_STEP)
        self.optimiser.step()

    # Self-play

    @torch.no_grad()
    def begin(self) -> None:
        """Begin all games, at different times: else all would be in the same phase."""
        table, seed = self.table, self.settings.seed
        table.begin(self.words, self.kinds, seed, self.rounds)
        begins = torch.randint(SCATTER, (len(self.words),), device=self.device)
        for step in range(SCATTER):
            masks = table.look(self.words)[1]
            deeds = (torch.rand(masks.shape, device=self.device) * masks).argmax(1)
            deeds = torch.where(begins <= step, deeds, -1)
            table.step(
                self.words, self.kinds, seed, self.rounds, deeds, self.done[0], self.outcome[0]
            )

    @torch.no_grad()
    def collect(self) -> None:
        """Play one horizon with the network as it is."""
        horizon = self.settings.horizon
        for t in range(horizon + 1):
            seen, masks, hints, movers, players = self.table.look(self.words)
            wishes, shares, points = self.answers(seen, masks, hints, players)
            self.movers[t] = movers
            found = torch.cat((shares.exp().unsqueeze(-1), points), -1)
            self.values[t] = self.by_seat(found, movers, players)
            if t == horizon:
                return
            deeds = drawn(wishes)
            if self.rivals:
                part = slice(len(deeds) - self.rivals, None)
                rows = (one[part] for one in (seen, masks, hints, players))
                theirs = drawn(self.answers(*rows, asked=self._rival_asked)[0])
                self.own[t, part] = movers[part] == self.own_seat
                deeds[part] = torch.where(self.own[t, part], deeds[part], theirs)
            for kept, one in zip(self.seen, (seen, masks, hints), strict=True):
                kept[t] = one
            self.deeds[t] = deeds
            self.logs[t] = wishes.gather(1, deeds[:, None])[:, 0]
            self.table.step(
                self.words,
                self.kinds,
                self.settings.seed,
                self.rounds,
                deeds,
                self.done[t],
                self.outcome[t],
            )

    @torch.no_grad()
    def returns(self) -> tuple[torch.Tensor, torch.Tensor]:
        """For every decision the mover's advantage, and all seats' returns counted from the mover."""
        gains = torch.empty_like(self.values[:-1])
        running = torch.zeros_like(self.values[0])
        for t in reversed(range(self.settings.horizon)):
            ended = self.done[t][:, None, None]
            following = torch.where(ended, self.outcome[t], self.values[t + 1])
            running = following - self.values[t] + self.settings.trace * (~ended) * running
            gains[t] = running
        movers, players = self.movers[:-1], self.players.expand(self.settings.horizon, -1)
        own = gains[..., 0].gather(-1, movers.unsqueeze(-1)).squeeze(-1)
        wanted = self.from_mover(gains + self.values[:-1], movers, players)
        wanted[..., 0].clamp_(0, 1)
        return own, wanted

    def round(self, entropy_part: float, rate: float, warming: bool) -> Learned:
        """One horizon of games, and one pass over it in parts. `warming`: the policy stays as it is."""
        self.set_rate(rate)
        self.collect()
        gains, wanted = self.returns()
        own = self.own.flatten()
        values = self.values[:-1, ..., 0].gather(-1, self.movers[:-1].unsqueeze(-1)).squeeze(-1)
        explained = 1 - gains.var() / (gains + values).var().clamp(min=1e-6)
        gains = gains.flatten()
        gains = (gains - gains[own].mean()) / (gains[own].std() + 1e-8)
        players = self.players.expand(self.settings.horizon, -1)
        asked = [one.flatten(0, 1) for one in (*self.seen, players)]
        rows = [one.flatten(0, 1) for one in (self.deeds, self.logs, wanted)]
        places = own.nonzero()[:, 0]
        order = places[torch.randperm(len(places), device=self.device)]
        parts = [p for p in order.split(self.settings.part) if len(p) == self.settings.part]
        sums = torch.zeros(5, device=self.device)
        for part in parts or [order]:
            sums += self._learn(
                [one[part] for one in asked],
                gains[part],
                *(one[part] for one in rows),
                entropy_part,
                warming,
            )
        told = (sums / max(1, len(parts))).tolist()
        return Learned(
            *told, explained=float(explained), games=int(self.done.sum()), won=self.shares_won()
        )

    def shares_won(self) -> tuple[float, ...]:
        """Of the games that ended in this horizon, what the network won against older selves."""
        if not self.rivals:
            return ()
        part = slice(len(self.words) - self.rivals, None)
        over, players = self.done[:, part], self.players[part]
        seats = self.own_seat.expand(len(over), -1).unsqueeze(-1)
        shares = self.outcome[:, part, :, 0].gather(-1, seats).squeeze(-1)
        found = [over & (players == number) for number in (2, 3, 4)]
        return tuple(float(shares[ended].sum() / ended.sum().clamp(min=1)) for ended in found)

    def _learn(self, asked, gains, deeds, logs, wanted, entropy_part, warming) -> torch.Tensor:
        wishes, shares, points = self.answers(*asked)
        players = asked[-1]
        log = wishes.gather(1, deeds[:, None])[:, 0]
        ratio = (log - logs).exp()
        policy = -torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
        entropy = -(wishes.exp() * wishes.clamp(min=-50)).sum(1).mean()
        crossed, off = self.value_losses(shares, points, wanted, players)
        aim = -log.mean() if warming else policy - entropy_part * entropy
        self.improve(aim + VALUE_PART * crossed + POINTS_PART * off)
        moved = (log - logs).square().mean() / 2
        return torch.stack((policy, entropy, crossed, off, moved)).detach()


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """A deed for each row, drawn by the logarithms of its chances; rows have a legal one."""
    chance = torch.empty_like(logs).exponential_()
    return (logs - chance.log()).argmax(1)


def kinds_of_slots(settings: Settings) -> torch.Tensor:
    """The number of players and the options of every slot's games, mixed."""
    found = [
        ((game.players, game.option_bits), part * settings.mix[players - 2])
        for players in (2, 3, 4)
        for game, part in kinds("tigris", players)
    ]
    parts = np.array([part for _, part in found])
    edges = np.cumsum(parts) / parts.sum()
    rows = np.array([kind for kind, _ in found], np.int64)
    places = (np.arange(settings.games) + 0.5) / settings.games
    order = np.random.default_rng(settings.seed).permutation(settings.games)
    return torch.from_numpy(rows[np.searchsorted(edges, places)][order])
