"""What a move would do, drawn on the board: a piece as a shadow, points, the sums of a conflict."""

from __future__ import annotations

from triarchy.games.tigris import rules
from triarchy.games.tigris.drawing import symbols
from triarchy.games.tigris.drawing.board import BoardPicture
from triarchy.games.tigris.drawing.symbols import at
from triarchy.games.tigris.state import (
    CELL,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_SQUARE,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    SUPPORT,
    WAR,
)
from triarchy.games.tigris.text.situation import Leader, Situation
from triarchy.kit.svg import Element, Raw, group, number


def preview_layer(picture: BoardPicture, action: int) -> list[Element]:
    """Only what is on the board is drawn: a preview never shows what a draw would reveal."""
    view = picture.view
    if int(view.phase) == CELL and action < DO_SQUARE:
        parts = [_ghost(picture, action), *_effects(picture, action)]
    elif DO_MONUMENT <= action < DO_NO_MONUMENT:
        x, y = picture.grid.square_centre(int(view.square))
        parts = [at(symbols.monument(action - DO_MONUMENT, picture.cell * 1.7), x, y, opacity=".8")]
    else:
        return []
    return [group(Raw("".join(parts)), pointer_events="none", class_="preview")]


def _ghost(picture: BoardPicture, cell: int) -> str:
    piece = int(picture.view.piece)
    if piece < PIECE_LEADER:
        face = symbols.tile(piece, picture.tile_size)
    elif piece < PIECE_CATASTROPHE:
        face = symbols.leader(int(picture.view.active), piece - PIECE_LEADER, picture.cell * 0.86)
    else:
        face = symbols.catastrophe(picture.cell * 0.92)
    return at(face, *picture.grid.centre(cell), opacity=".93") + picture.frame(
        cell, 1, picture.accent
    )


def _effects(picture: BoardPicture, cell: int) -> list[str]:
    """Points at the leaders that get them; in a conflict the strengths of both."""
    view = picture.view
    after = view.copy()
    rules.apply(picture.board.struct, after, cell)
    situation = Situation(picture.board, after)
    if int(after.phase) == WAR:
        fighters = [leader for leaders in situation.rivals().values() for leader in leaders]
        return [_sign(picture, leader, str(leader.followers)) for leader in fighters]
    if int(after.phase) == SUPPORT:
        colour = int(after.conflict_colour)
        both = ((after.attacker, after.attacker_board), (after.defender, after.defender_board))
        return [
            _sign(picture, leader, str(int(strength)))
            for seat, strength in both
            if (leader := situation.leader_of(int(seat), colour))
        ]
    if int(view.piece) >= PIECE_LEADER or len(picture.situation.kingdoms_beside(cell)) != 1:
        return []
    kingdom = picture.situation.kingdoms_beside(cell)[0]
    scorer = kingdom.leader(int(view.piece)) or kingdom.leader(0)
    return [_sign(picture, scorer, "+1")] if scorer else []


def _sign(picture: BoardPicture, leader: Leader, text: str) -> str:
    """A large number on a leader."""
    x, y = picture.grid.centre(leader.cell)
    size = max(20.0, picture.cell * 0.5)
    radius = number(size * 0.62)
    return at(
        f'<circle r="{radius}" fill="{picture.accent}" stroke="{symbols.CREAM}"'
        f' stroke-width="2"/><text y="{number(size * 0.27)}" text-anchor="middle"'
        f' font-family="sans-serif" font-size="{number(size * 0.78)}" font-weight="700"'
        f' fill="{symbols.CREAM}">{text}</text>',
        x,
        y - picture.cell * 0.3,
    )
