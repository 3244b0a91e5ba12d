"""The keys of drawings: what changed between two of them."""

from __future__ import annotations

import re
from functools import lru_cache

KEY = re.compile(r'\sdata-key="([^"]*)"')


@lru_cache(maxsize=32)
def keyed_parts(markup: str) -> dict[str, str]:
    """Each keyed element's own markup, without that of keyed elements inside it.

    Kept for a while: the drawing after a move is the one before the next.
    """
    parts: dict[str, list[str]] = {}
    owners: list[str | None] = [None]
    for tag in markup.split("<")[1:]:
        if tag[0] == "/":
            owners.pop()
            continue
        own = owners[-1]
        if 'data-key="' in tag and (match := KEY.search(tag)):
            own = match[1]
        if own is not None:
            parts.setdefault(own, []).append(tag)
        if "/>" not in tag:
            owners.append(own)
    return {key: "<".join(pieces) for key, pieces in parts.items()}


def changed_keys(before: str, after: str) -> list[str]:
    """The keys that came, went or look different between two drawings of a board."""
    old, new = keyed_parts(before), keyed_parts(after)
    changed = [key for key, markup in new.items() if old.get(key) != markup]
    return changed + [key for key in old if key not in new]
