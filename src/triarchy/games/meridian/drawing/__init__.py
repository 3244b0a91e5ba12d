"""Meridian to look at: the map, what lies before the players, and text for the terminal.

The functions have the names and arguments of the methods of `Definition`, less `self`.
"""

from __future__ import annotations

from collections.abc import Sequence

from triarchy.games.meridian.drawing.board import Scene, draw_board
from triarchy.games.meridian.drawing.hand import draw_hand
from triarchy.games.meridian.drawing.panels import draw_all, picture, players_panel
from triarchy.games.meridian.drawing.terminal import terminal
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
    scene = Scene(board, view, names, language, legal, preview, palette(dark))
    if part == "all":
        return str(draw_all(scene, seat, width))
    if part == "board":
        drawing, height = draw_board(scene, width)
    else:
        # An onlooker sees the hand of whoever is to move.
        whose = seat if seat is not None and not legal else int(view.to_move)
        drawing, height = draw_hand(scene, max(whose, 0), width)
    return str(picture(scene, seat, width, height, drawing))
