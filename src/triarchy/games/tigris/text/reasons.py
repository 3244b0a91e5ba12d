"""Why a move is not possible."""

from __future__ import annotations

from enum import Enum

from triarchy.games.tigris.positions import moves_on
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    ACTION,
    BLUE,
    CELL,
    DO_CATASTROPHE,
    DO_DISCARD,
    DO_DRAW,
    DO_LEADER,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_SQUARE,
    DO_SUPPORT,
    DO_SWAP,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    DO_WITHDRAW,
    MONUMENT,
    NONE,
    PIECE_CATASTROPHE,
    PIECE_LEADER,
    SQUARE,
    SUPPORT,
    SWAP,
    TREASURE,
    WAR,
)
from triarchy.games.tigris.text.words import speaker
from triarchy.kit.language import mark
from triarchy.kit.sight import Reader


class Reason(Enum):
    """The rules that can stand against a move, each with its sentence.

    Where there are several they are by colour; those of NOT_NOW by the phase that is on.
    """

    LEGAL = ""
    OVER = mark("The game is over.")
    NOT_YOURS = mark("{name} decides now.")
    NOT_NOW = (
        mark("First choose an action: a tile, a leader, a catastrophe, a swap, or a pass."),
        mark("First choose a space for the piece that you have chosen."),
        mark("You are swapping: discard tiles, then draw as many."),
        mark("First choose which leaders fight next."),
        mark("First decide the conflict: how many tiles do you add?"),
        mark("First choose the square for a monument, or build none."),
        mark("First choose a monument, or build none."),
        mark("First take the treasures of your trader's kingdom."),
    )
    # Actions
    NO_TILE = (
        mark("You have no black tile."),
        mark("You have no red tile."),
        mark("You have no blue tile."),
        mark("You have no green tile."),
    )
    NO_ROOM_FOR_TILE = mark("No space can take such a tile.")
    NO_ROOM_FOR_LEADER = mark("There is no free land beside a temple.")
    NO_ROOM_FOR_CATASTROPHE = mark("No space is left for a catastrophe.")
    NO_CATASTROPHE = mark("You have used both catastrophes.")
    NOTHING_TO_SWAP = mark("You have no tiles to swap.")
    NOTHING_PUT_AWAY = mark("Discard at least one tile first.")
    NOT_ON_BOARD = mark("Only a leader on the board can be withdrawn.")
    # Cells
    DEAD_CELL = mark("A catastrophe has destroyed this space.")
    SAME_CELL = mark("The leader stands there already.")
    LEADER_THERE = mark("A leader stands there.")
    TILE_THERE = mark("There is already a tile there.")
    MONUMENT_THERE = mark("A monument stands there; it cannot be destroyed.")
    TREASURE_THERE = mark("The treasure protects its temple.")
    NOT_A_RIVER = mark("Blue tiles go on rivers only.")
    RIVER_FOR_TILE = mark("Only blue tiles go on rivers.")
    RIVER_FOR_LEADER = mark("Leaders do not stand on rivers.")
    THREE_KINGDOMS = mark("It would join three kingdoms; you may join two at most.")
    NO_TEMPLE = mark("A leader needs a temple beside it.")
    TWO_KINGDOMS = mark("A leader must not join two kingdoms.")
    # Conflicts
    NO_WAR = (
        mark("No two black leaders meet here."),
        mark("No two red leaders meet here."),
        mark("No two blue leaders meet here."),
        mark("No two green leaders meet here."),
    )
    TOO_FEW_TILES = mark("You do not have that many tiles of that colour.")
    MUST_LEAD = mark("The attacker may add tiles only to take the lead.")
    MUST_DRAW_LEVEL = mark("The defender may add tiles only to draw level.")
    # Monuments and treasures
    NO_SQUARE = mark("The tile just laid completes no square there.")
    BUILT = mark("This monument has been built already.")
    OTHER_COLOURS = mark("One colour of the monument must be that of the four tiles.")
    NO_TREASURE = mark("There is no treasure there.")
    OTHER_KINGDOM = mark("This treasure is not in the trader's kingdom.")
    CORNERS_FIRST = mark("The treasures of the corners are taken first.")


def why_not(sight: TigrisSight, move: str, reader: Reader) -> str:
    """ "" if nothing speaks against the move."""
    action = moves_on(sight.board).index(move)
    why = reason(sight, action)
    say = speaker(reader.language)
    if why is Reason.LEGAL:
        return ""
    if why is Reason.NOT_YOURS:
        return say(why.value, name=reader.names[sight.to_move])
    if why is Reason.NOT_NOW:
        return say(why.value[sight.phase])
    if isinstance(why.value, tuple):
        return say(why.value[_colour(action)])
    return say(why.value)


def _colour(action: int) -> int:
    """The colour that a tile, a discard or a war is of."""
    for first in (DO_WAR, DO_DISCARD, DO_TILE):
        if action >= first:
            return action - first
    raise ValueError(action)


def reason(sight: TigrisSight, action: int) -> Reason:
    """The rule that stands against an action."""
    if sight.over:
        return Reason.OVER
    if not sight.shows_hand_of(sight.to_move):
        return Reason.NOT_YOURS
    if sight.phase not in _phases_of(action):
        return Reason.NOT_NOW
    if action in sight.legal:
        return Reason.LEGAL
    if sight.phase == CELL:
        return Reason.NOT_ON_BOARD if action == DO_WITHDRAW else _against_cell(sight, action)
    if sight.phase == SUPPORT:
        return _against_support(sight, action - DO_SUPPORT)
    if sight.phase == WAR:
        return Reason.NO_WAR
    if sight.phase == SQUARE:
        return Reason.NO_SQUARE
    if sight.phase == MONUMENT:
        built = sight.monument_squares[action - DO_MONUMENT] != NONE
        return Reason.BUILT if built else Reason.OTHER_COLOURS
    if sight.phase == TREASURE:
        return _against_take(sight, sight.start_cells[action - DO_TAKE])
    return _against_choice(sight, action)


def _phases_of(action: int) -> tuple[int, ...]:
    """The phases in which an action can be decided on."""
    if action < DO_SQUARE or action == DO_WITHDRAW:
        return (CELL,)
    if action < DO_TAKE:
        return (SQUARE,)
    if action < DO_TILE:
        return (TREASURE,)
    if action < DO_WITHDRAW:
        return (ACTION,)
    if action <= DO_DRAW:
        return (SWAP,)
    if action < DO_SUPPORT:
        return (WAR,)
    if action < DO_MONUMENT:
        return (SUPPORT,)
    return (SQUARE, MONUMENT) if action == DO_NO_MONUMENT else (MONUMENT,)


def _against_choice(sight: TigrisSight, action: int) -> Reason:
    """Of an action or in a swap."""
    if action == DO_DRAW:
        return Reason.NOTHING_PUT_AWAY
    if action == DO_SWAP:
        return Reason.NOTHING_TO_SWAP
    if action == DO_CATASTROPHE:
        left = sight.catastrophes_left[sight.active]
        return Reason.NO_ROOM_FOR_CATASTROPHE if left else Reason.NO_CATASTROPHE
    if DO_LEADER <= action < DO_CATASTROPHE:
        return Reason.NO_ROOM_FOR_LEADER
    held = sight.hands[sight.active][_colour(action)]
    return Reason.NO_ROOM_FOR_TILE if held else Reason.NO_TILE


def _against_cell(sight: TigrisSight, cell: int) -> Reason:
    if cell in sight.catastrophes:
        return Reason.DEAD_CELL
    if cell == sight.lifted:
        return Reason.SAME_CELL
    if cell in sight.leader_at:
        return Reason.LEADER_THERE
    if sight.piece == PIECE_CATASTROPHE:
        return Reason.MONUMENT_THERE if cell in sight.flipped else Reason.TREASURE_THERE
    if cell in sight.taken:
        return Reason.TILE_THERE
    if sight.piece >= PIECE_LEADER:
        if cell in sight.rivers:
            return Reason.RIVER_FOR_LEADER
        return Reason.TWO_KINGDOMS if cell in sight.beside_temples else Reason.NO_TEMPLE
    if (cell in sight.rivers) != (sight.piece == BLUE):
        return Reason.NOT_A_RIVER if sight.piece == BLUE else Reason.RIVER_FOR_TILE
    return Reason.THREE_KINGDOMS


def _against_support(sight: TigrisSight, number: int) -> Reason:
    assert sight.conflict is not None
    if number > sight.hands[sight.to_move][sight.conflict.tiles]:
        return Reason.TOO_FEW_TILES
    attacking = sight.conflict.attacker_support is None
    return Reason.MUST_LEAD if attacking else Reason.MUST_DRAW_LEVEL


def _against_take(sight: TigrisSight, cell: int) -> Reason:
    if cell not in sight.treasures:
        return Reason.NO_TREASURE
    inside = cell in sight.trader_treasures
    return Reason.CORNERS_FIRST if inside else Reason.OTHER_KINGDOM
