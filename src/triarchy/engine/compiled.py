"""`@compiled`: the one decorator for code that runs interpreted, on the CPU and on the GPU."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from triarchy.engine import cache

config: Any = numba.config
INTERPRETED = bool(config.DISABLE_JIT)
DISPATCHERS: list[Any] = []
"""Every compiled function of the process, so that compilations can be counted."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function with Numba, without the interpreter lock, kept in the cache folder.

    Under NUMBA_DISABLE_JIT=1 the function is returned as it is. GPU kernels may call what this
    returns like any other function.
    """
    if INTERPRETED:
        return function
    folder = cache.folder_of(Path(function.__code__.co_filename).resolve())
    before = config.CACHE_DIR
    if folder is not None:
        config.CACHE_DIR = os.fspath(folder)
    try:
        dispatcher = numba.njit(nogil=True, cache=folder is not None)(function)
    finally:
        config.CACHE_DIR = before
    DISPATCHERS.append(dispatcher)
    return dispatcher


def compilations() -> int:
    """How many functions this process had to compile because no cache had them."""
    return sum(sum(dispatcher.stats.cache_misses.values()) for dispatcher in DISPATCHERS)
