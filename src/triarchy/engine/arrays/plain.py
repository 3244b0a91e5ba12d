"""The part of NumPy that a table, its words and pictures and its bots use, in plain Python over bytes.

For where there is no NumPy, as in a browser. Names and meanings are NumPy's, and so are results to the last bit, sums of
many numbers included; whatever is not needed is not here. Compiled functions do the work, so that none of this has to be
fast: arrays and structs (`types_of.py`, `array.py`) hold their bytes in a `bytearray`, or in the memory of the machine
that runs a game's portable file.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import nan
from typing import Any

from triarchy.engine.arrays.array import (
    Array,
    array,
    asarray,
    broadcast,
    common_type,
    elementwise,
)
from triarchy.engine.arrays.npz import load
from triarchy.engine.arrays.types_of import (
    Record,
    bool_,
    dtype,
    float32,
    float64,
    floating,
    int8,
    int16,
    int32,
    int64,
    integer,
    uint8,
    uint16,
    uint32,
    uint64,
)

__all__ = [
    "abs",
    "argmax",
    "argmin",
    "argsort",
    "array",
    "array_equal",
    "asarray",
    "ascontiguousarray",
    "bool_",
    "ceil",
    "clip",
    "concatenate",
    "dtype",
    "empty",
    "flatnonzero",
    "float32",
    "float64",
    "floating",
    "frombuffer",
    "full",
    "int8",
    "int16",
    "int32",
    "int64",
    "integer",
    "isnan",
    "load",
    "log2",
    "maximum",
    "minimum",
    "nan",
    "nanmean",
    "ndarray",
    "ones",
    "record",
    "rint",
    "sqrt",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "void",
    "where",
    "zeros",
]

ndarray = Array
record = void = Record
Shape = int | Sequence[int]


# Making arrays


def zeros(shape: Shape, dtype: Any = float64) -> Array:
    return Array(shape, dtype)


empty = zeros


def full(shape: Shape, value: Any, dtype: Any = None) -> Array:
    made = Array(shape, type(value) if dtype is None else dtype)
    made[...] = value
    return made


def ones(shape: Shape, dtype: Any = float64) -> Array:
    return full(shape, 1, dtype)


def ascontiguousarray(values: Any, dtype: Any = None) -> Array:
    return asarray(values, dtype)


def frombuffer(data: Any, dtype: Any = float64) -> Array:
    return Array.of_bytes(bytes(data), dtype)


def concatenate(parts: Sequence[Array], axis: int = 0) -> Array:
    first = parts[0]
    shape = list(first.shape)
    shape[axis] = sum(part.shape[axis] for part in parts)
    made = Array(shape, first.dtype)
    place: list[Any] = [slice(None)] * len(shape)
    begin = 0
    for part in parts:
        place[axis] = slice(begin, begin + part.shape[axis])
        made[tuple(place)] = part
        begin += part.shape[axis]
    return made


# Numbers one by one


def _each(function: Any, values: Any, *others: Any, dtype: Any = None) -> Any:
    return elementwise(function, (values, *others), dtype)


def abs(values: Any) -> Any:
    return _each(lambda value: -value if value < 0 else value, values)


def ceil(values: Any) -> Any:
    return _each(lambda value: float(math.ceil(value)), values, dtype=float64)


def rint(values: Any) -> Any:
    return _each(lambda value: float(round(value)), values, dtype=float64)


def sqrt(values: Any) -> Any:
    return _each(math.sqrt, values, dtype=float64)


def log2(values: Any) -> Any:
    return _each(math.log2, values, dtype=float64)


def isnan(values: Any) -> Any:
    return _each(lambda value: value != value, values, dtype=bool_)


def maximum(one: Any, other: Any) -> Any:
    return _each(lambda a, b: a if a >= b or a != a else b, one, other)


def minimum(one: Any, other: Any) -> Any:
    return _each(lambda a, b: a if a <= b or a != a else b, one, other)


def clip(values: Any, least: Any, most: Any) -> Any:
    if least is not None:
        values = maximum(values, least)
    return values if most is None else minimum(values, most)


def where(chosen: Any, one: Any, other: Any) -> Array:
    parts = broadcast((chosen, one, other))
    values = [a if use else b for use, a, b in zip(*parts.flats, strict=True)]
    return Array.of_values(values, parts.shape, common_type((one, other)))


# All of them


def argmax(values: Any) -> int:
    found: int = asarray(values).argmax()
    return found


def argmin(values: Any) -> int:
    return asarray(values).argmin()


def argsort(values: Any, kind: str = "stable") -> Array:
    flat = asarray(values).tolist()
    return array(sorted(range(len(flat)), key=flat.__getitem__), int64)


def array_equal(one: Any, other: Any) -> bool:
    a, b = asarray(one), asarray(other)
    return a.shape == b.shape and a.flat() == b.flat()


def flatnonzero(values: Any) -> Array:
    flat = asarray(values).flat()
    return array([place for place, value in enumerate(flat) if value], int64)


def nanmean(values: Array, axis: int | None = None) -> Any:
    known = where(isnan(values), 0.0, values)
    return known.sum(axis) / (~isnan(values)).sum(axis)
