"""The keys of drawings: what changed between two of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from triarchy.kit.scene import changed_things
from triarchy.kit.svg import Drawing
from triarchy.server.screens.pictures import Shown

KEY = re.compile(r'\sdata-key="([^"]*)"')


class _Tag(NamedTuple):
    """A tag with the text after it."""

    text: str
    key: str | None
    deeper: int
    """1 if an element begins with it, -1 if one ends, 0 if it is a whole one."""


@lru_cache(maxsize=2**14)
def _tags(piece: str) -> list[_Tag]:
    """The tags of a piece of a drawing; the same pieces come in drawing after drawing."""
    tags = []
    for text in piece.split("<")[1:]:
        match = KEY.search(text) if 'data-key="' in text else None
        deeper = -1 if text[0] == "/" else 0 if "/>" in text else 1
        tags.append(_Tag(text, match[1] if match else None, deeper))
    return tags


@lru_cache(maxsize=2**12)
def _parts(piece: str) -> dict[str, str] | None:
    """The keyed parts of a piece that consists of whole elements; None for any other."""
    depth = least = 0
    for tag in _tags(piece):
        depth += tag.deeper
        least = min(least, depth)
    return _gathered([piece]) if depth == least == 0 else None


@lru_cache(maxsize=2**12)
def _plain(piece: str) -> str | None:
    """The markup of a piece of whole elements without keys, for the key they stand in; None for any other."""
    if _parts(piece) != {}:
        return None
    return "<".join([text for text, _, deeper in _tags(piece) if deeper >= 0])


def keyed_parts(drawing: str) -> dict[str, str]:
    """Each keyed element's own markup, without that of keyed elements inside it."""
    if not isinstance(drawing, Drawing):
        return _gathered([drawing])
    keyed = drawing.keyed
    if keyed is None:
        keyed = drawing.keyed = _gathered(drawing.pieces)
    return keyed


def _gathered(pieces: list[str]) -> dict[str, str]:
    parts: dict[str, list[str]] = {}
    owners: list[str | None] = [None]
    for piece in pieces:
        owner = owners[-1]
        if len(pieces) > 1 and owner is None and (whole := _parts(piece)) is not None:
            for name, text in whole.items():
                parts.setdefault(name, []).append(text)
            continue
        if owner is not None and (plain := _plain(piece)) is not None:
            parts[owner].append(plain)
            continue
        for text, key, deeper in _tags(piece):
            if deeper < 0:
                owners.pop()
                continue
            own = key or owners[-1]
            if own is not None:
                parts.setdefault(own, []).append(text)
            if deeper:
                owners.append(own)
    return {key: "<".join(texts) for key, texts in parts.items()}


def changed_keys(before: Shown, after: Shown) -> list[str]:
    """The keys that came, went or look different between two drawings of a board."""
    if not (isinstance(before, str) and isinstance(after, str)):
        assert not (isinstance(before, str) or isinstance(after, str))
        return changed_things(before["nodes"], after["nodes"])
    old, new = keyed_parts(before), keyed_parts(after)
    if isinstance(before, Drawing):
        before.keyed = None  # the one after a move is needed again: it is the one before the next
    changed = [key for key, markup in new.items() if old.get(key) != markup]
    return changed + [key for key in old if key not in new]
