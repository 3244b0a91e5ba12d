"""The rulebook, the lessons, the legend and the strategy guide: their words are in `texts/`."""

from __future__ import annotations

from pathlib import Path

from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import DRAW, PAY, PHASES, YELLOW
from triarchy.games.china.text.words import speaker
from triarchy.kit.learning import LegendEntry
from triarchy.kit.sight import Sight
from triarchy.kit.texts import Texts


def help_anchor(sight: ChinaSight) -> str:
    """The section that explains what is to be decided now: it bears the name of the phase."""
    return PHASES[sight.phase]


def legend(language: str) -> list[LegendEntry]:
    # Pictures are made with words: imported when needed, not by one another.
    from triarchy.games.china.drawing.legend import symbol

    say = speaker(language)
    return TEXTS.legend(language, lambda id_: symbol(id_, say))


# What a learner's move must have brought about, where more than one move is right


def _china(sight: Sight) -> ChinaSight:
    assert isinstance(sight, ChinaSight)
    return sight


def piece_placed(sight: Sight) -> bool:
    """It has still to be paid for."""
    return _china(sight).phase == PAY


def piece_placed_outside_yellow(sight: Sight) -> bool:
    province = _china(sight).province
    return piece_placed(sight) and (province is None or province.colour != YELLOW)


def piece_paid(sight: Sight) -> bool:
    """No other piece can follow: the hand is filled."""
    return _china(sight).phase == DRAW


TEXTS = Texts(
    Path(__file__).parent.parent,
    {
        "piece placed": piece_placed,
        "piece placed outside yellow": piece_placed_outside_yellow,
        "piece paid": piece_paid,
    },
)
rulebook, lessons, strategy = TEXTS.rulebook, TEXTS.lessons, TEXTS.strategy
