"""The scene: what there is to draw, for whom, and how; what the drawing functions pass around."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from triarchy.games.meridian import text
from triarchy.games.meridian.sight import MeridianSight
from triarchy.games.meridian.text.reasons import why_no_action
from triarchy.games.meridian.text.words import speaker
from triarchy.kit.drawing import Palette, palette
from triarchy.kit.language import Translate
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader


@dataclass(frozen=True)
class Scene:
    sight: MeridianSight
    reader: Reader
    picture: Picture

    @cached_property
    def palette(self) -> Palette:
        return palette(self.picture.dark)

    @cached_property
    def say(self) -> Translate:
        return speaker(self.reader.language)

    @cached_property
    def lit(self) -> list[int]:
        """The actions that are drawn as elements to press."""
        return self.sight.legal if self.picture.lit else []

    def label(self, action: int) -> str:
        return text.label(self.sight, action, self.reader)

    def why_not(self, action: int) -> str:
        return why_no_action(self.sight, action, self.reader)
