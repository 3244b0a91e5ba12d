"""Pictures of Tigris & Euphrates: the board, the hand, everything together, and the terminal."""

from triarchy.games.tigris.drawing.page import draw
from triarchy.games.tigris.drawing.panels import count_columns, players_panel
from triarchy.games.tigris.drawing.terminal import terminal

__all__ = ["count_columns", "draw", "players_panel", "terminal"]
