"""What all parts of a drawing are made from."""

from __future__ import annotations

from functools import cached_property

from triarchy.games.tigris.positions import moves_on
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.text import label
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.drawing import PHONE
from triarchy.kit.drawn import Drawn
from triarchy.kit.language import Translate


class Scene(Drawn[TigrisSight]):
    @cached_property
    def say(self) -> Translate:
        return speaker(self.reader.language)

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
