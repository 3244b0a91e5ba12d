"""Where the cells are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from triarchy.games.tigris.state import COLUMNS, ROWS


@dataclass(frozen=True, eq=False)
class Grid:
    """Where the cells are. On a narrow screen the board is turned a quarter clockwise.

    `grid_for` gives one for each width: much is kept by it, and so found again quickly.
    """

    x: float
    y: float
    cell: float
    turned: bool

    @property
    def columns(self) -> int:
        return ROWS if self.turned else COLUMNS

    @property
    def rows(self) -> int:
        return COLUMNS if self.turned else ROWS

    @property
    def width(self) -> float:
        return self.columns * self.cell

    @property
    def height(self) -> float:
        return self.rows * self.cell

    def point(self, column: float, row: float) -> tuple[float, float]:
        """A point of the board, counted in cells from its north-west corner."""
        if self.turned:
            column, row = ROWS - row, column
        return self.x + column * self.cell, self.y + row * self.cell

    def centre(self, cell: int) -> tuple[float, float]:
        return self.point(cell % COLUMNS + 0.5, cell // COLUMNS + 0.5)

    def square_centre(self, square: int) -> tuple[float, float]:
        """The middle of the four cells of a square, by its north-west one."""
        return self.point(square % COLUMNS + 1, square // COLUMNS + 1)


@lru_cache(maxsize=64)
def grid_for(width: float, turned: bool) -> tuple[Grid, float]:
    """The grid that fills this width, and the height of the board with its frame."""
    columns = ROWS if turned else COLUMNS
    edge = 16 if turned else 22
    cell = (width - edge - 8) / columns
    grid = Grid(edge, edge, cell, turned)
    return grid, edge + grid.height + 8
