"""What a turn of Tigris & Euphrates changes: points, the weakest colour, leaders, conflicts, monuments.

Each claim can be recomputed from the positions before and after the turn and from its actions. `where`
is a colour unless it is said otherwise beside the kind.
"""

from __future__ import annotations

from triarchy.games.tigris.advice import worth
from triarchy.games.tigris.sight import TigrisSight
from triarchy.games.tigris.state import (
    CELL,
    DO_CELL,
    DO_DISCARD,
    DO_DRAW,
    DO_MONUMENT,
    DO_NO_MONUMENT,
    DO_PASS,
    DO_SQUARE,
    DO_SUPPORT,
    DO_TAKE,
    DO_TILE,
    DO_WAR,
    DO_WITHDRAW,
    NONE,
    SUPPORT,
    TREASURE_COLUMN,
)
from triarchy.kit.reasons import Claim, Stake, Turn

POINTS = "points"
"""`count` points of a colour, or treasures, for a seat."""
WEAKEST = "weakest"
"""The mover's weakest colour, treasures placed, is worth `count` now; `other`: before."""
PLACES = "places"
"""The mover's leader comes from home; `count`: its cell."""
MOVES = "moves"
"""It stands in another cell now."""
WITHDRAWS = "withdraws"
"""It has been taken home by a choice;"""
LOSES = "loses"
"""by a conflict or a catastrophe."""
DRIVES = "drives"
"""A leader of `seat`, another, is no longer on the board."""
FOLLOWERS = "followers"
"""`count` followers are in the kingdom of a leader of `seat` now; `other`: before."""
TEMPLES = "temples"
"""`count` temples are beside it now; `other`: before."""
REVOLTS = "revolts"
"""A revolt against `seat` stands at `count` for the mover to `other`;"""
FIGHTS = "fights"
"""a war with `seat` does."""
EMBROILS = "embroils"
"""A war between `seat` and `other` has begun, neither of them the mover."""
MONUMENT = "monument"
"""`where`, a monument, is built."""
EARNS = "earns"
"""Monuments bring a seat `count` points a turn now; `other`: before."""
LAYS = "lays"
"""A tile of colour `count` on the cell `where`."""
RUINS = "ruins"
"""A catastrophe on the cell `where`."""
TAKES = "takes"
"""The treasure of the start temple of number `where`."""
ADDS = "adds"
"""`count` tiles to a conflict."""
SWAPS = "swaps"
"""`count` tiles of a colour are put away."""
DECLINES = "declines"
"""No monument is built where one could be."""
BEGINS = "begins"
"""The war of a colour is fought next."""
PASSES = "passes"

SCORED = "scored"
"""A stake: so many points of a colour, or treasures, that the mover has;"""
LEAST = "least"
"""what its weakest colour is worth, treasures placed;"""
STANDS = "stands"
"""a leader of a seat is on the board;"""
DRAWS = "draws"
"""monuments bring a seat points every turn."""

OTHERS = 0.3
"""What a point for somebody else is worth against whoever makes the turn,"""
LEADER = 0.6
"""a leader on the board,"""
LOST_LEADER = 1.2
"""one that is lost,"""
A_FOLLOWER = 0.05
A_TEMPLE = 0.1
A_MONUMENT = 1.0
"""a point a turn,"""
A_TILE = 0.04
"""and a tile of the hand, in points of the weakest colour."""


def claims(turn: Turn[TigrisSight]) -> list[Claim]:
    return [
        *_points(turn),
        *_leaders(turn),
        *_conflict(turn),
        *_monuments(turn),
        *_chosen(turn),
    ]


def _points(turn: Turn[TigrisSight]) -> list[Claim]:
    found = []
    for seat, (old, new) in enumerate(zip(turn.before.points, turn.after.points, strict=True)):
        for column in range(TREASURE_COLUMN + 1):
            gain = new[column] - old[column]
            if gain:
                weight = _brings(old, column, gain) if seat == turn.seat else -OTHERS * gain
                found.append(Claim(POINTS, seat, column, gain, weight=weight))
    was, now = (sight.ordered_scores[turn.seat][0] for sight in (turn.before, turn.after))
    if now != was:
        found.append(Claim(WEAKEST, turn.seat, -1, now, was, 0.5 * (now - was)))
    return found


def stakes(sight: TigrisSight, seat: int) -> list[tuple[Stake, float]]:
    """The mover's points by colour and by the weakest one; leaders and monuments of everybody."""
    weakest = float(sight.ordered_scores[seat][0])
    found = [(Stake(LEAST, seat, worth=2.0, counted=True), weakest)]
    for column in range(TREASURE_COLUMN + 1):
        stake = Stake(SCORED, seat, column, counted=True)
        found.append((stake, float(sight.points[seat][column])))
    for owner in range(sight.players):
        sign = 1.0 if owner == seat else -OTHERS
        found += [
            (Stake(STANDS, owner, colour, sign * LEADER), 1.0)
            for colour, cell in enumerate(sight.leader_cells[owner])
            if cell != NONE
        ]
        if sum(sight.monument_points(owner)):
            found.append((Stake(DRAWS, owner, worth=sign * A_MONUMENT), 1.0))
    return found


def _brings(points: list[int], column: int, gain: int) -> float:
    """What points of a colour are worth to who has these, by the evaluation; at least a little."""
    richer = list(points)
    richer[column] += gain
    return max(0.01, _worth(richer) - _worth(points))


def _worth(points: list[int]) -> float:
    return float(worth(*(float(each) for each in points)))


def _leaders(turn: Turn[TigrisSight]) -> list[Claim]:
    found, before, after = [], turn.before, turn.after
    for seat in range(before.players):
        for colour in range(4):
            was, now = before.leader_cells[seat][colour], after.leader_cells[seat][colour]
            if was != now:
                found.append(_of_leader(turn, seat, colour, was, now))
            if now != NONE:
                found += _strengths(turn, seat, colour)
    return found


def _of_leader(turn: Turn[TigrisSight], seat: int, colour: int, was: int, now: int) -> Claim:
    if seat != turn.seat:
        return Claim(DRIVES, seat, colour, was, weight=LOST_LEADER)
    if was == NONE:
        return Claim(PLACES, seat, colour, now, weight=LEADER, means=True)
    if now != NONE:
        return Claim(MOVES, seat, colour, now)
    if _withdrawn(turn, colour):
        return Claim(WITHDRAWS, seat, colour, was)
    return Claim(LOSES, seat, colour, was, weight=-LOST_LEADER)


def _withdrawn(turn: Turn[TigrisSight], colour: int) -> bool:
    return any(
        action == DO_WITHDRAW and sight.leader == colour
        for sight, action in zip(turn.sights, turn.actions, strict=False)
    )


def _strengths(turn: Turn[TigrisSight], seat: int, colour: int) -> list[Claim]:
    """A leader's followers and temples, where they have changed or it has come."""
    old, new = turn.before.leader_of(seat, colour), turn.after.leader_of(seat, colour)
    if new is None:
        return []
    sign = 1.0 if seat == turn.seat else -0.5
    found = []
    for what, was, now, each in (
        (FOLLOWERS, old.followers if old else -1, new.followers, A_FOLLOWER),
        (TEMPLES, old.temples if old else -1, new.temples, A_TEMPLE),
    ):
        if now != was:
            weight = sign * each * (now - max(0, was))
            found.append(Claim(what, seat, colour, now, was, weight, means=True))
    return found


def _conflict(turn: Turn[TigrisSight]) -> list[Claim]:
    """The conflict that has begun and is not yet decided."""
    conflict, seat = turn.after.conflict, turn.seat
    if conflict is None:
        return []
    sides = (conflict.attacker, conflict.defender)
    attack, defence = conflict.sums(0)
    if seat not in sides:
        return [Claim(EMBROILS, sides[0], conflict.colour, other=sides[1])]
    own, theirs = (attack, defence) if seat == conflict.attacker else (defence, attack)
    what = REVOLTS if conflict.revolt else FIGHTS
    ahead = conflict.attack_wins(0) == (seat == conflict.attacker)
    weight = LOST_LEADER if ahead else -LOST_LEADER
    return [Claim(what, sum(sides) - seat, conflict.colour, own, theirs, weight, means=True)]


def _monuments(turn: Turn[TigrisSight]) -> list[Claim]:
    before, after = turn.before, turn.after
    found = [
        Claim(MONUMENT, turn.seat, monument, weight=0.1)
        for monument, (was, now) in enumerate(
            zip(before.monument_squares, after.monument_squares, strict=True)
        )
        if was != now
    ]
    for seat in range(before.players):
        was, now = (sum(sight.monument_points(seat)) for sight in (before, after))
        if was != now:
            each = A_MONUMENT if seat == turn.seat else -0.5 * A_MONUMENT
            found.append(Claim(EARNS, seat, -1, now, was, each * (now - was)))
    return found


def _chosen(turn: Turn[TigrisSight]) -> list[Claim]:
    """What was decided, for turns that change the same."""
    found, seat = [], turn.seat
    put_away = [0, 0, 0, 0]
    for sight, action in zip(turn.sights, turn.actions, strict=False):
        if sight.phase == CELL and action < DO_SQUARE:
            if sight.tile != NONE:
                found.append(Claim(LAYS, seat, action - DO_CELL, sight.tile))
            elif sight.leader == NONE:
                found.append(Claim(RUINS, seat, action - DO_CELL))
        elif DO_TAKE <= action < DO_TILE:
            found.append(Claim(TAKES, seat, action - DO_TAKE))
        elif DO_DISCARD <= action < DO_DRAW:
            put_away[action - DO_DISCARD] += 1
        elif DO_WAR <= action < DO_SUPPORT:
            found.append(Claim(BEGINS, seat, action - DO_WAR))
        elif sight.phase == SUPPORT and DO_SUPPORT <= action < DO_MONUMENT:
            assert sight.conflict is not None
            count = action - DO_SUPPORT
            found.append(Claim(ADDS, seat, sight.conflict.tiles, count, weight=-A_TILE * count))
        elif action == DO_NO_MONUMENT:
            found.append(Claim(DECLINES, seat))
        elif action == DO_PASS:
            found.append(Claim(PASSES, seat))
    return found + [
        Claim(SWAPS, seat, colour, count) for colour, count in enumerate(put_away) if count
    ]
