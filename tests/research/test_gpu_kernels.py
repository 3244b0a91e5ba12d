"""The GPU's kernels, run thread by thread on the CPU, play the games that the CPU plays, to the byte.

A real GPU is asked by `triarchy check --device cuda`; this shows on any machine that the kernels fit the rules
and the bots as they are now.
"""

from __future__ import annotations

import threading
from types import SimpleNamespace

import numpy as np
import pytest
from numba.np.numpy_support import as_dtype

import triarchy
from triarchy.research import gpu, gpu_games


class DeviceArray(np.ndarray):
    def copy_to_host(self):
        return np.array(self)

    def copy_to_device(self, values):
        self[...] = values


class Kernel:
    """Runs a kernel's threads one after the other; those of a block that share memory beside each other."""

    def __init__(self, module, function):
        self.module = module
        self.function = function

    def __getitem__(self, launch):
        blocks, threads, _, memory = (*launch, 0, 0)[:4]

        def run(*arguments):
            for block in range(blocks):
                if memory:
                    Block(self.module, threads, memory).run(self.function, block, arguments)
                    continue
                for thread in range(threads):
                    self.module.own.thread = block * threads + thread
                    self.function(*arguments)

        return run


class Block:
    """Threads that wait for each other, and the memory they share."""

    def __init__(self, module, threads, memory):
        self.module, self.size = module, threads
        self.memory = np.full(memory, 0xA5, np.uint8)
        self.arrays = {}
        self.changed = threading.Condition()
        self.alive, self.waiting, self.round = threads, 0, 0
        self.faults = []

    def run(self, function, block, arguments):
        def one(thread):
            self.module.own.thread, self.module.own.block = block * self.size + thread, self
            try:
                function(*arguments)
            except BaseException as fault:
                self.faults.append(fault)
            with self.changed:
                self.alive -= 1
                self._go_on()

        threads = [threading.Thread(target=one, args=(k,)) for k in range(self.size)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for fault in self.faults:
            raise fault

    def array(self, shape, dtype):
        if shape == 0:
            one = np.dtype(dtype if isinstance(dtype, type) else (np.record, as_dtype(dtype)))
            return self.memory[: len(self.memory) // one.itemsize * one.itemsize].view(one)
        with self.changed:
            return self.arrays.setdefault((shape, dtype), np.full(shape, -1, dtype))

    def _go_on(self):
        if self.waiting == self.alive:
            self.waiting, self.round = 0, self.round + 1
            self.changed.notify_all()

    def wait(self):
        """Until all threads that have not ended have come here."""
        with self.changed:
            self.waiting, own = self.waiting + 1, self.round
            self._go_on()
            assert self.changed.wait_for(lambda: self.round > own, 60)


class Cuda:
    """What the kernels use of `numba.cuda`."""

    def __init__(self):
        self.own = threading.local()
        self.local = SimpleNamespace(array=self.local_array)
        self.shared = SimpleNamespace(array=lambda shape, dtype: self.own.block.array(shape, dtype))
        self.atomic = SimpleNamespace(min=self.atomic_min)

    def jit(self, function=None, device=False, **_):
        if function is None:
            return lambda given: self.jit(given, device)
        return function if device else Kernel(self, function)

    def grid(self, dimensions):
        assert dimensions == 1
        return self.own.thread

    @property
    def blockDim(self):
        return SimpleNamespace(x=self.own.block.size)

    @property
    def threadIdx(self):
        return SimpleNamespace(x=self.own.thread % self.own.block.size)

    def threadfence_block(self):
        pass

    def syncwarp(self):
        self.own.block.wait()

    def is_available(self):
        return True

    def device_array(self, shape, dtype):
        """Like the device's, it is not cleared."""
        array = np.empty(shape, dtype).view(DeviceArray)
        array.view(np.uint8).fill(0xA5)
        return array

    def local_array(self, shape, dtype):
        plain = as_dtype(dtype) if not isinstance(dtype, type) else dtype
        array = np.empty(shape, plain)
        array.view(np.uint8).fill(0xA5)
        return array

    def to_device(self, array):
        return np.array(array).view(DeviceArray)

    def as_cuda_array(self, array):
        return array

    def atomic_min(self, array, index, value):
        array[index] = min(array[index], value)


@pytest.fixture
def cuda(monkeypatch):
    module = Cuda()
    monkeypatch.setattr(gpu, "fill_with_zeros", lambda array: array.fill(0))
    monkeypatch.setattr(gpu, "share", lambda array: array)
    for place in (gpu, gpu_games):
        monkeypatch.setattr(place, "cuda", lambda: module)
        monkeypatch.setattr(place, "ready", lambda: module)
    for kept in (gpu.kernels, gpu_games.random_kernel, gpu_games.greedy_kernel):
        kept.cache_clear()
    yield
    for kept in (gpu.kernels, gpu_games.random_kernel, gpu_games.greedy_kernel):
        kept.cache_clear()


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_batches_are_equal_step_by_step(cuda, name):
    game = triarchy.game(name, 3)
    one, two = (triarchy.Batch(game, 3, device) for device in ("cpu", "cuda"))
    packed = triarchy.Batch(game, 3, "cuda", packed=True)
    for batch in (one, two, packed):
        batch.reset(7)
    chance = np.random.default_rng(7)
    ended = 0
    while ended < 3:
        assert two.states.tobytes() == one.states.tobytes()
        assert np.array_equal(one.to_move, two.to_move)
        for what in ("legal", "observe"):
            assert np.array_equal(getattr(one, what)(), getattr(two, what)()), what
        assert np.array_equal(one.observe(seat=1), two.observe(seat=1))
        assert np.array_equal(packed.unpack(packed.observe()), one.observe())
        mask = one.legal()
        actions = (mask * chance.random(mask.shape)).argmax(axis=1)
        for batch in (one, two, packed):
            batch.step(actions)
        for what in ("rewards", "done", "scores", "ranks"):
            assert np.array_equal(getattr(one, what), getattr(two, what)), what
        ended += int(one.done.sum())
    other = triarchy.Batch(game, 3, "cuda")
    other.load_state_dict(one.state_dict())
    assert other.states.tobytes() == one.states.tobytes()
    assert np.array_equal(two.state_dict()["_rounds"], one.state_dict()["_rounds"])


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
@pytest.mark.parametrize(("bots", "games"), [("random", 70), ("greedy", 1)])
def test_simulations_are_equal(cuda, name, bots, games):
    game = triarchy.game(name, 3)
    one, two = (
        triarchy.simulate(game, games, 3, device=device, bots=bots) for device in ("cpu", "cuda")
    )
    for what in ("scores", "ranking", "lengths"):
        assert np.array_equal(getattr(one, what), getattr(two, what)), what


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("name", "shares"), [("meridian", 1), ("meridian", 2), ("tigris", 8), ("china", 4)]
)
def test_rows_for_learners_are_equal_step_by_step(cuda, monkeypatch, name, shares, packed):
    """`advance` on both devices: it plays, shows all at once, and leaves a game alone for -1."""
    monkeypatch.setattr(gpu, "SHARES", ((100, shares, shares),))
    monkeypatch.setattr(gpu, "MOST_IN_A_BLOCK", 2)  # so that three games take two blocks
    monkeypatch.setattr(gpu, "THREADS", 2 * shares)
    game = triarchy.game(name, 3)
    batches = [
        triarchy.Batch(game, 3, device, checked=False, packed=packed) for device in ("cpu", "cuda")
    ]
    for batch in batches:
        batch.reset(5)
    chance = np.random.default_rng(5)

    def choose(masks):
        return (masks * chance.random(masks.shape)).argmax(axis=1)

    before = [batches[0].states.copy()]
    played = []
    while not batches[0].done.any():
        played.append(choose(batches[0].legal()))
        batches[0].step(played[-1])
        before.append(batches[0].states.copy())
    batches[0].reset(5)
    for batch in batches:
        batch.states[:] = before[-1 - 20]
    begun, ended = batches[0].states.tobytes(), 0
    actions = np.full(3, -1)
    for step in range(40):
        rows = []
        for batch in batches:
            own = (
                np.zeros((3, batch.actions), np.bool_),
                np.zeros((3, batch.columns + 2), np.int8),
                np.zeros(3, np.int8),
            )
            batch.advance(actions, *own)
            bare = np.zeros_like(own[0])
            batch.look(bare, None, np.zeros(3, np.int8))
            assert np.array_equal(bare, own[0])
            rows.append(own)
        assert batches[1].states.tobytes() == batches[0].states.tobytes()
        assert all(np.array_equal(one, two) for one, two in zip(*rows, strict=True))
        for what in ("rewards", "done", "scores", "ranks"):
            assert np.array_equal(*(getattr(batch, what) for batch in batches)), what
        masks, seen, movers = rows[0]
        assert np.array_equal(masks, batches[0].legal())
        assert np.array_equal(seen[:, :-2], batches[0].observe())
        assert np.array_equal(movers, batches[0].to_move)
        assert step or batches[0].states.tobytes() == begun
        ended += int(batches[0].done.sum())
        actions = played[step - 20] if step < 20 else choose(masks)
        if step >= 20 and step % 3 == 0:
            actions[1] = -1
    assert ended


@pytest.mark.parametrize("name", ["meridian", "tigris", "china"])
def test_features_may_be_written_in_parts(name):
    """However many threads share a row, each writes what no other does, and together all of it."""
    game = triarchy.game(name, 3)
    batch = triarchy.Batch(game, 8)
    batch.reset(4)
    chance = np.random.default_rng(4)
    for _ in range(60):
        masks = batch.legal()
        batch.step((masks * chance.random(masks.shape)).argmax(axis=1))
    for state, whole in zip(batch.states, batch.observe(), strict=True):
        for parts in (2, 4, 8):
            rows = np.zeros((parts, len(whole)), np.int8)
            marked = np.full_like(rows, 99)
            for part in range(parts):
                for row in (rows[part], marked[part]):
                    game.definition.rules.observe(
                        game.board.struct, state, int(state.to_move), row, part, parts
                    )
            assert ((marked != 99).sum(axis=0) <= 1).all()
            assert np.array_equal(rows.sum(axis=0), whole)


def test_an_illegal_action_is_found_before_anything_is_played(cuda):
    batch = triarchy.Batch(triarchy.game("meridian", 2), 2, "cuda")
    batch.reset(1)
    before = batch.states.tobytes()
    with pytest.raises(triarchy.IllegalMove, match="in game 1"):
        batch.step(np.array([int(batch.legal()[0].argmax()), 73]))
    assert batch.states.tobytes() == before


def test_an_array_that_is_not_on_the_device_is_refused(cuda):
    batch = triarchy.Batch(triarchy.game("meridian", 2), 2, "cuda")
    with pytest.raises(triarchy.BadRequest, match="on the device"):
        batch.legal(out=np.zeros((2, batch.actions), np.bool_))
