"""What changed between two screens of one reader: fields, new lines, and the tags of a drawing.

A drawing is told by its tags: the pieces between one `<` and the next. An edit `[at, gone, text]` says
that from tag `at` of the old drawing on `gone` tags make room for those of `text`; edits are in order
and their places are those of the old drawing. A scene is told by its nodes (`kit/scene.py: SceneEdits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from triarchy.kit.scene import scene_edits
from triarchy.kit.svg import Drawing
from triarchy.server.screens.pictures import Shown

T = TypeVar("T")
Edit = tuple[int, int, str]
DRAWINGS = ("board", "hand")
GROWING = ("log", "chat")
"""Lists that are told by how many lines stay and which come."""
LONGEST_RUN = 4**3
UNSETTLED = ("watching",)
"""What may differ between two screens of one version: always told."""


def tags(drawing: str) -> list[str]:
    """The tags of a drawing, each with the text after it, without their `<`."""
    return drawing.split("<")[1:]


def edits(before: str, after: str) -> list[Edit]:
    """How one drawing becomes the other: the pieces they consist of are compared first."""
    if not before or not after:
        return [(0, before.count("<"), after)]
    changes: list[Edit] = []
    old, new = pieces_of(before), pieces_of(after)
    done = place = 0
    for i, at, j, to in _differing(old, new):
        place += sum(map(_tags_in, old[done:i]))
        gone, other = sum(map(_tags_in, old[i:at])), "".join(new[j:to])
        if gone == at - i or not other:  # single tags, or nothing comes in their place
            changes.append((place, gone, other))
        else:
            rest = _rest("".join(old[i:at]), other)
            changes += [(place + first, fewer, text) for first, fewer, text in rest]
        done, place = at, place + gone
    return changes


def drawing_edits(before: Shown, after: Shown) -> list[Edit] | dict[str, Any] | None:
    """How one drawing becomes the other: markup by its tags, a scene by its nodes; None: it is told anew."""
    if isinstance(before, str) and isinstance(after, str):
        return edits(before, after)
    if isinstance(before, str) or isinstance(after, str) or before["sheets"] != after["sheets"]:
        return None
    return scene_edits(before["nodes"], after["nodes"])._asdict()


@lru_cache(maxsize=2**12)
def _tags_in(piece: str) -> int:
    """How many tags a piece has, kept: counting takes longer than finding what differs."""
    return piece.count("<")


def pieces_of(drawing: str) -> list[str]:
    """The pieces of a drawing, each of which begins with a tag; the whole, if it has none."""
    return drawing.pieces if isinstance(drawing, Drawing) else [drawing]


def _rest(before: str, after: str) -> list[Edit]:
    """The edits of a part of a drawing, tag by tag: neither is empty."""
    old, new = tags(before), tags(after)
    first = min(_alike_in_lists(old, new), len(old) - 1, len(new) - 1)
    tail = _alike_in_lists(old[first:][::-1], new[first:][::-1])
    old, new = old[first : len(old) - tail], new[first : len(new) - tail]
    return [
        (first + i, at - i, "<" + "<".join(new[j:to]) if to > j else "")
        for i, at, j, to in _differing(old, new)
    ]


def _differing(old: list[str], new: list[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where two lists differ: `old[i:at]` makes room for `new[j:to]`.

    What occurs once in the old one holds the two together.
    """
    i = j = 0
    if old and new and old[0] != new[0] and old[1:2] == new[1:2]:
        # The first tag says what is to be done and changes often; nearly all of the rest stays.
        yield 0, 1, 0, 1
        i = j = 1
    alike = _alike_in_lists(old[i:], new[j:])
    i, j = i + alike, j + alike
    rest = min(len(old) - i, len(new) - j)
    tail = _alike_in_lists(old[: len(old) - rest - 1 : -1], new[: len(new) - rest - 1 : -1])
    last, end = len(old) - tail, len(new) - tail
    places = dict(zip(old[i:last], range(i, last), strict=True))
    once = Counter(old[i:last])
    while i < last or j < end:
        to, at = j, last
        while to < end:
            place = places.get(new[to], -1)
            if place >= i and once[new[to]] == 1:
                at = place
                break
            to += 1
        while at > i and to > j and old[at - 1] == new[to - 1]:
            at, to = at - 1, to - 1
        if at > i or to > j:
            yield i, at, j, to
        alike = _alike_in_lists(old[at:last], new[to:end])
        i, j = at + alike, to + alike


def _alike_in_lists(one: list[str], other: list[str]) -> int:
    """How many entries two lists begin with in common: many at a time, then one by one."""
    alike, step = 0, LONGEST_RUN
    while step:
        piece = one[alike : alike + step]
        if piece and piece == other[alike : alike + step]:
            alike += len(piece)
        else:
            step //= 4
    return alike


def grown(before: list[T], after: list[T]) -> tuple[int, list[T]]:
    """How many lines of a list stay, and those that come after them."""
    kept = len(before)
    if after[:kept] != before:
        pairs = zip(before, after, strict=False)
        kept = next((n for n, (old, new) in enumerate(pairs) if old != new), len(after))
    return kept, after[kept:]


def update(before: dict[str, Any] | None, screen: dict[str, Any]) -> dict[str, Any]:
    """The Update of docs/reference/http.md that leads from an earlier screen to this one; from None: all of it."""
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
            change = drawing_edits(before[name], screen[name])
            if change is None:
                document["set"][name] = screen[name]
            else:
                document[name] = change
    for name in GROWING:
        kept, new = grown(before[name], screen[name])
        if new or kept != len(before[name]):
            document[name] = [kept, new]
    return document
