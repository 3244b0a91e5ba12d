"""The records of China, its phases and the numbering of its actions: read this first."""

from __future__ import annotations

from triarchy.engine.stubs import struct_type

SEATS = 5
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
PLACE_HOUSE = 0
PLACE_FORT = 64
PLACE_EMISSARY = 128
END = 137
PASS = 138
SWAP = 139
PAY_WITH = 144
DRAW_OPEN = 149
DRAW_DECK = 153
ACTIONS = 154
LEGAL_LIMIT = 2 * FIELDS + PROVINCES + len(COLOURS)

STATE = struct_type(
    __file__,
    [
        ("houses", "u8", (SEATS,)),  # of each seat, the fields with its houses
        ("forts", "u8"),  # the fields with a fortification, with or without a house on it
        ("rng", "u8", (1,)),  # hidden in views: 0
        ("turn", "i4"),
        ("points", "i2", (SEATS, 3)),  # FOR_ALLIANCES and FOR_ROADS are 0 until the game is over
        ("piece", "i2"),  # in phase pay the action that chose the piece, else NONE
        ("scored", "u2"),  # the provinces whose houses have been scored, bit i for province i
        ("hands", "i1", (SEATS, 5)),  # cards of each colour; hidden in views: 0
        ("hand_sizes", "i1", (SEATS,)),  # also right where the hand is hidden
        ("known", "i1", (SEATS, 5)),  # the part of each hand that everyone saw drawn
        ("deck", "i1", (CARDS,)),  # the next card is deck[deck_size - 1]; hidden in views: 0
        ("deck_size", "i1"),
        ("discards", "i1", (CARDS,)),  # oldest first
        ("discard_count", "i1"),
        ("open", "i1", (ROW,)),  # colours, or NONE
        ("emissaries", "i1", (PROVINCES, SEATS)),
        ("supply", "i1", (SEATS, 3)),
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

# What `observe` writes, in this order; seats are counted from the seat that looks.
#   0    houses of seat k, by field          5 x 64, 0 or 1
#   320  fortifications, by field            64, 0 or 1
#   384  emissaries in province i of seat k  9 x 5
#   429  scored provinces                    9
#   438  cards of one's own hand, by colour  5
#   443  known cards of seat k, by colour    5 x 5
#   468  number of cards of seat k           5
#   473  colour of open slot i               4 x 5
#   493  discards, by colour                 5
#   498  cards in the deck                   1
#   499  times the deck has run out          3, one of them 1
#   502  supply of seat k, by kind           5 x 3
#   517  points of seat k, at most 127       5
#   522  played with fortifications          1
#   523  province of the turn                9
#   532  limit, placed, swapping             3
#   535  kind of the chosen piece            3
#   538  field of the chosen piece           64
#   602  phase                               4
#   606  starter, seat to move               2 x 5
#   616  turns completed, at most 127        1
#   617  number of players: 3, 4, 5          3
OBSERVATION = 620
