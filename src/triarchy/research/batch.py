"""`Batch`: many games at once, stepped together, on all cores of the CPU or on a GPU."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from triarchy.engine.cores import cores
from triarchy.engine.errors import BadRequest, IllegalMove
from triarchy.engine.native import need_native
from triarchy.engine.structs import marker_of
from triarchy.research import stepping
from triarchy.research.packing import packing
from triarchy.table.game import Game, is_whole, read_seed

MOST_GAMES = 1 << 28
KEPT = ("rewards", "done", "scores", "ranks")


class Batch:
    """Games of one kind, stepped together; an ended game is replaced by a new one at once.

    After `step(actions)`, `done`, `rewards`, `scores` and `ranks` are those of the games that ended
    in this step, while `legal()`, `observe()` and `to_move` show the new games. All arrays are
    NumPy's, or with the device "cuda" arrays on the device that offer the same to a learner.

    >>> import numpy as np, triarchy
    >>> batch = triarchy.Batch(triarchy.game("meridian", players=2), size=4)
    >>> batch.reset(seed=1)
    >>> batch.step(batch.legal().argmax(axis=1))
    >>> batch.done.tolist()
    [False, False, False, False]
    """

    states: Any
    """The states themselves, an array of structs: copy, store, compare them as bytes."""
    done: Any
    """bool (size,): the games that ended in the last step, which writes it anew."""
    rewards: Any
    """float32 (size, players): of those games, else 0; the next step writes it anew."""
    scores: Any
    """int32 (size, players, parts): of the game that ended last in each slot, until another ends there."""
    ranks: Any
    """int8 (size, players): likewise, from 1."""

    def __new__(
        cls,
        game: Game,
        size: int,
        device: str = "cpu",
        *,
        workers: int | None = None,
        checked: bool = True,
        packed: bool = False,
    ) -> Batch:
        if device == "cuda":
            from triarchy.research.gpu import GpuBatch

            return super().__new__(GpuBatch)
        if device != "cpu":
            raise BadRequest(f"A batch runs on 'cpu' or 'cuda', not {device!r}.")
        return super().__new__(cls)

    def __init__(
        self,
        game: Game,
        size: int,
        device: str = "cpu",
        *,
        workers: int | None = None,
        checked: bool = True,
        packed: bool = False,
    ):
        """`workers`: threads, all cores if not named. `checked`: refuse illegal actions before anything
        changes; without it they are trusted. `packed`: observations are rows of bits and numbers, which `unpack` reads."""
        need_native("A batch")
        if not is_whole(size) or not 1 <= size <= MOST_GAMES:
            raise BadRequest(f"A batch has 1 to {MOST_GAMES} games, not {size!r}.")
        self.game = game
        self.size = int(size)
        self.device = device
        self.checked = checked
        self.packed = packed
        self.packing = packing(game.definition)
        self.columns = self.packing.size if packed else game.definition.observation
        self.players = game.players
        self.actions = game.definition.actions
        self._seed = np.uint64(0)
        self._allocate(workers)
        self.reset(0)

    def _allocate(self, workers: int | None) -> None:
        definition, size, players = self.game.definition, self.size, self.players
        parts = len(definition.score_parts)
        self.states = np.zeros(size, definition.state)
        self._words = self.states.view(np.uint64).reshape(size, -1)
        self._rounds = np.zeros(size, np.int64)
        self.rewards = np.zeros((size, players), np.float32)
        self.done = np.zeros(size, np.bool_)
        self.scores = np.zeros((size, players, parts), np.int32)
        self.ranks = np.zeros((size, players), np.int8)
        self._everywhere = np.ones(size, np.bool_)
        self._legal = np.zeros((size, self.actions), np.bool_)
        self._observation = np.zeros((size, self.columns), np.int8)
        count = max(1, min(workers or cores(), size))
        self._slices = [(size * k // count, size * (k + 1) // count) for k in range(count)]
        self._scratch = [np.zeros(definition.legal_limit, np.int16) for _ in self._slices]
        self._spread = np.zeros((count, 8 * self.packing.words), np.int8)
        self._pool = ThreadPoolExecutor(count) if count > 1 else None

    @property
    def to_move(self) -> np.ndarray:
        """int8 (size,): the seat to move in each game, in an array of its own each time."""
        return np.ascontiguousarray(self.states["to_move"])

    def _run(self, job: Callable[[int, int, int], int]) -> list[int]:
        """Do a job for each slice, on as many threads."""
        calls = [(k, first, last) for k, (first, last) in enumerate(self._slices)]
        if self._pool is None:
            return [job(*call) for call in calls]
        return list(self._pool.map(lambda call: job(*call), calls))

    def reset(self, seed: int | str = 0) -> None:
        """Begin new games everywhere; the same seed gives the same games."""
        self._seed = np.uint64(read_seed(seed))
        self.done[:] = False
        self.rewards[:] = 0
        self.scores[:] = 0
        self.ranks[:] = 0
        self._run(
            lambda k, first, last: stepping.begin_slice(
                self.game.board.struct,
                self.states,
                self._words,
                self.players,
                self.game.option_bits,
                self._seed,
                self._rounds,
                first,
                last,
            )
        )

    def legal(self, out: np.ndarray | None = None) -> np.ndarray:
        """Say which actions are legal, (size, actions) of bool; written into `out` if given.

        Without `out` the batch's own array is filled and returned: the next call writes into it again,
        so copy what you keep.
        """
        masks = self._checked_out(out, self._legal, "legal")
        self._run(
            lambda k, first, last: stepping.legal_slice(
                self.game.board.struct, self.states, self._scratch[k], masks, first, last
            )
        )
        return masks

    def observe(self, out: np.ndarray | None = None, *, seat: int | None = None) -> np.ndarray:
        """What a seat may know, without one the seat to move, (size, columns) of int8: the features of the
        game's docs page, or packed rows; written into `out` if given.

        Without `out` the batch's own array is filled and returned: the next call writes into it again,
        so copy what you keep.
        """
        seen = self._checked_out(out, self._observation, "observe")
        looker = self._read_seat(seat)
        if self.packed:
            self._observe_packed(seen, looker)
            return seen
        self._run(
            lambda k, first, last: stepping.observe_slice(
                self.game.board.struct, self.states, looker, seen, first, last
            )
        )
        return seen

    def _read_seat(self, seat: int | None) -> int:
        if seat is None:
            return stepping.MOVER
        if not is_whole(seat) or not 0 <= seat < self.players:
            raise BadRequest(f"A seat is from 0 to {self.players - 1}, not {seat!r}.")
        return int(seat)

    def _observe_packed(self, out: np.ndarray, seat: int) -> None:
        self._run(
            lambda k, first, last: stepping.observe_packed_slice(
                self.game.board.struct,
                self.states,
                seat,
                self._spread[k],
                self._spread[k].view(np.uint64),
                self.packing.firsts,
                self.packing.places,
                out,
                first,
                last,
            )
        )

    def unpack(self, rows: Any, out: Any = None) -> Any:
        """Return the features of packed rows, int8 as `observe` gives them without `packed`.

        With `out` they are written there: an array of NumPy, or like `rows` a tensor of PyTorch or CuPy, of
        any type of number; what rows of `out` have beyond the features is left as it is.
        """
        if out is None:
            rows = np.asarray(rows)
            out = np.zeros((*rows.shape[:-1], self.packing.features), np.int8)
        if rows.shape[-1] != self.packing.size:
            raise BadRequest(f"Packed rows have {self.packing.size} bytes, not {rows.shape[-1]}.")
        return self.packing.unpack(rows, out)

    def step(self, actions: ArrayLike) -> None:
        """Play one action in every game; `done`, `rewards`, `scores` and `ranks` are written anew."""
        self.step_some(actions, self._everywhere)

    def step_some(self, actions: ArrayLike, where: np.ndarray) -> None:
        """Play one action in the games marked in `where`; the others stay as they are."""
        chosen = self._read_actions(actions)
        board = self.game.board.struct
        if self.checked:
            found = self._run(
                lambda k, first, last: stepping.first_illegal(
                    board, self.states, self._scratch[k], chosen, where, first, last
                )
            )
            for i in found:
                if i >= 0:
                    raise IllegalMove(f"Action {int(chosen[i])} is not legal in game {i}.")
        self._run(
            lambda k, first, last: stepping.step_slice(
                board,
                self.states,
                self._words,
                self.players,
                self.game.option_bits,
                self._seed,
                self._rounds,
                chosen,
                where,
                self.rewards,
                self.done,
                self.scores,
                self.ranks,
                first,
                last,
            )
        )

    def look(self, masks: np.ndarray, seen: np.ndarray | None, movers: np.ndarray) -> None:
        """Write legal actions, features and the seat to move into the caller's arrays at once.

        For learners that keep what they saw: `masks` (bool), `seen` (int8) and `movers` (int8) have a
        row for each game and hold zeros before. Rows of `seen` may be longer than the features; what
        is beyond them is left as it is; None: no features. Packed rows are written whole, whatever they held.
        On a GPU the arrays are on the device, and nothing is checked.
        """
        if self.packed and seen is not None:
            self._observe_packed(seen, stepping.MOVER)
            seen = None
        self._run(
            lambda k, first, last: stepping.look_at_slice(
                self.game.board.struct,
                self.states,
                self._scratch[k],
                masks,
                self._observation if seen is None else seen,
                movers,
                seen is not None,
                first,
                last,
            )
        )

    def advance(
        self, actions: ArrayLike, masks: np.ndarray, seen: np.ndarray | None, movers: np.ndarray
    ) -> None:
        """`step` and then `look`; one kernel on a GPU, where actions are trusted to be legal.

        A game whose action is -1 stays as it is.
        """
        self.step_some(actions, np.asarray(actions) >= 0)
        self.look(masks, seen, movers)

    def state_dict(self) -> dict[str, Any]:
        """Where all games stand, as NumPy arrays and plain values that nothing overwrites: a batch
        that loads it goes on to the byte, with the games that will begin too."""
        kept: dict[str, Any] = {name: self._copied(getattr(self, name)) for name in KEPT}
        kept["_words"] = self._copied(self._words)
        kept["_rounds"] = self._copied(self._rounds)
        return {"kind": self._kind(), "seed": int(self._seed), **kept}

    def load_state_dict(self, kept: Mapping[str, Any]) -> None:
        """Continue from where another batch of this game and size stood, on whichever device."""
        if kept["kind"] != self._kind():
            raise BadRequest(f"This is a batch of {self._kind()}, not of {kept['kind']}.")
        self._seed = np.uint64(kept["seed"])
        for name in (*KEPT, "_words", "_rounds"):
            self._overwrite(getattr(self, name), kept[name])

    def _kind(self) -> str:
        """What two batches must have in common for one to go on from where the other stood."""
        game = self.game
        marker = marker_of(game.definition.state)
        return f"{self.size} games: {game!r} with {game.options}, rules {marker}"

    def _copied(self, array: Any) -> np.ndarray:
        copy: np.ndarray = array.copy()
        return copy

    def _overwrite(self, array: Any, values: np.ndarray) -> None:
        array[...] = values

    def _read_actions(self, actions: ArrayLike) -> np.ndarray:
        array = np.asarray(actions)
        if array.shape != (self.size,) or array.dtype.kind not in "iu":
            raise BadRequest(
                f"Actions are {self.size} whole numbers, not {array.dtype} of shape {array.shape}."
            )
        return np.ascontiguousarray(array, np.int64)

    def _checked_out(self, out: np.ndarray | None, own: np.ndarray, what: str) -> np.ndarray:
        if out is None:
            return own
        if (
            not isinstance(out, np.ndarray)
            or out.shape != own.shape
            or out.dtype != own.dtype
            or not out.flags.c_contiguous
            or not out.flags.writeable
        ):
            raise BadRequest(
                f"{what}(out) wants a contiguous {own.dtype} array of shape {own.shape}."
            )
        return out

    def __repr__(self) -> str:
        return f"<Batch of {self.size}: {self.game!r} on {self.device}>"
