"""The state and board structs of Tigris & Euphrates, its phases and the numbers of its actions.

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

from triarchy.engine.features import BITS, Features
from triarchy.engine.structs import struct_type

COLUMNS = 16
ROWS = 11
CELLS = COLUMNS * ROWS
WORDS = 3
MOST_PLAYERS = 4
NONE = -1
"""No cell, no seat, no colour; a leader at home, a monument not built."""

COLOURS = ("black", "red", "blue", "green")
"""In this order everywhere: settlement and king, temple and priest, farm and farmer, market and
trader."""
BLACK, RED, BLUE, GREEN = range(4)
TREASURE_COLUMN = 4
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
    TREASURE,
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
        ("points", "i4", (MOST_PLAYERS, 5)),  # black, red, blue, green, treasures
        ("turn", "i2"),  # turns completed
        ("leader_cell", "i2", (MOST_PLAYERS, 4)),  # by seat and colour; NONE: at home
        ("monument_square", "i2", (MONUMENTS,)),  # top-left cell; NONE: not built
        ("placed", "i2"),  # cell of the tile laid in this action, else NONE
        ("unification", "i2"),  # the marked cell while wars are pending, else NONE
        ("square", "i2"),  # top-left cell, in phase monument, else NONE
        ("bag_size", "i2"),
        ("attacker_board", "i2"),  # strengths on the board in the conflict being fought
        ("defender_board", "i2"),
        ("discarded_sizes", "i2", (MOST_PLAYERS,)),  # kept in views
        ("bag", "u1", (BAG,)),  # colours; bag[bag_size - 1] is drawn next, drawn ones are 0
        ("removed", "u1", (4,)),  # tiles that left the game before everyone's eyes
        ("discarded", "u1", (MOST_PLAYERS, 4)),  # swapped away face down; zeros where hidden
        ("hands", "i1", (MOST_PLAYERS, 4)),  # zeros where hidden
        ("hand_sizes", "i1", (MOST_PLAYERS,)),  # kept in views
        ("swapped", "i1", (4,)),  # put away so far in this swap; zeros where hidden
        ("swapped_size", "i1"),  # kept in views
        ("monument_on", "i1", (MONUMENTS,)),  # colour of the four flipped tiles; -1: not built
        ("catastrophes_left", "i1", (MOST_PLAYERS,)),
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

FEATURES = Features(
    # Planes of cells.
    ("tiles", (4, CELLS), "face-up tiles: black, red, blue, green", BITS),
    ("flipped", CELLS, "flipped tiles", BITS),
    ("treasures", CELLS, "treasures", BITS),
    ("catastrophes", CELLS, "catastrophes", BITS),
    ("rivers", CELLS, "rivers", BITS),
    (
        "leaders",
        (4 * MOST_PLAYERS, CELLS),
        "leaders: the k-th seat's black, red, blue, green",
        BITS,
    ),
    ("monuments", (4, CELLS), "cells under a monument of each colour", BITS),
    ("placed", CELLS, "the tile laid in this action", BITS),
    ("square", CELLS, "the square of the monument that is offered", BITS),
    ("near", (3, CELLS), "cells next to at least one, two, three kingdoms", BITS),
    # Single numbers.
    ("hand", 4, "own hand, by colour"),
    ("discarded", 4, "own tiles swapped away"),
    ("swapped", 4, "own tiles put away in this swap"),
    ("hand_sizes", MOST_PLAYERS, "tiles in hand, by seat"),
    ("discarded_sizes", MOST_PLAYERS, "tiles swapped away, by seat"),
    ("catastrophes_left", MOST_PLAYERS, "catastrophes left, by seat"),
    ("points", (MOST_PLAYERS, 5), "points of the k-th seat: black, red, blue, green, treasures"),
    ("removed", 4, "tiles removed from the game before all eyes, by colour"),
    ("bag_size", 1, "tiles in the bag"),
    ("swapped_size", 1, "tiles put away in this swap"),
    ("treasures_left", 1, "treasures on the board"),
    ("actions_left", 1, "actions left"),
    ("turn", 1, "turns completed"),
    ("active", MOST_PLAYERS, "seat whose turn it is", BITS),
    ("to_move", MOST_PLAYERS, "seat to move", BITS),
    ("phase", 9, "phase: action, cell, swap, war, support, square, monument, treasure, over", BITS),
    ("piece", 9, "chosen piece: tile of each colour, leader of each colour, catastrophe", BITS),
    ("monuments_left", MONUMENTS, "monuments not yet built, in the order of the actions", BITS),
    ("conflict", 2, "conflict: revolt, war", BITS),
    ("conflict_colour", 4, "its colour", BITS),
    ("attacker", MOST_PLAYERS, "attacker", BITS),
    ("defender", MOST_PLAYERS, "defender", BITS),
    ("attacker_board", 1, "strength on the board of the attacker"),
    ("defender_board", 1, "strength on the board of the defender"),
    ("attacker_support", 1, "tiles the attacker has committed"),
    ("attacker_decided", 1, "whether he has decided how many", BITS),
    ("players", 1, "number of players"),
    ("english_support", 1, 'option `support="english"`', BITS),
)
"""What `observe` writes; seats are counted from the one that looks, clockwise, and what could be
more than 127 is cut off there."""
AT = FEATURES.starts()

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
