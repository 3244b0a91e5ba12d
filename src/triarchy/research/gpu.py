"""A batch on a GPU: the same rules, one thread for a game's rules, nothing leaves the device.

Needs the extra `gpu` (numba-cuda). The arrays are device arrays with `__cuda_array_interface__` and
DLPack, so that PyTorch, CuPy and JAX use them without copies. The kernels call the very functions
that the CPU runs; states are equal to the byte for the same seeds and actions.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba.core.errors import NumbaPerformanceWarning

from triarchy.engine.dispatch import legal, observe
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.kit.definition import Definition
from triarchy.research import stepping
from triarchy.research.batch import Batch
from triarchy.table.game import read_seed

THREADS = 64
"""Threads in a block. Games branch apart, so small blocks keep more of them resident."""
SHARES = ((8_192, 16, 8), (32_768, 2, 4), (65_536, 1, 2))
"""How many threads work at one game in `look` and `advance`, in batches of up to so many games, for masks
alone and with features: a small batch leaves the GPU room, and games that share a warp wait for each
other where they branch apart. Powers of two."""
PACKERS = 32
"""So many threads pack the features of one game."""
MOST_IN_A_BLOCK = 32
"""Games whose states share a block's fast memory."""
LEGACY_STREAM = 1
"""How DLPack calls the default stream, on which all kernels here run."""


@contextmanager
def _row_stack() -> Iterator[None]:
    """Lends NumPy a name that it dropped in version 2.5, while the part of numba-cuda is imported that still
    asks for it."""
    if hasattr(np, "row_stack"):
        yield
        return
    np.row_stack = np.vstack
    try:
        with suppress(ModuleNotFoundError):
            import_module("numba.cuda.np.arrayobj")
        yield
    finally:
        del np.row_stack


@cache
def cuda() -> Any:
    """The module `numba.cuda`, or a sentence that says how to get it."""
    try:
        with _row_stack():
            module = import_module("numba.cuda")
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
        length = definition.state.itemsize // 8
        record = numba.from_dtype(definition.state)

        @module.jit
        def begin(board, states, words, players, options, seed, rounds):
            i = module.grid(1)
            if i < len(states):
                rounds[i] = 0
                stepping.clear(words[i])
                stepping.begin_game(board[0], states[i], i, players, options, seed, rounds)

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
                    states[i],
                    words[i],
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
        def mark(board, states, masks):
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
        def look(board, states, seat, out):
            i = module.grid(1)
            if i < len(states):
                observe(board[0], states[i], stepping.looker(states[i], seat), out[i])

        @module.jit
        def pack(words, firsts, places, out):
            """PACKERS threads for each game."""
            i, share = divmod(module.grid(1), PACKERS)
            if i < len(words):
                row, packed = words[i], out[i]
                for word in range(share, len(row), PACKERS):
                    stepping.pack_words(row, firsts, places, packed, word, word + 1)

        # In `look_at_all` and `advance` 2 ** halvings threads share a game: shifts are cheaper than to divide by
        # their number, which `range` with steps does too.

        @module.jit(device=True)
        def find_game(halvings):
            """The game, the place of its state in the block's memory, and which of its threads this is."""
            thread = module.grid(1)
            slot = module.threadIdx.x >> halvings
            return thread >> halvings, slot, thread & ((1 << halvings) - 1)

        @module.jit(device=True)
        def fetch(words, i, copies, slot, share, halvings):
            """Copy a state to the block's fast memory, each of its threads some words."""
            word = share
            while word < length:
                copies[slot * length + word] = words[i, word]
                word += 1 << halvings
            module.syncwarp()

        @module.jit(device=True)
        def show(board, state, i, slot, share, halvings, masks, seen, movers, watched):
            """What comes next in a game, by all of its threads."""
            counts = module.shared.array(THREADS, np.int32)
            lists = module.shared.array(0, np.int16)
            first = (module.blockDim.x >> halvings) * length * 4 + slot * limit
            if share == 0:
                movers[i] = state.to_move
                counts[slot] = legal(board, state, lists[first : first + limit])
            if watched:
                observe(board, state, int(state.to_move), seen[i], share, 1 << halvings)
            module.syncwarp()
            k = share
            while k < counts[slot]:
                masks[i, int(lists[first + k])] = True
                k += 1 << halvings

        # Fast memory holds the states of a block's games, then their legal lists.

        @module.jit
        def look_at_all(board, words, masks, seen, movers, watched, halvings):
            copies, states = module.shared.array(0, np.uint64), module.shared.array(0, record)
            i, slot, share = find_game(halvings)
            if i < len(words):
                fetch(words, i, copies, slot, share, halvings)
                state = states[slot]
                show(board[0], state, i, slot, share, halvings, masks, seen, movers, watched)

        @module.jit
        def advance(
            board,
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
            watched,
            halvings,
        ):
            copies, states = module.shared.array(0, np.uint64), module.shared.array(0, record)
            i, slot, share = find_game(halvings)
            if i < len(words):
                fetch(words, i, copies, slot, share, halvings)
                if share == 0:
                    if int(actions[i]) < 0:
                        done[i] = False
                    elif stepping.play_action(
                        board[0],
                        states[slot],
                        i,
                        players,
                        rounds,
                        int(actions[i]),
                        rewards,
                        done,
                        scores,
                        ranks,
                    ):
                        stepping.clear(copies[slot * length : (slot + 1) * length])
                        # The compiler does not know that both are the same memory.
                        module.threadfence_block()
                        stepping.begin_game(
                            board[0], states[slot], i, players, options, seed, rounds
                        )
                module.syncwarp()
                word = share
                while word < length:
                    words[i, word] = copies[slot * length + word]
                    word += 1 << halvings
                state = states[slot]
                show(board[0], state, i, slot, share, halvings, masks, seen, movers, watched)

        @module.jit
        def movers(states, out):
            i = module.grid(1)
            if i < len(states):
                out[i] = states[i].to_move

        self.begin, self.step, self.legal = begin, step, mark
        self.check, self.look, self.pack, self.movers = check, look, pack, movers
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
        self._observation = array((size, self.columns), np.int8)
        if self.packed:
            self._spread_words = module.device_array((size, self.packing.words), np.uint64)
            self._spread_words[:] = 0
            self._spread = self._spread_words.view(np.int8)
            self._firsts = module.to_device(self.packing.firsts)
            self._places = module.to_device(self.packing.places)
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

    def observe(self, out: Any = None, *, seat: int | None = None) -> Any:
        seen = self._on_device(out, self._observation, "observe")
        if not self.packed:
            fill_with_zeros(seen)
        features = self._spread if self.packed else seen
        looker = self._read_seat(seat)
        self._kernels.look[blocks(self.size)](self._board, self.states, looker, features)
        if self.packed:
            self._pack(seen)
        return self._observation if out is None else out

    def _pack(self, seen: Any) -> None:
        self._kernels.pack[(*blocks(self.size * PACKERS), self._stream)](
            self._spread_words, self._firsts, self._places, seen
        )

    @property
    def _stream(self) -> Any:
        return 0 if self.stream is None else self.stream

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
        watched = seen is not None
        launch, halvings = self._launch(watched)
        self._kernels.look_at_all[launch](
            self._board,
            self._words,
            masks,
            self._features(seen),
            movers,
            watched,
            halvings,
        )
        if self.packed and watched:
            self._pack(seen)

    def advance(self, actions: Any, masks: Any, seen: Any, movers: Any) -> None:
        watched = seen is not None
        launch, halvings = self._launch(watched)
        self._kernels.advance[launch](
            self._board,
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
            self._features(seen),
            movers,
            watched,
            halvings,
        )
        if self.packed and watched:
            self._pack(seen)

    def _features(self, seen: Any) -> Any:
        """Where the kernels of `look` and `advance` are to write features."""
        if self.packed:
            return self._spread
        return self._observation if seen is None else seen

    def _launch(self, watched: bool) -> tuple[tuple[Any, ...], int]:
        """For `look` and `advance`: blocks, threads, the stream, which the caller may have set, and the
        bytes of fast memory; and the power of two that is the number of threads at one game."""
        shares = next((counts[watched] for most, *counts in SHARES if self.size <= most), 1)
        threads = min(THREADS, MOST_IN_A_BLOCK * shares)
        definition = self.game.definition
        each = definition.state.itemsize + 2 * definition.legal_limit
        launch = blocks(self.size * shares, threads)
        return (
            *launch,
            self._stream,
            threads // shares * each,
        ), shares.bit_length() - 1

    def step_some(self, actions: Any, where: Any) -> None:
        raise BadRequest("On a GPU all games of a batch are stepped together.")

    def _copied(self, array: Any) -> np.ndarray:
        copy: np.ndarray = array.copy_to_host()
        return copy

    def _overwrite(self, array: Any, values: np.ndarray) -> None:
        array.copy_to_device(np.ascontiguousarray(values))

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
