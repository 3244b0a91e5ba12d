"""The rulebook, complete, in this project's own words and in the order of a newcomer."""

from __future__ import annotations

from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.state import PHASES
from triarchy.games.china.text.rulebook import scoring, turn
from triarchy.games.china.text.words import speaker
from triarchy.kit.learning import Section

SECTIONS = (
    turn.aim_section,
    turn.map_section,
    turn.preparation_section,
    turn.main_section,
    turn.pay_section,
    turn.emissaries_section,
    scoring.houses_section,
    turn.draw_section,
    turn.swap_section,
    scoring.end_section,
    scoring.over_section,
    scoring.alliances_section,
    scoring.roads_section,
    scoring.forts_section,
    scoring.summary_section,
)


def rulebook(language: str) -> list[Section]:
    say = speaker(language)
    return [section(say) for section in SECTIONS]


def help_anchor(sight: ChinaSight) -> str:
    """The section that explains what is to be decided now: it bears the name of the phase."""
    return PHASES[sight.phase]
