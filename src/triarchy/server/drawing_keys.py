"""The keys of drawings: what changed between two of them."""

from __future__ import annotations

import re

TAG = re.compile(r"<(/?)([a-zA-Z]+)((?:\s[^<>]*?)?)(/?)>")
KEY = re.compile(r'\sdata-key="([^"]*)"')


def keyed_parts(markup: str) -> dict[str, str]:
    """Each keyed element's own markup, without that of keyed elements inside it."""
    parts: dict[str, list[str]] = {}
    open_keys: list[str | None] = []
    end = 0
    for tag in TAG.finditer(markup):
        within = next((key for key in reversed(open_keys) if key is not None), None)
        if within is not None:
            parts[within].append(markup[end : tag.start()])
        end = tag.end()
        closing, _, attributes, empty = tag.groups()
        if closing:
            open_keys.pop()
            continue
        match = KEY.search(attributes)
        key = match[1] if match else None
        own = key if key is not None else within
        if own is not None:
            parts.setdefault(own, []).append(tag[0])
        if not empty:
            open_keys.append(key)
    return {key: "".join(pieces) for key, pieces in parts.items()}


def changed_keys(before: str, after: str) -> list[str]:
    """The keys that came, went or look different between two drawings of a board."""
    old, new = keyed_parts(before), keyed_parts(after)
    changed = [key for key, markup in new.items() if old.get(key) != markup]
    return changed + [key for key in old if key not in new]
