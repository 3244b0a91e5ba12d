"""What all parts of a drawing are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from triarchy.games.tigris.positions import moves_on
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.text import label
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.drawing import PHONE, Palette, palette
from triarchy.kit.language import Translate
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader


@dataclass(frozen=True)
class Scene:
    """A position, its reader, and how the picture is wanted."""

    sight: TigrisSight
    reader: Reader
    picture: Picture

    @cached_property
    def palette(self) -> Palette:
        return palette(self.picture.dark)

    @cached_property
    def say(self) -> Translate:
        return speaker(self.reader.language)

    @cached_property
    def legal(self) -> list[int]:
        """The actions that can be pressed."""
        return self.sight.legal if self.picture.lit else []

    @property
    def rows(self) -> tuple[str, ...]:
        """The empty board, as in its file."""
        return tuple(self.sight.board.data["rows"])

    @property
    def narrow(self) -> bool:
        return self.picture.width < PHONE

    def move(self, action: int) -> str:
        return moves_on(self.sight.board)[action]

    def label(self, action: int) -> str:
        return label(self.sight, action, self.reader)
