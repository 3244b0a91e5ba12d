"""Screens put together from Updates, as docs/reference/http.md says that clients do."""

from __future__ import annotations

from typing import Any

from triarchy.server.screens.updates import DRAWINGS, GROWING, Edit, tags


def edited(before: str, changes: list[Edit]) -> str:
    """The drawing that edits make of another one."""
    old = tags(before)
    parts: list[str] = []
    at = 0
    for start, gone, text in changes:
        parts += [f"<{tag}" for tag in old[at:start]]
        parts.append(text)
        at = start + gone
    return "".join([*parts, *(f"<{tag}" for tag in old[at:])])


def updated(before: dict[str, Any] | None, news: dict[str, Any]) -> dict[str, Any]:
    """The screen that an Update makes of the one it comes after."""
    if news["after"] is None or before is None:
        return dict(news["set"])
    screen = {**before, **news["set"]}
    for name in DRAWINGS:
        if name in news:
            screen[name] = edited(before[name], news[name])
    for name in GROWING:
        if name in news:
            kept, new = news[name]
            screen[name] = [*before[name][:kept], *new]
    return screen
