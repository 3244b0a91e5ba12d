"""A game's portable file: where it lies, what is in it, and whether it was made from the sources as they are now."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from triarchy.engine.portable import hosts
from triarchy.engine.sources import PACKAGE, name_of, top_of, with_imports

NAME = "rules.wasm"
SECTION = "triarchy"
"""The custom section that lists what can be called, and a hash of the sources."""
MAGIC = b"\0asm\1\0\0\0"
RUNNING = ("engine/compiled.py", "engine/cache.py", "engine/sources.py")
"""What only runs or keeps compiled code, and is no part of it."""


class BadFile(ValueError):
    """A portable file that cannot be used; the message is one sentence."""


def number(value: int) -> bytes:
    """A whole number as WebAssembly writes it: seven bits a byte, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def with_section(code: bytes, listed: dict[str, Any]) -> bytes:
    """A WebAssembly file with our section at its end."""
    name = SECTION.encode()
    body = number(len(name)) + name + json.dumps(listed, separators=(",", ":")).encode()
    return code + b"\0" + number(len(body)) + body


def section(data: bytes, what: str) -> dict[str, Any]:
    """What our section of a file says; `what` names the file where it cannot be read."""
    try:
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError
        at = len(MAGIC)
        while at < len(data):
            kind = data[at]
            size, at = _read_number(data, at + 1)
            end = at + size
            if end > len(data):
                raise ValueError
            if kind == 0:
                length, begin = _read_number(data, at)
                if data[begin : begin + length] == SECTION.encode():
                    listed: dict[str, Any] = json.loads(data[begin + length : end])
                    return listed
            at = end
        raise ValueError
    except (ValueError, IndexError):
        raise BadFile(
            f"{what} is no portable file of a game, or is cut off; `triarchy build-rules` makes a new one."
        ) from None


def digest(files: Iterable[Path]) -> str:
    """A hash of sources alone, with all that they import but what only runs the result."""
    total = hashlib.sha256()
    running = [PACKAGE / name for name in RUNNING]
    for name, file in sorted((name_of(file), file) for file in with_imports(files)):
        if file in running:
            continue
        total.update(name.encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()


def source_files(folder: Path, names: Iterable[str]) -> list[Path]:
    """The files of these names, in Triarchy or in the package that a game's folder is part of."""
    own = f"{PACKAGE.name}/"
    outside = top_of(folder / "state.py").parent
    return [(PACKAGE.parent if name.startswith(own) else outside) / name for name in names]


class PortableFile:
    """A portable file, compiled for this processor."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        listed = section(data, path.name)
        self.path = path
        files = source_files(path.parent, listed["files"])
        self.is_current = not hosts.host().checks or (
            all(file.is_file() for file in files) and listed["sources"] == digest(files)
        )
        """Whether it was made from the sources as they are now."""
        self.calls: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        """For each function the entries to it, one for each way it is called."""
        for place, call in enumerate(listed["calls"]):
            self.calls.setdefault(call["name"], []).append((f"call{place}", call))
        self.idle: list[Any] = []
        """Machines that run it and are free for a call."""
        try:
            self.instance = hosts.host().module(path, data)
        except ValueError:
            raise BadFile(
                f"{path.name} is no WebAssembly that can run here; `triarchy build-rules` makes a new one."
            ) from None

    def free_machine(self) -> Any:
        """One of the idle machines, no longer idle; None if there is none."""
        try:
            return self.idle.pop()
        except IndexError:
            return None
