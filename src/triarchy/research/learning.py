"""A network in PyTorch and how it learns from its own games: proximal policy optimisation with one
network for all seats, and the shares of the win of all seats as its values."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from triarchy.bots.network import Network, in_whole_numbers
from triarchy.research.extras import missing
from triarchy.research.selfplay import SelfPlay, as_numpy, by_seat, from_mover, padded

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ModuleNotFoundError as error:
    raise missing(error, "train") from None

CLIP = 0.2
VALUE_PART = 0.5
LONGEST_STEP = 0.5
"""Gradients are cut to this length."""
HEADROOM = 1.25
"""Activations may become so many times as large as the largest seen before they are cut off."""


class Policy(nn.Module):
    """Hidden layers of one width; one head wishes for actions, one foretells the shares of the win."""

    def __init__(self, width: int, depth: int, inputs: int, actions: int, seats: int):
        super().__init__()
        sizes = [padded(inputs)] + [width] * depth
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in itertools.pairwise(sizes))
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        self.seats = seats
        self.choices = padded(actions)
        self.heads = nn.Linear(width, self.choices + padded(seats))
        nn.init.orthogonal_(self.heads.weight, 0.01)
        nn.init.zeros_(self.heads.bias)
        self.register_buffer("scale", torch.ones(padded(inputs)))

    def hidden(self, seen: torch.Tensor) -> list[torch.Tensor]:
        """The activations of every hidden layer."""
        # Features are whole numbers, which 16 bits hold exactly; so the weights are scaled.
        real = seen.to(
            torch.bfloat16 if torch.is_autocast_enabled(seen.device.type) else torch.float32
        )
        first = self.layers[0]
        found = [torch.relu(functional.linear(real, first.weight * self.scale, first.bias))]
        for layer in self.layers[1:]:
            found.append(torch.relu(layer(found[-1])))
        return found

    def forward(
        self, seen: torch.Tensor, masks: torch.Tensor, players: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of the policy, and of the shares of the win counted from the mover."""
        out = self.heads(self.hidden(seen)[-1])
        wishes = out[:, : self.choices].float().masked_fill(~masks, -1e9)
        seats = torch.arange(self.seats, device=seen.device)
        absent = seats >= players.unsqueeze(-1)
        shares = out[:, self.choices : self.choices + self.seats].float()
        shares = shares.masked_fill(absent, -1e9)
        return wishes.log_softmax(-1), shares.log_softmax(-1)


@dataclass
class Learned:
    """What one round of learning was like."""

    loss: float
    value_loss: float
    entropy: float
    explained: float
    """The part of the outcomes' spread that the values explain."""
    games: int


def drawn(logs: torch.Tensor) -> torch.Tensor:
    """An action for each row, drawn by the logarithms of its chances."""
    chance = torch.empty_like(logs).exponential_()
    return (logs - chance.log()).argmax(-1)


class Rival:
    """An older network that plays all seats but one in a part of the games, so that a network does not
    forget how to beat what it was. Only what the newer one decides is learned from."""

    def __init__(self, play: SelfPlay, policy: Policy, part: float):
        self.play = play
        self.policy = copy.deepcopy(policy).requires_grad_(False)
        reached = (part * torch.arange(play.size + 1, device=play.device)).floor()
        self.games = reached.diff().nonzero().flatten()
        """The games where it plays: some of every kind, as games of a kind lie side by side."""
        order = torch.arange(len(self.games), device=play.device)
        self.own = torch.full((play.size,), -1, device=play.device)
        """The one seat that is not its; -1: all are not."""
        self.own[self.games] = order % play.players[self.games]
        self.learned_from = torch.ones(
            (play.horizon, play.size), dtype=torch.bool, device=play.device
        )

    def choose(self, t: int, actions: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
        """The actions, with those of the rival where it is to move."""
        learned = (self.own < 0) | (self.play.movers[t] == self.own)
        self.learned_from[t] = learned
        chosen = actions.clone()
        chosen[self.games] = torch.where(learned[self.games], actions[self.games], theirs)
        return chosen

    def become(self, weights: dict[str, torch.Tensor]) -> None:
        """Play with these weights from now on, in the memory that a captured graph knows."""
        self.policy.load_state_dict(weights)


class Learner:
    """Plays and learns: `round` is one horizon of games and what is learned from them."""

    def __init__(
        self,
        play: SelfPlay,
        policy: Policy,
        parts: int,
        trace: float,
        rate: float,
        older: float = 0.0,
    ):
        """`older`: the part of the games in which an older network plays all seats but one."""
        self.play, self.policy = play, policy
        self.parts, self.trace = parts, trace
        self.optimiser = torch.optim.Adam(
            policy.parameters(), lr=rate, eps=1e-5, fused=play.device == "cuda"
        )
        self.logs = torch.zeros(play.actions.shape, device=play.device)
        shape = (play.horizon + 1, play.size, play.seats)
        self.values = torch.zeros(shape, device=play.device)
        self.rival = Rival(play, policy, older) if older > 0 else None
        self._graph: Any = None

    def answers(self, seen, masks, players, policy=None):
        """What the network says, or another one."""
        with torch.autocast(
            self.play.device, dtype=torch.bfloat16, enabled=self.play.device == "cuda"
        ):
            return (policy or self.policy)(seen, masks, players)

    def capture(self) -> None:
        """Record a whole horizon as a CUDA graph: from now on `collect` replays it, and no step waits
        for the host."""
        self._collect()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph):
                self.play.follow(torch.cuda.current_stream().cuda_stream)
                self._collect()
        finally:
            self.play.follow(None)
        self._graph = graph

    def collect(self) -> None:
        """Play one horizon with the network as it is."""
        if self._graph is not None:
            self._graph.replay()
        else:
            self._collect()

    @torch.no_grad()
    def _collect(self) -> None:
        play = self.play
        play.begin()
        for t in range(play.horizon + 1):
            chosen, shares = self.answers(play.seen[t], play.masks[t], play.players)
            self.values[t] = by_seat(shares.exp(), play.movers[t], play.players)
            if t == play.horizon:
                return
            action = drawn(chosen)
            if self.rival is not None:
                games = self.rival.games
                rows = (play.seen[t][games], play.masks[t][games], play.players[games])
                theirs, _ = self.answers(*rows, policy=self.rival.policy)
                action = self.rival.choose(t, action, drawn(theirs))
            play.actions[t] = action
            self.logs[t] = chosen.gather(-1, action.unsqueeze(-1)).squeeze(-1)
            play.play(t)

    @torch.no_grad()
    def returns(self) -> tuple[torch.Tensor, torch.Tensor]:
        """For every decision the mover's advantage, and all seats' returns counted from the mover."""
        play = self.play
        gains = torch.empty_like(self.values[:-1])
        running = torch.zeros_like(self.values[0])
        for t in reversed(range(play.horizon)):
            ended = play.ended[t].unsqueeze(-1)
            following = torch.where(ended, play.outcome[t], self.values[t + 1])
            running = following - self.values[t] + self.trace * (~ended) * running
            gains[t] = running
        movers, players = play.movers[:-1], play.players.expand(play.horizon, -1)
        own = gains.gather(-1, movers.long().unsqueeze(-1)).squeeze(-1)
        return own, from_mover(gains + self.values[:-1], movers, players).clamp(0, 1)

    def round(self, entropy_part: float, rate: float) -> Learned:
        """One horizon of games, and one pass over it in parts."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.collect()
        gains, returns = self.returns()
        own = gains if self.rival is None else gains[self.rival.learned_from]
        normal = (gains - own.mean()) / (own.std() + 1e-8)
        sums = torch.zeros(3, device=self.play.device)
        for games in torch.randperm(self.play.size, device=self.play.device).chunk(self.parts):
            sums += self._improve(games, normal, returns, entropy_part)
        loss, value_loss, entropy = (sums / self.parts).tolist()
        values = from_mover(
            self.values[:-1], self.play.movers[:-1], self.play.players.expand(self.play.horizon, -1)
        )[..., 0]
        left = (returns[..., 0] - values).var() / returns[..., 0].var().clamp(min=1e-6)
        ended = int(self.play.ended.sum())
        return Learned(loss, value_loss, entropy, 1 - float(left), ended)

    def _improve(self, games, normal, returns, entropy_part) -> torch.Tensor:
        play = self.play

        def rows(tensor):
            return tensor[: play.horizon].index_select(1, games).flatten(0, 1)

        def bytes_of(tensor):
            # Eight at a time: single bytes take the GPU eight times as long.
            return rows(tensor.view(torch.int64)).view(tensor.dtype)

        players = play.players[games].repeat(play.horizon)
        chosen, shares = self.answers(bytes_of(play.seen), bytes_of(play.masks), players)
        log = chosen.gather(-1, rows(play.actions).unsqueeze(-1)).squeeze(-1)
        ratio = (log - rows(self.logs)).exp()
        gain = rows(normal)
        own = None if self.rival is None else rows(self.rival.learned_from).float()

        def mean(numbers):
            """Over the network's own decisions."""
            return numbers.mean() if own is None else (numbers * own).sum() / own.sum().clamp(min=1)

        surrogate = mean(torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain))
        entropy = -mean((chosen.exp() * chosen.clamp(min=-50)).sum(-1))
        value_loss = -mean((rows(returns) * shares.clamp(min=-50)).sum(-1))
        loss = -surrogate + VALUE_PART * value_loss - entropy_part * entropy
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.policy.parameters(), LONGEST_STEP)
        self.optimiser.step()
        return torch.stack((loss, value_loss, entropy)).detach()

    @torch.no_grad()
    def find_scales(self) -> None:
        """Bring every feature into -1 to 1 by the largest value that random games showed."""
        self.collect()
        self.collect()
        most = self.play.seen.flatten(0, 1).abs().amax(0).clamp(min=1)
        self.policy.scale.copy_(1.0 / most)

    @torch.no_grad()
    def export(self, name: str, players: list[int], settings: dict[str, Any]) -> Network:
        """The network in whole numbers; activations are measured on the games as they are now."""
        policy, play = self.policy, self.play
        step = max(1, play.size // 4096)
        seen = play.seen[:: max(1, play.horizon // 4), ::step].flatten(0, 1)
        greatest = [HEADROOM * max(1e-3, float(layer.max())) for layer in policy.hidden(seen)]

        def real(layer, rows=slice(None)):
            return as_numpy(layer.weight)[rows].astype(np.float64), as_numpy(layer.bias)[rows]

        layers = [real(layer) for layer in policy.layers]
        scaled = layers[0][0] * as_numpy(policy.scale)[None, :]
        layers[0] = (scaled[:, : play.inputs], layers[0][1])
        heads = {
            "policy": real(policy.heads, slice(play.choices)),
            "value": real(policy.heads, slice(policy.choices, policy.choices + play.seats)),
        }
        arrays = in_whole_numbers(layers, heads, greatest)
        return Network(name, play.boards, settings, arrays, players=players)
