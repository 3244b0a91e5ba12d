"""Meridian's structs, phases, action numbers and observation. Read this first.

The towers are one byte per city, `towers[meridian, row]`, both counted from 0 here (and from 1 in
the notation); row 0 is northmost:

    meridian  0  1  2  3  4  5  6  7  8  9          a tower: height + 64 * seat
    row 0     .  .  .  .  .  .  .  .  .  .   north  an empty city: 0
    row 4     .  .  .  .  .  .  .  .  .  .   south  (row 3 is the last with three players)
"""

from __future__ import annotations

from triarchy.engine.features import BITS, Features
from triarchy.engine.structs import struct_type

NONE = -1
"""No seat, no card, no meridian, no row."""

MERIDIANS = 10
MOST_ROWS = 5
MOST_PLAYERS = 4
PIECES = 20
"""Tower pieces per player; with two players each has two colours, so twice as many."""
CARD_KINDS = 13
HAND = 2
"""Cards that lie open in front of a player."""
MOST_CARDS = 2 * CARD_KINDS
MOST_HEIGHT = 2 * PIECES
MOST_ISLANDS = MERIDIANS * MOST_ROWS
MOST_TURNS = 52

CARDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "1-3", "4-7", "8-10")
"""The cards in the order of the notation; a card's code is its place here, from 1."""
GROUPS = {10: (0, 2), 11: (3, 6), 12: (7, 9)}
"""For each group card's index its first and last meridian, counted from 0."""
HIDDEN_CARD = 255

# Phases
CARD, MERIDIAN, BUILD, CITY, OVER = range(5)
PHASES = ("card", "meridian", "build", "city", "over")

# Actions:  card 0-12 | meridian 13-22 | done 23 | lift 24-28 | height 29-68 | city 69-73
DO_CARD = 0
DO_MERIDIAN = 13
DO_DONE = 23
DO_LIFT = 24
DO_HEIGHT = 29
"""`height h` is DO_HEIGHT + h - 1."""
DO_CITY = DO_HEIGHT + MOST_HEIGHT
ACTIONS = DO_CITY + MOST_ROWS
LEGAL_LIMIT = 1 + MOST_ROWS + MOST_HEIGHT

STATE = struct_type(
    __file__,
    [
        ("rng", "u8", (1,)),  # scratch for the set-up, 0 afterwards
        ("turn", "i2"),
        ("towers", "u1", (MERIDIANS, MOST_ROWS)),
        ("piles", "u1", (MOST_PLAYERS, MOST_CARDS)),  # card codes, the next card last
        ("discards", "u1", (MOST_PLAYERS, MOST_CARDS)),  # card codes, the oldest first
        ("open", "u1", (MOST_PLAYERS, HAND)),  # card codes; 0: none
        ("pile_sizes", "u1", (MOST_PLAYERS,)),
        ("discard_sizes", "u1", (MOST_PLAYERS,)),
        ("supply", "u1", (MOST_PLAYERS,)),
        ("card", "u1"),  # the chosen card's code; 0: not chosen yet
        ("meridian", "u1"),  # the chosen meridian, counted from 1; 0: not chosen yet
        ("lifted_row", "u1"),  # the row of the tower taken back this turn, from 1; 0: none
        ("lifted_height", "u1"),
        ("height", "u1"),  # the chosen height; 0: not chosen yet
        ("players", "i1"),
        ("phase", "i1"),
        ("to_move", "i1"),
        ("viewer", "i1"),
    ],
)

BOARD = struct_type(
    __file__,
    [
        ("rows", "i2"),
        ("islands", "i2"),
        ("island", "u1", (MERIDIANS, MOST_ROWS)),
        ("capital", "u1", (MERIDIANS, MOST_ROWS)),
        ("cities", "u1", (MOST_ISLANDS, MERIDIANS)),  # of each island: 5 * meridian + row
        ("value", "u1", (MOST_ISLANDS,)),  # points of each island: its number of cities
    ],
)

FEATURES = Features(
    (
        "towers",
        (MOST_PLAYERS, MERIDIANS * MOST_ROWS),
        "tower of the k-th seat in city (meridian, row): 0 or 1; the city's index is 5 x meridian + row",
        BITS,
    ),
    ("heights", MERIDIANS * MOST_ROWS, "height of the tower in the city"),
    ("supply", MOST_PLAYERS, "pieces in supply"),
    ("open", (MOST_PLAYERS, CARD_KINDS), "open cards by kind"),
    ("discards", (MOST_PLAYERS, CARD_KINDS), "discarded cards by kind"),
    ("card", CARD_KINDS, "chosen card", BITS),
    ("meridian", MERIDIANS, "chosen meridian", BITS),
    ("lifted_row", MOST_ROWS, "row of the tower taken back this turn", BITS),
    ("lifted_height", 1, "height of the tower taken back this turn"),
    ("height", 1, "chosen height"),
    ("phase", len(PHASES), "phase: card, meridian, build, city, over", BITS),
    ("to_move", MOST_PLAYERS, "seat to move", BITS),
    ("turn", 1, "turns completed"),
)
AT = FEATURES.starts()
