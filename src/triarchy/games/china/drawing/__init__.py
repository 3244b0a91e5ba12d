"""China to look at: the map, what lies before the players, and text for the terminal.

The functions have the names and arguments of the methods of `Definition`, less `self`.
"""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.china.drawing.hand import draw_hand
from triarchy.games.china.drawing.panels import draw_all, draw_board, picture, players_panel
from triarchy.games.china.drawing.scene import Scene
from triarchy.games.china.drawing.terminal import terminal
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import palette

__all__ = ["draw", "players_panel", "terminal"]

LEAST_WIDTH = 320


def draw(
    board: Board,
    view: State,
    *,
    seat: int | None,
    names: Sequence[str],
    language: str,
    width: int,
    part: str,
    legal: Sequence[int],
    preview: int,
    dark: bool,
) -> str:
    width = max(LEAST_WIDTH, int(width))
    actions = [int(action) for action in legal]
    scene = Scene(board, view, seat, names, language, actions, preview, palette(dark))
    if part == "all":
        return str(draw_all(scene, width))
    drawn, height = draw_board(scene, width) if part == "board" else draw_hand(scene, width)
    return str(picture(scene, width, height, drawn))
