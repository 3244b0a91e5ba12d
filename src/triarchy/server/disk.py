"""How much room is left where a server writes, and when that is too little."""

from __future__ import annotations

import shutil
from pathlib import Path

LITTLE = 1_000_000_000
"""Bytes below which a host is warned: time to make room before a move cannot be kept."""


def free_bytes(folder: Path) -> int | None:
    """What is left on the disk of a folder, which need not be there yet; None where nobody can say."""
    for place in (folder, *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except FileNotFoundError:
            continue
        except OSError:
            return None
    return None


def warning(folder: Path) -> str:
    """What to tell a host whose disk is nearly full; "" while there is room."""
    free = free_bytes(folder)
    if free is None or free >= LITTLE:
        return ""
    return f"The disk of {str(folder)!r} is nearly full: {free // 1_000_000} MB are left."
