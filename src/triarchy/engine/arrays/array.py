"""`Array`: NumPy's array without NumPy, over bytes that lie anywhere."""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import prod
from types import EllipsisType
from typing import Any, NamedTuple

from triarchy.engine.arrays.types_of import MASK, Own, Record, bool_, dtype, float64, int64, uint64

Function = Callable[..., Any]
_WIDTH = 8
_MOST_AT_ONCE = 128
"""NumPy adds up many numbers in parts, so that errors stay small: by eights, in halves of no more than 128."""


@lru_cache(1024)
def _steps(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The strides of an array whose elements lie one after the other."""
    steps = []
    for length in reversed(shape):
        steps.append(size)
        size *= length
    return tuple(reversed(steps))


class Array:
    """Elements of one type in some dimensions; parts of it are views of the same bytes."""

    __slots__ = ("__weakref__", "at", "dtype", "home", "shape", "strides")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self, shape: int | Sequence[int], kind: Any = float64, buffer: bytearray | None = None
    ) -> None:
        self.shape: tuple[int, ...] = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = dtype(kind)
        size = self.dtype.itemsize
        self.strides = _steps(self.shape, size)
        self.home: Any = Own(bytearray(prod(self.shape) * size) if buffer is None else buffer)
        self.at = 0

    @classmethod
    def in_place(
        cls,
        home: Any,
        at: int,
        shape: tuple[int, ...],
        kind: dtype,
        strides: tuple[int, ...] | None = None,
    ) -> Array:
        """The array that lies somewhere."""
        made = cls.__new__(cls)
        made.home, made.at, made.shape, made.dtype = home, at, shape, kind
        made.strides = _steps(shape, kind.itemsize) if strides is None else strides
        return made

    @classmethod
    def of_bytes(cls, data: bytes | bytearray, kind: Any) -> Array:
        kind = dtype(kind)
        return cls.in_place(Own(data), 0, (len(data) // kind.itemsize,), kind)

    @classmethod
    def of_values(cls, values: Sequence[Any], shape: Sequence[int], kind: Any) -> Array:
        made = cls(shape, kind)
        made.home.data[:] = _packed(values, made.dtype)
        return made

    # What it is

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def is_whole(self) -> bool:
        """Whether its elements lie one after the other."""
        return self.strides == _steps(self.shape, self.dtype.itemsize) or self.size == 0

    @property
    def T(self) -> Array:
        return Array.in_place(self.home, self.at, self.shape[::-1], self.dtype, self.strides[::-1])

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        if self.ndim == 1 and self.dtype.fields is None:
            return iter(self.flat())
        return (self[number] for number in range(self.shape[0]))

    def __contains__(self, value: Any) -> bool:
        return value in self.flat()

    def __bool__(self) -> bool:
        return bool(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __float__(self) -> float:
        return float(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            raise ValueError("An array of several elements is neither true nor a number.")
        return self.flat()[0]

    def __repr__(self) -> str:
        return f"Array({self.tolist() if self.dtype.fields is None else self.shape})"

    # Reading

    def _places(self) -> list[int]:
        """Where each element lies, counted from the first."""
        places = [0]
        for length, step in zip(self.shape, self.strides, strict=True):
            places = [place + step * number for place in places for number in range(length)]
        return places

    def flat(self) -> list[Any]:
        """All elements, the last dimension's next to each other."""
        count, kind = self.size, self.dtype
        if kind.fields is not None:
            return [kind.record(self.home, self.at + place) for place in self._places()]
        if count == 0:
            return []
        if self.is_whole:
            data = self.home.read(self.at, count * kind.itemsize)
            return list(struct.unpack(f"<{count}{kind.letter}", data))
        places = self._places()
        least = min(places)
        data = self.home.read(self.at + least, max(places) + kind.itemsize - least)
        return [kind.one.unpack_from(data, place - least)[0] for place in places]

    def tolist(self) -> Any:
        found = self.flat()
        for length in reversed(self.shape[1:]):
            found = [found[at : at + length] for at in range(0, len(found), length)]
        return found if self.shape else found[0]

    def tobytes(self) -> bytes:
        size = self.dtype.itemsize
        if self.is_whole:
            found: bytes = self.home.read(self.at, self.size * size)
            return found
        return b"".join(self.home.read(self.at + place, size) for place in self._places())

    def copy(self) -> Array:
        return Array(self.shape, self.dtype, bytearray(self.tobytes()))

    def astype(self, kind: Any) -> Array:
        kind = dtype(kind)
        number = float if kind.kind == "f" else bool if kind.kind == "b" else int
        return Array.of_values([number(value) for value in self.flat()], self.shape, kind)

    def reshape(self, *shape: Any) -> Array:
        wanted = list(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)
        if -1 in wanted:
            wanted[wanted.index(-1)] = self.size // -prod(wanted)
        if prod(wanted) != self.size:
            raise ValueError(f"An array of {self.size} elements cannot have the shape {wanted}.")
        whole = self if self.is_whole else self.copy()
        return Array.in_place(whole.home, whole.at, tuple(wanted), whole.dtype)

    def ravel(self) -> Array:
        return self.reshape(-1)

    # Parts of it

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, int) and key.__class__ is not bool and self.ndim == 1:
            return self._element(self.at + self._index(key, 0) * self.strides[0])
        if isinstance(key, str):
            assert self.dtype.fields is not None
            kind, at, shape = self.dtype.fields[key]
            steps = (*self.strides, *_steps(shape, kind.itemsize))
            return Array.in_place(self.home, self.at + at, (*self.shape, *shape), kind, steps)
        chosen = self._chosen(key)
        if chosen is not None:
            places, shape, rest = chosen
            parts = [Array.in_place(self.home, self.at + place, *rest) for place in places]
            kind, values = self.dtype, b"".join(part.tobytes() for part in parts)
            return Array((*shape, *rest[0]), kind, bytearray(values))
        part = self._part(key)
        return part if part.shape else part._element(part.at)

    def __setitem__(self, key: Any, value: Any) -> None:
        chosen = None if isinstance(key, str | int | slice) else self._chosen(key)
        if chosen is None:
            part = self[key] if isinstance(key, str) else self._part(key)
            part._fill(value)
            return
        places, shape, rest = chosen
        values = Array((*shape, *rest[0]), self.dtype)
        values._fill(value)
        for place, one in zip(places, values.reshape(len(places), *rest[0]), strict=True):
            Array.in_place(self.home, self.at + place, *rest)._fill(one)

    def _index(self, key: int, dimension: int) -> int:
        length = self.shape[dimension]
        if not -length <= key < length:
            raise IndexError(f"There is no element {key} of {length}.")
        return key + length if key < 0 else key

    def _element(self, at: int) -> Any:
        kind = self.dtype
        if kind.fields is not None:
            return kind.record(self.home, at)
        value = self.home.get(kind.one, at)
        return uint64(value) if kind.is_mask else value

    def _part(self, key: Any) -> Array:
        """The part that numbers and slices name, as a view."""
        keys = list(key) if isinstance(key, tuple) else [key]
        if Ellipsis in [each for each in keys if isinstance(each, EllipsisType)]:
            place = next(n for n, each in enumerate(keys) if each is Ellipsis)
            given = sum(each is not None and each is not Ellipsis for each in keys)
            keys[place : place + 1] = [slice(None)] * (self.ndim - given)
        at, dimension = self.at, 0
        shape: list[int] = []
        strides: list[int] = []
        for each in keys:
            if each is None:
                shape.append(1)
                strides.append(0)
                continue
            step = self.strides[dimension]
            if isinstance(each, slice):
                begin, _, by = each.indices(self.shape[dimension])
                shape.append(len(range(*each.indices(self.shape[dimension]))))
                strides.append(step * by)
                at += step * begin if shape[-1] else 0
            else:
                at += step * self._index(operator.index(each), dimension)
            dimension += 1
        shape += self.shape[dimension:]
        strides += self.strides[dimension:]
        return Array.in_place(self.home, at, tuple(shape), self.dtype, tuple(strides))

    def _chosen(self, key: Any) -> Any:
        """Where the parts begin that a list of numbers or of yes and no chooses; None for any other key."""
        keys = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(each, Array | list) for each in keys):
            return None
        if len(keys) == 1 and asarray(keys[0]).dtype.kind == "b":
            mask = asarray(keys[0])
            rest = self.shape[mask.ndim :], self.dtype, self.strides[mask.ndim :]
            where = Array.in_place(self.home, 0, mask.shape, self.dtype, self.strides[: mask.ndim])
            places = [place for place, use in zip(where._places(), mask.flat(), strict=True) if use]
            return places, (len(places),), rest
        parts = broadcast(keys)
        rest = self.shape[len(keys) :], self.dtype, self.strides[len(keys) :]
        places = [0] * prod(parts.shape)
        for dimension, numbers in enumerate(parts.flats):
            step = self.strides[dimension]
            places = [
                place + step * self._index(number, dimension)
                for place, number in zip(places, numbers, strict=True)
            ]
        return places, parts.shape, rest

    def _fill(self, value: Any) -> None:
        """Write something into all of it."""
        kind = self.dtype
        if isinstance(value, Record):
            data = value.tobytes()
            for place in self._places():
                self.home.write(self.at + place, data)
            return
        if kind.fields is not None:
            data, size = value.tobytes(), kind.itemsize
            if len(data) != self.nbytes:
                raise ValueError("These structs are not as many.")
            for number, place in enumerate(self._places()):
                self.home.write(self.at + place, data[number * size : (number + 1) * size])
            return
        if isinstance(value, Array | list | tuple | range):
            given = asarray(value)
            values = _spread(given.flat(), given.shape, self.shape)
        else:
            values = [value] * self.size
        if self.is_whole:
            self.home.write(self.at, _packed(values, kind))
            return
        as_number: Any = float if kind.kind == "f" else int
        for place, one in zip(self._places(), values, strict=True):
            self.home.put(kind.one, self.at + place, as_number(one))

    def fill(self, value: Any) -> None:
        self._fill(value)

    def sort(self) -> None:
        self._fill(sorted(self.flat()))

    # All of it

    def sum(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._reduced(total, axis, keepdims)

    def mean(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self.sum(axis, keepdims) / (self.size if axis is None else self.shape[axis])

    def var(self) -> float:
        off = self - self.mean()
        found: float = (off * off).sum() / self.size
        return found

    def any(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._reduced(any, axis, keepdims)

    def all(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._reduced(all, axis, keepdims)

    def max(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._reduced(max, axis, keepdims)

    def min(self, axis: int | None = None, keepdims: bool = False) -> Any:
        return self._reduced(min, axis, keepdims)

    def nonzero(self) -> tuple[Array, ...]:
        """For each dimension where in it the elements lie that are not zero."""
        found = [place for place, value in enumerate(self.flat()) if value]
        steps = _steps(self.shape, 1)
        return tuple(
            array([place // step % length for place in found], int64)
            for length, step in zip(self.shape, steps, strict=True)
        )

    def argmax(self) -> int:
        flat = self.flat()
        return flat.index(max(flat))

    def argmin(self) -> int:
        flat = self.flat()
        return flat.index(min(flat))

    def _reduced(self, function: Function, axis: int | None, keepdims: bool) -> Any:
        flat = self.flat()
        if axis is None:
            return function(flat)
        axis %= self.ndim
        shape = (*self.shape[:axis], *self.shape[axis + 1 :])
        within, length = prod(self.shape[axis + 1 :]), self.shape[axis]
        if function is total and axis < self.ndim - 1:
            function = _in_order  # NumPy adds whole rows there, one after the other
        found = [
            function(flat[begin + at : begin + length * within : within])
            for begin in range(0, len(flat), length * within)
            for at in range(within)
        ]
        if keepdims:
            shape = (*self.shape[:axis], 1, *self.shape[axis + 1 :])
        return Array.of_values(found, shape, common_type(found))

    # Arithmetic

    def __matmul__(self, other: Array) -> Array:
        (one,) = other.shape
        values = other.flat()
        rows = self.reshape(-1, one).tolist()
        found = [_in_order(list(map(operator.mul, row, values))) for row in rows]
        return Array.of_values(found, self.shape[:-1], common_type((self, other)))

    def __neg__(self) -> Any:
        return elementwise(operator.neg, (self,), None)

    def __invert__(self) -> Any:
        if self.dtype.kind == "b":
            return elementwise(operator.not_, (self,), bool_)
        if self.dtype.kind == "u":
            most = (1 << 8 * self.dtype.itemsize) - 1
            return elementwise(lambda value: value ^ most, (self,), self.dtype)
        return elementwise(operator.invert, (self,), None)


class Parts(NamedTuple):
    """Several things as elements of one shape."""

    shape: tuple[int, ...]
    flats: list[list[Any]]


def _spread(flat: list[Any], shape: tuple[int, ...], to: tuple[int, ...]) -> list[Any]:
    """The elements of an array repeated so that it has a larger shape."""
    if shape == to:
        return flat
    if len(flat) == 1:
        return flat * prod(to)
    own = (1,) * (len(to) - len(shape)) + shape
    if len(own) > len(to) or any(a not in (1, b) for a, b in zip(own, to, strict=True)):
        raise ValueError(f"An array of shape {shape} does not fit into one of shape {to}.")
    steps = [0 if length == 1 else step for length, step in zip(own, _steps(own, 1), strict=True)]
    places = [0]
    for length, step in zip(to, steps, strict=True):
        places = [place + step * number for place in places for number in range(length)]
    return [flat[place] for place in places]


def broadcast(values: Sequence[Any]) -> Parts:
    """Arrays, lists and single numbers, each repeated so that all have one shape."""
    arrays = [asarray(each) if isinstance(each, Array | list | tuple) else None for each in values]
    shapes = [each.shape for each in arrays if each is not None]
    shape: tuple[int, ...] = ()
    for number in range(1, max(map(len, shapes), default=0) + 1):
        lengths = {each[-number] for each in shapes if len(each) >= number}
        lengths = lengths - {1} or {1}
        if len(lengths) > 1:
            raise ValueError(f"Arrays of the shapes {shapes} do not fit together.")
        shape = (lengths.pop(), *shape)
    count = prod(shape)
    flats = [
        [value] * count if each is None else _spread(each.flat(), each.shape, shape)
        for each, value in zip(arrays, values, strict=True)
    ]
    return Parts(shape, flats)


def common_type(values: Any) -> Any:
    """The type of what comes of these: fractions, else whole numbers, masks where one is a mask."""
    kinds = set()
    for value in values:
        if isinstance(value, Array):
            kinds.add("Q" if value.dtype.letter == "Q" else value.dtype.kind)
        else:
            kinds.add("f" if isinstance(value, float) else "b" if isinstance(value, bool) else "i")
            if isinstance(value, int) and value > MASK >> 1:
                kinds.add("Q")
    if "f" in kinds:
        return dtype(float64)
    if kinds == {"b"}:
        return dtype(bool_)
    return dtype("u8") if "Q" in kinds else dtype(int64)


def elementwise(function: Function, values: Sequence[Any], kind: Any) -> Any:
    """A function of the elements side by side; of single numbers, a number."""
    if not any(isinstance(each, Array | list | tuple) for each in values):
        return function(*values)
    parts = broadcast(values)
    kind = common_type(values) if kind is None else dtype(kind)
    found = list(map(function, *parts.flats))
    if kind.letter == "Q":
        found = [value & MASK for value in found]
    elif kind.kind == "b" and any(type(value) is not bool for value in found):
        kind = dtype(int64)
    return Array.of_values(found, parts.shape, kind)


def _arithmetic(name: str, kind: Any = None) -> None:
    """Give arrays an operator, both ways round, and in place."""
    function = getattr(operator, f"{name}_" if name in ("and", "or") else name)

    def forwards(one: Array, other: Any) -> Any:
        return elementwise(function, (one, other), kind)

    def backwards(one: Array, other: Any) -> Any:
        return elementwise(function, (other, one), kind)

    def in_place(one: Array, other: Any) -> Array:
        one._fill(elementwise(function, (one, other), kind))
        return one

    setattr(Array, f"__{name}__", forwards)
    if kind is not bool_:
        setattr(Array, f"__r{name}__", backwards)
        setattr(Array, f"__i{name}__", in_place)


for _name in ("add", "sub", "mul", "floordiv", "mod", "pow", "and", "or", "xor"):
    _arithmetic(_name)
for _name in ("lshift", "rshift"):
    _arithmetic(_name)
_arithmetic("truediv", float64)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    _arithmetic(_name, bool_)


def _packed(values: Sequence[Any], kind: dtype) -> bytes:
    number = float if kind.kind == "f" else bool if kind.kind == "b" else int
    return struct.pack(f"<{len(values)}{kind.letter}", *map(number, values))


def array(values: Any, kind: Any = None) -> Array:
    """A new array of nested lists, of an array, or of one number."""
    if isinstance(values, Array):
        return values.copy() if kind is None else values.astype(kind)
    shape: list[int] = []
    flat: Any = [values]
    while flat and isinstance(flat[0], list | tuple | range | Array):
        length = len(flat[0])
        if any(len(each) != length for each in flat):
            raise ValueError("The rows of an array are equally long.")
        shape.append(length)
        flat = [each for part in flat for each in part]
    return Array.of_values(flat, shape, common_type(flat) if kind is None else kind)


def asarray(values: Any, kind: Any = None) -> Array:
    """The same, without a copy of what is such an array already."""
    if isinstance(values, Array) and (kind is None or values.dtype is dtype(kind)):
        return values if kind is None or values.is_whole else values.copy()
    return array(values, kind)


def total(values: Sequence[Any]) -> Any:
    """The sum of numbers in a row; of fractions in NumPy's order."""
    count = len(values)
    if count < _WIDTH or not isinstance(values[0], float):
        return _in_order(values)
    if count > _MOST_AT_ONCE:
        half = count // 2
        half -= half % _WIDTH
        return total(values[:half]) + total(values[half:])
    whole = count - count % _WIDTH
    sums = [_in_order(values[place:whole:_WIDTH]) for place in range(_WIDTH)]
    result = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + (
        (sums[4] + sums[5]) + (sums[6] + sums[7])
    )
    for value in values[whole:]:
        result += value
    return result


def _in_order(values: Sequence[Any]) -> Any:
    """Their sum, one after the other: since Python 3.12 its own sum is more exact than that."""
    result: Any = 0
    for value in values:
        result += value
    return result
