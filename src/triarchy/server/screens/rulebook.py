"""A game's rulebook for the pages: its figures are drawn by the table's own code.

Figures repeat the same board over and over. What several of them share is written once, as a
definition that each one uses, so that a page with all of them stays small and needs no request
for any.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from triarchy.kit.definition import Definition
from triarchy.kit.learning import Figure, Section, figure_position
from triarchy.kit.presentation import Picture
from triarchy.table import Table, read_position

SVG = "http://www.w3.org/2000/svg"
WIDE, NARROW = 640, 320
SHORT = 120
"""Markup that is no longer than this is repeated rather than shared."""
SHARED = {
    f"{{{SVG}}}{tag}" for tag in "circle ellipse g line path polygon polyline rect text".split()
}
UNSEEN = {
    f"{{{SVG}}}{tag}"
    for tag in "clipPath defs filter linearGradient marker mask pattern radialGradient symbol".split()
}
"""What is drawn only where something refers to it."""
PLAYED = ("data-move", "data-why", "tabindex")
"""What makes a drawing something to press, and is taken out of a figure."""
ET.register_namespace("", SVG)


@dataclass(frozen=True)
class Drawn:
    """A figure ready for a page."""

    figure: Figure
    svg: str
    seat: int
    """Who plays on from here; -1: the game is over."""
    players: int


def blocks(section: Section) -> Iterator[list[str]]:
    """The paragraphs of a section; those of a list, which begin with "- ", together."""
    items: list[str] = []
    for paragraph in section.paragraphs:
        if paragraph.startswith("- "):
            items.append(paragraph)
            continue
        if items:
            yield items
            items = []
        yield [paragraph]
    if items:
        yield items


def draw_figures(
    definition: Definition[Any],
    sections: Sequence[Section],
    language: str,
    dark: bool,
    narrow: bool,
) -> tuple[str, dict[tuple[str, int], Drawn]]:
    """What the figures share, and each figure by its section's anchor and its place there."""
    drawings: dict[tuple[str, int], Drawn] = {}
    roots: dict[tuple[str, int], ET.Element] = {}
    for section in sections:
        for place, figure in enumerate(section.figures):
            table = _table(definition, figure)
            roots[section.anchor, place] = _root(
                table, figure, language, dark, NARROW if narrow else WIDE
            )
            seat = -1 if table.to_move is None else table.to_move
            drawings[section.anchor, place] = Drawn(figure, "", seat, table.game.players)
    shared = _share(list(roots.values()))
    for key, root in roots.items():
        drawn = drawings[key]
        drawings[key] = Drawn(drawn.figure, _markup(root), drawn.seat, drawn.players)
    return shared, drawings


def _table(definition: Definition[Any], figure: Figure) -> Table:
    game, state = read_position(figure_position(definition.folder, figure.id))
    return Table(game, start=state)


def _root(table: Table, figure: Figure, language: str, dark: bool, width: int) -> ET.Element:
    game = table.game
    picture = Picture(width, figure.part, False, game.actions.get(figure.preview, -1), dark)
    reader = game.reader(figure.seat, language)
    root = ET.fromstring(game.definition.svg(table.sight(figure.seat), reader, picture))
    for element in root.iter():
        for name in PLAYED:
            element.attrib.pop(name, None)
        if element.get("role") == "button":
            del element.attrib["role"]
        if element.get("data-key") in figure.keys:
            element.set("class", "ringed")
    root.set("role", "img")
    root.set("aria-label", figure.caption)
    root.attrib.pop("width", None)
    root.attrib.pop("height", None)
    return root


def _markup(element: ET.Element) -> str:
    tail, element.tail = element.tail, None
    text = ET.tostring(element, encoding="unicode").replace(f' xmlns="{SVG}"', "")
    element.tail = tail
    return text


def _lift(roots: list[ET.Element]) -> dict[str, str]:
    """Take every element with an id out of the drawings: a page may have each id once."""
    lifted: dict[str, str] = {}
    for number, root in enumerate(roots):
        _rename(root, number, lifted)
        _lift_from(root, root.tag in UNSEEN, lifted)
    return lifted


def _rename(root: ET.Element, number: int, lifted: dict[str, str]) -> None:
    """Give an id another name where an earlier drawing means something else by it."""
    for element in list(root.iter()):
        name = element.get("id")
        if name is None or lifted.get(name, _markup(element)) == _markup(element):
            continue
        for other in root.iter():
            for key, value in other.attrib.items():
                if value in (f"#{name}", f"url(#{name})"):
                    other.set(key, value.replace(name, f"{name}-{number}"))
        element.set("id", f"{name}-{number}")


def _lift_from(parent: ET.Element, unseen: bool, lifted: dict[str, str]) -> None:
    for child in list(parent):
        name = child.get("id")
        if name is None:
            _lift_from(child, unseen or child.tag in UNSEEN, lifted)
            continue
        lifted.setdefault(name, _markup(child))
        if unseen or child.tag in UNSEEN:
            parent.remove(child)
        else:
            use = ET.Element(f"{{{SVG}}}use", {"href": f"#{name}"})
            use.tail = child.tail
            parent[list(parent).index(child)] = use


def _share(roots: list[ET.Element]) -> str:
    """Take what several drawings have in common out of them; the markup of all that."""
    lifted = _lift(roots)
    markup = {element: _markup(element) for root in roots for element in root.iter()}
    times = Counter(markup.values())
    names: dict[str, str] = {}

    def take(parent: ET.Element) -> None:
        for place, child in enumerate(list(parent)):
            text = markup[child]
            if times[text] == 1 or child.tag not in SHARED or len(text) <= SHORT:
                take(child)
                continue
            name = names.setdefault(text, f"shared-{len(names)}")
            use = ET.Element(f"{{{SVG}}}use", {"href": f"#{name}"})
            use.tail = child.tail
            parent[place] = use

    for root in roots:
        take(root)
    named = [re.sub(r"^<(\w+)", rf'<\1 id="{name}"', text) for text, name in names.items()]
    if not (lifted or named):
        return ""
    content = "".join([*lifted.values(), *named])
    return (
        f'<svg class="shared" width="0" height="0" aria-hidden="true"><defs>{content}</defs></svg>'
    )
