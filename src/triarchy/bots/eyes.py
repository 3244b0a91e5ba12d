# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
"""Asking a network with eyes (see eye_network.py): compiled code in whole numbers, so that every processor gets the same
answers. Layers are convolutions over the board; the policy is worked out for legal deeds alone."""

from __future__ import annotations

from typing import NamedTuple

from triarchy.bots.convolution import OUTPUTS, convolve
from triarchy.bots.inference import MOST, into_shares, scaled
from triarchy.bots.products import dot, multiply
from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.dispatch import hint, see
from triarchy.engine.features import EyeLayout

PLANES = 64
"""Planes of what is seen, padded with empty ones."""
MIND = 128
POOLED = 2 * OUTPUTS
WHOLE = POOLED + MIND
JUDGED = 256
"""What the judge sees: the whole board, the numbers, the hints, padded."""
TRUST_SHIFT = 16
SMALL_UNIT = 1024
"""What one counts as in a hint that is a small number, so that it is about as large as all else the judge sees."""


class Layer(NamedTuple):
    """Weights, and for each output a bias in the units of the sums and what brings these to the next units."""

    weights: np.ndarray
    bias: np.ndarray
    scale: np.ndarray


class Eyes(NamedTuple):
    """A network as compiled code works with it; layers of blocks have a row for each block."""

    layout: EyeLayout
    stem: Layer
    place: np.ndarray
    """What each cell is to each channel."""
    numbers: Layer
    spread: Layer
    one: Layer
    board: Layer
    """For blocks that see the whole board; the others have rows of zeros."""
    two: Layer
    mind: Layer
    cells: Layer
    cells_mind: Layer
    cells_out: Layer
    others: Layer
    judge: Layer
    judge_out: Layer
    trust: np.ndarray
    """What the evaluation's logarithms are multiplied with, in 2 ** TRUST_SHIFT parts."""


class EyeScratch(NamedTuple):
    """Scratch space of one thread that asks a network."""

    seen: np.ndarray
    hints: np.ndarray
    shares: np.ndarray
    planes: np.ndarray
    """The planes with a border of zeros, a cell's channels side by side;"""
    padded: np.ndarray
    """activations, likewise;"""
    stream: np.ndarray
    """what blocks add to, by cell;"""
    cells: np.ndarray
    sums: np.ndarray
    few: np.ndarray
    """Sums of a layer that is no convolution."""
    numbers: np.ndarray
    about: np.ndarray
    pooled: np.ndarray
    whole: np.ndarray
    mind: np.ndarray
    judged: np.ndarray
    judge: np.ndarray


def eye_scratch(layout: EyeLayout) -> EyeScratch:
    """Scratch space; borders are zero and stay so."""
    rows, columns, cells = layout.rows, layout.columns, layout.cells
    return EyeScratch(
        seen=np.zeros(layout.row, np.int8),
        hints=np.zeros(layout.hints, np.int16),
        shares=np.zeros(layout.seats),
        planes=np.zeros((rows + 2, columns + 2, PLANES), np.int16),
        padded=np.zeros((rows + 2, columns + 2, OUTPUTS), np.int16),
        stream=np.zeros((cells, OUTPUTS), np.int16),
        cells=np.zeros((rows, columns, OUTPUTS), np.int16),
        sums=np.zeros(cells * OUTPUTS, np.int32),
        few=np.zeros(MIND, np.int32),
        numbers=np.zeros(MIND, np.int16),
        about=np.zeros(MIND, np.int16),
        pooled=np.zeros(POOLED, np.int16),
        whole=np.zeros(WHOLE, np.int16),
        mind=np.zeros(MIND, np.int16),
        judged=np.zeros(JUDGED, np.int16),
        judge=np.zeros(MIND, np.int16),
    )


@compiled
def lay_out(seen, layout, planes):
    """The planes of what is seen, with the channels of a cell side by side."""
    cells = layout.rows * layout.columns
    for plane in range(layout.planes + layout.more):
        at = plane * cells
        if plane >= layout.planes:
            at = layout.more_at + (plane - layout.planes) * cells
        for row in range(layout.rows):
            for column in range(layout.columns):
                planes[1 + row, 1 + column, plane] = seen[at]
                at += 1


@compiled
def dense(layer, inputs, sums, least, out):
    """A layer that is no convolution; activations from `least` to MOST."""
    outputs = len(layer.bias)
    multiply(layer.weights, inputs, sums[:outputs])
    for k in range(outputs):
        out[k] = min(max(scaled(sums[k], layer.bias[k], layer.scale[k]), least), MOST)


@compiled
def activate(stream, padded):
    """The positive part of what blocks add to, with a border."""
    cell = 0
    for row in range(1, padded.shape[0] - 1):
        for column in range(1, padded.shape[1] - 1):
            for k in range(OUTPUTS):
                padded[row, column, k] = max(stream[cell, k], 0)
            cell += 1


@compiled
def rectify(sums, bias, scale, added, padded):
    """Sums in the next units, positive ones alone, with something added to every cell."""
    at = 0
    for row in range(1, padded.shape[0] - 1):
        for column in range(1, padded.shape[1] - 1):
            for k in range(OUTPUTS):
                value = scaled(sums[at + k], bias[k], scale[k]) + added[k]
                padded[row, column, k] = min(max(value, 0), MOST)
            at += OUTPUTS


@compiled
def pool(padded, out):
    """The mean and the greatest of every channel over the board."""
    cells = (padded.shape[0] - 2) * (padded.shape[1] - 2)
    for k in range(OUTPUTS):
        total = 0
        most = 0
        for row in range(1, padded.shape[0] - 1):
            for column in range(1, padded.shape[1] - 1):
                value = int(padded[row, column, k])
                total += value
                most = max(most, value)
        out[k] = (2 * total + cells) // (2 * cells)
        out[OUTPUTS + k] = most


@compiled
def add_everywhere(padded, added):
    """Add a number to each channel of every cell; what becomes negative is cut off."""
    for row in range(1, padded.shape[0] - 1):
        for column in range(1, padded.shape[1] - 1):
            for k in range(OUTPUTS):
                value = int(padded[row, column, k]) + int(added[k])
                padded[row, column, k] = min(max(value, 0), MOST)


@compiled
def add_to(stream, sums, bias, scale):
    """Sums in the units of the stream, added to it."""
    for cell in range(len(stream)):
        at = cell * OUTPUTS
        for k in range(OUTPUTS):
            value = int(stream[cell, k]) + scaled(sums[at + k], bias[k], scale[k])
            stream[cell, k] = min(max(value, -MOST), MOST)


@compiled
def through_block(eyes, scratch, b):
    """Every second block sees the whole board too."""
    sums, padded, few = scratch.sums, scratch.padded, scratch.few
    rows, columns = eyes.layout.rows, eyes.layout.columns
    activate(scratch.stream, padded)
    convolve(padded, eyes.one.weights[b], 3, rows, columns, sums)
    for k in range(OUTPUTS):
        few[k] = 0
    rectify(sums, eyes.one.bias[b], eyes.one.scale[b], few, padded)
    if b % 2 == 1:
        pool(padded, scratch.pooled)
        multiply(eyes.board.weights[b], scratch.pooled, few[:OUTPUTS])
        for k in range(OUTPUTS):
            few[k] = scaled(few[k], eyes.board.bias[b, k], eyes.board.scale[b, k])
        add_everywhere(padded, few)
    convolve(padded, eyes.two.weights[b], 3, rows, columns, sums)
    add_to(scratch.stream, sums, eyes.two.bias[b], eyes.two.scale[b])


@compiled
def begin(eyes, scratch):
    """What lies in `seen`, as the stream that blocks add to."""
    layout, stream = eyes.layout, scratch.stream
    lay_out(scratch.seen, layout, scratch.planes)
    for k in range(layout.numbers):
        scratch.numbers[k] = scratch.seen[layout.numbers_at + k]
    dense(eyes.numbers, scratch.numbers, scratch.few, 0, scratch.about)
    convolve(scratch.planes, eyes.stem.weights, 3, layout.rows, layout.columns, scratch.sums)
    dense(eyes.spread, scratch.about, scratch.few, -MOST, scratch.pooled)
    for cell in range(len(stream)):
        for k in range(OUTPUTS):
            stream[cell, k] = eyes.place[cell, k] + scratch.pooled[k]
    add_to(stream, scratch.sums, eyes.stem.bias, eyes.stem.scale)


@compiled
def think(eyes, scratch):
    """Work out what the network makes of what lies in `seen`, up to its answers."""
    layout = eyes.layout
    begin(eyes, scratch)
    for b in range(eyes.one.bias.shape[0]):
        through_block(eyes, scratch, b)
    activate(scratch.stream, scratch.padded)
    pool(scratch.padded, scratch.pooled)
    for k in range(POOLED):
        scratch.whole[k] = scratch.pooled[k]
    for k in range(MIND):
        scratch.whole[POOLED + k] = scratch.about[k]
    dense(eyes.mind, scratch.whole, scratch.few, 0, scratch.mind)
    for row in range(layout.rows):
        for column in range(layout.columns):
            for k in range(OUTPUTS):
                scratch.cells[row, column, k] = scratch.padded[1 + row, 1 + column, k]
    convolve(scratch.cells, eyes.cells.weights, 1, layout.rows, layout.columns, scratch.sums)
    dense(eyes.cells_mind, scratch.mind, scratch.few, -MOST, scratch.pooled)
    for k in range(OUTPUTS):
        scratch.few[k] = scratch.pooled[k]
    rectify(scratch.sums, eyes.cells.bias, eyes.cells.scale, scratch.few, scratch.padded)


@compiled
def single(layer, row, inputs):
    """One output of a layer, in the units of the answers."""
    return scaled(dot(layer.weights[row], inputs), layer.bias[row], layer.scale[row])


@compiled
def wish_for(eyes, scratch, deeds, count, out):
    """What the network thinks of each of the deeds, in units of UNIT."""
    layout = eyes.layout
    cells = layout.rows * layout.columns
    before = -1
    common = np.int64(0)
    for i in range(count):
        deed = int(deeds[i])
        sort, cell = deed // cells, deed % cells
        if sort >= layout.sorts:
            out[i] = single(eyes.others, deed - layout.sorts * cells, scratch.mind)
            continue
        if sort != before:
            before = sort
            common = single(eyes.others, layout.others + sort, scratch.mind)
        active = scratch.padded[1 + cell // layout.columns, 1 + cell % layout.columns]
        out[i] = single(eyes.cells_out, sort, active) + common


@compiled
def seat_shares(eyes, scratch, seat, players, out):
    """Each seat's share of the win, which sum to one; the network counts seats from the one that is to move."""
    layout = eyes.layout
    for k in range(WHOLE):
        scratch.judged[k] = scratch.whole[k]
    for k in range(layout.hints):
        unit = 1 if k < layout.seats else SMALL_UNIT
        scratch.judged[WHOLE + k] = int(scratch.hints[k]) * unit
    dense(eyes.judge, scratch.judged, scratch.few, 0, scratch.judge)
    most = np.int64(-1 << 60)
    for k in range(players):
        value = single(eyes.judge_out, k, scratch.judge)
        value += (int(scratch.hints[k]) * int(eyes.trust[0])) >> TRUST_SHIFT
        out[(seat + k) % players] = value
        most = max(most, value)
    into_shares(out, players, most)


@compiled
def look_with_eyes(board, state, eyes, scratch, deeds, count, wishes, shares):
    """Policy and shares of the win at once, for the seat to move in a state or a guess of one."""
    for k in range(len(scratch.seen)):
        scratch.seen[k] = 0
    see(board, state, scratch.seen)
    hint(board, state, scratch.shares, scratch.hints)
    think(eyes, scratch)
    wish_for(eyes, scratch, deeds, count, wishes)
    seat_shares(eyes, scratch, int(state.to_move), int(state.players), shares)
