"""The rulebook, the lessons, the legend and the strategy guide: their words are in `texts/`."""

from __future__ import annotations

from pathlib import Path

from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.state import PHASES
from triarchy.kit.learning import LegendEntry
from triarchy.kit.texts import Texts

TEXTS = Texts(Path(__file__).parent.parent)
rulebook, lessons, strategy = TEXTS.rulebook, TEXTS.lessons, TEXTS.strategy


def help_anchor(sight: MeridianSight) -> str:
    """The section that explains what is to be decided now: it bears the name of the phase."""
    return PHASES[sight.phase]


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.meridian.drawing.legend import symbols_by_id

    return TEXTS.legend(language, symbols_by_id().__getitem__)
