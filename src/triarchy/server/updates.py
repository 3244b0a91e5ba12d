"""What changed between two screens of one reader: fields, new lines, and the tags of a drawing.

A drawing is told by its tags: the pieces between one `<` and the next. An edit `[at, gone, text]` says
that from tag `at` of the old drawing on `gone` tags make room for those of `text`; edits are in order
and their places are those of the old drawing.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

Edit = tuple[int, int, str]
DRAWINGS = ("board", "hand")
GROWING = ("log", "chat")
"""Lists that are told by how many lines stay and which come."""
LARGEST_PIECE = 8**4
UNSETTLED = ("watching",)
"""What may differ between two screens of one version: always told."""


def tags(drawing: str) -> list[str]:
    """The tags of a drawing, each with the text after it, without their `<`."""
    return drawing.split("<")[1:]


def edits(before: str, after: str) -> list[Edit]:
    """How one drawing becomes the other."""
    if not before or not after:
        return [(0, before.count("<"), after)]
    # The first tag says what is to be done and changes often; nearly all of the rest stays.
    old, new = _first_end(before), _first_end(after)
    first = [(0, 1, after[:new])] if before[:old] != after[:new] else []
    return [*first, *((at + 1, gone, text) for at, gone, text in _rest(before[old:], after[new:]))]


def _first_end(drawing: str) -> int:
    end = drawing.find("<", 1)
    return len(drawing) if end < 0 else end


def _rest(before: str, after: str) -> list[Edit]:
    """The edits of a part of a drawing: only what differs in it is split into tags."""
    start = max(before.rfind("<", 0, _alike(before, after)), 0)
    end = before.find("<", len(before) - _alike_at_end(before[start:], after[start:]))
    tail = len(before) - end if end >= 0 else 0
    old, new = tags(before[start : len(before) - tail]), tags(after[start : len(after) - tail])
    first = before.count("<", 0, start)
    return [(first + at, gone, text) for at, gone, text in _aligned(old, new)]


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with in common: large pieces are compared first."""
    most, alike, step = min(len(one), len(other)), 0, LARGEST_PIECE
    while step and alike < most:
        while alike < most and one[alike : alike + step] == other[alike : alike + step]:
            alike += step
        step //= 8
    return min(alike, most)


def _alike_at_end(one: str, other: str) -> int:
    """How many characters two texts end with in common."""
    most, alike, step = min(len(one), len(other)), 0, LARGEST_PIECE
    while step and alike < most:
        old, new = len(one) - alike, len(other) - alike
        if one[max(0, old - step) : old] == other[max(0, new - step) : new]:
            alike += step
        else:
            step //= 8
    return min(alike, most)


def _aligned(old: list[str], new: list[str]) -> list[Edit]:
    """The edits between two lists of tags: those that occur once in each hold the two together."""
    once, there = Counter(old), Counter(new)
    places = {tag: at for at, tag in enumerate(old) if once[tag] == 1 == there.get(tag)}
    found: list[Edit] = []
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
            continue
        to = j
        while to < len(new) and places.get(new[to], -1) < i:
            to += 1
        at = places[new[to]] if to < len(new) else len(old)
        while at > i and to > j and old[at - 1] == new[to - 1]:
            at, to = at - 1, to - 1
        found.append((i, at - i, "".join([f"<{tag}" for tag in new[j:to]])))
        i, j = at, to
    return found


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


def grown(before: list[Any], after: list[Any]) -> tuple[int, list[Any]]:
    """How many lines of a list stay, and those that come after them."""
    kept = len(before)
    if after[:kept] != before:
        pairs = zip(before, after, strict=False)
        kept = next((n for n, (old, new) in enumerate(pairs) if old != new), len(after))
    return kept, after[kept:]


def update(before: dict[str, Any] | None, screen: dict[str, Any]) -> dict[str, Any]:
    """The Update of docs/api.md that leads from an earlier screen to this one; from None: all of it."""
    if before is None:
        return {"after": None, "set": screen}
    document: dict[str, Any] = {"after": before["event"]}
    document["set"] = {
        name: value
        for name, value in screen.items()
        if name not in DRAWINGS
        and name not in GROWING
        and (name in UNSETTLED or before[name] != value)
    }
    for name in DRAWINGS:
        if before[name] != screen[name]:
            document[name] = edits(before[name], screen[name])
    for name in GROWING:
        kept, new = grown(before[name], screen[name])
        if new or kept != len(before[name]):
            document[name] = [kept, new]
    return document


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
