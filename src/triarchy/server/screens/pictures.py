"""Boards and hands as pages get them: scenes with the addresses of their sheets, or markup; and those sheets."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from triarchy.kit.definition import Board, Definition
from triarchy.kit.presentation import Picture, has_scenes
from triarchy.kit.scene import LAYOUTS, THEMES, node_document
from triarchy.kit.sight import Reader, Sight
from triarchy.kit.svg import sheet_document
from triarchy.server.json_text import to_json
from triarchy.server.refusals import Refused

Shown = str | dict[str, Any]
"""A drawing as markup, or the Scene of docs/reference/http.md."""


def shown(definition: Definition[Any], sight: Sight, reader: Reader, picture: Picture) -> Shown:
    """A board or a hand, for a page."""
    if not has_scenes(definition.drawing):
        return definition.svg(sight, reader, picture)
    nodes = [node_document(node) for node in definition.scene(sight, reader, picture)]
    return {"part": picture.part, "sheets": addresses(definition, sight.board), "nodes": nodes}


@lru_cache(maxsize=64)
def sheets(definition: Definition[Any], board: Board) -> dict[str, tuple[str, bytes]]:
    """By layout and theme, the name and the JSON of a sheet; another sheet has another name."""
    found = {}
    for layout in LAYOUTS:
        for theme in THEMES:
            sheet = definition.sheet(board, layout == "standing", theme == "dark")
            text = to_json(sheet_document(sheet))
            name = f"{layout}-{theme}"
            found[name] = (f"{name}-{hashlib.sha256(text).hexdigest()[:12]}", text)
    return found


@lru_cache(maxsize=64)
def addresses(definition: Definition[Any], board: Board) -> dict[str, str]:
    """Where the sheets of a board lie, by layout and theme."""
    place = f"/api/games/{definition.name}/sheets/{board.id}"
    return {key: f"{place}/{name}" for key, (name, _) in sheets(definition, board).items()}


def sheet_text(definition: Definition[Any], board: str, name: str) -> bytes:
    """A sheet by its address."""
    if has_scenes(definition.drawing) and board in definition.boards:
        for known, text in sheets(definition, definition.boards[board]).values():
            if known == name:
                return text
    raise Refused(404, "This page does not exist.")
