"""The rulebook, the lessons, the legend and the strategy guide: their words are in `texts/`."""

from __future__ import annotations

from pathlib import Path

from triarchy.games.tigris.positions import CELL_OF
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import BLACK, BLUE, CELL, MONUMENT, NONE, PHASES, RED, SQUARE
from triarchy.kit.learning import LegendEntry
from triarchy.kit.sight import Sight
from triarchy.kit.texts import Texts


def help_anchor(sight: TigrisSight) -> str:
    """The section that explains what is to be decided now: of a conflict the right one."""
    if sight.conflict is not None:
        return "revolt" if sight.conflict.revolt else "war"
    if sight.phase == CELL:
        if sight.tile != NONE:
            return "tile"
        return "leader" if sight.leader != NONE else "catastrophe"
    return "monument" if sight.phase in (SQUARE, MONUMENT) else PHASES[sight.phase]


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.tigris.drawing.legend import symbols_by_id

    return TEXTS.legend(language, symbols_by_id().__getitem__)


# What a learner's move must have brought about, where more than one move is right


def _tigris(sight: Sight) -> TigrisSight:
    assert isinstance(sight, TigrisSight)
    return sight


def king_placed(sight: Sight) -> bool:
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


def farmer_with_the_king(sight: Sight) -> bool:
    """Seat 0 has its farmer in the kingdom of the king on J7."""
    own = _tigris(sight).leader_cells[0][BLUE]
    return any({CELL_OF["J7"], own} <= set(one.cells) for one in _tigris(sight).kingdoms)


def two_kingdoms(sight: Sight) -> bool:
    return len(_tigris(sight).kingdoms) == 2


TEXTS = Texts(
    Path(__file__).parent.parent,
    {
        "king placed": king_placed,
        "black point": black_point,
        "blue point": blue_point,
        "second red point": second_red_point,
        "farmer with the king": farmer_with_the_king,
        "two kingdoms": two_kingdoms,
    },
)
rulebook, lessons, strategy = TEXTS.rulebook, TEXTS.lessons, TEXTS.strategy
