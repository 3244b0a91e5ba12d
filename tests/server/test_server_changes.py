"""What changed on the board, by the keys of the drawing."""

from __future__ import annotations

from triarchy.server.screens.drawing_keys import changed_keys, keyed_parts

BEFORE = '<svg><g data-key="a"><rect x="1"/><g data-key="b"><text>1</text></g></g><g data-key="c"/></svg>'


def test_an_elements_own_markup_leaves_out_keyed_children() -> None:
    parts = keyed_parts(BEFORE)
    assert set(parts) == {"a", "b", "c"}
    assert "rect" in parts["a"]
    assert "text" not in parts["a"]
    assert "1" in parts["b"]


def test_what_came_went_and_differs_is_named() -> None:
    after = BEFORE.replace("<text>1", "<text>2").replace('<g data-key="c"/>', '<g data-key="d"/>')
    assert changed_keys(BEFORE, after) == ["b", "d", "c"]
    assert changed_keys(BEFORE, BEFORE) == []
