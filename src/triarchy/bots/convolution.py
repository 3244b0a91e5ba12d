"""Convolutions over a board in whole numbers, in vectors that a processor multiplies at once.

As in products.py, the sums of products are written in the compiler's own language: pairs of 16-bit numbers are
multiplied and added into 32 bits, which processors have an instruction for. Sums are exact and so the same everywhere;
only how many cells are worked at side by side depends on the processor.
"""

from __future__ import annotations

from typing import Any

from triarchy.bots.products import LANES, add_pairs
from triarchy.engine.arrays import np
from triarchy.engine.compiled import INTERPRETED, compiled
from triarchy.engine.native import cgutils, has_feature, intrinsic, ir, types

OUTPUTS = 48
"""The channels that a convolution gives."""
CHANNELS = LANES // 2
"""Channels in a vector of sums."""
CELLS_AT_ONCE = 8 if has_feature("avx512bw") else 2
"""Cells side by side, so that their sums stay in the processor's registers,"""
OUTPUTS_AT_ONCE = OUTPUTS if has_feature("avx2") else CHANNELS
"""and channels that are worked out for them in one go; WebAssembly's vectors have 128 bits."""


@intrinsic
def convolve_tile(_, inputs, at, channels, stride, side, weights, first, out, to):
    """The sums of CELLS_AT_ONCE cells next to each other in a row, for OUTPUTS_AT_ONCE channels from `first` on.

    `inputs`: rows of cells of so many channels (16 bits), flat; the window of the first cell begins at `at`, a row is
    `stride` numbers long, the window `side` cells wide and high. `weights`: for each cell of the window and each pair of
    input channels, OUTPUTS pairs. `out`: OUTPUTS sums for each cell, those of the first from `to` on.
    """

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def data(number: int) -> Any:
            kind = signature.args[number]
            return context.make_array(kind)(context, builder, arguments[number]).data

        def number(value: int) -> Any:
            return context.get_constant(types.intp, value)

        short, whole = ir.IntType(16), ir.IntType(32)
        pairs, sums = ir.VectorType(short, LANES), ir.VectorType(whole, CHANNELS)
        first_lanes = ir.Constant(sums, [0] * CHANNELS)
        nothing_yet = ir.Constant(sums, ir.Undefined)
        seen, factors, results = data(0), data(5), data(7)
        at, channels, stride, side, first_output, to = (arguments[k] for k in (1, 2, 3, 4, 6, 8))
        factors = builder.gep(factors, [builder.mul(first_output, number(2))])
        results = builder.gep(results, [builder.add(to, first_output)])
        vectors = OUTPUTS_AT_ONCE // CHANNELS
        totals = [
            [cgutils.alloca_once_value(builder, first_lanes) for _ in range(vectors)]
            for _ in range(CELLS_AT_ONCE)
        ]
        half = builder.sdiv(channels, number(2))
        with cgutils.for_range(builder, side) as down:
            row = builder.add(at, builder.mul(down.index, stride))
            with cgutils.for_range(builder, side) as across:
                first = builder.add(row, builder.mul(across.index, channels))
                tap = builder.add(builder.mul(down.index, side), across.index)
                with cgutils.for_range(builder, half) as loop:
                    place = builder.add(builder.mul(tap, half), loop.index)
                    begin = builder.gep(factors, [builder.mul(place, number(2 * OUTPUTS))])
                    known = []
                    for v in range(vectors):
                        pointer = builder.gep(begin, [number(LANES * v)])
                        loaded = builder.load(builder.bitcast(pointer, pairs.as_pointer()), align=2)
                        known.append(loaded)
                    here = builder.gep(
                        seen, [builder.add(first, builder.mul(loop.index, number(2)))]
                    )
                    for cell, row_of_totals in enumerate(totals):
                        pointer = builder.gep(here, [builder.mul(channels, number(cell))])
                        pair = builder.load(builder.bitcast(pointer, whole.as_pointer()), align=2)
                        lane = builder.insert_element(nothing_yet, pair, ir.Constant(whole, 0))
                        every = builder.shuffle_vector(lane, nothing_yet, first_lanes)
                        active = builder.bitcast(every, pairs)
                        for total, weight in zip(row_of_totals, known, strict=True):
                            both = add_pairs(builder, active, weight)
                            builder.store(builder.add(builder.load(total), both), total)
        for cell, row_of_totals in enumerate(totals):
            for v, total in enumerate(row_of_totals):
                place = number(OUTPUTS * cell + CHANNELS * v)
                pointer = builder.bitcast(builder.gep(results, [place]), sums.as_pointer())
                builder.store(builder.load(total), pointer, align=4)
        return context.get_dummy_value()

    places = (types.intp,) * 4
    return types.void(inputs, *places, weights, types.intp, out, types.intp), code


@compiled
def convolve(inputs, weights, side, rows, columns, out):
    """Sums for each cell of a board, from inputs (rows + side - 1, columns + side - 1, channels) and weights (side * side,
    channels / 2, OUTPUTS, 2), all flat but for the inputs' last shape; `columns` is a multiple of CELLS_AT_ONCE."""
    channels = inputs.shape[2]
    stride = inputs.shape[1] * channels
    flat = inputs.reshape(-1)
    for first in range(0, OUTPUTS, OUTPUTS_AT_ONCE):
        for row in range(rows):
            for column in range(0, columns, CELLS_AT_ONCE):
                at = row * stride + column * channels
                to = (row * columns + column) * OUTPUTS
                convolve_tile(flat, at, channels, stride, side, weights, first, out, to)


def convolve_interpreted(inputs, weights, side, rows, columns, out):
    """The same by NumPy."""
    channels = inputs.shape[2]
    factors = weights.reshape(side, side, channels // 2, OUTPUTS, 2).astype(np.int64)
    found = np.zeros((rows, columns, OUTPUTS), np.int64)
    for down in range(side):
        for across in range(side):
            window = inputs[down : down + rows, across : across + columns].astype(np.int64)
            both = window.reshape(rows, columns, channels // 2, 2)
            found += np.einsum("rcpk,pok->rco", both, factors[down, across])
    out[:] = found.reshape(-1)


if INTERPRETED:
    convolve = convolve_interpreted
