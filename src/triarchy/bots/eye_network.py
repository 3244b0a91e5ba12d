"""Networks with eyes as files of whole numbers: what they are made of, and the same arithmetic by NumPy.

Such a network sees the board as planes of cells and answers with a policy over deeds, decisions that belong together as
one, and with every seat's share of the win, counted from the one that is to move.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from triarchy.bots.convolution import OUTPUTS
from triarchy.bots.eyes import (
    JUDGED,
    MIND,
    PLANES,
    POOLED,
    SMALL_UNIT,
    TRUST_SHIFT,
    WHOLE,
    Eyes,
    Layer,
)
from triarchy.bots.inference import MOST, SHIFT, UNIT
from triarchy.engine.arrays import np
from triarchy.engine.errors import BadRequest
from triarchy.engine.features import EyeLayout
from triarchy.engine.portable.calls import constant
from triarchy.kit.definition import DEFINITIONS
from triarchy.table.game import Game

WEIGHTS = 511
"""The greatest weight: with activations up to MOST, the sums of 432 products fit into 32 bits."""
FIRST_WEIGHTS = 8191
"""Where what is multiplied has 8 bits."""
LAYERS = tuple(name for name in Eyes._fields if name not in ("layout", "place", "trust"))
TARGETS = 6
"""Numbers that the judge gives for each seat while it learns; the first is its share of the win."""


@dataclass(frozen=True, eq=False)
class EyeNetwork:
    """A network in whole numbers."""

    game: str
    boards: list[str]
    """The boards it has learned on."""
    settings: dict[str, Any]
    """How it was trained."""
    arrays: dict[str, np.ndarray] = field(repr=False)

    def save(self, path: Path) -> None:
        about = {"game": self.game, "boards": self.boards, "settings": self.settings}
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        with open(path, "wb") as file:
            np.savez_compressed(file, allow_pickle=False, **{"about": text, **self.arrays})

    @classmethod
    def load(cls, path: Path) -> EyeNetwork:
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = {name: constant(file[name]) for name in file.files}
            about = json.loads(arrays.pop("about").tobytes())
            return cls(about["game"], about["boards"], about["settings"], arrays)
        except (OSError, ValueError, KeyError) as error:
            raise BadRequest(f"{path} holds no network with eyes: {error}") from None

    def knows(self, game: Game) -> bool:
        """Whether it has learned this game on this board, one of the game's own."""
        own = game.definition.boards.get(game.board.id) is game.board
        return game.name == self.game and own and game.board.id in self.boards

    @property
    def layout(self) -> EyeLayout:
        layout = DEFINITIONS[self.game].eyes
        assert layout is not None, "the game has no rules for eyes"
        return layout

    def eyes(self) -> Eyes:
        """The arrays that compiled code works with."""
        layers: dict[str, Any] = {
            name: Layer(*(self.arrays[f"{name}_{part}"] for part in Layer._fields))
            for name in LAYERS
        }
        more: dict[str, Any] = {name: self.arrays[name] for name in ("place", "trust")}
        return Eyes(layout=self.layout, **more, **layers)

    # The same by NumPy, for one row of what is seen

    def answers(
        self, seen: np.ndarray, hints: np.ndarray, deeds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What it thinks of these deeds, and of every seat's share of the win, in units of UNIT: what compiled code must
        answer too."""
        layout = self.layout
        planes = np.zeros((PLANES, layout.cells), np.int64)
        own, more = seen[: layout.planes * layout.cells], seen[layout.more_at : layout.row]
        planes[: layout.planes] = own.reshape(-1, layout.cells)
        planes[layout.planes : layout.planes + layout.more] = more.reshape(-1, layout.cells)
        numbers = np.zeros(MIND, np.int64)
        numbers[: layout.numbers] = seen[layout.numbers_at : layout.numbers_at + layout.numbers]
        about = self._dense("numbers", numbers, 0)
        stream = self.arrays["place"].astype(np.int64) + self._dense("spread", about, -MOST)
        stream = np.clip(stream + self._convolved("stem", planes.T, 3), -MOST, MOST)
        for b in range(len(self.arrays["one_bias"])):
            stream = self._block(stream, b)
        active = np.maximum(stream, 0)
        whole = np.concatenate((_pooled(active), about))
        mind = self._dense("mind", whole, 0)
        cells = self._convolved("cells", active, 1) + self._dense("cells_mind", mind, -MOST)
        cells = np.clip(cells, 0, MOST)
        others = self._scaled("others", mind)
        by_cell = self._scaled("cells_out", cells).T + others[layout.others :, None]
        wishes = np.concatenate((by_cell.ravel(), others[: layout.others]))
        judged = np.zeros(JUDGED, np.int64)
        judged[:WHOLE], judged[WHOLE : WHOLE + layout.hints] = whole, hints
        judged[WHOLE + layout.seats :] *= SMALL_UNIT
        shares = self._scaled("judge_out", self._dense("judge", judged, 0))
        trusted = (hints[: len(shares)].astype(np.int64) * self.arrays["trust"][0]) >> TRUST_SHIFT
        return wishes[deeds], shares + trusted

    def _block(self, stream: np.ndarray, b: int) -> np.ndarray:
        inner = np.clip(self._convolved("one", np.maximum(stream, 0), 3, b), 0, MOST)
        if b % 2 == 1:
            inner = np.clip(inner + self._scaled("board", _pooled(inner), b), 0, MOST)
        after: np.ndarray = np.clip(stream + self._convolved("two", inner, 3, b), -MOST, MOST)
        return after

    def _dense(self, name: str, inputs: np.ndarray, least: int) -> np.ndarray:
        found: np.ndarray = np.clip(self._scaled(name, inputs), least, MOST)
        return found

    def _scaled(self, name: str, inputs: np.ndarray, b: Any = ...) -> np.ndarray:
        weights = self.arrays[f"{name}_weights"][b].astype(np.int64)
        return self._in_next_units(name, inputs @ weights.T, b)

    def _in_next_units(self, name: str, sums: np.ndarray, b: Any) -> np.ndarray:
        exact = sums + self.arrays[f"{name}_bias"][b]
        found: np.ndarray = (exact * self.arrays[f"{name}_scale"][b] + (1 << (SHIFT - 1))) >> SHIFT
        return found

    def _convolved(self, name: str, inputs: np.ndarray, side: int, b: Any = ...) -> np.ndarray:
        channels = inputs.shape[1]
        border = side // 2
        rows, columns = self.layout.rows, self.layout.columns
        cells, edges = inputs.reshape(rows, columns, channels), (border, border)
        board = np.pad(cells, (edges, edges, (0, 0)))
        weights = self.arrays[f"{name}_weights"][b].astype(np.int64)
        weights = weights.reshape(side, side, channels // 2, OUTPUTS, 2)
        sums = np.zeros((len(inputs), OUTPUTS), np.int64)
        for down in range(side):
            for across in range(side):
                part = board[down : down + rows, across : across + columns].reshape(-1, channels)
                matrix = weights[down, across].transpose(0, 2, 1).reshape(channels, OUTPUTS)
                sums += part @ matrix
        return self._in_next_units(name, sums, b)


def _pooled(cells: np.ndarray) -> np.ndarray:
    mean = (2 * cells.sum(0) + len(cells)) // (2 * len(cells))
    return np.concatenate((mean, cells.max(0)))


# From real numbers


def whole_layer(
    weights: np.ndarray, bias: np.ndarray, units: Any, next_unit: float, most: int = WEIGHTS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A layer from real weights (outputs by inputs) and biases; `units`: what one is in each input, `next_unit`: in its
    outputs."""
    real = weights.astype(np.float64) * units
    step = np.maximum(np.abs(real).max(axis=1), 1e-12) / most
    in_sums = np.rint(np.clip(bias / step, -1e9, 1e9)).astype(np.int32)
    scale = np.rint(step / next_unit * 2**SHIFT).astype(np.int64)
    return np.rint(real / step[:, None]).astype(np.int16), in_sums, scale


def whole_convolution(
    weights: np.ndarray, bias: np.ndarray, units: Any, next_unit: float, most: int = WEIGHTS
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same for a convolution's weights (outputs, inputs, side, side), in the order that `convolve` reads them in."""
    outputs, inputs, side, _ = weights.shape
    by_tap = weights.transpose(0, 2, 3, 1).reshape(outputs, side * side * inputs)
    flat, in_sums, scale = whole_layer(
        by_tap, bias, np.tile(np.broadcast_to(units, inputs), side * side), next_unit, most
    )
    pairs = flat.reshape(outputs, side * side, inputs // 2, 2).transpose(1, 2, 0, 3)
    return np.ascontiguousarray(pairs).reshape(-1), in_sums, scale


def _with_columns(weights: np.ndarray, columns: int) -> np.ndarray:
    return np.pad(weights, ((0, 0), (0, columns - weights.shape[1])))


def in_whole_numbers(
    layout: EyeLayout,
    real: dict[str, np.ndarray],
    scales: dict[str, np.ndarray],
    greatest: dict[str, float],
) -> dict[str, np.ndarray]:
    """The arrays of a network from its real ones, named as PyTorch names them (`training/deed_network.py`).

    `scales`: what planes, numbers and hints are multiplied with. `greatest`: the activation that becomes MOST, by layer;
    larger ones are cut off.
    """
    unit = {name: value / MOST for name, value in greatest.items()}
    stream, about, mind = unit["stream"], unit["about"], unit["mind"]
    found: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def layer(name: str) -> tuple[np.ndarray, np.ndarray]:
        return real[f"{name}.weight"].astype(np.float64), real[f"{name}.bias"].astype(np.float64)

    def dense(name: str, units: Any, next_unit: float, columns: int, most: int = WEIGHTS) -> None:
        weights, bias = layer(name)
        units = np.broadcast_to(units, weights.shape[1])
        units = np.pad(units, (0, columns - weights.shape[1]))
        found[name] = whole_layer(_with_columns(weights, columns), bias, units, next_unit, most)

    found["stem"] = whole_convolution(*layer("stem"), scales["planes"], stream, FIRST_WEIGHTS)
    dense("numbers", scales["numbers"], about, MIND, FIRST_WEIGHTS)
    dense("spread", about, stream, MIND)
    whole = np.concatenate((np.full(POOLED, stream), np.full(MIND, about)))
    dense("mind", whole, mind, WHOLE)
    found["cells"] = whole_convolution(*layer("cells"), stream, unit["cells"])
    dense("cells_mind", mind, unit["cells"], MIND)
    real = {**real, "cells_out.weight": real["cells_out.weight"][:, :, 0, 0]}
    dense("cells_out", unit["cells"], 1 / UNIT, OUTPUTS)
    dense("others", mind, 1 / UNIT, MIND)
    hints = scales["hints"] / np.where(np.arange(layout.hints) < layout.seats, 1, SMALL_UNIT)
    dense("judge", np.concatenate((whole, hints)), unit["judge"], JUDGED)
    shares = {key: real[f"judge_out.{key}"] for key in ("weight", "bias")}
    real |= {f"judge_out.{key}": one[::TARGETS] for key, one in shares.items()}
    dense("judge_out", unit["judge"], 1 / UNIT, MIND)
    blocks = _blocks(real, unit, layer)
    arrays = {
        f"{name}_{part}": one
        for name, parts in {**found, **blocks}.items()
        for part, one in zip(Layer._fields, parts, strict=True)
    }
    place = real["place"][0].reshape(OUTPUTS, layout.cells).T / stream
    arrays["place"] = np.rint(np.clip(place, -MOST, MOST)).astype(np.int16)
    trust = float(real["trust"][0]) * UNIT / layout.hint_unit
    arrays["trust"] = np.array([round(trust * 2**TRUST_SHIFT)], np.int64)
    return arrays


def _blocks(
    real: dict[str, np.ndarray],
    unit: dict[str, float],
    layer: Callable[[str], tuple[np.ndarray, np.ndarray]],
) -> dict[str, Any]:
    """The layers of all blocks, a row for each."""
    rows: dict[str, list[Any]] = {"one": [], "board": [], "two": []}
    b = 0
    while f"blocks.{b}.one.weight" in real:
        inner = unit[f"block{b}"]
        rows["one"].append(whole_convolution(*layer(f"blocks.{b}.one"), unit["stream"], inner))
        if f"blocks.{b}.board.weight" in real:
            rows["board"].append(whole_layer(*layer(f"blocks.{b}.board"), inner, inner))
        else:
            empty = np.zeros((OUTPUTS, POOLED)), np.zeros(OUTPUTS)
            rows["board"].append(whole_layer(*empty, 1.0, 1.0))
        rows["two"].append(whole_convolution(*layer(f"blocks.{b}.two"), inner, unit["stream"]))
        b += 1
    return {
        name: [np.ascontiguousarray(np.array(part)) for part in zip(*several, strict=True)]
        for name, several in rows.items()
    }
