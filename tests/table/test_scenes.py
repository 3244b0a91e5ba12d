"""Scenes: what changes between two of them, and the pictures that sheets make of them."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

from triarchy.kit.drawing import style
from triarchy.kit.scene import (
    Node,
    NodeDocument,
    Part,
    Place,
    SceneEdits,
    Sheet,
    changed_things,
    node_document,
    scene_edits,
)
from triarchy.kit.svg import circle, group, rect, scene_svg

SVG = "{http://www.w3.org/2000/svg}"
PLACES = {"A1": Place(10, 20), "B1": Place(60, 20, 0.5)}
SHEET = Sheet(
    symbols={"stone": circle(0, 0, 8), "frame": rect(-9, -9, 18, 18)},
    styles={"title": style("#123456", 14, anchor="end")},
    board=Part(100, 40, PLACES, group(rect(0, 0, 100, 40), data_key="ground")),
    hand=Part(50, 20, {"left": Place(0, 10)}, group()),
)


def apart(nodes: list[Node]) -> list[NodeDocument]:
    return [node_document(node) for node in nodes]


def put_together(before: list[NodeDocument], edits: SceneEdits) -> list[NodeDocument]:
    """The nodes after edits, as docs/reference/http.md says."""
    away = {*edits.gone, *(node["key"] for _, node in edits.put)}
    nodes = [node for node in before if node["key"] not in away]
    for place, node in edits.put:
        nodes.insert(place, node)
    return nodes


def any_nodes(chance: random.Random) -> list[NodeDocument]:
    keys = chance.sample("abcdefgh", chance.randint(0, 8))
    if chance.random() < 0.7:
        keys.sort()
    return apart([Node(key, at=chance.choice(("A1", "B1"))) for key in keys])


def test_edits_lead_from_any_nodes_to_any_others() -> None:
    chance = random.Random(1)
    for _ in range(3000):
        before, after = any_nodes(chance), any_nodes(chance)
        assert put_together(before, scene_edits(before, after)) == after


def test_what_stays_is_not_sent_again() -> None:
    before = [Node(str(number), ("stone",), "A1") for number in range(50)]
    after = [*before[:20], before[20]._replace(at="B1"), *before[21:49], Node("new")]
    edits = scene_edits(apart(before), apart(after))
    assert edits.gone == ["49"]
    assert [(place, node["key"]) for place, node in edits.put] == [(20, "20"), (49, "new")]
    assert scene_edits(apart(after), apart(after)) == ([], [])


def test_only_things_are_news() -> None:
    before = apart([Node("a", at="A1"), Node("b", at="A1"), Node("lit", thing=False)])
    after = apart([Node("b", at="B1"), Node("c"), Node("words", text="new", thing=False)])
    assert changed_things(before, after) == ["b", "c", "a"]
    assert changed_things(before, before) == []
    assert changed_things(before, before[::-1]) == []


def test_a_document_leaves_out_what_is_as_usual() -> None:
    assert node_document(Node("a", ("stone",), "A1")) == {
        "key": "a", "symbols": ("stone",), "at": "A1"
    }  # fmt: skip
    assert node_document(Node("a", thing=False)) == {"key": "a", "thing": False}


def groups(picture: str) -> dict[str, Any]:
    """The groups of a picture by their key or their move."""
    found = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return {each.get("data-key") or each.get("data-move", ""): each for each in found}


def test_a_picture_has_things_at_their_places_with_their_handles() -> None:
    scene = [
        Node("stone-1", ("frame", "stone"), "B1", what="stone", faded=True),
        Node("lit", ("frame",), "A1", move="lay A1", label="Lay <it>", thing=False),
        Node("stone-2", ("stone",), "A1", why="lay B1"),
    ]
    drawn = groups(scene_svg({"board": scene}, SHEET, 200))
    (inner,) = drawn["stone-1"]
    assert inner.get("transform") == "translate(60 20) scale(0.500)"
    assert inner.get("opacity") == "0.6"
    assert [part.tag for part in inner] == [f"{SVG}rect", f"{SVG}circle"]
    assert drawn["stone-1"].get("data-what") == "stone"
    lit = drawn["lay A1"]
    assert (lit.get("role"), lit.get("aria-label"), lit.get("class")) == (
        "button", "Lay <it>", "target"
    )  # fmt: skip
    assert lit.get("data-key") is None
    assert lit[0].text == "Lay <it>"
    assert drawn["stone-2"].get("data-why") == "lay B1"
    assert "ground" in drawn


def test_parts_lie_one_below_the_other_and_words_have_their_style() -> None:
    words = [Node("title", at="left", text="Your stones", style="title", thing=False)]
    root = ElementTree.fromstring(scene_svg({"board": [], "hand": words}, SHEET, 200))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == (
        "0 0 100 60", "200", "120"
    )  # fmt: skip
    assert [part.get("transform") for part in root] == ["translate(0 0)", "translate(25 40)"]
    (text,) = root.iter(f"{SVG}text")
    assert (text.text, text.get("fill"), text.get("text-anchor")) == (
        "Your stones", "#123456", "end"
    )  # fmt: skip
    assert root.get("role") == "img"


def test_scenes_and_their_pictures_need_no_package() -> None:
    """A page runs them by itself: without arrays, a compiler or schemas."""
    code = (
        "import sys\n"
        "for name in ('numpy', 'numba', 'pydantic'): sys.modules[name] = None\n"
        "import triarchy.kit.scene, triarchy.kit.svg, triarchy.kit.drawing\n"
        "import triarchy.server.screens.pictures"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=300)
