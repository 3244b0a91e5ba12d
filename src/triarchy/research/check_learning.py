"""The batch as a learner uses it, without the learner: the part `learning` of `triarchy check`.

Rows of legal actions, features and movers are written by `advance`; the actions are random. They are
compared with a batch on the CPU, and decisions a second are measured, launch by launch and as a CUDA
graph.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from triarchy.research.batch import Batch
from triarchy.research.check_figures import CHOOSERS, SEED, Say, choosing_kernel, rate, seeds_for
from triarchy.table.game import Game

STEPS = 20
"""So many steps are one graph."""
ROUNDS = 8
"""So many graphs are measured together, as a learner does not wait for each."""
MOST_COMPARED = 2_000
"""So many steps are compared at most, if there is a game that has not ended once by then."""


WAYS = (
    ("masks", False, False),
    ("masks and features", True, False),
    ("masks and packed", True, True),
)
"""What is measured, whether features are written, and whether packed."""


class LearningLoop:
    """Chooses at random, clears the rows and lets the batch `advance`, all on one stream of PyTorch's;
    with features, with packed ones or without."""

    def __init__(
        self,
        module: Any,
        game: Game,
        size: int,
        graph: bool,
        watching: bool = True,
        packed: bool = False,
    ):
        import torch

        from triarchy.research.gpu import blocks

        self.torch, self.size = torch, size
        batch: Any = Batch(game, size, "cuda", checked=False, packed=packed)
        self.batch = batch
        self.batch.reset(SEED)
        self.stream: Any = torch.cuda.Stream()
        stream = module.external_stream(self.stream.cuda_stream)
        self.batch.stream = stream

        def zeros(*shape: int, dtype: Any) -> Any:
            return torch.zeros(shape, dtype=dtype, device="cuda")

        # Rows of words, so that eight actions are looked at together.
        words = zeros(size, -(-self.batch.actions // 8), dtype=torch.int64)
        self.masks = words.view(torch.bool)
        self.seen = zeros(size, self.batch.columns, dtype=torch.int8)
        self.movers = zeros(size, dtype=torch.int8)
        self.actions = zeros(size, dtype=torch.int64)
        masks, seen, movers, actions = (
            module.as_cuda_array(one) for one in (self.masks, self.seen, self.movers, self.actions)
        )
        eights = module.as_cuda_array(words)
        rows = (masks, seen if watching else None, movers)
        choose, seeds = choosing_kernel(module), seeds_for(module, size)
        torch.cuda.synchronize()
        self.batch.look(*rows)

        def step() -> None:
            choose[(*blocks(CHOOSERS * size), stream)](eights, seeds, actions)
            if watching and not packed:
                self.seen.zero_()
            self.batch.advance(actions, *rows)

        self.step = step
        self.graph: Any = None
        self.once()
        if graph:
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph, stream=self.stream):
                for _ in range(STEPS):
                    step()

    def once(self) -> None:
        """One step, and wait for it."""
        with self.torch.cuda.stream(self.stream):
            self.step()
        self.torch.cuda.synchronize()

    def steps(self) -> int:
        """As many steps as ROUNDS graphs have; returns the number of decisions."""
        with self.torch.cuda.stream(self.stream):
            for _ in range(ROUNDS):
                if self.graph is not None:
                    self.graph.replay()
                else:
                    for _ in range(STEPS):
                        self.step()
        self.torch.cuda.synchronize()
        return ROUNDS * STEPS * self.size


def as_on_cpu(module: Any, game: Game, games: int, packed: bool) -> int:
    """In how many steps a batch on the CPU that is given the same actions showed the same rows, states
    and results, until every game had ended once; 0: it did not."""
    loop = LearningLoop(module, game, games, graph=False, packed=packed)
    theirs = Batch(game, games, packed=packed)
    theirs.reset(SEED)
    ended = np.zeros(games, np.bool_)
    for step in range(1, MOST_COMPARED + 1):
        theirs.step(loop.actions.cpu().numpy())
        ours = loop.batch
        legal = loop.masks[:, : theirs.actions]
        rows = [(legal, theirs.legal()), (loop.seen, theirs.observe())]
        rows.append((loop.movers, theirs.to_move))
        same = all(np.array_equal(one.cpu().numpy(), other) for one, other in rows)
        same &= ours.states.copy_to_host().tobytes() == theirs.states.tobytes()
        for what in ("rewards", "done", "scores", "ranks"):
            same &= np.array_equal(getattr(ours, what).copy_to_host(), getattr(theirs, what))
        if not same:
            return 0
        ended |= theirs.done
        if ended.all():
            return step
        loop.once()
    return MOST_COMPARED


def check_learning(log: Say, module: Any, game: Game, sizes: list[int], games: int) -> bool:
    """Compare with the CPU, then say how fast it is."""
    equal = True
    for packed in (False, True):
        steps = as_on_cpu(module, game, games, packed)
        kind = "packed rows" if packed else "rows"
        verdict = "equal   " if steps else "DIFFERS "
        log(f"  {verdict} CPU and GPU, {kind} of {games} games: {steps} steps")
        equal &= steps > 0
    for size in sizes:
        for what, *rows in WAYS:
            rates = [
                rate(LearningLoop(module, game, size, graph, *rows).steps)
                for graph in (False, True)
            ]
            log(
                f"    {size:9,} games, {what:18}: {rates[0] / 1e6:10.1f} M decisions/s, "
                f"as a CUDA graph {rates[1] / 1e6:10.1f}"
            )
    return equal
