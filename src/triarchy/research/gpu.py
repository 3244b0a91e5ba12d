"""A batch on a GPU: the same rules, one thread per game, nothing leaves the device.

Needs the extra `gpu` (numba-cuda). The arrays are device arrays with `__cuda_array_interface__` and
DLPack, so that PyTorch, CuPy and JAX use them without copies. The kernels call the very functions
that the CPU runs; states are equal to the byte for the same seeds and actions.
"""

from __future__ import annotations

import warnings
from functools import cache
from typing import Any

import numpy as np
from numba.core.errors import NumbaPerformanceWarning

from triarchy.engine.dispatch import observe
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.kit.definition import Definition
from triarchy.research import stepping
from triarchy.research.batch import Batch
from triarchy.table.game import read_seed

THREADS = 64
"""Threads in a block. Games branch apart, so small blocks keep more of them resident."""
LEGACY_STREAM = 1
"""How DLPack calls the default stream, on which all kernels here run."""


def cuda() -> Any:
    """The module `numba.cuda`, or a sentence that says how to get it."""
    if not hasattr(np, "row_stack"):
        # numba-cuda still asks for this name, which NumPy 2.5 has dropped.
        np.row_stack = np.vstack
    try:
        from numba import cuda as module
    except ImportError:
        raise BadRequest("A GPU needs the extra 'gpu': pip install 'triarchy[gpu]'.") from None
    # That a small batch leaves a GPU idle is for the caller to judge.
    warnings.filterwarnings("ignore", category=NumbaPerformanceWarning)
    return module


def ready() -> Any:
    """`numba.cuda` on a machine that has a GPU."""
    module = cuda()
    if not module.is_available():
        raise BadRequest("No GPU was found; device='cpu' works everywhere.")
    return module


def fill_with_zeros(array: Any) -> None:
    """Clear an array on the device, faster than each game's thread could clear its own row."""
    from numba.cuda.cudadrv.driver import device_memset

    device_memset(array, 0, array.size * array.dtype.itemsize)


@cache
def shared_array() -> Any:
    """The class of a batch's arrays: numba-cuda's device arrays, which other libraries can also
    take over by DLPack."""
    from cuda.core.utils import StridedMemoryView
    from numba.cuda.cudadrv.devicearray import DeviceNDArray

    class SharedArray(DeviceNDArray):
        def __dlpack_device__(self):
            return StridedMemoryView.from_cuda_array_interface(self, -1).__dlpack_device__()

        def __dlpack__(self, *, stream=None, **more):
            if stream not in (None, LEGACY_STREAM, -1):
                cuda().default_stream().synchronize()
            view = StridedMemoryView.from_cuda_array_interface(self, -1)
            return view.__dlpack__(stream=-1, **more)

    return SharedArray


def share(array: Any) -> Any:
    """The same memory as an array that has DLPack too."""
    return shared_array()(array.shape, array.strides, array.dtype, gpu_data=array.gpu_data)


def wait_for(array: Any) -> None:
    """Let the kernels to come wait until another library has finished this array."""
    if hasattr(array, "__dlpack__"):
        array.__dlpack__(stream=LEGACY_STREAM)


class Kernels:
    """The kernels of one game; scratch arrays have the size that the game's legal list needs."""

    def __init__(self, definition: Definition):
        module = cuda()
        limit = definition.legal_limit

        @module.jit
        def begin(board, states, words, players, options, seed, rounds):
            i = module.grid(1)
            if i < len(states):
                rounds[i] = 0
                stepping.clear(words, i)
                stepping.begin_game(board[0], states, i, players, options, seed, rounds)

        @module.jit
        def step(
            board,
            states,
            words,
            players,
            options,
            seed,
            rounds,
            actions,
            rewards,
            done,
            scores,
            ranks,
        ):
            i = module.grid(1)
            if i < len(states):
                stepping.step_game(
                    board[0],
                    states,
                    words,
                    i,
                    players,
                    options,
                    seed,
                    rounds,
                    int(actions[i]),
                    rewards,
                    done,
                    scores,
                    ranks,
                )

        @module.jit
        def legal(board, states, masks):
            i = module.grid(1)
            if i < len(states):
                scratch = module.local.array(limit, np.int16)
                stepping.mark_legal(board[0], states[i], scratch, masks[i])

        @module.jit
        def check(board, states, actions, wrong):
            i = module.grid(1)
            if i < len(states):
                scratch = module.local.array(limit, np.int16)
                where = module.local.array(1, np.bool_)
                where[0] = True
                found = stepping.first_illegal(
                    board[0], states[i : i + 1], scratch, actions[i : i + 1], where, 0, 1
                )
                if found >= 0:
                    module.atomic.min(wrong, 0, i)

        @module.jit
        def look(board, states, out):
            i = module.grid(1)
            if i < len(states):
                observe(board[0], states[i], int(states[i].to_move), out[i])

        @module.jit
        def look_at_all(board, states, masks, seen, movers):
            i = module.grid(1)
            if i < len(states):
                scratch = module.local.array(limit, np.int16)
                stepping.look_at_game(board[0], states, i, scratch, masks, seen, movers)

        @module.jit
        def advance(
            board,
            states,
            words,
            players,
            options,
            seed,
            rounds,
            actions,
            rewards,
            done,
            scores,
            ranks,
            masks,
            seen,
            movers,
        ):
            i = module.grid(1)
            if i < len(states):
                scratch = module.local.array(limit, np.int16)
                stepping.advance_game(
                    board[0],
                    states,
                    words,
                    i,
                    players,
                    options,
                    seed,
                    rounds,
                    int(actions[i]),
                    rewards,
                    done,
                    scores,
                    ranks,
                )
                stepping.look_at_game(board[0], states, i, scratch, masks, seen, movers)

        @module.jit
        def movers(states, out):
            i = module.grid(1)
            if i < len(states):
                out[i] = states[i].to_move

        self.begin, self.step, self.legal = begin, step, legal
        self.check, self.look, self.movers = check, look, movers
        self.look_at_all, self.advance = look_at_all, advance


@cache
def kernels(definition: Definition) -> Kernels:
    return Kernels(definition)


def blocks(games: int, threads: int = THREADS) -> tuple[int, int]:
    """How many blocks of how many threads play so many games."""
    return -(-games // threads), threads


class GpuBatch(Batch):
    """`Batch(game, size, device="cuda")`: see `Batch`. All arrays live on the device."""

    stream: Any = None
    """A numba-cuda stream for `look` and `advance`, which may so be captured in a CUDA graph."""

    def _allocate(self, workers: int | None) -> None:
        module = ready()
        definition, size, players = self.game.definition, self.size, self.players
        parts = len(definition.score_parts)
        self._kernels = kernels(definition)
        self._board = module.to_device(
            np.array([self.game.board.struct], self.game.board.struct.dtype)
        )
        self._words = module.device_array((size, definition.state.itemsize // 8), np.uint64)
        self.states = self._words.view(definition.state).reshape(size)
        self._rounds = module.device_array(size, np.int64)

        def array(shape: Any, dtype: Any) -> Any:
            return share(module.device_array(shape, dtype))

        self.rewards = array((size, players), np.float32)
        self.done = array(size, np.bool_)
        self.scores = array((size, players, parts), np.int32)
        self.ranks = array((size, players), np.int8)
        self._to_move = array(size, np.int8)
        self._legal = array((size, self.actions), np.bool_)
        self._observation = array((size, definition.observation), np.int8)
        self._wrong = module.device_array(1, np.int64)

    @property
    def to_move(self) -> Any:
        """The seat to move in each game, in an array on the device filled anew each time."""
        self._kernels.movers[blocks(self.size)](self.states, self._to_move)
        return self._to_move

    def reset(self, seed: int | str = 0) -> None:
        self._seed = np.uint64(read_seed(seed))
        for array in (self.rewards, self.done, self.scores, self.ranks):
            array[:] = 0
        self._kernels.begin[blocks(self.size)](
            self._board,
            self.states,
            self._words,
            self.players,
            self.game.option_bits,
            self._seed,
            self._rounds,
        )

    def legal(self, out: Any = None) -> Any:
        masks = self._on_device(out, self._legal, "legal")
        fill_with_zeros(masks)
        self._kernels.legal[blocks(self.size)](self._board, self.states, masks)
        return self._legal if out is None else out

    def observe(self, out: Any = None) -> Any:
        seen = self._on_device(out, self._observation, "observe")
        fill_with_zeros(seen)
        self._kernels.look[blocks(self.size)](self._board, self.states, seen)
        return self._observation if out is None else out

    def step(self, actions: Any) -> None:
        actions = self._device_actions(actions)
        if self.checked:
            self._wrong[0] = self.size
            self._kernels.check[blocks(self.size)](self._board, self.states, actions, self._wrong)
            i = int(self._wrong.copy_to_host()[0])
            if i < self.size:
                raise IllegalMove(f"Action {int(actions[i])} is not legal in game {i}.")
        self._kernels.step[blocks(self.size)](
            self._board,
            self.states,
            self._words,
            self.players,
            self.game.option_bits,
            self._seed,
            self._rounds,
            actions,
            self.rewards,
            self.done,
            self.scores,
            self.ranks,
        )

    def look(self, masks: Any, seen: Any, movers: Any) -> None:
        self._kernels.look_at_all[self._launch()](self._board, self.states, masks, seen, movers)

    def advance(self, actions: Any, masks: Any, seen: Any, movers: Any) -> None:
        self._kernels.advance[self._launch()](
            self._board,
            self.states,
            self._words,
            self.players,
            self.game.option_bits,
            self._seed,
            self._rounds,
            actions,
            self.rewards,
            self.done,
            self.scores,
            self.ranks,
            masks,
            seen,
            movers,
        )

    def _launch(self) -> tuple[Any, ...]:
        """Blocks, threads and, if the caller has set one, the stream for `look` and `advance`."""
        size = blocks(self.size)
        return size if self.stream is None else (*size, self.stream)

    def step_some(self, actions: Any, where: Any) -> None:
        raise BadRequest("On a GPU all games of a batch are stepped together.")

    def _device_actions(self, actions: Any) -> Any:
        module = cuda()
        if not hasattr(actions, "__cuda_array_interface__"):
            return module.to_device(self._read_actions(actions))
        wait_for(actions)
        array = module.as_cuda_array(actions)
        if array.shape != (self.size,) or array.dtype.kind not in "iu":
            raise BadRequest(
                f"Actions are {self.size} whole numbers, not {array.dtype} of shape {array.shape}."
            )
        return array

    def _on_device(self, out: Any, own: Any, what: str) -> Any:
        if out is None:
            return own
        array = None
        if hasattr(out, "__cuda_array_interface__"):
            wait_for(out)
            array = cuda().as_cuda_array(out)
        if (
            array is None
            or array.shape != own.shape
            or array.dtype.itemsize != own.dtype.itemsize
            or not array.is_c_contiguous()
        ):
            raise BadRequest(
                f"{what}(out) wants a contiguous {own.dtype} array of shape {own.shape} "
                "on the device."
            )
        return array
