"""What all parts of a drawing are made from."""

from __future__ import annotations

from functools import cached_property

from triarchy.games.china.sight import ChinaSight
from triarchy.games.china.text.prompts import label, prompt
from triarchy.games.china.text.words import colour_word, speaker
from triarchy.kit.drawn import Drawn
from triarchy.kit.language import Translate


class Scene(Drawn[ChinaSight]):
    @cached_property
    def say(self) -> Translate:
        return speaker(self.reader.language)

    @cached_property
    def prompt(self) -> str:
        return prompt(self.sight, self.reader)

    @property
    def hand_of(self) -> int | None:
        """Whose hand lies open at the bottom: the reader's, or the one that is to be played."""
        to_move = self.sight.to_move
        seat = to_move if self.legal or self.reader.seat is None else self.reader.seat
        return seat if seat >= 0 and not self.sight.hides_hand(seat) else None

    def label(self, action: int) -> str:
        return label(self.sight, action, self.reader)

    def colour(self, colour: int) -> str:
        return colour_word(self.say, colour)
