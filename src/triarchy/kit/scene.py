"""A picture as a list of things, not as a text: scenes, and the sheets that say how their things look.

A game says what lies where and what can be done with it (`Node`), in the words of its own sheet: symbols,
places, styles. A sheet belongs to a board, a layout and a theme, and never changes, so a browser fetches it once.
The same scene serves every width, layout and theme; only its words are in somebody's language.

    [Node("stone-A1", ("stone-0-3",), at="A1", what="stone"),
     Node("lit-B2", ("lit",), at="B2", move="paddock B2", label="Lay the 4 on B2", thing=False)]

`kit/svg.py` makes a picture of scenes and their sheet, `web/static/board/scene.js` the same on a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from triarchy.kit.svg import Element


class Node(NamedTuple):
    """One thing of a picture, or something about it: a frame, a ghost, words."""

    key: str
    """What it is called in its scene, where no other has this name; things keep theirs from scene to scene."""
    symbols: tuple[str, ...] = ()
    """The symbols of the sheet that are drawn there, one over the other."""
    at: str = ""
    """The place of the layout where it lies."""
    text: str = ""
    """Words that stand there, over the symbols,"""
    style: str = ""
    """and their style in the sheet."""
    move: str = ""
    """The legal move that pressing it makes,"""
    why: str = ""
    """or the one that is not legal now, which can be asked about."""
    label: str = ""
    """What pressing it does, for the tooltip and for a screen reader."""
    what: str = ""
    """The id of its entry in the legend."""
    faded: bool = False
    """Whether it is only about to be there."""
    thing: bool = True
    """Whether it is a thing of the game, which comes, goes, moves and is marked (`data-key`)."""


Scene = list[Node]
"""What is drawn last lies on top."""


class Place(NamedTuple):
    """Where the middle of a symbol, or the beginning of words, lies, and how large symbols are there."""

    x: float
    y: float
    scale: float = 1.0


class Part(NamedTuple):
    """Of a sheet: the board or the hand."""

    width: float
    height: float
    places: Mapping[str, Place]
    ground: Element
    """What lies below all nodes and is always there."""


class Sheet(NamedTuple):
    """How scenes of a board look in one layout and theme."""

    symbols: Mapping[str, Element]
    """Each drawn around the point (0, 0)."""
    styles: Mapping[str, Mapping[str, str | float]]
    """The attributes of words."""
    board: Part
    hand: Part

    def part(self, name: str) -> Part:
        return self.hand if name == "hand" else self.board


LAYOUTS = ("lying", "standing")
"""For what is wider than high, and for a telephone held upright."""
THEMES = ("light", "dark")


# Scenes as JSON: a node is an object that leaves out what is as usual

NodeDocument = dict[str, Any]


def node_document(node: Node) -> NodeDocument:
    usual = Node._field_defaults
    return {
        name: value
        for name, value in zip(Node._fields, node, strict=True)
        if name == "key" or value != usual[name]
    }


class SceneEdits(NamedTuple):
    """What leads from one list of nodes to another: first these go,"""

    gone: list[str]
    put: list[tuple[int, NodeDocument]]
    """then each of these comes to its place, the lowest first; it takes the place of the one with its key."""


def scene_edits(before: list[NodeDocument], after: list[NodeDocument]) -> SceneEdits:
    """Nodes are compared by key; those that stay are in the same order, or all are put anew."""
    old = {node["key"]: (place, node) for place, node in enumerate(before)}
    changed = [old.get(node["key"], (0, None))[1] != node for node in after]
    stay = [old[node["key"]][0] for node, new in zip(after, changed, strict=True) if not new]
    if any(one > other for one, other in pairwise(stay)):
        changed = [True] * len(after)
    keys = {node["key"] for node in after}
    return SceneEdits(
        [key for key in old if key not in keys],
        [(place, node) for place, node in enumerate(after) if changed[place]],
    )


def changed_things(before: list[NodeDocument], after: list[NodeDocument]) -> list[str]:
    """The keys of things that came, look different, lie elsewhere or went."""
    gone, put = scene_edits(before, after)
    old = {node["key"]: node for node in before}
    changed = [node for _, node in put if old.get(node["key"]) != node]
    return [
        node["key"] for node in [*changed, *map(old.__getitem__, gone)] if node.get("thing", True)
    ]
