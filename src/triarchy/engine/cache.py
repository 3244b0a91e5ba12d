"""Where compiled code is kept between runs.

Numba notices a change in the file of a function, but not in the functions it calls. So every
unit of source that is compiled together (the engine, a game, the bots) has a folder of its own,
named after a hash of that unit's sources, of the engine's sources and of the Numba version: an
edit leads to a fresh folder, never to stale code.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from pathlib import Path

import numba

PACKAGE = Path(__file__).resolve().parent.parent
KEPT_FOR_SECONDS = 14 * 24 * 3600
NEVER_COMPILED = {
    "text",
    "text.py",
    "positions.py",
    "drawing",
    "drawing.py",
    "svg.py",
    "png.py",
    "language.py",
    "boards",
    "languages",
}


def sources(folder: Path) -> list[Path]:
    """The Python files below a folder that may hold compiled code, in a fixed order."""
    return [
        path
        for path in sorted(folder.rglob("*.py"))
        if not NEVER_COMPILED & set(path.relative_to(folder).parts)
    ]


def digest(*folders: Path) -> str:
    """A short hash of the compiled sources below these folders and of the Numba version."""
    total = hashlib.sha256(f"{numba.__version__} {sys.version_info[:2]}".encode())
    for folder in folders:
        for path in sources(folder):
            total.update(path.relative_to(folder).as_posix().encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:16]


def root() -> Path:
    """The user's cache folder for Triarchy; TRIARCHY_CACHE names another one."""
    if named := os.environ.get("TRIARCHY_CACHE"):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "triarchy"


@cache
def folder_of(unit: Path) -> Path | None:
    """The cache folder of a unit of source, made if need be; None where nothing can be written."""
    own = () if unit == PACKAGE / "engine" else (unit,)
    folder = root() / f"{unit.name}-{digest(PACKAGE / 'engine', *own)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:
        return None
    _forget_old(folder)
    return folder


def _forget_old(current: Path) -> None:
    """Delete the folders of earlier versions that nobody has used for two weeks."""
    horizon = time.time() - KEPT_FOR_SECONDS
    for other in current.parent.iterdir():
        try:
            if other != current and other.is_dir() and other.stat().st_mtime < horizon:
                shutil.rmtree(other, ignore_errors=True)
        except OSError:
            continue


def unit_of(file: str) -> Path:
    """The unit a source file belongs to: a game's folder, or a layer such as the engine."""
    path = Path(file).resolve()
    if PACKAGE in path.parents:
        parts = path.relative_to(PACKAGE).parts
        return PACKAGE / "games" / parts[1] if parts[0] == "games" else PACKAGE / parts[0]
    return path.parent
