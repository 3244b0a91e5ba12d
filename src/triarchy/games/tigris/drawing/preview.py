"""What a move would do, drawn on the board: a piece as a shadow, points, the sums of a conflict."""

from __future__ import annotations

from triarchy.games.tigris.drawing import pieces
from triarchy.games.tigris.drawing.blocks import Drawn
from triarchy.games.tigris.drawing.board import BoardPicture
from triarchy.games.tigris.sight import Leader
from triarchy.games.tigris.state import CELL, DO_MONUMENT, DO_NO_MONUMENT, DO_SQUARE, NONE
from triarchy.kit.svg import Element, circle, group, moved


def preview_layer(board: BoardPicture, action: int) -> Drawn:
    """Only what is on the board is drawn: a preview never shows what a draw would reveal."""
    sight = board.sight
    parts: Drawn
    if sight.phase == CELL and action < DO_SQUARE:
        parts = [*_shadow(board, action), *_effects(board, action)]
    elif DO_MONUMENT <= action < DO_NO_MONUMENT:
        face = pieces.monument(action - DO_MONUMENT, board.cell * 1.7)
        parts = [moved(*board.grid.square_centre(sight.square), face, opacity=".8")]
    else:
        return []
    return [group(*parts, pointer_events="none", class_="preview")]


def _shadow(board: BoardPicture, cell: int) -> Drawn:
    sight = board.sight
    if sight.tile != NONE:
        face = pieces.tile(sight.tile, board.tile_size)
    elif sight.leader != NONE:
        face = pieces.leader(sight.active, sight.leader, board.cell * 0.86)
    else:
        face = pieces.catastrophe(board.cell * 0.92)
    return [
        moved(*board.grid.centre(cell), face, opacity=".93"),
        *board.frame(cell, 1, board.accent),
    ]


def _effects(board: BoardPicture, cell: int) -> Drawn:
    """Points at the leader that gets them; in a conflict the strengths of both."""
    sight = board.sight
    after = sight.after(cell)
    if after.wars:
        fighters = [leader for leaders in after.wars.values() for leader in leaders]
        return [_sign(board, leader, str(leader.followers)) for leader in fighters]
    if conflict := after.conflict:
        strengths = {
            conflict.attacker: conflict.attacker_board,
            conflict.defender: conflict.defender_board,
        }
        return [
            _sign(board, leader, str(strength))
            for seat, strength in strengths.items()
            if (leader := after.leader_of(seat, conflict.colour))
        ]
    scorer = sight.tile_scorer(cell) if sight.tile != NONE else None
    return [_sign(board, scorer, "+1")] if scorer else []


def _sign(board: BoardPicture, leader: Leader, value: str) -> Element:
    """A large number on a leader."""
    x, y = board.grid.centre(leader.cell)
    size = max(20.0, board.cell * 0.5)
    return moved(
        x,
        y - board.cell * 0.3,
        circle(0, 0, size * 0.62, fill=board.accent, stroke=pieces.CREAM, stroke_width=2),
        pieces.numeral(value, size, pieces.CREAM, "sans-serif"),
    )
