"""How fast a machine's CPU and GPU play: the figures of `triarchy check`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from triarchy.engine.cores import cores
from triarchy.research.batch import Batch
from triarchy.research.simulate import simulate
from triarchy.table.game import Game

SEED = 20_26
CHOOSERS = 8
"""So many threads choose for one game."""
EVERYONE = 0xFFFFFFFF
"""All threads of a warp."""
Say = Callable[[str], None]


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """What `work` counts per second, repeated for about that long after one run to warm up."""
    work()
    total, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        total += work()
    return total / passed


def measure_cpu(log: Say, game: Game) -> None:
    for workers in sorted({1, cores()}):
        games, runs = 2_000, []
        for run in range(3):
            begun = time.perf_counter()
            result = simulate(game, games, run, workers)
            passed = time.perf_counter() - begun
            runs.append((int(result.lengths.sum()) / passed, games / passed))
            games = max(games, int(games * 0.7 / passed))
        decisions, whole = max(runs)
        log(
            f"  CPU, {workers:3} cores: {decisions / 1e6:10.2f} M decisions/s {whole:14,.0f} games/s"
        )


def describe_kernel(log: Say, module: Any, what: str, kernel: Any, threads: int) -> None:
    """Registers, local memory and occupancy of the kernel that was compiled last."""
    built = next(reversed(kernel.overloads.values()))
    device = module.get_current_device()
    resident = built.max_cooperative_grid_blocks(threads) * threads
    most = device.MULTIPROCESSOR_COUNT * device.MAX_THREADS_PER_MULTIPROCESSOR
    log(
        f"  {what}: {built.regs_per_thread} registers and {built.local_mem_per_thread} bytes of local "
        f"memory a thread, blocks of {threads}: occupancy {resident / most:.0%}"
    )


def choosing_kernel(module: Any) -> Any:
    """A uniformly random legal action for each game, chosen by CHOOSERS threads; the masks are cleared on
    the way, for what comes next. They may be given as bytes or as words of eight."""
    from triarchy.engine.rng import high_product, seed_of_game

    @module.jit
    def choose(masks, seeds, actions):
        i, share = divmod(module.grid(1), CHOOSERS)
        if i >= len(actions):
            return
        mine = 0
        for place in range(share, masks.shape[1], CHOOSERS):
            mine += module.popc(np.uint64(masks[i, place]))
        upto = mine
        for step in (1, 2, 4):
            lower = module.shfl_up_sync(EVERYONE, upto, step)
            if share >= step:
                upto += lower
        count = module.shfl_sync(EVERYONE, upto, module.laneid | (CHOOSERS - 1))
        chance = seed_of_game(seeds[i], np.uint64(0))
        left = np.int64(high_product(chance, np.uint64(count))) - (upto - mine)
        for place in range(share, masks.shape[1], CHOOSERS):
            word = np.uint64(masks[i, place])
            if word != np.uint64(0):
                masks[i, place] = 0
                for k in range(masks.itemsize):
                    if (word >> np.uint64(8 * k)) & np.uint64(1) != np.uint64(0):
                        if left == 0:
                            actions[i] = masks.itemsize * place + k
                        left -= 1
        if share == 0:
            seeds[i] = chance

    return choose


def seeds_for(module: Any, size: int) -> Any:
    """Where the random choices of so many games begin, on the device."""
    return module.to_device(
        np.random.default_rng(SEED).integers(2**63, size=size).astype(np.uint64)
    )


def measure_stepping(module: Any, game: Game, size: int, observing: bool) -> float:
    """Decisions a second of a batch: legal lists as masks, a random choice, a step."""
    from triarchy.research.gpu import blocks

    batch = Batch(game, size, "cuda", checked=False)
    batch.reset(SEED)
    choose = choosing_kernel(module)
    seeds = seeds_for(module, size)
    actions = module.device_array(size, np.int64)

    def steps() -> int:
        for _ in range(20):
            choose[blocks(CHOOSERS * size)](batch.legal(), seeds, actions)
            if observing:
                batch.observe()
            batch.step(actions)
        module.synchronize()
        return 20 * size

    return rate(steps)


def measure_whole_games(module: Any, game: Game, size: int, threads: int) -> tuple[float, float]:
    """Decisions and games a second of random games, nothing copied from the device."""
    from triarchy.research.gpu_games import random_kernel

    definition, players = game.definition, game.players
    blank = module.to_device(np.zeros(1, definition.state))
    board = module.to_device(np.array([game.board.struct], game.board.struct.dtype))
    scores = module.device_array((size, players, len(definition.score_parts)), np.int32)
    ranks = module.device_array((size, players), np.int8)
    lengths = module.device_array(size, np.int32)
    kernel = random_kernel(definition)[-(-size // threads), threads]

    def play() -> int:
        kernel(board, blank, players, game.option_bits, np.uint64(SEED), 0, scores, ranks, lengths)
        module.synchronize()
        return size

    games = rate(play)
    return games * float(lengths.copy_to_host().mean()), games


def measure_gpu(log: Say, module: Any, game: Game, sizes: list[int]) -> None:
    from triarchy.research.gpu import THREADS
    from triarchy.research.gpu_games import random_kernel

    log("  whole random games, full legal list at every decision")
    for size in sizes:
        decisions, games = measure_whole_games(module, game, size, THREADS)
        log(f"    {size:9,} games: {decisions / 1e6:10.1f} M decisions/s {games:16,.0f} games/s")
    for threads in (32, 64, 128, 256):
        decisions, _ = measure_whole_games(module, game, sizes[-1], threads)
        log(f"    blocks of {threads:3}:   {decisions / 1e6:10.1f} M decisions/s")
        describe_kernel(log, module, "  play", random_kernel(game.definition), threads)
    log("  a batch, step by step: masks of legal actions, a random choice, a step")
    for size in sizes:
        bare = measure_stepping(module, game, size, observing=False)
        seen = measure_stepping(module, game, size, observing=True)
        log(
            f"    {size:9,} games: {bare / 1e6:10.1f} M decisions/s, "
            f"with observations {seen / 1e6:10.1f}"
        )
