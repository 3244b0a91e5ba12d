"""Prove that interpreter, CPU and GPU play the same games to the byte: behind `triarchy check`.

What is compared, for every number of players, map and option: batches of games with the same seed
and the same randomly chosen actions, until each has ended at least once. After every step the states
(all bytes), the legal lists, the observations, rewards, results and ranks must be equal; so must the
results of whole random games of `simulate`.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from triarchy.engine.compiled import INTERPRETED
from triarchy.engine.cores import cores
from triarchy.kit.definition import DEFINITIONS
from triarchy.research.batch import Batch
from triarchy.research.check_figures import SEED, measure_cpu, measure_gpu
from triarchy.research.gpu import ready
from triarchy.research.simulate import simulate
from triarchy.table.game import Game
from triarchy.table.game import game as find_game

FEW, MANY = 2, 256
"""Games in a batch that the interpreter plays too, and in one of CPU and GPU alone."""

PARTS = ("proof", "figures", "learning", "sharing", "greedy")
"""What can be done. Learning needs PyTorch, sharing PyTorch, JAX or CuPy, and greedy games take minutes
to compile, so these three are left out unless asked for."""


class Log:
    """Says everything on the screen and in a file."""

    def __init__(self, path: Path | None):
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
                yield find_game(name, players, board=board.id)
    for option, values in definition.options.items():
        for value in values[1:]:
            yield find_game(name, min(3, most), options={option: value})


def title(game: Game) -> str:
    """A game with all that is unusual about it."""
    usual = {key: values[0] for key, values in game.definition.options.items()}
    own = [f"{key}={value}" for key, value in game.options.items() if value != usual[key]]
    return ", ".join([f"{game.name} {game.players} players", game.board.id, *own])


# Equality


def host(array: Any) -> np.ndarray:
    """An array of any library as one of NumPy."""
    for copy in ("copy_to_host", "cpu", "get"):
        if hasattr(array, copy):
            return np.asarray(getattr(array, copy)())
    return np.asarray(array)


def trace(game: Game, size: int, device: str) -> list[str]:
    """Play a batch until every game has ended once; a hash of all that can be seen, step by step."""
    batch = Batch(game, size, device)
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
        [sys.executable, "-m", "triarchy.research.check", name, str(size)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"The interpreter's run of {name} failed:\n{done.stderr[-3000:]}")
    traces: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return traces


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
    one, two = (simulate(game, games, SEED, device=d) for d in ("cpu", "cuda"))
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


POLICIES: dict[str, Callable[[Any, int], tuple[Any, int]]] = {
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
        ours, theirs = (Batch(game, games, device) for device in ("cuda", "cpu"))
        same = alike = True
        try:
            for step in range(steps):
                masks: Any = ours.legal()
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
        simulate(game, 1, SEED, device=device, bots="greedy")
        begun = time.perf_counter()
        results.append(simulate(game, games, SEED, device=device, bots="greedy"))
        seconds.append(time.perf_counter() - begun)
    one, two = results
    alike = int((one.scores == two.scores).all(axis=(1, 2)).sum())
    log(f"{title(game)}: {alike} of {games} greedy games with the same scores on CPU and GPU")
    log(f"  {seconds[0]:.1f} s on {cores()} cores of the CPU, {seconds[1]:.1f} s on the GPU")


def check(
    log: Log, games: Sequence[str], parts: Sequence[str], gpu: bool, quick: bool = False
) -> bool:
    """Do these parts for these games, on a GPU too if wanted; whether all that must be equal is."""
    module = ready() if gpu else None
    if module is not None:
        device = module.get_current_device()
        name = device.name.decode() if isinstance(device.name, bytes) else device.name
        log(f"GPU: {name}, {device.MULTIPROCESSOR_COUNT} multiprocessors")
    few, many = (1, 32) if quick else (FEW, MANY)
    fine = True
    if "proof" in parts:
        log()
        proofs = [prove(log, name, few, many, gpu) for name in games]
        fine = all(proofs)
        log("All equal." if fine else "NOT EQUAL: see above.")
    if "figures" in parts:
        sizes = [1 << 12, 1 << 14] if quick else [1 << k for k in range(12, 21, 2)]
        for name in games:
            game = find_game(name, min(4, DEFINITIONS[name].players[1]))
            log(f"\n{title(game)}: figures")
            measure_cpu(log, game)
            if module is not None:
                measure_gpu(log, module, game, sizes)
    if "learning" in parts and gpu:
        from triarchy.research.check_learning import check_learning

        sizes = [1 << 12, 1 << 14] if quick else [1 << 12, 1 << 14, 1 << 16]
        for name in games:
            game = find_game(name, min(4, DEFINITIONS[name].players[1]))
            log(f"\n{title(game)}: rows for learners")
            fine &= check_learning(log, module, game, sizes, many)
    if "sharing" in parts and gpu:
        log()
        for name in games:
            fine &= check_sharing(log, find_game(name), many * 4)
    if "greedy" in parts and gpu:
        log()
        for name in games:
            report_greedy(log, find_game(name), many)
    return fine


if __name__ == "__main__":
    # What `interpreted_traces` starts.
    assert INTERPRETED
    print(json.dumps([trace(game, int(sys.argv[2]), "cpu") for game in kinds(sys.argv[1])]))
