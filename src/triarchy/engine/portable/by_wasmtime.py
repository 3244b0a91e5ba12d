"""Portable files by wasmtime."""

from __future__ import annotations

import atexit
import ctypes
import hashlib
import os
import platform
import threading
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import wasmtime
import wasmtime._ffi as ffi

from triarchy.engine import cache

WHOLE = 1 << 32
"""So many bytes of addresses a memory has, whether they are in use or not; so it never moves."""
PAGE = 1 << 16


@lru_cache(1)
def engine() -> wasmtime.Engine:
    """What compiles WebAssembly for this processor."""
    config = wasmtime.Config()
    config.memory_reservation = WHOLE
    config.memory_may_move = False
    return wasmtime.Engine(config)


def translated(data: bytes) -> wasmtime.Module:
    """A file's code for this processor; kept in the cache folder, as it takes a second or two."""
    folder = cache.root() / f"portable-{hashlib.sha256(data).hexdigest()[:16]}"
    kept = folder / f"{version('wasmtime')}-{platform.machine()}"
    try:
        os.utime(folder)
        return wasmtime.Module.deserialize(engine(), kept.read_bytes())
    except (OSError, wasmtime.WasmtimeError):
        module = wasmtime.Module(engine(), data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        own = folder / f"{os.getpid()}-{threading.get_ident()}"
        own.write_bytes(module.serialize())
        own.replace(kept)
    except OSError:
        pass
    return module


class Running:
    """An instance; its memory begins at the address `base` and never moves."""

    def __init__(self, module: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine())
        self.entries: dict[str, Any] = dict(
            wasmtime.Instance(self._store, module, []).exports(self._store)._extern_map
        )
        self._memory = self.entries["memory"]
        self._context = self._store._context()
        self._numbers = (ffi.wasmtime_val_raw_t * 2)()
        self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self.base = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value or 0
        self.heap = int(self.entries["__heap_base"].value(self._store))

    def read(self, place: int, size: int) -> bytes:
        return ctypes.string_at(self.base + place, size)

    def write(self, place: int, data: bytes) -> None:
        ctypes.memmove(self.base + place, data, len(data))

    def reach(self, end: int) -> None:
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))

    def call(self, entry: str, slots: int, free: int) -> int:
        """Straight by the library in C: wasmtime's own call asks for a function's types and converts each number, which takes
        twenty times as long as the call."""
        numbers = self._numbers
        numbers[0].i32, numbers[1].i32 = slots, free
        function, trap = ctypes.byref(self.entries[entry]._func), ctypes.byref(self._trap)
        if ffi.wasmtime_func_call_unchecked(self._context, function, numbers, 2, trap):
            raise RuntimeError("A compiled function could not be called.")
        if self._trap:
            self._trap = ctypes.POINTER(ffi.wasm_trap_t)()
            raise RuntimeError("A compiled function has stopped in the middle.")
        result: int = numbers[0].i32
        return result


class Wasmtime:
    """The host where Python runs by itself."""

    checks = True

    def module(self, path: Path, data: bytes) -> Callable[[], Running]:
        try:
            module = translated(data)
        except wasmtime.WasmtimeError as error:
            raise ValueError(str(error)) from None
        atexit.register(module.close)  # later, its library is gone
        return partial(Running, module)
