"""What Paddocks teaches: its rulebook, its legend and a lesson, whose words are in `texts/`."""

from __future__ import annotations

from pathlib import Path

from paddocks.sight import PaddocksSight
from paddocks.state import PHASES
from paddocks.symbols import FENCE, GRASS, POND, stone
from triarchy.kit.learning import LegendEntry
from triarchy.kit.sight import Sight
from triarchy.kit.svg import Element, moved, rect, svg
from triarchy.kit.texts import Texts

SYMBOL = 64
FIRST_ROW = 0


def help_anchor(sight: PaddocksSight) -> str:
    """The section that explains what is to be done now: it bears the name of the phase."""
    return PHASES[sight.phase]


def legend(language: str) -> list[LegendEntry]:
    middle = SYMBOL / 2
    symbols = {
        "stone": moved(middle, middle, stone(0, 4, 48)),
        "paddock": rect(
            4, 4, SYMBOL - 8, SYMBOL - 8, rx=8, fill=GRASS, stroke=FENCE, stroke_width=2
        ),
        "pond": Element("ellipse", cx=middle, cy=middle, rx=28, ry=22, fill=POND),
    }
    return TEXTS.legend(language, lambda id_: str(svg(SYMBOL, SYMBOL, symbols[id_])))


def leads_first_row(sight: Sight) -> bool:
    """Seat 0 leads row 1."""
    assert isinstance(sight, PaddocksSight)
    return sight.lines[FIRST_ROW].leader == 0


TEXTS = Texts(Path(__file__).parent, {"leads row 1": leads_first_row})
rulebook, lessons, strategy = TEXTS.rulebook, TEXTS.lessons, TEXTS.strategy
