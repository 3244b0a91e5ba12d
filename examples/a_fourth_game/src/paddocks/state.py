"""The structs of Paddocks, its phases and action numbers. Read this first.

A paddock is numbered 5 * row + column, both from 0, row 0 at the top; it is written `B3` (column B,
third row).
"""

from __future__ import annotations

from triarchy.engine.features import BITS, Features
from triarchy.engine.structs import struct_type

MOST_SIDE = 5
MOST_PADDOCKS = MOST_SIDE * MOST_SIDE
MOST_PLAYERS = 4
STONES = 5
"""The stones are numbered 1 to 5; the bag is filled in this order, again and again."""
HAND = 3
HIDDEN_STONE = 255

# Phases
CHOOSE, LAY, OVER = range(3)
PHASES = ("choose", "lay", "over")

# Actions:  stone 0-4 | paddock 5-29
DO_STONE = 0
DO_PADDOCK = DO_STONE + STONES
ACTIONS = DO_PADDOCK + MOST_PADDOCKS
LEGAL_LIMIT = MOST_PADDOCKS

STATE = struct_type(
    __file__,
    [
        ("rng", "u8", (1,)),  # scratch for the set-up, 0 afterwards
        ("turn", "i2"),  # stones laid
        ("stones", "u1", (MOST_PADDOCKS,)),  # number of the stone on each paddock; 0: free
        ("owners", "u1", (MOST_PADDOCKS,)),  # whose it is: seat + 1; 0: free
        ("bag", "u1", (MOST_PADDOCKS,)),  # the next stone last
        ("hands", "u1", (MOST_PLAYERS, STONES)),  # how many of each number
        ("hand_sizes", "u1", (MOST_PLAYERS,)),
        ("bag_size", "u1"),
        ("stone", "u1"),  # chosen, not laid yet; 0: none
        ("open_hands", "u1"),
        ("players", "i1"),
        ("phase", "i1"),
        ("to_move", "i1"),
        ("viewer", "i1"),
    ],
)

BOARD = struct_type(
    __file__,
    [
        ("side", "i2"),  # rows, and columns
        ("paddocks", "i2"),
        ("dry", "u1", (MOST_PADDOCKS,)),  # 1: a paddock; 0: a pond, or outside
    ],
)

FEATURES = Features(
    ("dry", MOST_PADDOCKS, "1 for each paddock of this meadow", BITS),
    ("stones", (MOST_PLAYERS, MOST_PADDOCKS), "stone of the k-th seat on each paddock"),
    ("hand", STONES, "own stones, by number"),
    ("hand_sizes", MOST_PLAYERS, "stones in the k-th seat's hand"),
    ("bag", 1, "stones in the bag"),
    ("stone", STONES, "the chosen stone", BITS),
    ("phase", len(PHASES), "the phase", BITS),
    ("to_move", MOST_PLAYERS, "the seat to move", BITS),
)
AT = FEATURES.starts()
