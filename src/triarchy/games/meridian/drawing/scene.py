"""The scene: what there is to draw, for whom, and how; what the drawing functions pass around."""

from __future__ import annotations

from functools import cached_property

from triarchy.games.meridian import text
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.text.reasons import why_no_action
from triarchy.games.meridian.text.words import speaker
from triarchy.kit.drawn import Drawn
from triarchy.kit.language import Translate


class Scene(Drawn[MeridianSight]):
    @cached_property
    def say(self) -> Translate:
        return speaker(self.reader.language)

    def label(self, action: int) -> str:
        return text.label(self.sight, action, self.reader)

    def why_not(self, action: int) -> str:
        return why_no_action(self.sight, action, self.reader)
