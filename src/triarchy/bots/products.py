"""Sums of products, which a network's layers are made of, in vectors that a processor multiplies at once.

Numba makes a loop over two arrays that leaves a third of a processor's speed unused. So `multiply` is
written in the compiler's own language, as vectors of whole numbers that mean the same on every processor.
"""

from __future__ import annotations

from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.compiled import INTERPRETED, compiled
from triarchy.engine.native import cgutils, intrinsic, ir, types

LANES = 32
"""So many products are made at once; then neighbours are added."""
ROWS = 2
"""Rows of weights that are worked at side by side."""
ADD_PAIRS = "triarchy_add_pairs"


def add_pairs(builder: Any, first: Any, second: Any) -> Any:
    """The products of two vectors of LANES numbers of 16 bits, each two neighbours added, in 32 bits: one instruction of most
    processors. A function of its own, since for WebAssembly the instruction has to be named (see portable/linking.py)."""
    products, sums = (ir.VectorType(ir.IntType(32), size) for size in (LANES, LANES // 2))
    kind = ir.FunctionType(sums, [first.type, second.type])
    function = cgutils.get_or_insert_function(builder.module, kind, ADD_PAIRS)
    if function.is_declaration:
        function.linkage = "linkonce_odr"
        own = ir.IRBuilder(function.append_basic_block())
        product = own.mul(*(own.sext(argument, products) for argument in function.args))
        even, odd = (ir.Constant(sums, list(range(start, LANES, 2))) for start in (0, 1))
        nothing = ir.Constant(products, ir.Undefined)
        pairs = (own.shuffle_vector(product, nothing, every) for every in (even, odd))
        own.ret(own.add(*pairs))
    return builder.call(function, [first, second])


@intrinsic
def multiply_rows(_, weights, row, activations, out):
    """For ROWS rows of weights from one on, the sum of the products with the activations, whose number is
    a multiple of LANES; into the same places of `out`."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def array(number: int) -> Any:
            return context.make_array(signature.args[number])(context, builder, arguments[number])

        def number(value: int) -> Any:
            return context.get_constant(types.intp, value)

        def read(data: Any, at: Any) -> Any:
            """A vector of what lies there, each number in 16 bits."""
            kind = data.type.pointee
            place = builder.bitcast(
                builder.gep(data, [at]), ir.VectorType(kind, LANES).as_pointer()
            )
            found = builder.load(place, align=kind.width // 8)
            return found if kind == short else builder.sext(found, ir.VectorType(short, LANES))

        short = ir.IntType(16)
        sums = ir.VectorType(ir.IntType(32), LANES // 2)
        width = builder.extract_value(array(2).shape, 0)
        places = [builder.add(arguments[1], number(k)) for k in range(ROWS)]
        rows = [builder.gep(array(0).data, [builder.mul(place, width)]) for place in places]
        zeros = ir.Constant(sums, [0] * (LANES // 2))
        totals = [cgutils.alloca_once_value(builder, zeros) for _ in rows]
        with cgutils.for_range_slice(builder, number(0), width, number(LANES), inc=True) as (at, _):
            active = read(array(2).data, at)
            for data, total in zip(rows, totals, strict=True):
                pairs = add_pairs(builder, active, read(data, at))
                builder.store(builder.add(builder.load(total), pairs), total)
        add_up = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.IntType(32), [sums]),
            f"llvm.vector.reduce.add.v{LANES // 2}i32",
        )
        for place, total in zip(places, totals, strict=True):
            value = builder.call(add_up, [builder.load(total)])
            builder.store(value, builder.gep(array(3).data, [place]))
        return context.get_dummy_value()

    return types.void(weights, types.intp, activations, out), code


@compiled
def dot(row, activations):
    total = np.int32(0)
    for i in range(len(activations)):
        total = np.int32(total + np.int32(activations[i]) * np.int32(row[i]))
    return total


@compiled
def add_rows(features, weights, sums):
    """Add to the sums the rows of the features that are not zero, times these; two rows in one go."""
    waiting = -1
    for f in range(len(features)):
        if features[f] == 0:
            continue
        if waiting < 0:
            waiting = f
            continue
        one, two = weights[waiting], weights[f]
        a, b = np.int32(features[waiting]), np.int32(features[f])
        for h in range(len(sums)):
            sums[h] = np.int32(sums[h] + a * np.int32(one[h]) + b * np.int32(two[h]))
        waiting = -1
    if waiting >= 0:
        one, a = weights[waiting], np.int32(features[waiting])
        for h in range(len(sums)):
            sums[h] = np.int32(sums[h] + a * np.int32(one[h]))


@compiled
def multiply(weights, activations, out):
    """For each row of weights the sum of its products with the activations, in 32 bits."""
    if len(activations) % LANES == 0 and len(out) % ROWS == 0:
        for row in range(0, len(out), ROWS):
            multiply_rows(weights, row, activations, out)
    else:
        for row in range(len(out)):
            out[row] = dot(weights[row], activations)


def multiply_interpreted(weights, activations, out):
    out[:] = weights.astype(np.int32) @ activations.astype(np.int32)


if INTERPRETED:
    multiply = multiply_interpreted
