"""A running portable file with its memory, in which the arrays of a bot can lie for good."""

from __future__ import annotations

import ctypes
import struct
import threading
import weakref
from bisect import bisect_right
from math import prod
from typing import Any

from triarchy.engine.arrays import NUMPY, np
from triarchy.engine.portable.files import PortableFile

ALIGNED = 64
MOST_KNOWN = 256
ROOM = 1 << 20
"""At least so much is free when a call begins; a function that needs more takes more itself."""

_BASES: tuple[int, ...] = ()
"""Where the memories of machines begin, in order: never changed, but replaced, since threads look while others come and go."""
_REPLACING = threading.RLock()
_BY_BASE: weakref.WeakValueDictionary[int, Machine]


def aligned(place: int) -> int:
    return -(-place // ALIGNED) * ALIGNED


class Machine:
    """One portable file that runs, for one thread at a time."""

    def __init__(self, file: PortableFile) -> None:
        self.file = file
        self.instance: Any = file.instance()
        self.lock = threading.Lock()
        self.bottom = self.top = aligned(self.instance.heap)
        """Below `top` lies what stays; a call's own things lie above."""
        self.called = False
        self._size = 0
        self._kept: dict[int, tuple[np.ndarray, int]] = {}
        self.known: dict[int, tuple[Any, Any, list[int]]] = {}
        """Arrays that lie here for good and were passed, by their ids: what tells whether it is still that one, what passed it,
        and its slots."""
        self.base: int = getattr(self.instance, "base", 0)
        if NUMPY:
            _BY_BASE[self.base] = self
            _note(self.base)
            weakref.finalize(self, _forget, self.base)

    def reserve(self, end: int) -> None:
        """See to it that memory reaches so far, and a little farther."""
        if end + ROOM > self._size:
            self._size = end + 2 * ROOM
            self.instance.reach(self._size)

    def enter(self, entry: str, slots: int, free: int) -> None:
        """Call a function whose arguments lie in the slots, with memory that is free from a place on."""
        self.called = True
        if self.instance.call(entry, slots, free) != 0:
            raise RuntimeError("A compiled function has failed.")

    def zeros(self, shape: Any, dtype: Any = np.float64) -> np.ndarray:
        """An array of zeros that lies in this memory; as long as there is such an array, so is the machine."""
        dtype = np.dtype(dtype)
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        size = prod(shape) * dtype.itemsize
        place = self._stay(size)
        if self.called:
            self.instance.write(place, bytes(size))
        if not NUMPY:
            made: np.ndarray = np.ndarray.in_place(Region(self), place, shape, dtype)  # type: ignore[attr-defined]
            return made
        home = (ctypes.c_char * size).from_address(self.base + place)
        home.machine = self
        return np.frombuffer(home, dtype).reshape(shape)

    def keep(self, array: np.ndarray, beyond: int) -> int:
        """Where a copy lies of an array that nobody writes to; it is made once, beyond what a call has copied."""
        if id(array) not in self._kept:
            self.top = max(self.top, aligned(beyond))
            place = self._stay(array.nbytes)
            self.instance.write(place, array.tobytes())
            self._kept[id(array)] = array, place
        return self._kept[id(array)][1]

    def note(self, array: np.ndarray, by: Any, slots: list[int]) -> None:
        """Remember how an array that lies here was passed: most are passed again and again."""
        if len(self.known) == MOST_KNOWN:
            self.known.clear()
        self.known[id(array)] = weakref.ref(array), by, slots

    def _stay(self, size: int) -> int:
        place = self.top
        self.reserve(place + size)
        self.top = aligned(place + size)
        return place


class Region:
    """A machine's memory as what arrays lie in where there is no NumPy (see `engine/arrays/types_of.py: Own`)."""

    __slots__ = ("machine", "read", "write")

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.read = machine.instance.read
        self.write = machine.instance.write

    def get(self, one: struct.Struct, at: int) -> Any:
        return one.unpack(self.read(at, one.size))[0]

    def put(self, one: struct.Struct, at: int, value: Any) -> None:
        self.write(at, one.pack(value))


_BY_BASE = weakref.WeakValueDictionary()


def _note(base: int) -> None:
    """A machine is there; those that have gone meanwhile are forgotten."""
    global _BASES
    with _REPLACING:
        _BASES = tuple(sorted({base, *(each for each in _BASES if each in _BY_BASE)}))


def _forget(base: int) -> None:
    """A machine has gone, unless another one lies there by now."""
    global _BASES
    with _REPLACING:
        _BASES = tuple(each for each in _BASES if each != base or each in _BY_BASE)


def address_of(array: np.ndarray) -> int:
    return array.ctypes.data


def home_of(array: np.ndarray) -> Machine | None:
    """The machine in whose memory an array lies that stays there."""
    if not NUMPY:
        return getattr(array.home, "machine", None)  # type: ignore[attr-defined]
    address = address_of(array)
    bases = _BASES  # as it was, whatever other threads make of it meanwhile
    number = bisect_right(bases, address) - 1
    machine = _BY_BASE.get(bases[number]) if number >= 0 else None
    while machine is None and number > 0:  # it has gone: the memory may be of the one before by now
        number -= 1
        machine = _BY_BASE.get(bases[number])
    if machine is None or address >= machine.base + machine.top:
        return None
    return machine
