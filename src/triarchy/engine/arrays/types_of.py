"""What lies in an array or a struct without NumPy: numbers of a few sizes, and structs of them."""

from __future__ import annotations

import operator
import struct
from typing import Any

MASK = (1 << 64) - 1


class generic:
    """The kinds of numbers, as they are named where an array is made."""


class integer(int, generic): ...


class floating(float, generic): ...


class int8(integer): ...


class int16(integer): ...


class int32(integer): ...


class int64(integer): ...


class uint8(integer): ...


class uint16(integer): ...


class uint32(integer): ...


class uint64(integer):
    """A mask of 64 bits, or a seed: what comes of it is one too, modulo 2**64."""

    def __invert__(self) -> uint64:
        return uint64(~int(self) & MASK)

    def __neg__(self) -> uint64:
        return uint64(-int(self) & MASK)


def _wrapping(name: str) -> None:
    """Give masks an operator that keeps 64 bits, both ways round."""
    function = getattr(operator, f"{name}_" if name in ("and", "or") else name)

    def forwards(one: uint64, other: Any) -> Any:
        if not isinstance(other, int):
            return NotImplemented
        return uint64(function(int(one), int(other)) & MASK)

    def backwards(one: uint64, other: Any) -> Any:
        return uint64(function(int(other), int(one)) & MASK)

    setattr(uint64, f"__{name}__", forwards)
    setattr(uint64, f"__r{name}__", backwards)


for _name in "add sub mul floordiv mod and or xor lshift rshift".split():
    _wrapping(_name)


class float32(floating): ...


class float64(floating): ...


bool_ = bool
_LETTERS = {
    int8: "b",
    int16: "h",
    int32: "i",
    int64: "q",
    uint8: "B",
    uint16: "H",
    uint32: "I",
    uint64: "Q",
    float32: "f",
    float64: "d",
    bool: "?",
}
_SHORT = {"b": "i1", "h": "i2", "i": "i4", "q": "i8", "B": "u1", "H": "u2", "I": "u4", "Q": "u8"}
_SHORT |= {"f": "f4", "d": "f8", "?": "b1"}
_BY_NAME = {_SHORT[letter]: kind for kind, letter in _LETTERS.items()}
_KNOWN: dict[Any, Any] = {}


class dtype:
    """The type of what lies in an array: a number, or a struct with named fields."""

    fields: dict[str, tuple[dtype, int, tuple[int, ...]]] | None = None
    """Of a struct: for each field its type, where it begins, and the shape of its array."""
    names: tuple[str, ...] | None = None
    itemsize: int
    alignment: int
    kind: str
    letter: str
    one: struct.Struct
    is_mask: bool = False
    """Whether its numbers are read as masks of 64 bits."""

    def __new__(cls, what: Any, align: bool = False) -> dtype:
        if isinstance(what, dtype):
            return what
        if isinstance(what, tuple):
            return cls(what[1])
        if isinstance(what, list):
            made = super().__new__(cls)
            made._set_fields(what, align)
            return made
        if isinstance(what, str):
            what = _BY_NAME[what.lstrip("<|=")]
        what = {int: int64, float: float64}.get(what, what)
        if what not in _KNOWN:
            made = _KNOWN[what] = super().__new__(cls)
            made.letter = _LETTERS[what]
            made.one = struct.Struct("<" + made.letter)
            made.is_mask = what is uint64
            made.itemsize = made.alignment = made.one.size
            made.kind = _SHORT[made.letter][0]
        found: dtype = _KNOWN[what]
        return found

    def _set_fields(self, fields: list[tuple[Any, ...]], align: bool) -> None:
        self.fields, self.kind, self.alignment = {}, "V", 1
        end = 0
        for name, kind, *shape in fields:
            each = dtype(kind)
            size = shape[0] if shape else ()
            size = (size,) if isinstance(size, int) else tuple(size)
            if align:
                end = -(-end // each.alignment) * each.alignment
                self.alignment = max(self.alignment, each.alignment)
            self.fields[name] = each, end, size
            count = 1
            for length in size:
                count *= length
            end += each.itemsize * count
        self.itemsize = -(-end // self.alignment) * self.alignment
        self.names = tuple(self.fields)
        self.record = type("record", (Record,), {"__slots__": (), "dtype": self})
        for name, (each, at, size) in self.fields.items():
            setattr(self.record, name, _field(each, at, size))

    def __repr__(self) -> str:
        return f"dtype({list(self.fields or ()) or _SHORT[self.letter]})"


class Own:
    """Bytes of our own, in which arrays and structs lie."""

    __slots__ = ("data",)

    def __init__(self, data: bytearray | bytes) -> None:
        self.data = data

    def read(self, at: int, size: int) -> bytes:
        return bytes(self.data[at : at + size])

    def write(self, at: int, data: bytes) -> None:
        self.data[at : at + len(data)] = data  # type: ignore[index]

    def get(self, one: struct.Struct, at: int) -> Any:
        return one.unpack_from(self.data, at)[0]

    def put(self, one: struct.Struct, at: int, value: Any) -> None:
        one.pack_into(self.data, at, value)


class Record:
    """A struct; each type of struct has a class of its own, with its fields as attributes."""

    __slots__ = ("at", "home")
    dtype: dtype
    home: Any
    at: int

    def __init__(self, home: Any, at: int) -> None:
        self.home = home
        self.at = at

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)

    def tobytes(self) -> bytes:
        found: bytes = self.home.read(self.at, self.dtype.itemsize)
        return found

    def copy(self) -> Record:
        return type(self)(Own(bytearray(self.tobytes())), 0)

    @property
    def nbytes(self) -> int:
        return self.dtype.itemsize

    def reshape(self, count: int) -> Any:
        """An array of this one struct."""
        from triarchy.engine.arrays.array import Array

        return Array.in_place(self.home, self.at, (count,), self.dtype)


def _field(kind: dtype, at: int, shape: tuple[int, ...]) -> property:
    """The attribute of a struct's class for one field."""
    from triarchy.engine.arrays.array import Array

    if shape:

        def array(record: Record) -> Any:
            return Array.in_place(record.home, record.at + at, shape, kind)

        def fill(record: Record, value: Any) -> None:
            array(record)[...] = value

        return property(array, fill)
    if kind.fields is not None:

        def inner(record: Record) -> Any:
            return kind.record(record.home, record.at + at)

        def replace(record: Record, value: Record) -> None:
            record.home.write(record.at + at, value.tobytes())

        return property(inner, replace)
    one, number = kind.one, (float if kind.kind == "f" else int)

    def get(record: Record) -> Any:
        return record.home.get(one, record.at + at)

    def get_mask(record: Record) -> Any:
        return uint64(record.home.get(one, record.at + at))

    def put(record: Record, value: Any) -> None:
        record.home.put(one, record.at + at, number(value))

    return property(get_mask if kind.is_mask else get, put)
