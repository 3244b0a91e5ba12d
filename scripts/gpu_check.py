"""Prove that interpreter, CPU and GPU play the same games to the byte, then measure the GPU.

    python scripts/gpu_check.py --log gpu-check.log

Without a GPU it compares the interpreter with the CPU, measures the CPU, and says so. `--quick`
takes fewer games; `--games meridian` only one of the games; `--parts proof`, `figures`, `sharing` or
`greedy` only a part. Exit code 1 if anything differs.

What is compared, for every number of players, map and option: batches of games with the same seed
and the same randomly chosen actions, until each has ended at least once. After every step the states
(all bytes), the legal lists, the observations, rewards, results and ranks must be equal; so must the
results of whole random games of `simulate`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import numpy as np

import triarchy
from triarchy.engine.compiled import INTERPRETED
from triarchy.engine.cores import cores
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.game import Game

SEED = 20_26
FEW, MANY = 2, 256
"""Games in a batch that the interpreter plays too, and in one of CPU and GPU alone."""

PARTS = ("proof", "figures", "sharing", "greedy")
"""What the script can do. Sharing needs PyTorch, JAX or CuPy, and greedy games take minutes to compile,
so these two are left out unless asked for."""


class Log:
    """Says everything on the screen and in a file."""

    def __init__(self, path: str | None):
        self.file = open(path, "w", encoding="utf-8") if path else None  # noqa: SIM115

    def __call__(self, text: str = "") -> None:
        print(text, flush=True)
        if self.file:
            self.file.write(text + "\n")
            self.file.flush()


def kinds(name: str) -> Iterator[Game]:
    """A game with every number of players and map, and with each other value of an option."""
    definition = DEFINITIONS[name]
    least, most = definition.players
    for players in range(least, most + 1):
        for board in definition.boards.values():
            if players in board.players:
                yield triarchy.game(name, players, board=board.id)
    for option, values in definition.options.items():
        for value in values[1:]:
            yield triarchy.game(name, min(3, most), options={option: value})


def title(game: Game) -> str:
    options = [f"{key}={value}" for key, value in game.options.items() if value]
    shown = [o for o in options if o != "support=free"]
    return ", ".join([f"{game.name} {game.players} players", game.board.id, *shown])


# Equality


def host(array: Any) -> np.ndarray:
    """An array of any library as one of NumPy."""
    for copy in ("copy_to_host", "cpu", "get"):
        if hasattr(array, copy):
            return np.asarray(getattr(array, copy)())
    return np.asarray(array)


def trace(game: Game, size: int, device: str) -> list[str]:
    """Play a batch until every game has ended once; a hash of all that can be seen, step by step."""
    batch = triarchy.Batch(game, size, device)
    batch.reset(SEED)
    chance = np.random.default_rng(SEED)
    ended = np.zeros(size, np.bool_)
    hashes = []
    while not ended.all():
        masks = host(batch.legal())
        total = hashlib.sha256()
        seen = (masks, batch.observe(), batch.states, batch.to_move, batch.rewards, batch.done)
        for array in (*seen, batch.scores, batch.ranks):
            total.update(np.ascontiguousarray(host(array)).tobytes())
        hashes.append(total.hexdigest()[:16])
        batch.step((masks * chance.random(masks.shape)).argmax(axis=1))
        ended |= host(batch.done)
    return hashes


def interpreted_traces(name: str, size: int) -> list[list[str]]:
    """The traces of all kinds of a game, by a process of its own without compiling."""
    done = subprocess.run(
        [sys.executable, __file__, "--trace", name, "--size", str(size)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"The interpreter's run of {name} failed:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def compare(log: Log, what: str, first: list[str], other: list[str]) -> bool:
    if first == other:
        log(f"  equal    {what}: {len(first):,} steps")
        return True
    same = next(
        (i for i, (a, b) in enumerate(zip(first, other, strict=False)) if a != b),
        min(len(first), len(other)),
    )
    log(f"  DIFFERS  {what}: first at step {same}")
    return False


def prove(log: Log, name: str, few: int, many: int, gpu: bool) -> bool:
    """Interpreter, CPU and GPU on all kinds of one game."""
    fine = True
    interpreted = interpreted_traces(name, few)
    for game, by_interpreter in zip(kinds(name), interpreted, strict=True):
        log(title(game))
        on_cpu = trace(game, few, "cpu")
        fine &= compare(log, f"interpreter and CPU, {few} games", by_interpreter, on_cpu)
        if not gpu:
            continue
        on_gpu = trace(game, few, "cuda")
        fine &= compare(log, f"interpreter and GPU, {few} games", by_interpreter, on_gpu)
        fine &= compare(
            log, f"CPU and GPU, {many} games", trace(game, many, "cpu"), trace(game, many, "cuda")
        )
        fine &= compare_simulations(log, game, many * 16)
    return fine


def compare_simulations(log: Log, game: Game, games: int) -> bool:
    """Whole random games of `simulate` on both devices."""
    one, two = (triarchy.simulate(game, games, SEED, device=d) for d in ("cpu", "cuda"))
    same = all(
        np.array_equal(getattr(one, key), getattr(two, key))
        for key in ("scores", "ranking", "lengths")
    )
    log(f"  {'equal   ' if same else 'DIFFERS '} simulate on CPU and GPU, {games:,} random games")
    return same


# Sharing: other libraries choose the actions, from the batch's own memory


def torch_policy(masks: Any, seed: int, dlpack: bool) -> tuple[Any, int]:
    """Actions, and where in memory the masks were read."""
    import torch

    torch.manual_seed(seed)
    legal = torch.from_dlpack(masks) if dlpack else torch.as_tensor(masks, device="cuda")
    return torch.multinomial(legal.float(), 1).squeeze(1), legal.data_ptr()


def jax_by_dlpack(masks: Any, seed: int) -> tuple[Any, int]:
    import jax

    legal = jax.dlpack.from_dlpack(masks)
    wishes = jax.numpy.where(legal, 0.0, -jax.numpy.inf)
    return jax.random.categorical(jax.random.key(seed), wishes), legal.unsafe_buffer_pointer()


def cupy_by_interface(masks: Any, seed: int) -> tuple[Any, int]:
    import cupy

    legal = cupy.asarray(masks)
    wishes = legal * cupy.random.default_rng(seed).random(legal.shape)
    return wishes.argmax(axis=1), legal.data.ptr


POLICIES = {
    "PyTorch by __cuda_array_interface__": partial(torch_policy, dlpack=False),
    "PyTorch by DLPack": partial(torch_policy, dlpack=True),
    "JAX by DLPack": jax_by_dlpack,
    "CuPy by __cuda_array_interface__": cupy_by_interface,
}


def check_sharing(log: Log, game: Game, games: int, steps: int = 200) -> bool:
    """Random policies of other libraries beside a batch: nothing is copied, and a batch on the CPU
    given the same actions goes the same way."""
    fine = True
    log(title(game))
    for how, policy in POLICIES.items():
        ours, theirs = (triarchy.Batch(game, games, device) for device in ("cuda", "cpu"))
        same = alike = True
        try:
            for step in range(steps):
                masks = ours.legal()
                actions, place = policy(masks, step)
                alike &= place == masks.__cuda_array_interface__["data"][0]
                theirs.step(host(actions))
                ours.step(actions)
                same &= bool(np.array_equal(host(ours.states), theirs.states))
        except ImportError:
            log(f"  left out {how}: it is not installed")
            continue
        fine &= same and alike
        log(f"  {'equal   ' if same else 'DIFFERS '} {how}: {steps} steps of {games:,} games")
        if not alike:
            log("           but the array was copied")
    return fine


def report_greedy(log: Log, game: Game, games: int) -> None:
    """Greedy games on both devices; their rounding differs, so they are reported, not required."""
    results, seconds = [], []
    for device in ("cpu", "cuda"):
        triarchy.simulate(game, 1, SEED, device=device, bots="greedy")
        begun = time.perf_counter()
        results.append(triarchy.simulate(game, games, SEED, device=device, bots="greedy"))
        seconds.append(time.perf_counter() - begun)
    one, two = results
    alike = int((one.scores == two.scores).all(axis=(1, 2)).sum())
    log(f"{title(game)}: {alike} of {games} greedy games with the same scores on CPU and GPU")
    log(f"  {seconds[0]:.1f} s on {cores()} cores of the CPU, {seconds[1]:.1f} s on the GPU")


# Figures


def rate(work: Callable[[], int], seconds: float = 1.0) -> float:
    """What `work` counts per second, repeated for about that long after one run to warm up."""
    work()
    total, begun = 0, time.perf_counter()
    while (passed := time.perf_counter() - begun) < seconds:
        total += work()
    return total / passed


def measure_cpu(log: Log, game: Game) -> None:
    for workers in sorted({1, cores()}):
        games, runs = 2_000, []
        for run in range(3):
            begun = time.perf_counter()
            result = triarchy.simulate(game, games, run, workers)
            passed = time.perf_counter() - begun
            runs.append((int(result.lengths.sum()) / passed, games / passed))
            games = max(games, int(games * 0.7 / passed))
        decisions, whole = max(runs)
        log(
            f"  CPU, {workers:3} cores: {decisions / 1e6:10.2f} M decisions/s {whole:14,.0f} games/s"
        )


def describe_kernel(log: Log, module: Any, what: str, kernel: Any, threads: int) -> None:
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
    """A uniformly random legal action for each game, chosen on the device."""
    from triarchy.engine.rng import random_below

    @module.jit
    def choose(masks, generators, actions):
        i = module.grid(1)
        if i < len(actions):
            count = 0
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    count += 1
            left = random_below(generators[i], count)
            for action in range(masks.shape[1]):
                if masks[i, action]:
                    if left == 0:
                        actions[i] = action
                    left -= 1

    return choose


def measure_stepping(module: Any, game: Game, size: int, observing: bool) -> float:
    """Decisions a second of a batch: legal lists as masks, a random choice, a step."""
    from triarchy.research.gpu import blocks

    batch = triarchy.Batch(game, size, "cuda", checked=False)
    batch.reset(SEED)
    choose = choosing_kernel(module)
    seeds = np.random.default_rng(SEED).integers(2**63, size=(size, 1)).astype(np.uint64)
    generators = module.to_device(seeds)
    actions = module.device_array(size, np.int64)

    def steps() -> int:
        for _ in range(20):
            choose[blocks(size)](batch.legal(), generators, actions)
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


def measure_gpu(log: Log, module: Any, game: Game, sizes: list[int]) -> None:
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


def find_gpu(log: Log) -> Any:
    """`numba.cuda` where there is a GPU, else None."""
    from triarchy.engine.errors import BadRequest
    from triarchy.research.gpu import ready

    try:
        module = ready()
    except BadRequest as error:
        log(f"NO GPU: {error} Only the interpreter and the CPU are compared and measured.")
        return None
    device = module.get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else device.name
    log(f"GPU: {name}, {device.MULTIPROCESSOR_COUNT} multiprocessors")
    return module


def check(options: argparse.Namespace) -> int:
    from triarchy.shell.bench import machine

    log = Log(options.log)
    log(f"Triarchy GPU check, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
    log(", ".join(f"{key} {value}" for key, value in machine().items()))
    module = find_gpu(log)
    few, many = (1, 32) if options.quick else (FEW, MANY)
    fine = True
    if "proof" in options.parts:
        log()
        proofs = [prove(log, name, few, many, module is not None) for name in options.games]
        fine = all(proofs)
        log("All equal." if fine else "NOT EQUAL: see above.")
    if "figures" in options.parts:
        sizes = [1 << 12, 1 << 14] if options.quick else [1 << k for k in range(12, 21, 2)]
        for name in options.games:
            game = triarchy.game(name, 4)
            log(f"\n{title(game)}: figures")
            measure_cpu(log, game)
            if module is not None:
                measure_gpu(log, module, game, sizes)
    if "sharing" in options.parts and module is not None:
        log()
        for name in options.games:
            fine &= check_sharing(log, triarchy.game(name), many * 4)
    if "greedy" in options.parts and module is not None:
        log()
        for name in options.games:
            report_greedy(log, triarchy.game(name), many)
    if module is None:
        log("\nNo GPU was found: nothing above was run on one.")
    return 0 if fine else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--log", help="also write everything to this file")
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--games", nargs="+", default=["meridian", "china", "tigris"])
    parser.add_argument("--parts", nargs="+", default=["proof", "figures"], choices=PARTS)
    parser.add_argument("--trace", help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, default=FEW, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.trace:
        assert INTERPRETED
        print(json.dumps([trace(game, options.size, "cpu") for game in kinds(options.trace)]))
        return 0
    return check(options)


if __name__ == "__main__":
    sys.exit(main())
