"""`@compiled`: the one decorator for code that runs interpreted, on the CPU and on the GPU, and on portable files."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from triarchy.engine import cache
from triarchy.engine.arrays import NUMPY, np
from triarchy.engine.native import NATIVE, need_native
from triarchy.engine.portable import running

if NATIVE:
    import numba
    from numba.core.registry import CPUDispatcher

    Dispatcher: Any = CPUDispatcher
    config: Any = numba.config
    INTERPRETED = bool(config.DISABLE_JIT)
else:
    Dispatcher = object
    INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
RECORDING = "TRIARCHY_RECORD" in os.environ
"""Whether calls from Python are noted, for the portable file (see portable/recording.py)."""
DISPATCHERS: list[Any] = []
"""Every compiled function of the process, so that compilations can be counted."""


COMPILED_ALONE = ("triarchy.bots.", "triarchy.research.")
"""What would take hours in the interpreter."""


class Portable:
    """A compiled function where there is no compiler: it runs on the game's portable file.

    What is in no file that was made from these sources runs in the interpreter: a small question of the rules takes no
    time there. Bots and batches would take hours, and are refused.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self.portable = running.Portable(function)

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self.portable(*arguments)
        except running.NotPortable:
            if self.__module__.startswith(COMPILED_ALONE):
                need_native(f"{self.portable.name}()")
            with np.errstate(over="ignore") if NUMPY else nullcontext():
                return self.py_func(*arguments)


class Compiled(Dispatcher):
    """A compiled function. What there is no native code for yet may run on the game's portable file."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.portable = running.Portable(self.py_func)

    def _compile_for_args(self, *arguments: Any, **named: Any) -> Any:
        """What Numba calls next, with the same arguments."""
        if running.begun():
            try:
                result = self.portable(*arguments)
            except running.NotPortable:
                if running.only():
                    raise
            else:
                return lambda *_: result
        return super()._compile_for_args(*arguments, **named)


class Recorded(Dispatcher):
    """A compiled function that notes the types it is called with from Python."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.called: set[tuple[Any, ...]] = set()

    def __call__(self, *arguments: Any) -> Any:
        self.called.add(tuple(map(numba.typeof, arguments)))
        return super().__call__(*arguments)


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function with Numba, without the interpreter lock, kept in the cache folder.

    Under NUMBA_DISABLE_JIT=1 the function is returned as it is; without Numba it runs on portable files. GPU kernels
    may call what this returns like any other function. Default arguments are refused: where the interpreter leaves
    one out, Numba looks for the signature anew at every call, fifty times as long as the call takes.
    """
    if function.__defaults__ or function.__kwdefaults__:
        raise TypeError(f"{function.__name__}() is compiled: it cannot have default arguments.")
    if INTERPRETED:
        return function
    if not NATIVE:
        return Portable(function)
    kind = Recorded if RECORDING else Compiled
    dispatcher = kind(function, targetoptions={"nopython": True, "nogil": True})
    if not RECORDING:
        _keep(dispatcher, function)
    DISPATCHERS.append(dispatcher)
    return dispatcher


def _keep(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Have its code kept in the cache folder."""
    folder = cache.folder_of(Path(function.__code__.co_filename).resolve())
    if folder is None:
        return
    before = config.CACHE_DIR
    config.CACHE_DIR = os.fspath(folder)
    try:
        dispatcher.enable_caching()
    finally:
        config.CACHE_DIR = before


def compilations() -> int:
    """How many functions this process had to compile because no cache had them."""
    return sum(sum(dispatcher.stats.cache_misses.values()) for dispatcher in DISPATCHERS)
