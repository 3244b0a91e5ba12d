"""A picture of a position: the board, the hand, or both with players and supplies."""

from __future__ import annotations

from triarchy.games.tigris.drawing.blocks import Block, Drawn, flow
from triarchy.games.tigris.drawing.board import BoardPicture
from triarchy.games.tigris.drawing.geometry import grid_for
from triarchy.games.tigris.drawing.hand import HandPicture, hand_at_rest
from triarchy.games.tigris.drawing.panels import player_block, supply_block
from triarchy.games.tigris.drawing.preview import preview_layer
from triarchy.games.tigris.drawing.scene import Scene
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import CELL, SQUARE, TREASURE, WAR
from triarchy.games.tigris.text import prompt
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.bounded_cache import BoundedCache
from triarchy.kit.drawing import LARGE, NORMAL, words, wrap
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader
from triarchy.kit.svg import Element, group, rect, svg

GAP = 16.0
ON_BOARD = (CELL, SQUARE, TREASURE, WAR)
"""The phases in which something is chosen on the board."""
_BOARDS, _HANDS = BoundedCache[str](128), BoundedCache[str](512)
"""Pictures in which nothing can be pressed: from move to move most of them stay alike."""


def draw(sight: TigrisSight, reader: Reader, picture: Picture) -> str:
    scene = Scene(sight, reader, picture)
    look = (picture.width, picture.dark, reader.language, reader.names)
    if picture.preview >= 0 or picture.places:
        return drawn_anew(scene)
    if picture.part == "board" and not (scene.legal and sight.phase in ON_BOARD):
        lies = (scene.rows, sight.pieces_key, sight.marks_key)
        return _BOARDS.get((*look, *lies), lambda: drawn_anew(scene))
    if picture.part == "hand" and not (scene.legal or reader.seat is None or sight.phase == WAR):
        held = hand_at_rest(sight, reader.seat)
        return _HANDS.get((*look, *held), lambda: drawn_anew(scene))
    return drawn_anew(scene)


def drawn_anew(scene: Scene) -> str:
    """The same, whatever is kept."""
    picture, width = scene.picture, scene.picture.width
    drawn: Drawn
    if picture.part == "board":
        board, height = board_part(scene, width)
        drawn = [board]
    elif picture.part == "hand":
        drawn, height = HandPicture(scene, width - 24).draw(12, 8)
        height += 16
    else:
        drawn, height = stacked(scene) if scene.narrow else side_by_side(scene)
        drawn.insert(0, rect(0, 0, width, height, fill=scene.palette.page))
    title = speaker(scene.reader.language)("Tigris & Euphrates", "title")
    return str(svg(width, height, Element("title", title), *drawn, role="group"))


def board_part(scene: Scene, width: float) -> tuple[Element, float]:
    """The board so wide, and its height."""
    grid, height = grid_for(width, turned=scene.narrow)
    board = BoardPicture(scene, grid)
    layers = board.layers()
    if scene.picture.preview >= 0:
        layers.add(*preview_layer(board, scene.picture.preview))
    return layers, height


def players_part(scene: Scene, x: float, y: float, width: float) -> tuple[Drawn, float]:
    """All players, then the supplies, in as many columns as fit."""
    columns = max(1, int((width + GAP) // 236)) if scene.narrow else 1
    each = (width - GAP * (columns - 1)) / columns
    blocks: list[Block] = [player_block(scene, seat, each) for seat in range(scene.sight.players)]
    blocks.append(supply_block(scene, each))
    return flow(blocks, x, y, width + 1, gap=GAP, leading=10)


def heading(scene: Scene, x: float, y: float, width: float) -> tuple[Drawn, float]:
    """The prompt, in as many lines as it needs."""
    size = NORMAL if scene.narrow else LARGE
    lines = wrap(prompt(scene.sight, scene.reader), size, width)
    return [
        words(x, y + size + i * size * 1.3, line, scene.palette.ink, size, serif=True)
        for i, line in enumerate(lines)
    ], len(lines) * size * 1.3


def side_by_side(scene: Scene) -> tuple[Drawn, float]:
    """The board with the hand below it, the players to the right."""
    width = scene.picture.width
    side = min(300.0, max(216.0, width * 0.22))
    main = width - side - 3 * GAP
    drawn, y = heading(scene, GAP, 10, main)
    y += 20
    board, board_height = board_part(scene, main)
    drawn.append(group(board, transform=f"translate({GAP:.0f} {y:.0f})"))
    hand, hand_height = HandPicture(scene, main - 8).draw(GAP + 8, y + board_height + 14)
    drawn += hand
    right, right_height = players_part(scene, GAP * 2 + main, y + 16, side)
    drawn += right
    return drawn, max(y + board_height + 14 + hand_height, y + 16 + right_height) + GAP


def stacked(scene: Scene) -> tuple[Drawn, float]:
    """On a narrow screen everything one below the other."""
    width = scene.picture.width
    drawn, y = heading(scene, 12, 6, width - 24)
    y += 14
    board, height = board_part(scene, width)
    drawn.append(group(board, transform=f"translate(0 {y:.0f})"))
    y += height + 10
    hand, height = HandPicture(scene, width - 32).draw(16, y)
    drawn += hand
    y += height + (14 if height else 0)
    right, height = players_part(scene, 12, y, width - 24)
    drawn += right
    return drawn, y + height + 12
