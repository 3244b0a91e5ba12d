"""What the rules know about each seat's position, as numbers for a network that foretells who wins.

A seat's colours stand in the order of its points, the weakest first: what a leader is worth depends
more on how much its colour is needed than on which colour it is.
"""

from __future__ import annotations

from triarchy.engine.arrays import np
from triarchy.engine.compiled import compiled
from triarchy.engine.features import Features
from triarchy.games.tigris.advice import hopes, turns_left
from triarchy.games.tigris.regions import (
    common,
    connected_cells,
    contains,
    fill,
    is_empty,
    load,
    neighbours,
    north_of,
    single,
    size,
    union,
    west_of,
    without,
)
from triarchy.games.tigris.scoring import ascending, compare, with_treasures
from triarchy.games.tigris.state import (
    GREEN,
    MONUMENTS,
    MOST_PLAYERS,
    NONE,
    PAIRS,
    RED,
    TREASURE_COLUMN,
)

SEAT_FEATURES = Features(
    # Four numbers each, of the colours from the weakest to the strongest.
    ("ahead", 4, "points more than in the weakest colour"),
    ("leader", 4, "its leader is on the board"),
    ("followers", 4, "followers in the leader's kingdom"),
    ("temples", 4, "temples next to the leader"),
    ("monuments", 4, "monuments of the colour in the leader's kingdom"),
    ("tiles", 4, "tiles of the colour in hand"),
    ("gain", 4, "the most a war would bring that the seat is strong enough for"),
    ("loss", 4, "the most a war would cost that another is strong enough for"),
    ("revolt", 4, "by how much somebody's revolt would be too strong for the leader"),
    ("chance", 4, "its leader is at home, and could drive another one out"),
    ("kingdom", 4, "cells of the leader's kingdom"),
    ("company", 4, "own leaders in the leader's kingdom beside it"),
    ("square", 4, "the kingdom lacks a tile that is in hand for a monument of the colour"),
    # By colour.
    ("home", 4, "black, red, blue, green: its leader is at home"),
    ("hand", 4, "tiles in hand"),
    # Single numbers.
    ("score", 4, "the score if the game ended now, from the weakest colour to the strongest"),
    ("lead", 4, "how much more that is than the best other seat's"),
    ("treasures", 1, "treasures"),
    ("near_treasures", 1, "treasures in the trader's kingdom"),
    ("catastrophes", 1, "catastrophes left"),
    ("outlook", 1, "what the evaluation by hand expects, in sixteenths"),
    ("outlook_lead", 1, "how much more that is than the best other seat's"),
    ("turns_left", 1, "about how many turns are left to each, in quarters"),
    ("bag", 1, "tiles in the bag, in eighths"),
    ("treasures_left", 1, "treasures on the board"),
    ("wait", MOST_PLAYERS, "turns until it is this seat's"),
)
"""What `seat_features` writes for every seat."""
AT = SEAT_FEATURES.starts()

LEADERS = 4 * MOST_PLAYERS
NEAR_TEMPLES = 2
"""So many temples a leader that comes to a kingdom for a revolt is thought to find next to it."""


@compiled
def survey_kingdoms(state, area, kingdoms, of_leader):
    """The kingdoms, as rows of three words, and for each leader (4 x seat + colour) which one it is
    in, NONE at home."""
    count = 0
    for leader in range(LEADERS):
        of_leader[leader] = NONE
        seat = leader >> 2
        cell = int(state.leader_cell[seat, leader & 3]) if seat < int(state.players) else NONE
        if cell == NONE:
            continue
        for k in range(count):
            if contains(load(kingdoms[k]), cell):
                of_leader[leader] = k
        if of_leader[leader] == NONE:
            kingdom = fill(single(cell), area)
            kingdoms[count, 0], kingdoms[count, 1], kingdoms[count, 2] = kingdom
            of_leader[leader] = count
            count += 1


@compiled
def order_of(points, order):
    """The colours by points, the weakest first."""
    for i in range(4):
        order[i] = i
    for i in range(1, 4):
        k = i
        while k > 0 and int(points[order[k]]) < int(points[order[k - 1]]):
            order[k], order[k - 1] = order[k - 1], order[k]
            k -= 1


@compiled
def nearly_squares(tiles, free):
    """The top-left cells of squares with three tiles of a colour and a free cell."""
    west, north = west_of(tiles), north_of(tiles)
    both = north_of(west)
    free_west, free_north = west_of(free), north_of(free)
    free_both = north_of(free_west)
    found = common(common(west, north), common(both, free))
    found = union(found, common(common(tiles, north), common(both, free_west)))
    found = union(found, common(common(tiles, west), common(both, free_north)))
    return union(found, common(common(tiles, west), common(north, free_both)))


@compiled
def wars(state, kingdoms, of_leader, free, stakes):
    """What wars between kingdoms that one tile can join would bring and cost each leader, into
    `stakes`; whoever has more followers and tiles in hand is thought to win."""
    beyond = load(state.near[2])
    for leader in range(LEADERS):
        stakes[leader, 0] = 0
        stakes[leader, 1] = 0
    for one in range(LEADERS):
        here = int(of_leader[one])
        if here == NONE:
            continue
        colour = one & 3
        for other in range(one + 4, LEADERS, 4):
            there = int(of_leader[other])
            if there < 0 or there == here:
                continue
            border = common(neighbours(load(kingdoms[here])), neighbours(load(kingdoms[there])))
            if is_empty(without(common(border, free), beyond)):
                continue
            tiles = load(state.tiles[colour])
            mine = size(common(load(kingdoms[here]), tiles))
            theirs = size(common(load(kingdoms[there]), tiles))
            more = mine + int(state.hands[one >> 2, colour])
            more -= theirs + int(state.hands[other >> 2, colour])
            if more > 0:
                stakes[one, 0] = max(stakes[one, 0], theirs + 1)
                stakes[other, 1] = max(stakes[other, 1], theirs + 1)
            elif more < 0:
                stakes[other, 0] = max(stakes[other, 0], mine + 1)
                stakes[one, 1] = max(stakes[one, 1], mine + 1)


@compiled
def monuments_in(state, kingdom, colour):
    found = 0
    for monument in range(MONUMENTS):
        square = int(state.monument_square[monument])
        if square != NONE and contains(kingdom, square):
            first, second = PAIRS[monument]
            if first == colour or second == colour:
                found += 1
    return found


@compiled
def leader_features(state, seat, colour, kingdoms, of_leader, free, at, out):
    """The numbers of a leader on the board, at this place of the colours' order."""
    kingdom = load(kingdoms[int(of_leader[4 * seat + colour])])
    cell = int(state.leader_cell[seat, colour])
    reds = load(state.tiles[RED])
    beside = size(common(neighbours(single(cell)), reds))
    out[AT.leader + at] = 1
    out[AT.followers + at] = min(9, size(common(kingdom, load(state.tiles[colour]))))
    out[AT.temples + at] = beside
    out[AT.monuments + at] = monuments_in(state, kingdom, colour)
    out[AT.kingdom + at] = min(40, size(kingdom))
    for other in range(4):
        if other != colour and of_leader[4 * seat + other] == of_leader[4 * seat + colour]:
            out[AT.company + at] += 1
    if int(state.hands[seat, colour]) > 0:
        lacking = nearly_squares(common(load(state.tiles[colour]), kingdom), free)
        out[AT.square + at] = 0 if is_empty(lacking) else 1
    strongest = 0
    for other in range(int(state.players)):
        if other != seat and of_leader[4 * other + colour] != of_leader[4 * seat + colour]:
            strongest = max(strongest, int(state.hands[other, RED]))
    more = strongest + min(NEAR_TEMPLES, size(common(kingdom, reds)))
    out[AT.revolt + at] = max(0, more - beside - int(state.hands[seat, RED]))


@compiled
def chance_of_revolt(state, seat, colour, kingdoms, of_leader):
    """Whether a leader at home could drive another one out."""
    reds = load(state.tiles[RED])
    for other in range(int(state.players)):
        k = int(of_leader[4 * other + colour])
        if other == seat or k == NONE:
            continue
        cell = int(state.leader_cell[other, colour])
        defence = size(common(neighbours(single(cell)), reds)) + int(state.hands[other, RED])
        attack = min(NEAR_TEMPLES, size(common(load(kingdoms[k]), reds)))
        if attack + int(state.hands[seat, RED]) > defence:
            return 1
    return 0


@compiled
def best_other(scores, players, seat):
    """The seat, other than this one, that would be ahead of the rest if the game ended now."""
    best = NONE
    for other in range(players):
        if other == seat:
            continue
        if best == NONE or compare(scores, other, best) > 0:
            best = other
    return best


@compiled
def compare_seats(state, out):
    """The numbers that hold a seat against the best of the others."""
    players = int(state.players)
    scores = np.empty((MOST_PLAYERS, 4), np.int64)
    hoped = np.empty(MOST_PLAYERS)
    sixteenths = np.empty(MOST_PLAYERS, np.int64)
    hopes(state, hoped)
    for seat in range(players):
        a, b, c, d = with_treasures(state.points[seat])
        scores[seat, 0], scores[seat, 1], scores[seat, 2], scores[seat, 3] = ascending(a, b, c, d)
        sixteenths[seat] = int(16.0 * hoped[seat] + 0.5)
    for seat in range(players):
        best = best_other(scores, players, seat)
        highest = 0
        for other in range(players):
            if other != seat:
                highest = max(highest, sixteenths[other])
        for i in range(4):
            out[seat, AT.score + i] = min(60, scores[seat, i])
            out[seat, AT.lead + i] = min(20, max(-20, scores[seat, i] - scores[best, i]))
        out[seat, AT.outlook] = min(500, sixteenths[seat])
        out[seat, AT.outlook_lead] = min(200, max(-200, sixteenths[seat] - highest))
        out[seat, AT.turns_left] = int(4.0 * turns_left(state) + 0.5)


@compiled
def seat_features(board, state, out):
    """Write every seat's numbers into the rows of `out` (int16), which hold zeros before. Reads hands:
    for a state, or a guess of one."""
    players = int(state.players)
    area = connected_cells(state)
    free = without(union(load(board.land), load(board.river)), area)
    free = without(free, load(state.catastrophes))
    treasures = load(state.treasures)
    kingdoms = np.empty((LEADERS, 3), np.uint64)
    of_leader = np.empty(LEADERS, np.int8)
    stakes = np.empty((LEADERS, 2), np.int64)
    order = np.empty(4, np.int64)
    survey_kingdoms(state, area, kingdoms, of_leader)
    wars(state, kingdoms, of_leader, free, stakes)
    compare_seats(state, out)
    for seat in range(players):
        row = out[seat]
        points = state.points[seat]
        order_of(points, order)
        for at in range(4):
            colour = int(order[at])
            leader = 4 * seat + colour
            row[AT.ahead + at] = min(20, int(points[colour]) - int(points[order[0]]))
            row[AT.tiles + at] = int(state.hands[seat, colour])
            row[AT.hand + colour] = int(state.hands[seat, colour])
            row[AT.gain + at] = min(9, stakes[leader, 0])
            row[AT.loss + at] = min(9, stakes[leader, 1])
            if of_leader[leader] == NONE:
                row[AT.home + colour] = 1
                row[AT.chance + at] = chance_of_revolt(state, seat, colour, kingdoms, of_leader)
            else:
                leader_features(state, seat, colour, kingdoms, of_leader, free, at, row)
        trader = int(of_leader[4 * seat + GREEN])
        if trader != NONE:
            row[AT.near_treasures] = size(common(load(kingdoms[trader]), treasures))
        row[AT.treasures] = min(10, int(points[TREASURE_COLUMN]))
        row[AT.catastrophes] = int(state.catastrophes_left[seat])
        row[AT.bag] = int(state.bag_size) >> 3
        row[AT.treasures_left] = size(treasures)
        row[AT.wait + (seat - int(state.active)) % players] = 1
