"""Where compiled code is kept between runs.

Each file with compiled functions has a folder of its own, named after a hash of all that these
functions are compiled from (see `sources.py`): an edit leads to a fresh folder, never to stale
code, and an edit of anything else compiles nothing.
"""

from __future__ import annotations

import atexit
import os
import shutil
import time
from functools import cache
from pathlib import Path

from triarchy.engine.sources import digest, name_of, with_imports

KEPT_FOR_SECONDS = 14 * 24 * 3600


def root() -> Path:
    """The user's cache folder for Triarchy; TRIARCHY_CACHE names another one."""
    if named := os.environ.get("TRIARCHY_CACHE"):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "triarchy"


@cache
def folder_of(file: Path) -> Path | None:
    """The cache folder of a file with compiled functions, made if need be.

    None where nothing can be written, and for what is written in no file.
    """
    if not file.is_file():
        return None
    name = name_of(file).removesuffix(".py").replace("/", ".")
    folder = root() / f"{name}-{digest(with_imports([file]))}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
    except OSError:
        return None
    _forget_old_at_exit(folder.parent)
    return folder


@cache
def _forget_old_at_exit(folders: Path) -> None:
    """Clear up once, when all folders in use have been touched."""
    atexit.register(_forget_old, folders)


def _forget_old(folders: Path) -> None:
    """Delete the folders of earlier versions that nobody has used for two weeks."""
    horizon = time.time() - KEPT_FOR_SECONDS
    for folder in folders.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < horizon:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue
