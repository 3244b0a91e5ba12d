"""Calling what a portable file holds with the very arguments that the compiled function takes.

The file says how each function is called. What is passed is copied into the machine's memory and back, unless it lies
there already; what is `constant` is copied once.
"""

from __future__ import annotations

import ctypes
import struct
import weakref
from collections.abc import Callable
from typing import Any

from triarchy.engine.arrays import NUMPY, np
from triarchy.engine.native import NATIVE
from triarchy.engine.portable.machine import Machine, address_of, aligned, home_of

SIZES = (8, 16, 32, 64)
LETTERS = {
    **{f"int{size}": "q" for size in SIZES},
    **{f"uint{size}": "Q" for size in SIZES},
    "float64": "d",
    "bool": "q",
}
"""How numbers lie in the eight bytes of a slot."""
PLACE = "q"
"""And so do places and lengths."""
_CONSTANT: weakref.WeakValueDictionary[int, np.ndarray] = weakref.WeakValueDictionary()


class DoesNotFit(TypeError):
    """What is passed is not what the portable file takes there."""


def constant(array: np.ndarray) -> np.ndarray:
    """Tell that nobody will write to this array any more, so that it need be copied only once."""
    _CONSTANT[id(array)] = array
    return array


def _is_constant(array: Any) -> bool:
    return _CONSTANT.get(id(array)) is array


class Transfer:
    """What one call copies: into a machine, and back."""

    def __init__(self, machine: Machine, begin: int) -> None:
        self.machine = machine
        self.end = begin
        self.slots: list[Any] = []
        self._places: dict[tuple[int, int], int] = {}
        """For what was copied, by its address and size, where it lies."""
        self._gathered: list[tuple[np.ndarray, np.ndarray]] = []

    def add(self, address: int, size: int) -> None:
        """Copy something behind what is there, and its place into the next slot; what is passed twice is one thing."""
        place = self._places.get((address, size))
        if place is None:
            machine, place = self.machine, aligned(self.end)
            self.end = place + size
            machine.reserve(self.end)
            ctypes.memmove(machine.base + place, address, size)
            self._places[address, size] = place
        self.slots.append(place)

    def _lies_there(self, address: int) -> bool:
        machine = self.machine
        return machine.base <= address < machine.base + machine.top

    def add_struct(self, struct: Any) -> None:
        address = address_of(np.frombuffer(struct, np.uint8))
        if self._lies_there(address):
            self.slots.append(address - self.machine.base)
        else:
            self.add(address, struct.dtype.itemsize)

    def add_array(self, array: np.ndarray) -> bool:
        """Whether it lies in the machine for good."""
        stays = False
        if array.flags.c_contiguous:
            address, machine = address_of(array), self.machine
            stays = self._lies_there(address)
            if stays:
                self.slots.append(address - machine.base)
            elif _is_constant(array):
                self.slots.append(machine.keep(array, self.end))
                self.end = max(self.end, machine.top)
            else:
                self.add(address, array.nbytes)
        else:
            own = np.ascontiguousarray(array)
            self._gathered.append((array, own))
            self.add(address_of(own), own.nbytes)
        self.slots.extend(array.shape)
        return stays

    def bring_back(self) -> None:
        for (address, size), place in self._places.items():
            ctypes.memmove(address, self.machine.base + place, size)
        for array, own in self._gathered:
            if array.flags.writeable:
                array[...] = own


class PlainTransfer:
    """The same where there is no NumPy, and bytes have no addresses."""

    def __init__(self, machine: Machine, begin: int) -> None:
        self.machine = machine
        self.end = begin
        self.slots: list[Any] = []
        self._places: dict[tuple[int, int, int], tuple[Any, int, bytes]] = {}
        """For what was copied, by what it lies in, where and how long: that, its place here, and what it was."""
        self._gathered: list[tuple[Any, Any]] = []

    def _add(self, home: Any, at: int, size: int) -> None:
        known = self._places.get((id(home), at, size))
        if known is None:
            place = aligned(self.end)
            self.end = place + size
            self.machine.reserve(self.end)
            data = home.read(at, size)
            self.machine.instance.write(place, data)
            known = self._places[id(home), at, size] = home, place, data
        self.slots.append(known[1])

    def add_struct(self, struct: Any) -> None:
        if home_of(struct) is self.machine:
            self.slots.append(struct.at)
        else:
            self._add(struct.home, struct.at, struct.dtype.itemsize)

    def add_array(self, array: Any) -> bool:
        stays = False
        if not array.is_whole:
            own = array.copy()
            self._gathered.append((array, own))
            self._add(own.home, 0, own.nbytes)
        elif home_of(array) is self.machine:
            stays = True
            self.slots.append(array.at)
        elif _is_constant(array):
            self.slots.append(self.machine.keep(array, self.end))
            self.end = max(self.end, self.machine.top)
        else:
            self._add(array.home, array.at, array.nbytes)
        self.slots.extend(array.shape)
        return stays

    def bring_back(self) -> None:
        for (_, at, size), (home, place, before) in self._places.items():
            after = self.machine.instance.read(place, size)
            if after != before:
                home.write(at, after)
        for array, own in self._gathered:
            if own.tobytes() != array.tobytes():
                array[...] = own


Pass = Callable[[Any, Any], None]
TRANSFER: Any = Transfer if NUMPY else PlainTransfer


def passing(kind: Any) -> tuple[Pass, str]:
    """What passes an argument of this kind, and the letters of its slots."""
    if kind is None:
        return _pass_nothing, ""
    if isinstance(kind, str):
        return _passing_number(kind), LETTERS[kind]
    if "struct" in kind:
        return _passing_struct(kind["struct"]), PLACE
    if "array" in kind:
        letters = PLACE * (1 + kind["dimensions"])
        return _passing_array(kind["array"], kind["dimensions"]), letters
    parts = {name: passing(part) for name, part in kind["tuple"].items()}
    return _passing_tuple(parts), "".join(letters for _, letters in parts.values())


def _pass_nothing(value: Any, transfer: Any) -> None:
    if value is not None:
        raise DoesNotFit


def _passing_number(name: str) -> Pass:
    """A number of exactly this type, as compiled functions tell them apart; Python's own count as the largest."""
    if not (NUMPY and NATIVE):
        return _passing_any_number(name)
    exact: type = np.bool_ if name == "bool" else getattr(np, name)
    own = {"int64": int, "float64": float, "bool": bool}.get(name)
    plain: Callable[[Any], Any] = float if name == "float64" else int

    def pass_number(value: Any, transfer: Any) -> None:
        kind = type(value)
        if kind is not own and kind is not exact:
            raise DoesNotFit
        transfer.slots.append(plain(value))

    return pass_number


def _passing_any_number(name: str) -> Pass:
    """A number that this type holds, as there is no compiler that could make code for another; without NumPy, fields of
    all sizes are Python's own numbers anyway."""
    kinds: Any = {"bool": (bool, np.bool_), "float64": (float,)}.get(name)
    if kinds is not None:

        def pass_kind(value: Any, transfer: Any) -> None:
            if not isinstance(value, kinds):
                raise DoesNotFit
            transfer.slots.append(value)

        return pass_kind
    bits, signed = int(name.lstrip("uint")), not name.startswith("u")
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)

    def pass_number(value: Any, transfer: Any) -> None:
        if not isinstance(value, (int, np.integer)) or isinstance(value, bool):
            raise DoesNotFit
        if not least <= value <= most:
            raise DoesNotFit
        transfer.slots.append(int(value))

    return pass_number


def _passing_struct(size: int) -> Pass:
    def pass_struct(value: Any, transfer: Any) -> None:
        if not isinstance(value, np.void) or value.dtype.itemsize != size:
            raise DoesNotFit
        transfer.add_struct(value)

    return pass_struct


def _passing_array(item: str, dimensions: int) -> Pass:
    kind, size = item[0], int(item[1:])

    def pass_array(value: Any, transfer: Any) -> None:
        machine = transfer.machine
        known = machine.known.get(id(value))
        if known is not None and known[0]() is value and known[1] is pass_array:
            transfer.slots += known[2]
            return
        if not isinstance(value, np.ndarray) or value.ndim != dimensions:
            raise DoesNotFit
        if value.dtype.kind != kind or value.dtype.itemsize != size:
            raise DoesNotFit
        if transfer.add_array(value):
            slots = transfer.slots[-1 - dimensions :]
            machine.note(value, pass_array, slots)

    return pass_array


def _passing_tuple(parts: dict[str, tuple[Pass, str]]) -> Pass:
    names = tuple(parts)
    passes = [part for part, _ in parts.values()]

    def pass_tuple(value: Any, transfer: Any) -> None:
        if getattr(value, "_fields", None) != names:
            raise DoesNotFit
        for part, one in zip(passes, value, strict=True):
            part(one, transfer)

    return pass_tuple


def result_letters(kind: Any) -> str:
    if kind is None:
        return ""
    if isinstance(kind, str):
        return LETTERS[kind]
    return "".join(map(result_letters, kind["tuple"].values()))


class Call:
    """One way to call a function of a portable file."""

    def __init__(self, entry: str, listed: dict[str, Any]) -> None:
        self.entry = entry
        found = [passing(kind) for kind in listed["arguments"]]
        self.passes = [one for one, _ in found]
        self.slots = struct.Struct("<" + "".join(letters for _, letters in found))
        self.result = listed["result"]
        self.results = struct.Struct("<" + result_letters(self.result))
        self.room = aligned(max(self.slots.size, self.results.size))

    def __call__(self, machine: Machine, arguments: tuple[Any, ...]) -> Any:
        """Call it on a machine that nobody else uses at this time; DoesNotFit says that this is another way."""
        if len(arguments) != len(self.passes):
            raise DoesNotFit
        begin = machine.top
        transfer = TRANSFER(machine, begin + self.room)
        for one, value in zip(self.passes, arguments, strict=True):
            one(value, transfer)
        machine.reserve(transfer.end)
        machine.instance.write(begin, self.slots.pack(*transfer.slots))
        machine.enter(self.entry, begin, aligned(transfer.end))
        found = self.results.unpack(machine.instance.read(begin, self.results.size))
        transfer.bring_back()
        return self._value(found)

    def _value(self, found: tuple[Any, ...]) -> Any:
        if self.result is None:
            return None
        if self.result == "bool":
            return bool(found[0])
        return found[0] if isinstance(self.result, str) else found
