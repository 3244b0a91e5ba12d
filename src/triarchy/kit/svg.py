"""A small SVG builder: elements with attributes and children, escaped once, here."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from html import escape
from typing import Any

from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.scene import Node, Part, Scene, Sheet


@lru_cache(maxsize=2**16)
def number(value: float) -> str:
    """A coordinate with at most one decimal place, without a trailing zero."""
    text = f"{value:z.1f}"  # z: never -0, which the cache takes for 0
    return text[:-2] if text.endswith(".0") else text


FADED = 0.6
"""How much is seen of what is only about to be there."""
_SPECIAL = re.compile("[&<>\"']").search


@lru_cache(maxsize=2**14, typed=True)
def attribute(name: str, value: object) -> str:
    """An attribute as markup: the same few thousand come in drawing after drawing."""
    text = number(value) if isinstance(value, float) else escape(str(value))
    return f' {_spelled(name)}="{text}"'


def _spelled(name: str) -> str:
    """The name of an attribute as SVG writes it."""
    return name.rstrip("_").replace("_", "-")


class Element:
    """One SVG element. Attribute names are Python names: `stroke_width`, `class_`, `data_key`."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, *children: Element | str, **attributes: Any) -> None:
        self.tag = tag
        self.children: list[Element | Raw | str] = list(children)
        self.attributes = attributes

    def add(self, *children: Element | Raw | str) -> Element:
        """Append children; returns the element, so that a new one can be added and kept."""
        self.children.extend(children)
        return self

    def __str__(self) -> str:
        parts: list[str] = []
        self.write(parts)
        return "".join(parts)

    def write(self, parts: list[str]) -> None:
        """Append the element's markup, in pieces that each begin with a tag."""
        head = f"<{self.tag}"
        for name, value in self.attributes.items():
            if value is not None:
                head += attribute(name, value)
        if not self.children:
            parts.append(head + "/>")
            return
        parts.append(head + ">")
        for child in self.children:
            if isinstance(child, str):
                parts[-1] += escape(child, quote=False) if _SPECIAL(child) else child
            else:
                child.write(parts)
        parts.append(f"</{self.tag}>")


class Raw:
    """Markup that has been built before, such as a board layer kept between drawings."""

    __slots__ = ("pieces",)

    def __init__(self, *pieces: str) -> None:
        """Each piece begins with a tag."""
        self.pieces = pieces

    def __str__(self) -> str:
        return "".join(self.pieces)

    def write(self, parts: list[str]) -> None:
        parts.extend(self.pieces)


class Drawing(str):
    """The markup of a whole picture, and the pieces it was put together from.

    Each of them begins with a tag. Those of layers that are kept are the same in all drawings, so that what
    differs between two of them is soon found.
    """

    pieces: list[str]
    keyed: dict[str, str] | None = None
    """Each keyed element's own markup, while `server/screens/drawing_keys.py` needs it."""


class _Picture(Element):
    def __str__(self) -> Drawing:
        parts: list[str] = []
        self.write(parts)
        drawing = Drawing("".join(parts))
        drawing.pieces = parts
        return drawing


def svg(width: float, height: float, *children: Element | Raw | str, **attributes: Any) -> Element:
    """A whole picture with this view box, to be shown at that size or scaled: `str` makes a `Drawing`."""
    return _Picture(
        "svg",
        *children,  # type: ignore[arg-type]
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=number(width),
        height=number(height),
        **attributes,
    )


def group(*children: Element | Raw | str, **attributes: Any) -> Element:
    return Element("g", *children, **attributes)  # type: ignore[arg-type]


def moved(
    x: float,
    y: float,
    *children: Element | Raw | str,
    scale: float | None = None,
    **attributes: Any,
) -> Element:
    """A group whose origin lies here; what is in it may be drawn so much larger or smaller."""
    size = "" if scale is None else f" scale({scale:.3f})"
    return group(*children, transform=f"translate({number(x)} {number(y)}){size}", **attributes)


def kept(*elements: Element | Raw) -> Raw:
    """Elements as markup, for what is drawn again and again without being built anew."""
    parts: list[str] = []
    for element in elements:
        element.write(parts)
    return Raw(*parts)


def whole(*elements: Element | Raw) -> Raw:
    """The same in one piece: for what comes and goes as a whole, such as a tile."""
    markup = str(kept(*elements))
    return Raw(markup) if markup else Raw()


class Layers:
    """Layers of drawings as markup, by all that they show: they stay alike from decision to decision."""

    def __init__(self, most: int = 128) -> None:
        self._kept = BoundedCache[Raw](most)

    def get(self, key: Hashable, draw: Callable[[], Iterable[Element | Raw]]) -> Raw:
        """The layer of this key, drawn if it is not known; the oldest make room."""
        return self._kept.get(key, lambda: kept(*draw()))


def text(x: float, y: float, words: str, **attributes: Any) -> Element:
    return Element("text", words, x=float(x), y=float(y), **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Any) -> Element:
    return Element(
        "rect", x=float(x), y=float(y), width=float(width), height=float(height), **attributes
    )


def circle(x: float, y: float, radius: float, **attributes: Any) -> Element:
    return Element("circle", cx=float(x), cy=float(y), r=float(radius), **attributes)


def path(d: str, **attributes: Any) -> Element:
    return Element("path", d=d, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Any) -> Element:
    return Element("line", x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2), **attributes)


def polygon(points: list[tuple[float, float]], **attributes: Any) -> Element:
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return Element("polygon", points=joined, **attributes)


def place(name: str, label: str, *children: Element | Raw | str) -> Element:
    """A place where something can be put when a position is set up by hand."""
    return Element(
        "g",
        Element("title", label),
        *children,  # type: ignore[arg-type]
        data_place=name,
        class_="target",
        role="button",
        tabindex="0",
        aria_label=label,
    )


def target(
    move: str, label: str, *children: Element | Raw | str, class_: str = "target", **attributes: Any
) -> Element:
    """A legal move as one element: clickable, reachable by keyboard, with a spoken name."""
    return Element(
        "g",
        Element("title", label),
        *children,  # type: ignore[arg-type]
        data_move=move,
        class_=class_,
        role="button",
        tabindex="0",
        aria_label=label,
        **attributes,
    )


# Scenes: `web/static/board/scene.js` makes the same elements on a page


def scene_svg(scenes: Mapping[str, Scene], sheet: Sheet, width: float) -> str:
    """Scenes, by the names of their parts of the sheet, one below the other, so wide."""
    parts = {name: sheet.part(name) for name in scenes}
    wide = max(part.width for part in parts.values())
    high = sum(part.height for part in parts.values())
    lit = any(node.move or node.why for scene in scenes.values() for node in scene)
    picture = svg(wide, high, role="group" if lit else "img")
    picture.attributes.update(width=number(width), height=number(high * width / wide))
    y = 0.0
    for name, part in parts.items():
        nodes = (_node(node, sheet, part) for node in scenes[name])
        picture.add(moved((wide - part.width) / 2, y, part.ground, *nodes))
        y += part.height
    return str(picture)


def _node(node: Node, sheet: Sheet, part: Part) -> Element:
    x, y, scale = part.places[node.at]
    drawn = moved(
        x,
        y,
        *(sheet.symbols[symbol] for symbol in node.symbols),
        scale=None if scale == 1 else scale,
        opacity=FADED if node.faded else None,
    )
    if node.text:
        drawn.add(Element("text", node.text, **sheet.styles[node.style]))
    handles: dict[str, Any] = {
        "data_key": node.key if node.thing else None,
        "data_what": node.what or None,
    }
    if node.move:
        return target(node.move, node.label, drawn, **handles)
    return group(drawn, data_why=node.why or None, **handles)


def sheet_document(sheet: Sheet) -> dict[str, Any]:
    """A sheet as JSON, for the page."""

    def part(of: Part) -> dict[str, Any]:
        places = {name: list(place) for name, place in of.places.items()}
        size = {"width": of.width, "height": of.height}
        return {**size, "places": places, "ground": str(of.ground)}

    return {
        "symbols": {name: str(symbol) for name, symbol in sheet.symbols.items()},
        "styles": {
            name: {_spelled(attribute): str(value) for attribute, value in style.items()}
            for name, style in sheet.styles.items()
        },
        "board": part(sheet.board),
        "hand": part(sheet.hand),
    }
