"""What the parts of a drawing are made from, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from triarchy.kit.drawing import Palette, palette
from triarchy.kit.presentation import Picture
from triarchy.kit.sight import Reader, Sight

S = TypeVar("S", bound=Sight)


@dataclass(frozen=True)
class Drawn(Generic[S]):
    """A position, its reader, and how the picture is wanted."""

    sight: S
    reader: Reader
    picture: Picture

    @cached_property
    def palette(self) -> Palette:
        return palette(self.picture.dark)

    @cached_property
    def legal(self) -> list[int]:
        """The actions that can be pressed."""
        return self.sight.legal if self.picture.lit else []
