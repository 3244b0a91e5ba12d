"""The structs of China, its phases, the numbering of its actions, its features: read this first."""

from __future__ import annotations

from triarchy.engine.features import BITS, Features
from triarchy.engine.structs import struct_type

MOST_PLAYERS = 5
COLOURS = ("red", "green", "orange", "yellow", "violet")
RED, GREEN, ORANGE, YELLOW, VIOLET = range(5)
FIELDS = 64
"""A map has at most this many house fields: a set of fields is one uint64, bit i for field i."""
PROVINCES = 9
ALLIANCES = 36
ROADS = 120
ROADS_AT_FIELD = 6
"""No field has more roads than this."""
CARDS = 64
"""At most this many cards are in the game."""
# Ruling C-4: so at most two pieces are paid in a turn, at most one of them by a joker.
HAND = 3
ROW = 4
"""This many cards lie open beside the deck."""
SHORTEST_ROW = 4
"""A row of houses along the roads counts from this length on."""
NONE = -1
"""No card in an open slot, no province, no piece."""

# The kinds of pieces: columns of `supply`.
HOUSE, EMISSARY, FORT = range(3)
PIECES = ("houses", "emissaries", "forts")
START_SUPPLY = (20, 8, 1)
"""The ninth emissary is the score counter; the fortification comes with the option alone."""

# The phases, in the order of `PHASES`.
MAIN, PAY, DRAW, OVER = range(4)
PHASES = ("main", "pay", "draw", "over")

# The parts of the points: columns of `points`.
FOR_HOUSES, FOR_ALLIANCES, FOR_ROADS = range(3)

# Actions. Fields are numbered as the board file lists them, province by province; provinces,
# colours and open slots in the order of the file, of COLOURS and of the row.
#
#     0 ..  63   house + field             137          end
#    64 .. 127   fort + field              138          pass
#   128 .. 136   emissary + province       139 .. 143   swap + colour
#                                          144 .. 148   pay + colour
#                                          149 .. 152   draw + slot ("draw 1" is 149)
#                                          153          draw deck
DO_HOUSE = 0
DO_FORT = 64
DO_EMISSARY = 128
DO_END = 137
DO_PASS = 138
DO_SWAP = 139
DO_PAY = 144
DO_DRAW = 149
DO_DRAW_DECK = 153
ACTIONS = 154
LEGAL_LIMIT = 2 * FIELDS + PROVINCES + len(COLOURS)

STATE = struct_type(
    __file__,
    [
        ("houses", "u8", (MOST_PLAYERS,)),  # of each seat, the fields with its houses
        ("forts", "u8"),  # the fields with a fortification, with or without a house on it
        ("rng", "u8", (1,)),  # hidden in views: 0
        ("turn", "i4"),
        (
            "points",
            "i2",
            (MOST_PLAYERS, 3),
        ),  # FOR_ALLIANCES and FOR_ROADS are 0 until the game is over
        ("piece", "i2"),  # in phase pay the action that chose the piece, else NONE
        ("scored", "u2"),  # the provinces whose houses have been scored, bit i for province i
        ("hands", "i1", (MOST_PLAYERS, 5)),  # cards of each colour; hidden in views: 0
        ("hand_sizes", "i1", (MOST_PLAYERS,)),  # also right where the hand is hidden
        ("known", "i1", (MOST_PLAYERS, 5)),  # the part of each hand that everyone saw drawn
        ("deck", "i1", (CARDS,)),  # the next card is deck[deck_size - 1]; hidden in views: 0
        ("deck_size", "i1"),
        ("discards", "i1", (CARDS,)),  # oldest first
        ("discards_size", "i1"),
        ("open", "i1", (ROW,)),  # colours, or NONE
        ("emissaries", "i1", (PROVINCES, MOST_PLAYERS)),
        ("supply", "i1", (MOST_PLAYERS, 3)),
        ("players", "i1"),
        ("phase", "i1"),
        ("to_move", "i1"),
        ("viewer", "i1"),
        ("with_forts", "i1"),  # the option
        ("exhausted", "i1"),  # how often the deck has run out: 0, 1, 2
        ("starter", "i1"),  # the seat with the emperor
        # The keys of the turn.
        ("province", "i1"),  # NONE until a piece has been chosen
        ("limit", "i1"),  # 0 until a piece has been chosen, then 1 or 2
        ("placed", "i1"),
        ("swapping", "i1"),
    ],
)

BOARD = struct_type(
    __file__,
    [
        ("near", "u8", (FIELDS,)),  # the fields joined to a field by a road
        ("fields_of", "u8", (PROVINCES,)),
        ("fields_of_colour", "u8", (5,)),
        ("all_fields", "u8"),
        ("first_roads", "u8", (FIELDS,)),  # of each field, its roads 0 to 63
        ("later_roads", "u8", (FIELDS,)),  # of each field, its roads 64 to 127
        ("road_count", "i2"),
        ("cards", "i1", (5,)),  # of each colour, before any are taken out
        ("province_of", "i1", (FIELDS,)),
        ("colour_of", "i1", (PROVINCES,)),
        ("road_ends", "i1", (ROADS, 2)),
        ("alliances", "i1", (ALLIANCES, 2)),
        ("field_count", "i1"),
        ("province_count", "i1"),
        ("alliance_count", "i1"),
    ],
)

# What `observe` writes, as int8; seats are counted from the seat that looks, clockwise.
FEATURES = Features(
    ("houses", (MOST_PLAYERS, FIELDS), "house of the k-th seat on the field", BITS),
    ("forts", FIELDS, "fortification on the field", BITS),
    ("emissaries", (PROVINCES, MOST_PLAYERS), "emissaries in the province, by seat"),
    ("scored", PROVINCES, "provinces whose houses are scored", BITS),
    ("hand", len(COLOURS), "own hand, by colour: red, green, orange, yellow, violet"),
    (
        "known",
        (MOST_PLAYERS, len(COLOURS)),
        "cards of the k-th seat that everyone saw drawn, by colour",
    ),
    ("hand_sizes", MOST_PLAYERS, "cards in hand, by seat"),
    ("open", (ROW, len(COLOURS)), "colour of the open card in each slot", BITS),
    ("discards", len(COLOURS), "discarded cards, by colour"),
    ("deck_size", 1, "cards in the deck"),
    ("exhausted", 3, "how often the deck has run out: 0, 1, 2", BITS),
    (
        "supply",
        (MOST_PLAYERS, len(PIECES)),
        "supply of the k-th seat: houses, emissaries, fortifications",
    ),
    ("points", MOST_PLAYERS, "points, by seat, at most 127"),
    ("with_forts", 1, "option `forts`", BITS),
    ("province", PROVINCES, "province of this turn", BITS),
    ("placing", 3, "limit of pieces, pieces placed, whether a card is swapped"),
    ("piece", len(PIECES), "kind of the chosen piece: house, emissary, fortification", BITS),
    ("field", FIELDS, "field of the chosen piece", BITS),
    ("phase", len(PHASES), "phase: main, pay, draw, over", BITS),
    ("starter", MOST_PLAYERS, "starting player", BITS),
    ("to_move", MOST_PLAYERS, "seat to move", BITS),
    ("turn", 1, "turns completed, at most 127"),
    ("players", 3, "number of players: 3, 4, 5", BITS),
)
AT = FEATURES.starts()
