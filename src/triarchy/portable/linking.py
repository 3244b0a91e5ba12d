"""From compiled functions to a WebAssembly file: the compiler's own code of all of them, optimised for WebAssembly and
linked with a runtime of a few lines."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

from triarchy.bots.products import ADD_PAIRS, LANES

TRIPLE = "wasm32-unknown-unknown"
LAYOUT = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
STACK = 1 << 20
PAGE = 1 << 16

RUNTIME = """
; What Numba's code asks of its runtime: room for arrays, taken from where the caller says, and never given back.
%header = type { i64, ptr, ptr, ptr, i64, ptr }
@free = global i32 0

define ptr @NRT_MemInfo_alloc_aligned(i64 %wanted, i32 %alignment) {
  %size = trunc i64 %wanted to i32
  %before = load i32, ptr @free
  %data = add i32 %before, 64
  %end = add i32 %data, %size
  %next = add i32 %end, 63
  %rounded = and i32 %next, -64
  store i32 %rounded, ptr @free
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %needed = lshr i32 %rounded, 16
  %enough = icmp ult i32 %needed, %pages
  br i1 %enough, label %done, label %grow
grow:
  %more = sub i32 %needed, %pages
  %one_more = add i32 %more, 1
  %grown = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %one_more)
  %failed = icmp eq i32 %grown, -1
  br i1 %failed, label %stop, label %done
stop:
  unreachable
done:
  %info = inttoptr i32 %before to ptr
  %place = inttoptr i32 %data to ptr
  %field = getelementptr %header, ptr %info, i32 0, i32 3
  store ptr %place, ptr %field
  ret ptr %info
}

define ptr @NRT_MemInfo_data_fast(ptr %info) {
  %field = getelementptr %header, ptr %info, i32 0, i32 3
  %place = load ptr, ptr %field
  ret ptr %place
}

define void @NRT_incref(ptr %info) {
  ret void
}

define void @NRT_decref(ptr %info) {
  ret void
}

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
"""
LIBRARY = """
; What Numba's code asks of its library in C: the strides of an array that lies in one piece, in another shape.
define i32 @numba_attempt_nocopy_reshape(i64 %dimensions, ptr %shape, ptr %strides, i64 %new_dimensions,
                                         ptr %new_shape, ptr %new_strides, i64 %item, i32 %columns_first) {
begin:
  br label %next
next:
  %left = phi i64 [ %new_dimensions, %begin ], [ %at, %step ]
  %stride = phi i64 [ %item, %begin ], [ %wider, %step ]
  %over = icmp eq i64 %left, 0
  br i1 %over, label %done, label %step
step:
  %at = sub i64 %left, 1
  %to = getelementptr i64, ptr %new_strides, i64 %at
  store i64 %stride, ptr %to
  %from = getelementptr i64, ptr %new_shape, i64 %at
  %length = load i64, ptr %from
  %wider = mul i64 %stride, %length
  br label %next
done:
  ret i32 1
}
"""


def pairs() -> str:
    """`add_pairs` (bots/products.py) by WebAssembly's own instruction, which the compiler does not find by itself; it takes the
    place of the one in the compiled functions."""
    vector, numbers = (ir.VectorType(ir.IntType(16), size) for size in (LANES, 8))
    sums = ir.VectorType(ir.IntType(32), 4)
    module = ir.Module()
    dot = ir.Function(module, ir.FunctionType(sums, [numbers, numbers]), "llvm.wasm.dot")
    kind = ir.FunctionType(ir.VectorType(ir.IntType(32), LANES // 2), [vector, vector])
    function = ir.Function(module, kind, ADD_PAIRS)
    function.attributes.add("alwaysinline")
    builder = ir.IRBuilder(function.append_basic_block())

    def chosen(first: Any, second: Any, begin: int, size: int) -> Any:
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), size), list(range(begin, begin + size)))
        return builder.shuffle_vector(first, second, lanes)

    found = [
        builder.call(dot, [chosen(one, one, begin, 8) for one in function.args])
        for begin in range(0, LANES, 8)
    ]
    while len(found) > 1:
        size = 2 * found[0].type.count
        found = [chosen(*two, 0, size) for two in zip(found[::2], found[1::2], strict=True)]
    builder.ret(found[0])
    return str(module)


def prepared(code: str) -> Any:
    """A module of Numba's, or of ours, as one for WebAssembly."""
    code = re.sub(r"^target (triple|datalayout) = .*$", "", code, flags=re.MULTILINE)
    code = re.sub(
        r'"(target-cpu|target-features|tune-cpu|frame-pointer|probe-stack)"="[^"]*"', "", code
    )
    code = re.sub(r"= common (local_unnamed_addr |unnamed_addr )?global", "= internal global", code)
    module = llvm.parse_assembly(
        f'target datalayout = "{LAYOUT}"\ntarget triple = "{TRIPLE}"\n{code}'
    )
    module.verify()
    return module


def machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(opt=3, features=FEATURES, reloc="static")


def translated(codes: Sequence[str], entries: Sequence[str]) -> bytes:
    """One object file of all these modules, in which nothing but the entries is seen from outside."""
    whole = prepared(RUNTIME)
    for code in (pairs(), *codes):
        whole.link_in(prepared(code))
    for function in whole.functions:
        if not function.is_declaration and function.name not in entries:
            function.linkage = llvm.Linkage.internal
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = llvm.Linkage.internal
    target = machine()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = True
    builder = llvm.create_pass_builder(target, options)
    passes = builder.getModulePassManager()
    passes.run(whole, builder)
    found: bytes = target.emit_object(whole)
    return found


def linked(rules: bytes, entries: Sequence[str]) -> bytes:
    """A WebAssembly file of this object, that asks nothing of whoever runs it."""
    with tempfile.TemporaryDirectory() as folder:
        library, before, after = (Path(folder, name) for name in ("c.o", "rules.o", "rules.wasm"))
        library.write_bytes(machine().emit_object(prepared(LIBRARY)))
        before.write_bytes(rules)
        subprocess.run(
            [
                *(sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--gc-sections"),
                *("--strip-all", "--stack-first", f"-zstack-size={STACK}"),
                *(f"--export={name}" for name in (*entries, "__heap_base")),
                *(str(library), str(before), "-o", str(after)),
            ],
            check=True,
        )
        return after.read_bytes()
