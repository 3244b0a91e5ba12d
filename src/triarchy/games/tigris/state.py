"""The State and Board records of Euphrat & Tigris, its phases and the numbers of its actions.

The board has 16 columns (A to P) and 11 rows (1 to 11 from the north). A cell is
`row * 16 + column`, counted from 0:

          A    B    C         O    P
    1     0    1    2  ...   14   15      A set of cells is three uint64 words:
    2    16   17   18  ...   30   31      rows 1-4 are word 0, rows 5-8 word 1,
    ...                                   rows 9-11 the lower 48 bits of word 2;
    11  160  161  162  ...  174  175      cell c is bit c % 64 of word c // 64.

Actions:

      0 - 175   cell A1 ... cell P11            374 - 377  discard black, red, blue, green
    176 - 351   square A1 ... (top-left cell)   378        draw
    352 - 361   take: the n-th start temple     379 - 382  war black, red, blue, green
    362 - 365   tile black, red, blue, green    383 - 389  support 0 ... 6
    366 - 369   leader black, red, blue, green  390 - 395  monument (in the order of PAIRS)
    370         catastrophe                     396        monument none
    371         swap
    372         pass
    373         withdraw
"""

from __future__ import annotations

from triarchy.engine.stubs import struct_type

COLUMNS = 16
ROWS = 11
CELLS = COLUMNS * ROWS
WORDS = 3
SEATS = 4
NOWHERE = -1

COLOURS = ("black", "red", "blue", "green")
"""In this order everywhere: settlement and king, temple and priest, farm and farmer, market and
trader."""
BLACK, RED, BLUE, GREEN = range(4)
TREASURE = 4
"""The column of `points` after the four colours."""

TILES = (30, 57, 36, 30)
"""Tiles of each colour in the game; ten of the red ones start on the board."""
START_TEMPLES = 10
BAG = sum(TILES) - START_TEMPLES
HAND = 6
CATASTROPHES = 2
ACTIONS_A_TURN = 2
LAST_TURN = 500
TREASURES_AT_THE_END = 2
"""With this many treasures or fewer on the board at the end of a turn the game is over."""

PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
"""The two colours of each monument."""
MONUMENTS = len(PAIRS)

PHASES = (
    "action",
    "cell",
    "swap",
    "war",
    "support",
    "square",
    "monument",
    "treasure",
    "over",
)
(
    ACTION,
    CELL,
    SWAP,
    WAR,
    SUPPORT,
    SQUARE,
    MONUMENT,
    TAKING,
    OVER,
) = range(9)

# Values of `piece`: 0 to 3 a tile of that colour, 4 to 7 a leader, 8 a catastrophe.
PIECE_LEADER = 4
PIECE_CATASTROPHE = 8

# Values of `conflict`.
NO_CONFLICT, REVOLT, WARFARE = range(3)

DO_CELL = 0
DO_SQUARE = 176
DO_TAKE = 352
DO_TILE = 362
DO_LEADER = 366
DO_CATASTROPHE = 370
DO_SWAP = 371
DO_PASS = 372
DO_WITHDRAW = 373
DO_DISCARD = 374
DO_DRAW = 378
DO_WAR = 379
DO_SUPPORT = 383
DO_MONUMENT = 390
DO_NO_MONUMENT = 396
ACTIONS = 397
LEGAL_LIMIT = CELLS + 1

STATE = struct_type(
    __file__,
    [
        # Sets of cells.
        ("tiles", "u8", (4, WORDS)),  # face-up tiles of each colour
        ("flipped", "u8", (WORDS,)),  # tiles under monuments
        ("treasures", "u8", (WORDS,)),
        ("catastrophes", "u8", (WORDS,)),
        ("leaders", "u8", (WORDS,)),  # derived: the cells of leader_cell
        # Derived: cells next to at least one, two, three, four kingdoms (see regions.survey).
        ("near", "u8", (4, WORDS)),
        ("points", "i4", (SEATS, 5)),  # black, red, blue, green, treasures
        ("turn", "i2"),  # turns completed
        ("leader_cell", "i2", (SEATS, 4)),  # by seat and colour; NOWHERE: at home
        ("monument_square", "i2", (MONUMENTS,)),  # top-left cell; NOWHERE: not built
        ("placed", "i2"),  # cell of the tile laid in this action, else NOWHERE
        ("unification", "i2"),  # the marked cell while wars are pending, else NOWHERE
        ("square", "i2"),  # top-left cell, in phase monument, else NOWHERE
        ("bag_count", "i2"),
        ("attacker_board", "i2"),  # strengths on the board in the conflict being fought
        ("defender_board", "i2"),
        ("discarded_count", "i2", (SEATS,)),  # kept in views
        ("bag", "u1", (BAG,)),  # colours; bag[bag_count - 1] is drawn next, drawn ones are 0
        ("removed", "u1", (4,)),  # tiles that left the game before everyone's eyes
        ("discarded", "u1", (SEATS, 4)),  # swapped away face down; zeros where hidden
        ("hands", "i1", (SEATS, 4)),  # zeros where hidden
        ("hand_count", "i1", (SEATS,)),  # kept in views
        ("swapped", "i1", (4,)),  # put away so far in this swap; zeros where hidden
        ("swapped_count", "i1"),  # kept in views
        ("monument_on", "i1", (MONUMENTS,)),  # colour of the four flipped tiles; -1: not built
        ("catastrophes_left", "i1", (SEATS,)),
        ("actions_left", "i1"),
        ("active", "i1"),  # the seat whose turn it is
        ("piece", "i1"),  # chosen piece in phase cell, else -1
        ("conflict", "i1"),  # NO_CONFLICT, REVOLT or WARFARE; set in phase support only
        ("conflict_colour", "i1"),  # colour of the leaders; -1 without a conflict
        ("attacker", "i1"),  # seats; -1 without a conflict
        ("defender", "i1"),
        ("attacker_support", "i1"),  # tiles committed; -1 until then
        ("taker", "i1"),  # seat taking treasures, in phase treasure, else -1
        ("open_points", "i1"),  # option
        ("english_support", "i1"),  # option
        ("players", "i1"),
        ("phase", "i1"),
        ("to_move", "i1"),
        ("viewer", "i1"),
    ],
)

# Features that `observe` writes; seats are counted from the one that looks, clockwise. First
# planes of 176 cells each, then single numbers (cut off at 127).
#
#   face-up tiles                black, red, blue, green    4 planes
#   flipped tiles, treasures, catastrophes, rivers          4
#   leaders                      seat x colour             16
#   cells under a monument       of each colour             4
#   the tile laid, the square of the monument offered       2
#   cells next to one, two, three kingdoms at least         3
#   own hand, own discarded, own swapped   by colour      3 * 4 numbers
#   tiles in hand, discarded, catastrophes left   by seat 3 * 4
#   points                       seat x (colours, treasures) 20
#   removed                      by colour                  4
#   bag, swapped, treasures on the board, actions left, turns completed  5
#   active seat, seat to move    one-hot                  2 * 4
#   phase                        one-hot                    9
#   piece                        one-hot                    9
#   monuments left                                          6
#   conflict: kind, colour       one-hot                  2 + 4
#   conflict: attacker, defender one-hot                  2 * 4
#   conflict: board strengths, committed tiles, whether committed  4
#   players, english support                                2
PLANES = 33
OBSERVATION = PLANES * CELLS + 12 + 12 + 20 + 4 + 5 + 8 + 9 + 9 + 6 + 6 + 8 + 4 + 2

BOARD = struct_type(
    __file__,
    [
        ("land", "u8", (WORDS,)),
        ("river", "u8", (WORDS,)),
        ("starts", "u8", (WORDS,)),  # cells with a temple and a treasure at the start
        ("corners", "u8", (WORDS,)),  # the start cells whose treasure is taken first
        ("start_cell", "i2", (START_TEMPLES,)),  # by row, then column
    ],
)
