"""The lessons: short guided scenes on the real board, in the order in which they are learnt."""

from __future__ import annotations

from triarchy.games.tigris.text.lessons import beginning, conflicts
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.learning import Lesson


def lessons(language: str) -> list[Lesson]:
    say = speaker(language)
    return [*beginning.lessons(say), *conflicts.lessons(say)]
