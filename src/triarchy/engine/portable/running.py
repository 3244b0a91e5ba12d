"""Which portable file a call goes to, and whether calls go there at all.

Calls run natively unless `begin` was called, or there is no compiler: then what this process has no native code for runs on the portable file of
its game. What a thread calls within `native()` is compiled all the same, and runs natively from then on, everywhere.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.native import NATIVE
from triarchy.engine.portable.calls import Call, DoesNotFit
from triarchy.engine.portable.files import NAME, BadFile, PortableFile
from triarchy.engine.portable.machine import Machine, home_of
from triarchy.engine.structs import FOLDERS

Zeros = Callable[..., np.ndarray]
_begun = _only = not NATIVE
_own = threading.local()


class NotPortable(LookupError):
    """No portable file holds this call."""


def begin(*, only: bool = False) -> None:
    """From now on, what there is no native code for runs on portable files; with `only`, what is in none is refused."""
    global _begun, _only
    _begun, _only = True, only


def begun() -> bool:
    """Whether this thread's calls may go to portable files."""
    return _begun and not (NATIVE and getattr(_own, "native", False))


def only() -> bool:
    """Whether nothing may be compiled."""
    return _only


@contextmanager
def native() -> Iterator[None]:
    """What this thread calls meanwhile is compiled, or loaded from the cache."""
    before = getattr(_own, "native", False)
    _own.native = True
    try:
        yield
    finally:
        _own.native = before


@cache
def file_of(folder: Path) -> PortableFile | None:
    """The portable file of the game in a folder, if it has one that was made from these sources."""
    path = folder / NAME
    if not path.is_file():
        return None
    try:
        file = PortableFile(path)
    except BadFile:
        return None
    return file if file.is_current else None


def ready(folder: Path) -> bool:
    """Whether the game in a folder can be played at once: whether what it calls goes to its portable file."""
    return _begun and file_of(folder) is not None


def zeros_for(state: np.dtype[Any]) -> Zeros:
    """What makes the arrays that belong together to one bot of a game: in the memory of a machine of its own where calls
    go to portable files, else `np.zeros`."""
    file = file_of(FOLDERS[state.names[-1]]) if begun() and state.names else None
    return np.zeros if file is None else Machine(file).zeros


class Portable:
    """A compiled function as portable files hold it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.name = f"{function.__module__}.{function.__name__}"
        self.folder = Path(function.__code__.co_filename).resolve().parent
        self._calls: dict[PortableFile, list[Call]] = {}

    def __call__(self, *arguments: Any) -> Any:
        home = _home(arguments)
        if home is not None:
            with home.lock:
                return self._on(home, arguments)
        file = self._file(arguments)
        if file is None:
            raise NotPortable(self.name)
        machine = file.free_machine() or Machine(file)
        found = self._on(machine, arguments)
        file.idle.append(machine)
        return found

    def _on(self, machine: Machine, arguments: tuple[Any, ...]) -> Any:
        file = machine.file
        if file not in self._calls:
            self._calls[file] = [Call(*listed) for listed in file.calls.get(self.name, ())]
        for call in self._calls[file]:
            try:
                return call(machine, arguments)
            except DoesNotFit:
                continue
        raise NotPortable(self.name)

    def _file(self, arguments: tuple[Any, ...]) -> PortableFile | None:
        """The file of the game that a struct belongs to, or that the function does; else any."""
        for argument in arguments:
            if isinstance(argument, (np.void, np.ndarray)) and argument.dtype.names:
                folder = FOLDERS.get(argument.dtype.names[-1])
                if folder is not None:
                    return file_of(folder)
        folders = FOLDERS.values()
        own = [self.folder] if self.folder in folders else folders
        return next((file for folder in own if (file := file_of(folder)) is not None), None)


def _home(arguments: tuple[Any, ...]) -> Machine | None:
    """The machine in whose memory some argument lies."""
    for argument in arguments:
        if isinstance(argument, tuple):
            found = _home(argument)
        elif isinstance(argument, np.ndarray):
            found = home_of(argument)
        else:
            continue
        if found is not None:
            return found
    return None
