"""Meridian to look at: a `GameDrawing`."""

from triarchy.games.meridian.drawing.page import draw
from triarchy.games.meridian.drawing.panels import count_columns, players_panel
from triarchy.games.meridian.drawing.terminal import terminal

__all__ = ["count_columns", "draw", "players_panel", "terminal"]
