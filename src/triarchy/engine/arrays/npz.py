"""Reading a file of named arrays, as NumPy's `savez` writes it."""

from __future__ import annotations

import ast
import io
import zipfile
from pathlib import Path
from typing import Any

from triarchy.engine.arrays.array import Array

MAGIC = b"\x93NUMPY"


class Arrays:
    """The arrays of such a file."""

    def __init__(self, path: Path | str) -> None:
        self._zip = zipfile.ZipFile(path)
        self.files = [name.removesuffix(".npy") for name in self._zip.namelist()]

    def __enter__(self) -> Arrays:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __getitem__(self, name: str) -> Array:
        return _read(io.BytesIO(self._zip.read(f"{name}.npy")))


def _read(file: io.BytesIO) -> Array:
    if file.read(len(MAGIC)) != MAGIC:
        raise ValueError("This is no array of NumPy.")
    version = file.read(2)[0]
    length = int.from_bytes(file.read(2 if version == 1 else 4), "little")
    about: dict[str, Any] = ast.literal_eval(file.read(length).decode("latin-1"))
    found, shape = Array.of_bytes(file.read(), about["descr"]), about["shape"]
    if about["fortran_order"]:
        return found.reshape(shape[::-1]).T.copy()
    return found.reshape(shape)


def load(path: Path | str, allow_pickle: bool = False) -> Arrays:
    return Arrays(path)
