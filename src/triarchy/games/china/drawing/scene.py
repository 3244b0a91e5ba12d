"""What all parts of a drawing are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from triarchy.games.china.text import label, prompt
from triarchy.games.china.text.prompts import colour_word, speaker
from triarchy.games.china.text.sight import (
    Alliance,
    Province,
    alliances,
    is_hidden,
    moves,
    provinces,
)
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import Palette
from triarchy.kit.language import Translate


@dataclass(frozen=True)
class Scene:
    """A position, its reader, and what can be done."""

    board: Board
    view: State
    seat: int | None
    names: Sequence[str]
    language: str
    legal: Sequence[int]
    preview: int
    colours: Palette

    @cached_property
    def say(self) -> Translate:
        return speaker(self.language)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return moves(self.board)

    @cached_property
    def provinces(self) -> list[Province]:
        return provinces(self.board, self.view)

    @cached_property
    def alliances(self) -> list[Alliance]:
        return alliances(self.board, self.view, self.provinces)

    @cached_property
    def prompt(self) -> str:
        return prompt(self.board, self.view, self.seat, self.names, self.language)

    @property
    def players(self) -> int:
        return int(self.view.players)

    @property
    def hand_of(self) -> int | None:
        """Whose hand lies open at the bottom: the reader's, or the one that is to be played."""
        seat = int(self.view.to_move) if self.legal or self.seat is None else self.seat
        return seat if seat >= 0 and not is_hidden(self.view, seat) else None

    def label(self, action: int) -> str:
        return label(self.board, self.view, action, self.names, self.language)

    def colour(self, colour: int) -> str:
        return colour_word(self.say, colour)
