"""The types of states and boards: structs that are equal as bytes, marked with their game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from triarchy.engine.arrays import np
from triarchy.engine.native import NATIVE
from triarchy.engine.sources import digest, name_of, sources_of_game

_COVERED: dict[str, frozenset[Path]] = {}
"""For each marker the files that it is a hash of."""
FOLDERS: dict[str, Path] = {}
"""For each marker the folder of its game."""


def marker(file: str) -> str:
    """The name of the marker field for a game whose types are made in `file`.

    It changes with any edit of what the game is compiled from, so that code compiled for an older
    version of the game is never used. Where nothing is compiled, the name alone tells games apart.
    """
    path = Path(file).resolve()
    sources = sources_of_game(path) if NATIVE else frozenset()
    name = f"{path.parent.name}_{digest(sources, name_of(path))}"
    _COVERED[name] = sources
    FOLDERS[name] = path.parent
    return name


def struct_type(file: str, fields: list[tuple[Any, ...]]) -> np.dtype[np.void]:
    """An aligned struct type, a multiple of 16 bytes, with the game's marker as its last field.

    Put the largest fields first. Padding is explicit, so that structs compare as bytes.
    """
    name = marker(file)
    size = np.dtype([*fields, (name, "u1")], align=True).itemsize
    bare = np.dtype([*fields, (name, "u1")]).itemsize
    wanted = -(-size // 16) * 16
    fields = [*fields, ("padding", "u1", (wanted - bare,)), (name, "u1")]
    dtype = np.dtype(fields, align=True)
    if dtype.itemsize != np.dtype(fields).itemsize:
        raise TypeError(f"{Path(file).parent.name}: order the fields by size, largest first")
    return np.dtype((np.record, dtype))


def marker_of(dtype: np.dtype[Any]) -> str:
    """The marker of a struct type."""
    assert dtype.names
    return dtype.names[-1]


def check_covered(dtype: np.dtype[Any], function: Callable[..., Any]) -> None:
    """Refuse a rule of which an edit would not change the marker: it would run stale some day."""
    plain = getattr(function, "py_func", function)
    file = Path(plain.__code__.co_filename).resolve()
    if NATIVE and file not in _COVERED[marker_of(dtype)]:
        raise TypeError(
            f"{plain.__name__}() is compiled from {file}, which is not in the folder of the file "
            "that makes the state's type: put it there, or into a file that those import."
        )
