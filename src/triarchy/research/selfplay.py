"""Games that a network plays against itself, of all kinds side by side, as tensors to learn from."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.bots.network import context, inputs
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.batch import Batch
from triarchy.research.extras import missing
from triarchy.research.kinds import kinds

try:
    import torch
except ModuleNotFoundError as error:
    raise missing(error, "train") from None

SCATTER = 256
"""Games begin up to so many decisions apart."""
ROW = 16
"""Rows of tensors are padded to a multiple of this: matrix units are slow on other widths."""


def padded(width: int) -> int:
    """The width of a row for so many numbers."""
    return -(-width // ROW) * ROW


class SelfPlay:
    """So many games, and what happened in their last `horizon` decisions.

    Rows of the tensors are decisions: `seen` what the network saw, `masks` what was legal, `movers`
    who moved, `actions` what was done; `ended` where that ended the game, with the shares of the win
    in `outcome`. Row `horizon` of the first three is the decision that comes next.
    """

    def __init__(
        self,
        name: str,
        games: int,
        horizon: int,
        device: str,
        seed: int,
        players: int | None = None,
    ):
        definition = DEFINITIONS[name]
        self.horizon, self.device = horizon, device
        self.boards = sorted(definition.boards)
        self.seats = definition.players[1]
        self.batches: list[tuple[slice, Batch]] = []
        contexts, first = [], 0
        for number, (game, part) in enumerate(kinds(name, players)):
            size = max(1, round(games * part))
            batch = Batch(game, size, device, checked=False)
            batch.reset(seed + number)
            self.batches.append((slice(first, first + size), batch))
            contexts.append(context(game, self.boards))
            first += size
        self.size = first
        self.inputs, self.choices = inputs(definition, self.boards), definition.actions
        width = padded(self.inputs)

        def zeros(*shape, dtype):
            return torch.zeros(shape, dtype=dtype, device=device)

        self.seen = zeros(horizon + 1, first, width, dtype=torch.int8)
        self.masks = zeros(horizon + 1, first, padded(self.choices), dtype=torch.bool)
        self.movers = zeros(horizon + 1, first, dtype=torch.int8)
        self.actions = zeros(horizon, first, dtype=torch.int64)
        self.ended = zeros(horizon, first, dtype=torch.bool)
        self.outcome = zeros(horizon, first, self.seats, dtype=torch.float32)
        self.players = zeros(first, dtype=torch.int64)
        self.context = zeros(first, width - definition.observation, dtype=torch.int8)
        for (rows, batch), ones in zip(self.batches, contexts, strict=True):
            self.players[rows] = batch.players
            self.context[rows, torch.as_tensor(ones - definition.observation, device=device)] = 1
        self._clear(0)
        self._rows = [
            [
                [self._lend(tensor[t][rows]) for tensor in (self.seen, self.masks, self.movers)]
                for t in range(horizon + 1)
            ]
            for rows, _ in self.batches
        ]
        self._moves = [
            [self._lend(self.actions[t][rows]) for t in range(horizon)] for rows, _ in self.batches
        ]
        self._ended = [torch.as_tensor(batch.done, device=device) for _, batch in self.batches]
        self._rewards = [torch.as_tensor(batch.rewards, device=device) for _, batch in self.batches]
        for number in range(len(self.batches)):
            self._look(number, horizon)
        self._scatter(seed)

    def _lend(self, tensor: torch.Tensor) -> Any:
        """The tensor's memory as an array that a batch writes into."""
        if self.device == "cpu":
            return tensor.numpy()
        from triarchy.research.gpu import cuda

        return cuda().as_cuda_array(tensor)

    def _clear(self, first: int) -> None:
        """Zeros in all rows from one on, but for what a game slot always sees."""
        for tensor in (self.seen, self.masks, self.movers):
            tensor[first:].zero_()
        self.seen[first:, :, -self.context.shape[1] :] = self.context

    def _look(self, number: int, t: int) -> None:
        seen, masks, movers = self._rows[number][t]
        self.batches[number][1].look(masks, seen, movers)

    def _scatter(self, seed: int) -> None:
        """Begin the games at different times, by random moves: else all would be in the same phase,
        and a horizon would show one phase of the game only."""
        chance = torch.Generator(self.device)
        chance.manual_seed(seed)
        begins = torch.randint(SCATTER, (self.size,), generator=chance, device=self.device)
        for step in range(-(-SCATTER // self.horizon) * self.horizon):
            t = step % self.horizon
            if t == 0:
                self.begin()
            wishes = torch.rand(self.masks[t].shape, generator=chance, device=self.device)
            moves = (wishes * self.masks[t]).argmax(-1)
            self.actions[t] = torch.where(begins <= step, moves, -1)
            self.play(t)

    def follow(self, stream: int | None) -> None:
        """Let the batches work on a stream of PyTorch's, given by its address; None: the default."""
        from triarchy.research.gpu import cuda

        own = None if stream is None else cuda().external_stream(stream)
        for _, batch in self.batches:
            batch.stream = own  # type: ignore[attr-defined]

    def shows_what_is(self) -> bool:
        """Whether the last rows are those of the games as they are now."""
        rows = (self.seen, self.masks, self.movers)
        kept = [tensor[self.horizon].clone() for tensor in rows]
        self._clear(self.horizon)
        for number in range(len(self.batches)):
            self._look(number, self.horizon)
        return all(
            torch.equal(tensor[self.horizon], one) for tensor, one in zip(rows, kept, strict=True)
        )

    def begin(self) -> None:
        """Make the decision that came next the first one of a new horizon."""
        for tensor in (self.seen, self.masks, self.movers):
            tensor[0].copy_(tensor[self.horizon])
        self._clear(1)

    def play(self, t: int) -> None:
        """Play `actions[t]` in all games; what is seen then is in the next row."""
        for number, (rows, batch) in enumerate(self.batches):
            seen, masks, movers = self._rows[number][t + 1]
            batch.advance(self._moves[number][t], masks, seen, movers)
            self.ended[t, rows].copy_(self._ended[number])
            outcome = self.outcome[t, rows, : batch.players]
            torch.add(self._rewards[number], 1 / batch.players, out=outcome)


def by_seat(relative: torch.Tensor, movers: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """Numbers for the seats counted from the mover, put in the order of the seats themselves."""
    seats = torch.arange(relative.shape[-1], device=relative.device)
    places = (seats - movers.long().unsqueeze(-1)) % players.unsqueeze(-1)
    return relative.gather(-1, places) * (seats < players.unsqueeze(-1))


def from_mover(seats: torch.Tensor, movers: torch.Tensor, players: torch.Tensor) -> torch.Tensor:
    """The other way: numbers in the order of the seats, counted from the mover."""
    steps = torch.arange(seats.shape[-1], device=seats.device)
    places = (steps + movers.long().unsqueeze(-1)) % players.unsqueeze(-1)
    return seats.gather(-1, places) * (steps < players.unsqueeze(-1))


def as_numpy(tensor: torch.Tensor) -> np.ndarray:
    return np.asarray(tensor.detach().float().cpu().numpy())
