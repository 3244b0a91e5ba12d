"""China to look at: the map, what lies before the players, and text for the terminal.

The functions are those of `kit.presentation.GameDrawing`.
"""

from triarchy.games.china.drawing.page import draw
from triarchy.games.china.drawing.panels import count_columns, players_panel
from triarchy.games.china.drawing.terminal import terminal

__all__ = ["count_columns", "draw", "players_panel", "terminal"]
