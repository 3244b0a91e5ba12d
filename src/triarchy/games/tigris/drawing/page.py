"""A picture of a position: the board, the hand, or both with players and supplies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from triarchy.games.tigris.drawing.blocks import Block, Drawn, flow
from triarchy.games.tigris.drawing.board import BoardPicture
from triarchy.games.tigris.drawing.ground import grid_for
from triarchy.games.tigris.drawing.hand import HandPicture
from triarchy.games.tigris.drawing.players import player_block, supply_block
from triarchy.games.tigris.drawing.preview import preview_layer
from triarchy.games.tigris.positions import moves as moves_of
from triarchy.games.tigris.text.prompts import prompt
from triarchy.kit.definition import Board, State
from triarchy.kit.drawing import LARGE, NORMAL, PHONE, Palette, palette, words, wrap
from triarchy.kit.svg import Element, group, rect, svg

GAP = 16.0


@lru_cache(maxsize=16)
def moves_on(board: Board) -> tuple[str, ...]:
    return moves_of(board)


def draw(
    board: Board,
    view: State,
    *,
    seat: int | None,
    names: Sequence[str],
    language: str,
    width: int,
    part: str,
    legal: Sequence[int],
    preview: int,
    dark: bool,
) -> str:
    """`Definition.draw`."""
    page = Page(board, view, seat, names, language, width, legal, preview, dark)
    drawn: Drawn
    if part == "board":
        layers, height = page.board_part(width)
        drawn = [layers]
    elif part == "hand":
        drawn, height = page.hand_part(12, 8, width - 24)
        height += 16
    else:
        drawn, height = page.everything()
        drawn.insert(0, rect(0, 0, width, height, fill=page.colours.page))
    return str(svg(width, height, Element("title", "Euphrat & Tigris"), *drawn, role="group"))


class Page:
    """The parts of a picture, each where the layout wants it."""

    def __init__(
        self,
        board: Board,
        view: State,
        seat: int | None,
        names: Sequence[str],
        language: str,
        width: float,
        legal: Sequence[int],
        preview: int,
        dark: bool,
    ) -> None:
        self.board = board
        self.view = view
        self.seat = seat
        self.names = names
        self.language = language
        self.width = width
        self.legal = [int(action) for action in legal]
        self.preview = preview
        self.colours: Palette = palette(dark)
        self.moves = moves_on(board)
        self.narrow = width < PHONE

    def board_part(self, width: float) -> tuple[Element, float]:
        grid, height = grid_for(width, turned=self.narrow)
        picture = BoardPicture(self.board, self.view, grid, self.colours, self.names, self.language)
        layers = picture.layers(self.legal, self.moves)
        if self.preview >= 0:
            layers.add(*preview_layer(picture, self.preview))
        return layers, height

    def hand_part(self, x: float, y: float, width: float) -> tuple[Drawn, float]:
        hand = HandPicture(
            self.board,
            self.view,
            self.seat,
            width,
            self.colours,
            self.names,
            self.language,
            self.legal,
            self.moves,
            self.preview,
        )
        return hand.draw(x, y)

    def players(self, x: float, y: float, width: float) -> tuple[Drawn, float]:
        """All players, then the supplies, in as many columns as fit."""
        columns = max(1, int((width + GAP) // 236)) if self.narrow else 1
        each = (width - GAP * (columns - 1)) / columns
        seats = range(int(self.view.players))
        blocks: list[Block] = [
            player_block(self.view, other, self.seat, each, self.colours, self.names, self.language)
            for other in seats
        ]
        blocks.append(supply_block(self.view, each, self.colours, self.language))
        return flow(blocks, x, y, width + 1, gap=GAP, leading=10)

    def heading(self, x: float, y: float, width: float) -> tuple[Drawn, float]:
        """The prompt, in as many lines as it needs."""
        size = NORMAL if self.narrow else LARGE
        told = prompt(self.board, self.view, self.seat, self.names, self.language)
        lines = wrap(told, size, width)
        return [
            words(x, y + size + i * size * 1.3, line, self.colours.ink, size, serif=True)
            for i, line in enumerate(lines)
        ], len(lines) * size * 1.3

    def everything(self) -> tuple[Drawn, float]:
        """On a narrow screen one below the other; else the players right of the board."""
        if self.narrow:
            return self.stacked()
        side = min(300.0, max(216.0, self.width * 0.22))
        main = self.width - side - 3 * GAP
        drawn, y = self.heading(GAP, 10, main)
        y += 20
        board, board_height = self.board_part(main)
        drawn.append(group(board, transform=f"translate({GAP:.0f} {y:.0f})"))
        hand, hand_height = self.hand_part(GAP + 8, y + board_height + 14, main - 8)
        drawn += hand
        right, right_height = self.players(GAP * 2 + main, y + 16, side)
        drawn += right
        return drawn, max(y + board_height + 14 + hand_height, y + 16 + right_height) + GAP

    def stacked(self) -> tuple[Drawn, float]:
        drawn, y = self.heading(12, 6, self.width - 24)
        y += 14
        board, height = self.board_part(self.width)
        drawn.append(group(board, transform=f"translate(0 {y:.0f})"))
        y += height + 10
        hand, height = self.hand_part(16, y, self.width - 32)
        drawn += hand
        y += height + (14 if height else 0)
        right, height = self.players(12, y, self.width - 24)
        drawn += right
        return drawn, y + height + 12
