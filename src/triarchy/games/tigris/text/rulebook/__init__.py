"""The rulebook, complete, in this project's own words and in the order of a newcomer."""

from __future__ import annotations

from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import CELL, MONUMENT, NONE, PHASES, SQUARE
from triarchy.games.tigris.text.rulebook import conflicts, end, start, turn
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.learning import Section


def rulebook(language: str) -> list[Section]:
    say = speaker(language)
    return [section for part in (start, turn, conflicts, end) for section in part.sections(say)]


def help_anchor(sight: TigrisSight) -> str:
    """The section that explains what is to be decided now: of a conflict the right one."""
    if sight.conflict is not None:
        return "revolt" if sight.conflict.revolt else "war"
    if sight.phase == CELL:
        if sight.tile != NONE:
            return "tile"
        return "leader" if sight.leader != NONE else "catastrophe"
    return "monument" if sight.phase in (SQUARE, MONUMENT) else PHASES[sight.phase]
