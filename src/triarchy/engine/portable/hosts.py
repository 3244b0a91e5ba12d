"""Who runs WebAssembly: wasmtime, unless something else is told to, as in a browser.

The interface is narrow: an instance is a memory of bytes and functions of two small whole numbers. All else, numbers of 64
bits too, is passed in its memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Protocol


class Instance(Protocol):
    """One instance of a portable file with a memory of its own, for one thread at a time."""

    heap: int
    """Where free memory begins: the value of its export `__heap_base`."""

    def read(self, place: int, size: int) -> bytes:
        """What lies there in its memory."""

    def write(self, place: int, data: bytes) -> None: ...

    def reach(self, end: int) -> None:
        """See to it that its memory has at least so many bytes."""

    def call(self, entry: str, slots: int, free: int) -> int:
        """Call an export with two 32-bit numbers; 0 says that all is well."""


class Host(Protocol):
    """What compiles WebAssembly and runs it."""

    checks: bool
    """Whether each file is to be compared with the sources that are here."""

    def module(self, path: Path, data: bytes) -> Callable[[], Instance]:
        """Compile a file's bytes; what comes back makes instances. ValueError if they cannot run here."""


_chosen: Host | None = None


def use(host: Host) -> None:
    """Have this run all portable files from now on; to be said before the first is used."""
    global _chosen
    _chosen = host


def host() -> Host:
    return _usual() if _chosen is None else _chosen


@cache
def _usual() -> Host:
    from triarchy.engine.portable.by_wasmtime import Wasmtime

    return Wasmtime()
