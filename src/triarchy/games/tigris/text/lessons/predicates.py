"""What a learner's move must have brought about, where more than one move is right."""

from __future__ import annotations

from triarchy.games.tigris.positions import CELL_OF
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import BLACK, BLUE, NONE, RED
from triarchy.kit.sight import Sight


def _tigris(sight: Sight) -> TigrisSight:
    assert isinstance(sight, TigrisSight)
    return sight


def placed(sight: Sight) -> bool:
    """Seat 0 has its king on the board."""
    return _tigris(sight).leader_cells[0][BLACK] != NONE


def black_point(sight: Sight) -> bool:
    """Seat 0 has got a black point."""
    return _tigris(sight).points[0][BLACK] == 1


def blue_point(sight: Sight) -> bool:
    """Seat 1 has got a blue point."""
    return _tigris(sight).points[1][BLUE] == 1


def second_red_point(sight: Sight) -> bool:
    """Seat 3 has got a second red point."""
    return _tigris(sight).points[3][RED] == 2


def with_the_king(sight: Sight) -> bool:
    """Seat 0 has its farmer in the kingdom of the king on J7."""
    own = _tigris(sight).leader_cells[0][BLUE]
    return any({CELL_OF["J7"], own} <= set(one.cells) for one in _tigris(sight).kingdoms)


def parted(sight: Sight) -> bool:
    """There are two kingdoms."""
    return len(_tigris(sight).kingdoms) == 2
