"""What a network with eyes learns from recorded games before it plays itself: deeds, who won, and by what points."""

# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from training.deed_play import TARGETS, WORDS, note_result
from triarchy.engine.compiled import compiled
from triarchy.games.tigris import choices, rules
from triarchy.games.tigris.deeds import deed_of
from triarchy.games.tigris.state import (
    DO_CATASTROPHE,
    DO_TILE,
    LEGAL_LIMIT,
    MOST_PLAYERS,
    NONE,
    STATE,
)
from triarchy.research.recorded import Recorded
from triarchy.table.game import game as find_game

HELD_OUT = 20
"""One game in so many is not learned from, but shows what is foretold."""
AT_ONCE = 4096
WARM = 100
"""After so many steps the rate is the full one."""
POINTS_PART = 0.5


class Examples(NamedTuple):
    """Decisions with a choice, a row for each."""

    words: torch.Tensor
    """The state,"""
    deeds: torch.Tensor
    """what was done,"""
    sure: torch.Tensor
    """whether a bot chose it,"""
    outcome: torch.Tensor
    """how the game ended for every seat,"""
    games: torch.Tensor
    """and the number of the game."""


@compiled
def replay(board, states, actions, strayed, kept, deeds, sure, k):
    """Play a recorded game in states[0]; keep the states with a choice from place k on. Returns the next place."""
    state, scratch = states[0], np.zeros(LEGAL_LIMIT, np.int16)
    i = 0
    while i < len(actions):
        first, second, used = int(actions[i]), NONE, 1
        if DO_TILE <= first <= DO_CATASTROPHE:
            second, used = int(actions[i + 1]), 2
        if choices.legal(board, state, scratch) > 1:
            kept[k] = state
            deeds[k] = deed_of(first, second)
            sure[k] = not (strayed[i] or strayed[i + used - 1])
            k += 1
        for n in range(used):
            rules.apply(board, state, int(actions[i + n]))
        i += used
    return k


def examples_of(paths: Sequence[Path]) -> Examples:
    """The decisions of all games in these files."""
    rows: list[tuple[Any, ...]] = []
    games = 0
    for path in paths:
        recorded = Recorded.load(path)
        total = sum(recorded.lengths)
        kept = np.zeros(total, STATE)
        deeds, sure = np.zeros(total, np.int64), np.zeros(total, np.bool_)
        outcome = np.zeros((total, MOST_PLAYERS, TARGETS), np.float32)
        which = np.zeros(total, np.int64)
        scores, ranks = np.zeros((MOST_PLAYERS, 4), np.int32), np.zeros(MOST_PLAYERS, np.int8)
        actions, strayed = np.array(recorded.actions, np.int16), np.array(recorded.strayed)
        board: Any = find_game(recorded.game, recorded.players).board.struct
        first, at = 0, 0
        for seed, options, length in zip(
            recorded.seeds, recorded.options, recorded.lengths, strict=True
        ):
            states = np.zeros(1, STATE)
            rules.setup(board, states[0], recorded.players, options, np.uint64(seed))
            part = slice(at, at + length)
            last = replay(board, states, actions[part], strayed[part], kept, deeds, sure, first)
            note_result(board, states[0], scores, ranks, outcome[first])
            outcome[first:last], which[first:last] = outcome[first], games
            first, at, games = last, at + length, games + 1
        words = kept[:first].view(np.int64).reshape(first, WORDS)
        rows.append((words, deeds[:first], sure[:first], outcome[:first], which[:first]))
    return Examples(
        *(torch.from_numpy(np.concatenate(column)) for column in zip(*rows, strict=True))
    )


class Imitation:
    """A learner whose network is taught recorded games."""

    def __init__(self, learner: Any, examples: Examples):
        self.learner = learner
        held = examples.games % HELD_OUT == HELD_OUT - 1
        device = learner.table.device
        self.held_out, self.own = (
            held.nonzero()[:, 0].to(device),
            (~held).nonzero()[:, 0].to(device),
        )
        self.examples = Examples(*(column.to(device) for column in examples))

    def lost(self, places: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Of some examples: how surprising the deeds, the winners and the points were, and the part of deeds foretold."""
        words, deeds, sure, outcome, _ = (column[places] for column in self.examples)
        seen, masks, hints, movers, players = self.learner.table.look(words)
        # Not compiled: parts have many sizes here.
        net = self.learner.net
        wishes, shares, points = self.learner.answers(seen, masks, hints, players, net)
        log = wishes.gather(1, deeds[:, None])[:, 0]
        wanted = self.learner.from_mover(outcome, movers, players)
        crossed, off = self.learner.value_losses(shares, points, wanted, players)
        surprise = -(log * sure).sum() / sure.sum().clamp(min=1)
        right = ((wishes.argmax(1) == deeds) & sure).sum() / sure.sum().clamp(min=1)
        return surprise, crossed, off, right

    @torch.no_grad()
    def held_out_losses(self) -> list[float]:
        parts = [torch.stack(self.lost(part)) for part in self.held_out.split(AT_ONCE)]
        found: list[float] = torch.stack(parts).mean(0).tolist()
        return found

    def learn(self, epochs: float, rate: float, tell: Callable[[str], None]) -> None:
        """Go through what is not held out so many times, with a rate that falls to nothing."""
        size = min(AT_ONCE, len(self.own))
        steps = max(1, round(epochs * len(self.own) / size))
        for step in range(steps):
            self.learner.set_rate(rate * (1 - step / steps) * min(1, (step + 1) / WARM))
            chosen = torch.randint(len(self.own), (size,), device=self.own.device)
            surprise, crossed, off, _ = self.lost(self.own[chosen])
            self.learner.improve(surprise + crossed + POINTS_PART * off)
            if (step + 1) % 200 == 0 or step + 1 == steps:
                told = ", ".join(f"{one:.3f}" for one in self.held_out_losses())
                tell(f"imitation, step {step + 1} of {steps}: deeds, wins, points, right: {told}")
